"""The version of a database's schema: a database that a newer Ludothèque has written is refused."""

from __future__ import annotations

from ludotheque.server.storage.errors import StorageError
from ludotheque.server.storage.schema import VERSION


def check_not_newer(database: str, version: int) -> None:
    """Raise :class:`StorageError` if a database has a later version than ours; ``database`` names it to the host."""
    if version > VERSION:
        raise StorageError(f"{database} was written by a newer Ludothèque (format {version}; this one knows {VERSION})")
