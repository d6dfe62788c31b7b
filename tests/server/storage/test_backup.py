"""Backups: taken while people play, complete or absent, and restored with every acknowledged move."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from ludotheque.cli.main import main
from ludotheque.server.storage import StorageError
from ludotheque.server.storage.backup import Unsafe, back_up, restore
from ludotheque.server.storage.sqlite_backup import check_file, format_of
from ludotheque.server.storage.sqlite_file import connect
from ludotheque.server.tables.events import ChatPosted, MovesPlayed, decode
from ludotheque.server.tables.table import Table
from tests.server.client import Guest
from tests.server.running import Running
from tests.server.test_kill import Scripted, seated

Output = pytest.CaptureFixture[str]
TABLES = 6


def read_logs(path: Path) -> dict[str, list[bytes]]:
    """Every table's log."""
    found: dict[str, list[bytes]] = {}
    connection = sqlite3.connect(path)
    for table, body in connection.execute('SELECT "table", body FROM entry ORDER BY "table", seq'):
        found.setdefault(table, []).append(body)
    connection.close()
    return found


async def command(*words: str) -> str:
    """Run a command in a process of its own, and expect it to do well."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "ludotheque", *words, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
    )
    told, trouble = await process.communicate()
    assert process.returncode == 0, trouble.decode()
    return told.decode()


class AcknowledgedMoves:
    """The moves that were acknowledged to a player at one moment."""

    def __init__(self, player: Scripted) -> None:
        self.player = player
        self.acks = set(player.acks)
        self.said = list(player.said)

    def check_in(self, bodies: list[bytes]) -> None:
        seat, lines = self.player.line.seat, [decode(body) for body in bodies]
        assert self.acks <= {line.client for line in lines if isinstance(line, MovesPlayed) and line.seat == seat}
        said = [line.text for line in lines if isinstance(line, ChatPosted) and line.by == seat]
        assert said[: len(self.said)] == self.said


async def test_backup_under_load_contains_all_acknowledged_moves(own_server: Running, tmp_path: Path) -> None:
    players = [player for number in range(TABLES) for player in await seated(own_server, number)]
    tasks = [asyncio.create_task(player.play_on()) for player in players]
    taken: list[tuple[Path, list[AcknowledgedMoves]]] = []
    for number in range(3):
        while sum(player.moves for player in players) < 700 * (number + 1):
            await asyncio.sleep(0.01)
        promised = [AcknowledgedMoves(player) for player in players]
        file = tmp_path / f"backup {number}.sqlite"
        told = await command("backup", str(file), "--data", str(own_server.data))
        assert f"holds {TABLES} tables" in told
        taken.append((file, promised))
    moves = sum(player.moves for player in players)
    await asyncio.sleep(0.2)
    assert sum(player.moves for player in players) > moves, "they go on playing"
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    own_server.kill()

    everything = read_logs(own_server.data)
    for file, promised in taken:
        kept = read_logs(file)
        assert kept.keys() == everything.keys()
        for table, bodies in kept.items():
            assert bodies == everything[table][: len(bodies)], "a backup is the log up to a moment"
            Table.load(table, bodies)
        for promise in promised:
            promise.check_in(kept[promise.player.line.table])

    last, promised = taken[-1]
    restored = tmp_path / "elsewhere/house.db"
    assert "tables" in await command("restore", str(last), "--database", str(restored))
    again = Running(restored).start()
    try:
        for player in players:
            player.line.guest.server = again
            line = await player.line.guest.sit(player.line.table)
            assert line.seat == player.line.seat, "the signing key is restored too, so that cookies stay valid"
    finally:
        again.stop()
    for promise in promised:
        promise.check_in(read_logs(restored)[promise.player.line.table])


@pytest.fixture
def services(tmp_path: Path) -> Path:
    """A small database."""
    path = tmp_path / "house.db"
    connection = connect(path)
    connection.executemany("INSERT INTO entry VALUES (?, ?, ?)", [("a", n, b"%d" % n) for n in range(500)])
    connection.close()
    return path


def file_names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_backup_replaces_a_file_only_with_force(services: Path, tmp_path: Path, capsys: Output) -> None:
    file = tmp_path / "backup.sqlite"
    file.write_text("something dear")
    assert main(["backup", str(file), "--data", str(services)]) == 2
    assert "backup.sqlite exists already: choose another name, or use --force" in capsys.readouterr().err
    assert file.read_text() == "something dear"
    assert main(["backup", str(file), "--data", str(services), "--force"]) == 0
    assert read_logs(file) == read_logs(services)
    assert file_names(tmp_path) == ["backup.sqlite", "house.db"]


def test_backup_is_one_file_that_only_its_owner_can_read(services: Path, tmp_path: Path) -> None:
    file = tmp_path / "backup.sqlite"
    assert back_up(services, file) == (1, 500, format_of(services))
    assert file.stat().st_mode & 0o777 == 0o600
    assert sqlite3.connect(file).execute("PRAGMA journal_mode").fetchone() == ("delete",)
    assert file_names(tmp_path) == ["backup.sqlite", "house.db"]


def test_backup_reports_its_progress(services: Path, tmp_path: Path) -> None:
    heard: list[tuple[int, int]] = []
    back_up(services, tmp_path / "backup.sqlite", progress=lambda done, total: heard.append((done, total)))
    assert heard[-1][0] == heard[-1][1] > 0


def test_interrupted_backup_leaves_no_file(services: Path, tmp_path: Path) -> None:
    def interrupt(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        back_up(services, tmp_path / "backup.sqlite", progress=interrupt)
    assert file_names(tmp_path) == ["house.db"]


def test_backup_of_a_missing_database_fails(tmp_path: Path, capsys: Output) -> None:
    assert main(["backup", str(tmp_path / "backup"), "--data", str(tmp_path / "nowhere.db")]) == 1
    assert "nothing to back up" in capsys.readouterr().err
    assert file_names(tmp_path) == []


def test_backup_to_an_unwritable_place_fails(services: Path, tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="cannot be written"):
        back_up(services, services / "backup.sqlite")


def test_restore_refuses_a_file_of_another_program(services: Path, tmp_path: Path) -> None:
    other = sqlite3.connect(tmp_path / "other.sqlite")
    other.execute("CREATE TABLE recipes (name TEXT)")
    other.close()
    (tmp_path / "letter").write_text("Dear Anne, " * 1000)
    before = read_logs(services)
    for name, words in (
        ("other.sqlite", "is not a database of Ludothèque"),
        ("letter", "cannot be read as a backup"),
    ):
        with pytest.raises(StorageError, match=words):
            restore(tmp_path / name, services, force=True)
    with pytest.raises(StorageError, match="there is no file"):
        restore(tmp_path / "nowhere", services, force=True)
    assert read_logs(services) == before


def test_restore_refuses_a_damaged_backup(services: Path, tmp_path: Path) -> None:
    file = tmp_path / "backup.sqlite"
    back_up(services, file)
    data = bytearray(file.read_bytes())
    data[-4096:] = b"\xa5" * 4096
    file.write_bytes(data)
    with pytest.raises(StorageError, match=r"is damaged|can be read"):
        restore(file, tmp_path / "new.db")
    assert not (tmp_path / "new.db").exists()


def test_restore_refuses_a_backup_with_missing_entries(services: Path, tmp_path: Path) -> None:
    file = tmp_path / "backup.sqlite"
    back_up(services, file)
    robbed = sqlite3.connect(file)
    robbed.execute("DELETE FROM entry WHERE seq = 250")
    robbed.commit()
    robbed.close()
    with pytest.raises(StorageError, match="moves are missing"):
        restore(file, tmp_path / "new.db")


def test_restore_refuses_a_backup_of_a_newer_version(services: Path, tmp_path: Path) -> None:
    connection = sqlite3.connect(services)
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    with pytest.raises(StorageError, match="newer Ludothèque"):
        check_file(services)


async def test_restore_refuses_a_database_in_use(own_server: Running, tmp_path: Path, capsys: Output) -> None:
    guest = Guest(own_server, "Anne")
    table = (await guest.open({"kind": "me"}, {"kind": "friend"}))["id"]
    file = tmp_path / "backup.sqlite"
    back_up(own_server.data, file)
    words = ["restore", str(file), "--data", str(own_server.data)]
    assert await asyncio.to_thread(main, words) == 2
    assert "exists already" in capsys.readouterr().err
    assert await asyncio.to_thread(main, [*words, "--force"]) == 2
    assert "a server has" in (said := capsys.readouterr().err)
    assert "open: stop it first" in said
    assert (await guest.get(f"/api/tables/{table}"))["you"] == 0
    await guest.open({"kind": "me"}, {"kind": "friend"})
    own_server.stop()
    assert await asyncio.to_thread(main, [*words, "--force"]) == 0
    assert list(read_logs(own_server.data)) == [table]


def test_restore_removes_the_journal_of_the_replaced_database(services: Path, tmp_path: Path) -> None:
    """After a power cut there are moves beside the file that it has not taken in yet."""
    file = tmp_path / "backup.sqlite"
    back_up(services, file)
    before = read_logs(file)
    late = sqlite3.connect(services, isolation_level=None)
    late.execute("INSERT INTO entry VALUES ('b', 0, 'late')")
    beside = services.with_name("house.db-wal").read_bytes()
    late.close()
    services.write_bytes(b"broken" * 1000)
    services.with_name("house.db-wal").write_bytes(beside)
    restore(file, services, force=True)
    assert read_logs(services) == before
    with pytest.raises(Unsafe):
        restore(file, services)


DIE = """
import os, signal, sys
from pathlib import Path
from ludotheque.server.storage.backup import back_up, restore

def die(done, total):
    os.kill(os.getpid(), signal.SIGKILL)

file, database = Path(sys.argv[2]), Path(sys.argv[3])
back_up(database, file, progress=die) if sys.argv[1] == "backup" else restore(file, database, force=True, progress=die)
"""


def test_killed_backup_leaves_no_incomplete_file(services: Path, tmp_path: Path) -> None:
    file, before = tmp_path / "backup.sqlite", read_logs(services)
    assert subprocess.run([sys.executable, "-c", DIE, "backup", file, services], check=False).returncode == -9
    assert not file.exists()
    back_up(services, file)
    connection = connect(services)
    connection.execute("INSERT INTO entry VALUES ('b', 0, X'6c61746572')")
    connection.close()
    assert subprocess.run([sys.executable, "-c", DIE, "restore", file, services], check=False).returncode == -9
    assert read_logs(services) == {**before, "b": [b"later"]}, "the old one is as it was"
    restore(file, services, force=True)
    assert read_logs(services) == before


def test_backup_includes_the_journal_of_a_killed_server(services: Path, tmp_path: Path) -> None:
    """After a kill the last moves are in the journal until the database is opened again."""
    write = f"""
import os
from pathlib import Path
from ludotheque.server.storage.sqlite_file import connect
connect(Path({str(services)!r})).execute("INSERT INTO entry VALUES ('b', 0, X'6c617374')")
os.kill(os.getpid(), 9)
"""
    subprocess.run([sys.executable, "-c", write], check=False)
    assert services.with_name("house.db-wal").stat().st_size > 0
    back_up(services, tmp_path / "backup.sqlite")
    assert read_logs(tmp_path / "backup.sqlite")["b"] == [b"last"]


def test_restore_accepts_a_copy_made_by_sqlite(services: Path, tmp_path: Path) -> None:
    """As the documentation said before there was a command for it."""
    source, target = sqlite3.connect(services), sqlite3.connect(tmp_path / "copy.db")
    source.backup(target)
    source.close()
    target.close()
    assert restore(tmp_path / "copy.db", tmp_path / "new.db").entries == 500
    assert read_logs(tmp_path / "new.db") == read_logs(services)
