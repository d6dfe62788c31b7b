"""The storage in a PostgreSQL database, which several workers on any number of machines may share."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import asyncpg

from ludotheque.server.storage.errors import Conflict
from ludotheque.server.storage.interface import Storage
from ludotheque.server.storage.log import AppendedEntries, IndexChange
from ludotheque.server.storage.postgres_connect import Connection, prepare
from ludotheque.server.storage.postgres_log import LogWriter
from ludotheque.server.storage.postgres_pool import ConnectionPool
from ludotheque.server.storage.statement import Statement

_LOAD: Final = 'SELECT body FROM entry WHERE "table" = $1 AND seq >= $2 ORDER BY seq'
_LOAD_NEW: Final = """
SELECT entry."table", seq, body FROM unnest($1::text[], $2::int[]) AS known("table", length)
JOIN entry ON entry."table" = known."table" AND seq >= length ORDER BY entry."table", seq
"""


class PostgresStorage(Storage):
    """A PostgreSQL database, for one event loop of one worker."""

    shared = True

    def __init__(self, address: str, key: bytes) -> None:
        super().__init__(key)
        self.address = address
        self.worker = secrets.token_hex(8)
        """The id of this worker."""
        self.on_append: Callable[[AppendedEntries], None] = lambda appended: None
        """Called with entries of this worker once they are durable."""
        self.pool = ConnectionPool(address, self.worker)
        self._log = LogWriter(self.pool, self._announce)

    def _announce(self, appended: AppendedEntries) -> None:
        self.on_append(appended)

    @classmethod
    async def open(cls, address: str) -> PostgresStorage:
        """Open a database, creating it or bringing it up to date as needed; raises :class:`StorageError`."""
        return cls(address, await prepare(address))

    def append(
        self, table: str, first_seq: int, bodies: Sequence[bytes], index: IndexChange | None = None
    ) -> asyncio.Future[None]:
        return self._log.append(table, first_seq, bodies, index)

    async def load(self, table: str, start: int = 0) -> list[bytes]:
        return [body for (body,) in await self.rows(_LOAD, table, start)]

    async def load_new(self, known: Mapping[str, int]) -> dict[str, list[bytes]]:
        """The new entries of tables of whose logs so many entries are known."""
        found: dict[str, list[bytes]] = {}
        for table, _, body in await self.rows(_LOAD_NEW, list(known), list(known.values())):
            found.setdefault(table, []).append(body)
        return found

    async def rows(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        found = await self.pool.run(lambda connection: connection.fetch(sql, *values), repeatable=True)
        return [tuple(row) for row in found]

    async def write(self, *statements: Statement) -> None:
        async def run(connection: Connection) -> None:
            async with connection.transaction():
                for sql, values in statements:
                    await connection.execute(sql, *values)

        try:
            await self.pool.run(run, repeatable=False)
        except asyncpg.UniqueViolationError as error:
            raise Conflict("another writer has used that key first") from error

    async def flush_index(self) -> None:
        await self._log.flush_index()

    async def close(self) -> None:
        self.pool.closing = True
        await self._log.close()
        self.pool.close()
