"""Which database it is, by its address."""

from __future__ import annotations

from pathlib import Path

from ludotheque.server.settings import Database
from ludotheque.server.storage.contract import Storage, StorageTrouble
from ludotheque.server.storage.sqlite import SqliteStorage
from ludotheque.server.storage.sqlite_file import connect


def prepare_storage(database: Database) -> None:
    """Look whether a database can be used, making it or bringing it up to date as needed, before anybody is served.

    Raises :class:`StorageTrouble`.
    """
    connect(_file(database)).close()


async def open_storage(database: Database) -> Storage:
    """Open a database, making it or bringing it up to date as needed; raises :class:`StorageTrouble`."""
    return SqliteStorage(_file(database))


def _file(database: Database) -> Path:
    if isinstance(database, Path):
        return database
    raise StorageTrouble("this Ludothèque keeps its games in a SQLite file only")
