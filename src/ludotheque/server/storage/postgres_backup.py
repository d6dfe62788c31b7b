"""Copying a PostgreSQL database into a SQLite file with the same tables, and back."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any, Final

import asyncpg

from ludotheque.server.settings.definitions import shown_database
from ludotheque.server.storage.errors import StorageError
from ludotheque.server.storage.postgres_connect import (
    IS_ALIVE,
    LOCK,
    LOST,
    Connection,
    application_name,
    prepare,
    storage_error,
)
from ludotheque.server.storage.postgres_connect import (
    connect as connect_postgres,
)
from ludotheque.server.storage.schema import VERSION
from ludotheque.server.storage.schema_version import check_not_newer
from ludotheque.server.storage.sqlite_file import connect

_AT_ONCE: Final = 5000
"""Rows copied at a time."""
_TYPES: Final = """
SELECT column_name::text, data_type::text FROM information_schema.columns
WHERE table_schema = current_schema() AND table_name = $1
"""

Progress = Callable[[int, int], None]


class InUse(Exception):
    """Workers use this database."""


class NotEmpty(Exception):
    """The database contains games already."""


async def copy_to_file(address: str, file: Path, progress: Progress) -> None:
    """Copy everything into a file, as of one moment; workers may go on writing."""
    async with _connected(address) as connection:
        found = await _format(connection)
        if found is not None:
            check_not_newer(shown_database(address), found)
        if found != VERSION:
            raise StorageError(f"{shown_database(address)} is not up to date: see ludotheque migrate")
        with contextlib.closing(connect(file)) as writing:
            async with connection.transaction(isolation="repeatable_read", readonly=True):
                total = await connection.fetchval("SELECT count(*) FROM entry")
                done = 0
                for table, columns in _tables(writing):
                    put = f"INSERT INTO {table} ({columns}) VALUES ({', '.join('?' * len(columns.split(', ')))})"
                    cursor = await connection.cursor(f"SELECT {columns} FROM {table}")
                    while rows := await cursor.fetch(_AT_ONCE):
                        writing.execute("BEGIN")
                        writing.executemany(put, [tuple(row) for row in rows])
                        writing.execute("COMMIT")
                        done += len(rows)
                        progress(min(done, total), total)
            writing.execute("PRAGMA journal_mode = DELETE")  # so that it is one file


async def copy_from_file(file: Path, address: str, replace: bool, progress: Progress) -> None:
    """Copy everything from an up-to-date file into a database, all or none; workers may be started afterwards.

    Raises :class:`InUse`, and :class:`NotEmpty` unless it may ``replace`` what the database contains.
    """
    await prepare(address)
    async with _connected(address) as connection:
        with contextlib.closing(connect(file)) as reading:
            async with connection.transaction():
                await connection.execute("SELECT pg_advisory_xact_lock($1)", LOCK)
                await _check_unused(connection)
                if not replace and await connection.fetchval("SELECT 1 FROM entry LIMIT 1"):
                    raise NotEmpty
                total = reading.execute("SELECT count(*) FROM entry").fetchone()[0]
                await connection.execute("TRUNCATE lease")
                done = 0
                for table, columns in _tables(reading):
                    await connection.execute(f"TRUNCATE {table}")
                    names = [name.strip('"') for name in columns.split(", ")]
                    types: dict[str, str] = dict(map(tuple, await connection.fetch(_TYPES, table.strip('"'))))
                    flags = [types[name] == "boolean" for name in names]
                    cursor = reading.execute(f"SELECT {columns} FROM {table}")
                    while rows := cursor.fetchmany(_AT_ONCE):
                        records = [_typed(row, flags) for row in rows]
                        await connection.copy_records_to_table(table.strip('"'), records=records, columns=names)
                        done += len(rows)
                        progress(min(done, total), total)


async def format_of(address: str) -> int | None:
    """The format of a database, without changing it; None if it is empty. Raises :class:`InUse`."""
    async with _connected(address) as connection:
        found = await _format(connection)
        if found is not None:
            check_not_newer(shown_database(address), found)
        if found is not None and found < VERSION:
            await _check_unused(connection)
        return found


async def _format(connection: Connection) -> int | None:
    if await connection.fetchval("SELECT to_regclass('ludotheque')") is None:
        return None
    version: int = await connection.fetchval("SELECT version FROM ludotheque")
    return version


async def _check_unused(connection: Connection) -> None:
    if await connection.fetchval(f"SELECT 1 FROM worker WHERE {IS_ALIVE} AND id <> $1", "", application_name("")):
        raise InUse


def _tables(connection: sqlite3.Connection) -> Iterator[tuple[str, str]]:
    """Every table of a SQLite file, and its columns, quoted for SQL."""
    found = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
    for (table,) in found.fetchall():
        columns = [f'"{row[1]}"' for row in connection.execute(f'PRAGMA table_info("{table}")')]
        yield f'"{table}"', ", ".join(columns)


def _typed(row: tuple[Any, ...], flags: list[bool]) -> tuple[Any, ...]:
    """A row with the types of PostgreSQL: SQLite has no type for true and false."""
    return tuple(bool(value) if flag and value is not None else value for value, flag in zip(row, flags, strict=True))


@contextlib.asynccontextmanager
async def _connected(address: str) -> AsyncIterator[Connection]:
    try:
        connection = await connect_postgres(address)
        try:
            yield connection
        finally:
            connection.terminate()
    except (asyncpg.PostgresError, *LOST) as error:
        raise storage_error(address, error) from error
