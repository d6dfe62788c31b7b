"""What the server asks of a database, whichever it is.

The log of every table, ``(table, seq) -> body``, is only ever added to; what :meth:`Storage.append` has answered
survives a power cut. All else is asked in SQL that every database understands, with ``$1``, ``$2`` … for values.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Sequence
from typing import Any

from ludotheque.protocol.http import TableList
from ludotheque.server.storage import table_index
from ludotheque.server.storage.schema import ALIVE, PROBE, STALE
from ludotheque.server.storage.statement import Statement
from ludotheque.server.storage.table_index import Finished, IndexEntry, IndexUpdate, Wanted


class StorageError(Exception):
    """The database cannot be opened, read or written; the sentence says why."""


class Conflict(StorageError):
    """Somebody else has written that entry first."""


class InvalidValue(StorageError):
    """A value that no database can keep, such as a text with a NUL in it: sending it again does not help."""


class Storage(ABC):
    """A database, for one event loop."""

    key: bytes
    """What the house signs with."""
    shared: bool = False
    """Whether other workers may write to it."""

    # --- what each database does its own way ---------------------------------------------------------------------

    @abstractmethod
    def append(
        self, table: str, first_seq: int, bodies: Sequence[bytes], noted: IndexEntry | IndexUpdate | None = None
    ) -> Awaitable[None]:
        """Add entries to a table's log, and what the register then says of it, all or none; done once it is durable.

        It fails with :class:`Conflict` if one of those numbers is taken, with :class:`StorageTrouble` otherwise. What
        can wait of the register is written a moment later.
        """

    @abstractmethod
    def load(self, table: str, start: int = 0) -> Awaitable[list[bytes]]:
        """A table's log from an entry on; empty if there is none."""

    @abstractmethod
    def rows(self, sql: str, *values: object) -> Awaitable[list[tuple[Any, ...]]]:
        """What a question in SQL is answered."""

    @abstractmethod
    def write(self, *statements: Statement) -> Awaitable[None]:
        """Write all of this, or none of it; done once it is durable. :class:`Conflict` if a key in it is taken."""

    @abstractmethod
    async def close(self) -> None:
        """Finish what was handed in, and close."""

    @abstractmethod
    async def flush_index(self) -> None:
        """Have the register say all that was appended so far."""

    async def erase_deleted(self) -> None:  # noqa: B027 (most databases have nothing to do)
        """See to it that what was deleted or written over is not left lying about, where that takes doing."""

    # --- what follows from that ----------------------------------------------------------------------------------

    async def lobby(self, guest: str | None, now: int, page: int) -> TableList:
        """The public tables, as ``guest`` sees them."""
        await self.flush_index()
        question = table_index.lobby(guest, now, page)
        return table_index.listed(await self.rows(question.sql, *question.values))

    async def tables_of(self, guest: str, page: int) -> TableList:
        """The tables of a guest."""
        await self.flush_index()
        question = table_index.mine(guest, page)
        return table_index.listed(await self.rows(question.sql, *question.values))

    async def finished(self, wanted: Wanted, limit: int) -> list[Finished]:
        """The public games that are over, those that ended first first."""
        question = table_index.finished(wanted, limit)
        return [Finished(*row) for row in await self.rows(question.sql, *question.values)]

    async def tables_with_clocks(self) -> list[str]:
        """The tables at which a clock runs, the most urgent first."""
        return [table for (table,) in await self.rows(table_index.WITH_CLOCKS)]

    async def stale_tables(self) -> list[str]:
        """The tables of which the register does not say what their logs do.

        All of them, after the database came from a version that had none; some, after a house fell over.
        """
        if await self.rows("SELECT 1 FROM meta WHERE name = $1", STALE):
            return [table for (table,) in await self.rows('SELECT "table" FROM entry WHERE seq = 0')]
        return [table for (table,) in await self.rows(table_index.BEHIND)]

    async def reindex(self, noted: Sequence[tuple[IndexEntry, int]]) -> None:
        """Make the register anew: what it says of tables whose logs have these lengths."""
        done = Statement("DELETE FROM meta WHERE name = $1", (STALE,))
        await self.write(*(statement for line, length in noted for statement in table_index.note(line, length)), done)

    async def last_alive(self) -> int | None:
        """When the house last said that it was open; None if it never did."""
        found = await self.rows("SELECT value FROM meta WHERE name = $1", ALIVE)
        return int(found[0][0]) if found else None

    async def record_alive(self, at: int) -> None:
        """Write down that the house is open."""
        put = "INSERT INTO meta VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value"
        await self.write(Statement(put, (ALIVE, b"%d" % at)))

    async def check_writable(self) -> None:
        """Find out by writing whether anything can be written; raises :class:`StorageTrouble` if not."""
        put = "INSERT INTO meta VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value"
        await self.write(Statement(put, (PROBE, b"")))

    async def secret(self, name: str, fresh: bytes) -> bytes:
        """A secret of the house: ``fresh`` when it is first asked for, and the same ever after."""
        await self.write(Statement("INSERT INTO meta VALUES ($1, $2) ON CONFLICT DO NOTHING", (name, fresh)))
        found: bytes = (await self.rows("SELECT value FROM meta WHERE name = $1", name))[0][0]
        return found
