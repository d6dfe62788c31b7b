"""The lock of a SQLite file: one server at a time uses it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from ludotheque.server.storage import StorageError
from ludotheque.server.storage.sqlite_lock import hold_server_lock
from tests.server.client import FRIEND, ME, Guest
from tests.server.running import Running


def command(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "ludotheque", *words], capture_output=True, text=True, timeout=60, check=False
    )


def test_second_server_on_a_file_is_refused(own_server: Running, tmp_path: Path) -> None:
    link = tmp_path / "link.db"
    link.symlink_to(own_server.data)
    for name in (own_server.data, link):
        ended = command("serve", "--port", "0", "--database", str(name))
        assert ended.returncode != 0
        assert "another server (process " in ended.stderr
        assert "stop it first" in ended.stderr
        assert "Traceback" not in ended.stderr
        assert "http://" not in ended.stdout


async def test_commands_work_while_a_server_runs(own_server: Running, tmp_path: Path) -> None:
    await Guest(own_server, "Anne").open(ME, FRIEND)
    data = str(own_server.data)
    assert command("backup", str(tmp_path / "copy.sqlite"), "--database", data).returncode == 0
    assert command("export", "--output", str(tmp_path / "games.jsonl"), "--database", data).returncode == 0
    assert command("migrate", "--dry-run", "--database", data).returncode == 0


def test_lock_is_released_when_the_server_is_killed(own_server: Running) -> None:
    own_server.kill()
    own_server.start()
    own_server.stop()
    with hold_server_lock(own_server.data):
        pass


def test_lock_is_exclusive_until_released(tmp_path: Path) -> None:
    path = tmp_path / "new" / "house.db"
    with hold_server_lock(path), pytest.raises(StorageError, match="another server"), hold_server_lock(path):
        raise AssertionError
    with hold_server_lock(path), hold_server_lock("postgresql://somewhere/else"):
        pass


def test_unwritable_place_of_the_lock_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StorageError, match="cannot be written"), hold_server_lock(tmp_path / "file" / "house.db"):
        raise AssertionError
