"""Real data of the first released format: it is brought up to date, and nothing of it is lost.

``old/format-1.sqlite`` was written by the server of commit a8b6302, the last before 0.1.0's format changed, with
people playing over real sockets: a table that waits for somebody, a game of two in the middle, and one against a bot
that was resigned. ``old/format-1.json`` is what those people saw at the end.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ludotheque import games
from ludotheque.cli.main import main
from ludotheque.engine import record
from ludotheque.server.runtime.services import open_services
from ludotheque.server.runtime.time import now_ms
from ludotheque.server.settings.definitions import Settings
from ludotheque.server.storage import open_storage
from ludotheque.server.storage.backup import back_up, restore
from ludotheque.server.storage.schema import VERSION
from ludotheque.server.storage.sqlite_backup import format_of
from ludotheque.server.storage.sqlite_file import connect
from ludotheque.server.tables.events import SeatTaken, decode
from ludotheque.server.tables.replay import whole_record
from ludotheque.server.tables.table import Table

OLD = Path(__file__).parents[1] / "old"
SEEN: dict[str, dict[str, Any]] = json.loads((OLD / "format-1.json").read_text("utf-8"))
Output = pytest.CaptureFixture[str]


@pytest.fixture
def old(tmp_path: Path) -> Path:
    path = tmp_path / "house.db"
    shutil.copy(OLD / "format-1.sqlite", path)
    assert format_of(path) == 1
    return path


def guests(path: Path, table: str) -> list[str]:
    connection = sqlite3.connect(path)
    rows = connection.execute('SELECT body FROM entry WHERE "table" = ? ORDER BY seq', (table,)).fetchall()
    connection.close()
    sat = [line for line in (decode(body) for (body,) in rows) if isinstance(line, SeatTaken)]
    return [line.guest for line in sorted(sat, key=lambda line: line.seat) if line.guest is not None]


async def check(path: Path) -> None:
    """Every table loads and shows what was seen, and the lists are right."""
    assert format_of(path) == VERSION
    storage = await open_storage(path)
    try:
        assert await storage.index.stale_tables() == []
        for seen in SEEN.values():
            table = Table.load(seen["table"], await storage.load(seen["table"]))
            for seat, sight in enumerate(seen.get("sights", [])):
                assert json.loads(msgspec.json.encode(table.view([seat])[seat].now.sight)) == sight
                assert table.stories[seat][-1].seq == seen["seq"]
        anne, bruno = guests(path, SEEN["playing"]["table"])
        mine = (await storage.index.tables_of(anne, 0)).tables
        assert [(line.id, line.state, line.you) for line in mine] == [
            (SEEN["playing"]["table"], "playing", 0),
            (SEEN["waiting"]["table"], "waiting", 0),
            (SEEN["over"]["table"], "over", 0),
        ]
        assert [line.your_turn for line in mine] == [True, False, False]
        (his,) = (await storage.index.tables_of(bruno, 0)).tables
        assert (his.id, his.you) == (SEEN["playing"]["table"], 1)
        assert (await storage.index.lobby(None, now_ms(), 0)).tables == [], "there were no public tables then"
    finally:
        await storage.close()


async def test_migrate_updates_a_database_of_the_first_version(old: Path) -> None:
    from ludotheque.server.storage.migrate import migrate
    from ludotheque.server.tables.reindex import reindex

    told = await migrate(old, reindex)
    assert told.endswith(f"was brought from format 1 to format {VERSION}; 3 tables are in its index.")
    await check(old)


async def test_server_migrates_when_it_starts(old: Path) -> None:
    services = await open_services(Settings(old))
    await services.start()
    await services.close()
    await check(old)


async def test_backup_of_the_first_version_is_restored(old: Path, tmp_path: Path) -> None:
    back_up(old, tmp_path / "backup.sqlite")
    restore(tmp_path / "backup.sqlite", tmp_path / "new.db")
    services = await open_services(Settings(tmp_path / "new.db"))
    await services.start()
    await services.close()
    await check(tmp_path / "new.db")


async def test_finished_game_has_the_same_record_after_migration(old: Path) -> None:
    services = await open_services(Settings(old))
    await services.start()
    _, table = await services.tables.find(SEEN["over"]["table"])
    kept = whole_record(table, 0)
    assert kept.header.kinds == ["human", "bot/random"], "that is all there is to add"
    as_then = msgspec.structs.replace(kept, header=msgspec.structs.replace(kept.header, kinds=[]))
    assert record.write(as_then).decode() == SEEN["over"]["record"]
    record.verify(games.find("stratego"), kept)
    await services.close()


def test_dry_run_reports_and_changes_nothing(old: Path, capsys: Output) -> None:
    assert main(["migrate", "--dry-run", "--data", str(old)]) == 0
    assert f"would be brought from format 1 to format {VERSION}" in capsys.readouterr().out
    assert old.read_bytes() == (OLD / "format-1.sqlite").read_bytes()


def test_up_to_date_database_is_not_changed(tmp_path: Path, capsys: Output) -> None:
    path = tmp_path / "house.db"
    connect(path).close()
    before = path.read_bytes()
    assert main(["migrate", "--data", str(path)]) == 0
    assert f"is up to date: format {VERSION}" in capsys.readouterr().out
    assert path.read_bytes() == before


def test_database_in_use_is_not_migrated(old: Path, capsys: Output) -> None:
    server = sqlite3.connect(old, isolation_level=None)
    server.execute("PRAGMA journal_mode = WAL")
    server.execute("SELECT count(*) FROM entry").fetchone()
    assert main(["migrate", "--data", str(old)]) == 2
    assert "open: stop it first" in capsys.readouterr().err
    server.close()
    assert format_of(old) == 1


def test_missing_database_is_not_migrated(tmp_path: Path, capsys: Output) -> None:
    assert main(["migrate", "--data", str(tmp_path / "nowhere.db")]) == 1
    assert "there is no database" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
