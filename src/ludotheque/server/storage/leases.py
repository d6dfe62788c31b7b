"""Leases: which worker runs the bots and clocks of a table (PostgreSQL only).

A lease counts while its worker is alive; see :mod:`ludotheque.server.storage.workers`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ludotheque.server.storage.postgres_connect import NOW, Connection
from ludotheque.server.storage.postgres_pool import ConnectionPool

AT_ONCE: Final = 50
"""Tables taken over at once, so that the remaining workers share them."""

_IS_HELD: Final = f"EXISTS (SELECT 1 FROM worker WHERE id = lease.worker AND until > {NOW})"
LEASE_IF_FREE: Final = 'INSERT INTO lease ("table", worker) VALUES ($1, $2) ON CONFLICT DO NOTHING'
LEASE_CLOCKS: Final = """
INSERT INTO lease ("table", worker) SELECT "table", '' FROM summary WHERE due IS NOT NULL ON CONFLICT DO NOTHING
"""
"""Creates leases without a worker for the tables at which clocks run."""
GIVE_UP_ALL: Final = "UPDATE lease SET worker = '' WHERE worker = $1"
_ACQUIRE: Final = f"""
INSERT INTO lease ("table", worker) SELECT wanted, $2 FROM unnest($1::text[]) AS wanted
WHERE NOT EXISTS (SELECT 1 FROM lease WHERE "table" = wanted AND worker <> $2 AND {_IS_HELD})
ON CONFLICT ("table") DO UPDATE SET worker = excluded.worker
WHERE lease.worker = excluded.worker OR NOT {_IS_HELD} RETURNING "table"
"""
_TAKE_OVER: Final = f"""
WITH orphan AS (
    SELECT lease."table" FROM lease LEFT JOIN summary USING ("table") WHERE NOT {_IS_HELD}
    ORDER BY due NULLS FIRST LIMIT {AT_ONCE} FOR UPDATE OF lease SKIP LOCKED
)
UPDATE lease SET worker = $1 FROM orphan WHERE lease."table" = orphan."table" RETURNING lease."table"
"""
_RELEASE: Final = 'DELETE FROM lease WHERE "table" = ANY($1) AND worker = $2'


class LeaseRepository:
    """The leases of a worker."""

    def __init__(self, pool: ConnectionPool) -> None:
        self._pool = pool

    async def acquire(self, tables: Sequence[str]) -> set[str]:
        """Lease those of these tables that no other living worker has; which they are."""
        return set(await self._tables(_ACQUIRE, tables, self._pool.worker))

    async def take_over(self) -> list[str]:
        """Lease some tables whose worker is dead, the most urgent first; which they are."""
        return await self._tables(_TAKE_OVER, self._pool.worker)

    async def release(self, tables: Sequence[str]) -> None:
        """End leases of this worker."""
        await self._tables(_RELEASE, tables, self._pool.worker)

    async def _tables(self, sql: str, *values: object) -> list[str]:
        async def fetch(connection: Connection) -> list[str]:
            return [row[0] for row in await connection.fetch(sql, *values)]

        return await self._pool.run(fetch, repeatable=True)
