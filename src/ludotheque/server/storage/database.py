"""Which database it is, by its address."""

from __future__ import annotations

from pathlib import Path

from ludotheque.server.settings.definitions import Database
from ludotheque.server.storage.interface import Storage
from ludotheque.server.storage.sqlite import SqliteStorage
from ludotheque.server.storage.sqlite_file import connect


def prepare_storage(database: Database) -> None:
    """Look whether a database can be used, making it or bringing it up to date as needed, before anybody is served.

    Raises :class:`StorageTrouble`.
    """
    if isinstance(database, Path):
        connect(database).close()
    else:
        from ludotheque.server.storage.postgres_connect import prepare_now

        prepare_now(database)


async def open_storage(database: Database) -> Storage:
    """Open a database, making it or bringing it up to date as needed; raises :class:`StorageTrouble`."""
    if isinstance(database, Path):
        return SqliteStorage(database)
    from ludotheque.server.storage.postgres import PostgresStorage

    return await PostgresStorage.open(database)
