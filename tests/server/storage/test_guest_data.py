"""Guest data: every topic of the database has valid SQL, and deleted data leaves the file."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import pytest

from ludotheque.server.storage import sqlite_file
from ludotheque.server.storage.guest_data import TOPICS
from ludotheque.server.storage.sqlite import SqliteStorage
from ludotheque.server.storage.sqlite_file import connect


async def test_large_file_is_cleared_of_deleted_data_when_it_is_next_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_file, "_VACUUM_AT_ONCE", 0)
    storage = SqliteStorage(tmp_path / "log.db")
    await storage.erase_deleted()
    assert await storage.rows("SELECT 1 FROM meta WHERE name = 'scrub'")
    await storage.close()
    again = SqliteStorage(tmp_path / "log.db")
    assert not await again.rows("SELECT 1 FROM meta WHERE name = 'scrub'")
    await again.close()


def test_every_database_table_with_guests_is_a_topic(tmp_path: Path) -> None:
    connection = connect(tmp_path / "x.db")
    known = {topic.table for topic in TOPICS} | {"account"}  # which is deleted by its id
    assert {table for table, columns in _columns(connection).items() if "guest" in columns} <= known
    for topic in TOPICS:
        for sql, values in ((topic.select, ("x",)), *((sql, ("x", "y")) for sql in topic.move)):
            connection.execute(sql.replace("$", "?"), values)
        for sql in topic.erase:
            connection.execute(sql.replace("$", "?"), ("x",))
    connection.close()


def _columns(connection: sqlite3.Connection) -> dict[str, list[Any]]:
    tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
    return {table: [row[1] for row in connection.execute(f'PRAGMA table_info("{table}")')] for table in tables}
