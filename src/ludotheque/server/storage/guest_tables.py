"""Repository of the tables that a guest sits, watches or speaks at."""

from __future__ import annotations

from typing import Final, NamedTuple

from ludotheque.protocol.http import TableState
from ludotheque.server.storage.interface import Storage

_ALL: Final = 'SELECT "table" FROM sitting WHERE guest = $1 UNION SELECT "table" FROM spoke WHERE guest = $1'
_TO_MERGE: Final = """
SELECT "table", state,
    (SELECT count(*) FROM sitting AS other WHERE other.guest = $2 AND other."table" = sitting."table")
FROM sitting JOIN summary USING ("table") WHERE guest = $1
"""
_LOG_LENGTH: Final = 'SELECT count(*) FROM entry WHERE "table" = $1'
_SEATED_IN_PLAY: Final = """
SELECT "table" FROM sitting JOIN summary USING ("table")
WHERE guest = $1 AND seat IS NOT NULL AND state NOT IN ('over', 'earlier')
"""


class TableToMerge(NamedTuple):
    """A table of a guest who is merged into another one."""

    table: str
    state: TableState
    is_shared: bool
    """Whether the other guest is at the table too."""


class GuestTableRepository:
    """Reads which tables a guest is at."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    async def all(self, guest: str) -> list[str]:
        """The tables that a guest is listed at, or spoke at as a spectator."""
        return [table for (table,) in await self._storage.rows(_ALL, guest)]

    async def to_merge(self, before: str, guest: str) -> list[TableToMerge]:
        """The tables that the guest ``before`` is listed at."""
        rows = await self._storage.rows(_TO_MERGE, before, guest)
        return [TableToMerge(table, state, bool(shared)) for table, state, shared in rows]

    async def log_length(self, table: str) -> int:
        """The number of entries in a table's log."""
        ((length,),) = await self._storage.rows(_LOG_LENGTH, table)
        assert isinstance(length, int)
        return length

    async def seated_in_play(self, guest: str) -> list[str]:
        """The tables at which a guest has a seat in a game that is not over."""
        return [table for (table,) in await self._storage.rows(_SEATED_IN_PLAY, guest)]
