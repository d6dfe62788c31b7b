"""Deferred changes of the table index: of the many moves of a table, only the last one matters to the lists.

They are written a moment later, for many tables in one statement, and before the index is read. If the server is
killed meanwhile, the index is behind the logs; each index entry records the length of the log it knows, so
:meth:`~ludotheque.server.storage.table_index.TableIndex.stale_tables` finds these tables.
"""

from __future__ import annotations

from time import monotonic
from typing import Final, NamedTuple

from ludotheque.server.storage.table_index import IndexUpdate

DELAY: Final = 0.25
"""Seconds for which a change may be deferred."""


class DeferredUpdate(NamedTuple):
    """A change of the index, for a table whose log then has this length."""

    update: IndexUpdate
    length: int


class DeferredUpdates:
    """The changes that are not written yet: the last one of each table."""

    __slots__ = ("_by_table", "_since")

    def __init__(self) -> None:
        self._by_table: dict[str, DeferredUpdate] = {}
        self._since = 0.0

    def __bool__(self) -> bool:
        return bool(self._by_table)

    def add(self, deferred: DeferredUpdate) -> None:
        """Defer a change."""
        if not self._by_table:
            self._since = monotonic()
        self._by_table[deferred.update.table] = deferred

    def seconds_left(self) -> float | None:
        """Seconds until the changes must be written; None if there are none."""
        return max(0.0, self._since + DELAY - monotonic()) if self._by_table else None

    def pending(self) -> list[DeferredUpdate]:
        """All changes, ordered by table, so that two workers do not deadlock."""
        return [self._by_table[table] for table in sorted(self._by_table)]

    def remove(self, written: list[DeferredUpdate]) -> None:
        """Drop changes that are written, unless there is a newer one of the same table."""
        for deferred in written:
            if self._by_table.get(deferred.update.table) is deferred:
                del self._by_table[deferred.update.table]
        self._since = monotonic()
