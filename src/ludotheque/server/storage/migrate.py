"""Bringing a database up to date, as the server does when it starts, but when the host wants it."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from ludotheque.server.settings.definitions import Database, shown_database
from ludotheque.server.storage.backup import Unsafe
from ludotheque.server.storage.database import open_storage
from ludotheque.server.storage.interface import StorageError
from ludotheque.server.storage.schema import VERSION
from ludotheque.server.storage.sqlite_backup import format_of, in_use, nobody_has_open
from ludotheque.server.tables.reindex import reindex


async def migrate(database: Database, *, dry_run: bool = False) -> str:
    """Bring a database up to date; what was done, or in a ``dry_run`` would be, in a sentence.

    Raises :class:`Unsafe` and :class:`StorageTrouble`.
    """
    place = shown_database(database)
    before = format_of(database) if isinstance(database, Path) else await _format_in_postgres(database)
    if before is None:
        raise StorageError(f"there is no database {place}: a server makes one when it starts")
    if before == VERSION:
        return f"{place} is up to date: format {VERSION}."
    steps = f"from format {before} to format {VERSION}"
    if dry_run:
        return f"{place} would be brought {steps}, and its register made anew where that is needed."
    if isinstance(database, Path):
        _must_be_unused(database)
    storage = await open_storage(database)
    try:
        tables = await reindex(storage)
    finally:
        await storage.close()
    return f"{place} was brought {steps}" + (f"; {tables} tables are in its register." if tables else ".")


async def _format_in_postgres(address: str) -> int | None:
    from ludotheque.server.storage import postgres_backup

    try:
        return await postgres_backup.format_of(address)
    except postgres_backup.InUse:
        raise Unsafe(f"workers serve {shown_database(address)}: stop them first") from None


def _must_be_unused(database: Path) -> None:
    """A server of the older version would not know what to do with the new one's database."""
    try:
        with nobody_has_open(database):
            pass
    except sqlite3.DatabaseError as error:
        if in_use(error):
            raise Unsafe(f"a server has {database} open: stop it first") from None
        raise StorageError(f"{database}: {error}") from error
