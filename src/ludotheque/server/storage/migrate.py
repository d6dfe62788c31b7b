"""Migration: bringing a database up to date on request; a server also does so when it starts.

The steps are ``STEPS`` in :mod:`.schema`; :mod:`.sqlite_file` and :mod:`.postgres_connect` take those that are missing
whenever they open a database.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path

from ludotheque.server.settings.definitions import Database, shown_database
from ludotheque.server.storage.backup import Unsafe
from ludotheque.server.storage.database import open_storage
from ludotheque.server.storage.errors import StorageError
from ludotheque.server.storage.interface import Storage
from ludotheque.server.storage.schema import VERSION
from ludotheque.server.storage.sqlite_backup import exclusive, format_of, in_use


async def migrate(database: Database, reindex: Callable[[Storage], Awaitable[int]], *, dry_run: bool = False) -> str:
    """Bring a database up to date; what was done, or would be in a ``dry_run``, in a sentence.

    ``reindex`` updates the table index from the logs, and returns the number of tables it added. Raises
    :class:`Unsafe` and :class:`StorageError`.
    """
    place = shown_database(database)
    before = format_of(database) if isinstance(database, Path) else await _format_in_postgres(database)
    if before is None:
        raise StorageError(f"there is no database {place}: a server creates one when it starts")
    if before == VERSION:
        return f"{place} is up to date: format {VERSION}."
    steps = f"from format {before} to format {VERSION}"
    if dry_run:
        return f"{place} would be brought {steps}, and its table index rebuilt where that is needed."
    if isinstance(database, Path):
        _check_unused(database)
    storage = await open_storage(database)
    try:
        tables = await reindex(storage)
    finally:
        await storage.close()
    return f"{place} was brought {steps}" + (f"; {tables} tables are in its index." if tables else ".")


async def _format_in_postgres(address: str) -> int | None:
    from ludotheque.server.storage import postgres_backup  # only where PostgreSQL is used

    try:
        return await postgres_backup.format_of(address)
    except postgres_backup.InUse:
        raise Unsafe(f"workers use {shown_database(address)}: stop them first") from None


def _check_unused(database: Path) -> None:
    """Check that no server has the file open: one of the older version could not use the new format."""
    try:
        with exclusive(database):
            pass
    except sqlite3.DatabaseError as error:
        if in_use(error):
            raise Unsafe(f"a server has {database} open: stop it first") from None
        raise StorageError(f"{database}: {error}") from error
