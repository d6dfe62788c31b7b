"""The append-only log of every table: entries ``(table, seq) -> body``, each body an encoded event.

Entries are only ever added, with one exception: personal data is erased from them on request.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Awaitable, Sequence
from typing import Final, NamedTuple

from ludotheque.server.storage.sql import SqlDatabase
from ludotheque.server.storage.table_index import IndexEntry, IndexUpdate

IndexChange = IndexEntry | IndexUpdate
_FIRST: Final = 'SELECT body FROM entry WHERE "table" = $1 AND seq = 0'


class AppendedEntries(NamedTuple):
    """Entries that were appended to a table's log, from number ``start`` on."""

    table: str
    start: int
    bodies: Sequence[bytes]

    @property
    def length(self) -> int:
        """The length of the table's log after these entries."""
        return self.start + len(self.bodies)


class TableLog(SqlDatabase):
    """The logs of all tables. What :meth:`append` has confirmed survives a power failure."""

    @abstractmethod
    def append(
        self, table: str, first_seq: int, bodies: Sequence[bytes], index: IndexChange | None = None
    ) -> Awaitable[None]:
        """Append entries to a table's log, and change the table index accordingly, all or none; durable when done.

        Raises :class:`Conflict` if one of those numbers is taken, :class:`StorageError` otherwise. A deferrable change
        of the index is written a moment later.
        """

    @abstractmethod
    def load(self, table: str, start: int = 0) -> Awaitable[list[bytes]]:
        """A table's log from entry ``start`` on; empty if there is none."""

    async def load_first(self, table: str) -> list[bytes]:
        """The first entry of a table's log; empty if there is none."""
        return [body for (body,) in await self.rows(_FIRST, table)]
