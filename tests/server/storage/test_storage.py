"""The storage: log, index and metadata on both databases, and SQLite files that cannot be used."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from ludotheque.protocol import http
from ludotheque.server.runtime.services import open_services
from ludotheque.server.runtime.time import now_ms
from ludotheque.server.settings.definitions import Settings
from ludotheque.server.storage import Conflict, Statement, StorageError, open_storage
from ludotheque.server.storage.schema import VERSION
from ludotheque.server.storage.sqlite_file import connect
from ludotheque.server.storage.table_index import IndexEntry, IndexUpdate
from tests.patience import PATIENCE


async def test_load_returns_entries_in_order(database: Path | str) -> None:
    storage = await open_storage(database)
    await asyncio.gather(*(storage.append(f"table {n % 7}", n // 7, [b"%d" % n]) for n in range(700)))
    assert await storage.load("table 3") == [b"%d" % n for n in range(3, 700, 7)]
    assert await storage.load("table 3", 98) == [b"689", b"696"]
    assert await storage.load("nowhere") == []
    await storage.close()
    again = await open_storage(database)
    assert len(await again.load("table 6")) == 100
    await again.close()


async def test_conflicting_append_fails_without_affecting_others(database: Path | str) -> None:
    storage, other = await open_storage(database), await open_storage(database)
    await storage.append("a", 0, [b"first", b"second"])
    results = await asyncio.gather(
        other.append("a", 1, [b"late", b"later"]),
        other.append("b", 0, [b"fine"]),
        other.append("a", 2, [b"third"]),
        other.append("a", 1, [b"late"]),
        return_exceptions=True,
    )
    assert [type(result) for result in results] == [Conflict, type(None), type(None), Conflict]
    assert await storage.load("a") == [b"first", b"second", b"third"]
    await storage.close()
    await other.close()


async def test_index_changes_with_the_append_or_not_at_all(database: Path | str) -> None:
    storage = await open_storage(database)
    noted = IndexEntry("a", "stratego", True, "waiting", "[]", (), None, 5, [("guest", 0), ("other", None)])
    await storage.append("a", 0, [b"opened", b"sat"], noted)
    moved = IndexUpdate("a", "playing", (0, 1), 77, 10)
    await storage.append("a", 2, [b"move"], moved)
    asked = 'SELECT state, asked, due, updated FROM summary WHERE "table" = $1'
    await storage.flush_index()
    assert await storage.rows(asked, "a") == [("playing", ",0,1,", 77, 10)]
    late = [
        storage.append("a", 2, [b"late"], IndexUpdate("a", "over", (), None, 11)),
        storage.append(
            "a", 1, [b"late"], IndexEntry("a", "stratego", True, "over", "[]", (), None, 12, [("third", 1)])
        ),
    ]
    for answer in late:
        with pytest.raises(Conflict):
            await answer
    assert await storage.rows(asked, "a") == [("playing", ",0,1,", 77, 10)]
    assert [line.you for line in (await storage.index.tables_of("guest", 0)).tables] == [0]
    assert [line.you for line in (await storage.index.tables_of("other", 0)).tables] == [None]
    assert (await storage.index.tables_of("third", 0)).tables == []
    await storage.close()


async def test_metadata_is_stored(database: Path | str) -> None:
    storage, other = await open_storage(database), await open_storage(database)
    assert storage.key == other.key
    assert len(storage.key) == 32
    first = await storage.metadata.secret("push", b"one")
    assert await other.metadata.secret("push", b"two") == first == b"one"
    assert await storage.metadata.last_alive() is None
    await storage.metadata.record_alive(123)
    await storage.metadata.record_alive(456)
    assert await other.metadata.last_alive() == 456
    with pytest.raises(StorageError):
        await storage.write(Statement("INSERT INTO nowhere VALUES ($1)", ("x",)))
    await storage.close()
    await other.close()


def test_file_that_is_not_a_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "letter.db"
    path.write_text("Dear Anne, " * 1000)
    with pytest.raises(StorageError, match=r"letter\.db cannot be used as Ludothèque's database"):
        connect(path)
    assert path.read_text().startswith("Dear Anne")


def test_database_of_another_program_is_refused(tmp_path: Path) -> None:
    other = sqlite3.connect(tmp_path / "other.db")
    other.execute("CREATE TABLE recipes (name TEXT)")
    other.close()
    with pytest.raises(StorageError, match="another program's database"):
        connect(tmp_path / "other.db")


def test_database_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    newer = connect(tmp_path / "newer.db")
    newer.execute(f"PRAGMA user_version = {VERSION + 1}")
    newer.close()
    with pytest.raises(StorageError, match="written by a newer Ludothèque"):
        connect(tmp_path / "newer.db")


async def test_file_of_the_first_version_is_migrated_and_indexed(tmp_path: Path) -> None:
    """Its tables are found again in the lists, as if they had always been there."""
    path = tmp_path / "log.db"
    services = await open_services(Settings(path))
    order = http.OpenTable("stratego", "Anne", [http.SeatRequest("me"), http.SeatRequest("friend")], public=True)
    card = await services.tables.opening.open(order, "Anne", "guest 0")
    index = services.storage.index
    before = await index.tables_of("guest 0", 0), await index.lobby(None, now_ms(), 0)
    await services.close()
    old = sqlite3.connect(path)
    later = old.execute("SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'entry'").fetchall()
    old.executescript("".join(f"DROP TABLE {name};" for (name,) in later) + "PRAGMA user_version = 1;")
    old.close()
    services = await open_services(Settings(path))
    await services.start()
    index = services.storage.index
    assert (
        await index.tables_of("guest 0", 0),
        await index.lobby(None, now_ms(), 0),
    ) == before
    assert [line.id for line in before[0].tables] == [line.id for line in before[1].tables] == [card.id]
    assert await services.storage.index.stale_tables() == []
    await services.close()


def test_folder_that_cannot_be_created_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StorageError, match="cannot be used"):
        connect(tmp_path / "file/log.db")


def test_serve_reports_an_unusable_file_and_does_not_change_it(tmp_path: Path) -> None:
    path = tmp_path / "ludotheque.db"
    path.write_bytes(b"not a database" * 100)
    command = [sys.executable, "-m", "ludotheque", "serve", "--port", "0", "--data", str(path)]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert ended.returncode == 1
    assert "cannot be used as Ludothèque's database" in ended.stderr
    assert "Traceback" not in ended.stderr
    assert path.read_bytes() == b"not a database" * 100
