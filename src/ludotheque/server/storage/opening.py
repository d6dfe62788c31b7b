"""Which database it is, by its address."""

from __future__ import annotations

from pathlib import Path

from ludotheque.server.storage.contract import Storage
from ludotheque.server.storage.sqlite import SqliteStorage


async def open_storage(database: Path) -> Storage:
    """Open a database, making it or bringing it up to date as needed; raises :class:`StorageTrouble`."""
    return SqliteStorage(database)
