"""The interface of a database, the same on SQLite and PostgreSQL."""

from __future__ import annotations

from abc import abstractmethod

from ludotheque.server.storage.errors import Conflict, InvalidValue, StorageError
from ludotheque.server.storage.log import TableLog
from ludotheque.server.storage.metadata import SET, Metadata
from ludotheque.server.storage.schema import PROBE
from ludotheque.server.storage.statement import Statement
from ludotheque.server.storage.table_index import TableIndex

__all__ = ["Conflict", "InvalidValue", "Storage", "StorageError"]


class Storage(TableLog):
    """An open database, for one event loop."""

    shared: bool = False
    """Whether other workers may write to it."""

    def __init__(self, key: bytes) -> None:
        self.key = key
        """The key that the server signs with."""
        self.index = TableIndex(self, self.flush_index)
        self.metadata = Metadata(self)

    @abstractmethod
    async def flush_index(self) -> None:
        """Write the deferred changes of the table index."""

    @abstractmethod
    async def close(self) -> None:
        """Finish what was handed in, and close."""

    async def erase_deleted(self) -> None:
        """Make deleted and overwritten data unrecoverable, where the database does not do so by itself."""

    async def check_writable(self) -> None:
        """Check by writing that the database can be written to; raises :class:`StorageError` if not."""
        await self.write(Statement(SET, (PROBE, b"")))
