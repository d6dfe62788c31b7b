"""Opening a database by its address: a path for SQLite, a URL for PostgreSQL."""

from __future__ import annotations

from pathlib import Path

from ludotheque.server.settings.definitions import Database
from ludotheque.server.storage.interface import Storage
from ludotheque.server.storage.sqlite import SqliteStorage
from ludotheque.server.storage.sqlite_file import connect


def prepare_storage(database: Database) -> None:
    """Create a database or bring it up to date, before the server starts; raises :class:`StorageError`."""
    if isinstance(database, Path):
        connect(database).close()
    else:
        # PostgreSQL's modules are imported only where it is used: they would slow down every other start.
        from ludotheque.server.storage.postgres_connect import prepare_now

        prepare_now(database)


async def open_storage(database: Database) -> Storage:
    """Open a database, creating it or bringing it up to date as needed; raises :class:`StorageError`."""
    if isinstance(database, Path):
        return SqliteStorage(database)
    from ludotheque.server.storage.postgres import PostgresStorage  # see prepare_storage

    return await PostgresStorage.open(database)
