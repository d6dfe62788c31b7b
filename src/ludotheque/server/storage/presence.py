"""Presence: which seats are connected to which worker (PostgreSQL only)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from ludotheque.engine.rules import Seat
from ludotheque.server.storage.postgres_connect import NOW, Connection
from ludotheque.server.storage.postgres_pool import ConnectionPool

_SAVE: Final = """
INSERT INTO presence ("table", worker, seats)
SELECT new."table", $1, new.seats FROM unnest($2::text[], $3::text[]) AS new("table", seats)
ON CONFLICT ("table", worker) DO UPDATE SET seats = excluded.seats
"""
_DELETE: Final = 'DELETE FROM presence WHERE worker = $1 AND "table" = ANY($2)'
DELETE_WORKERS: Final = """
DELETE FROM presence WHERE worker = ANY($1) AND NOT EXISTS (SELECT 1 FROM worker WHERE id = presence.worker)
"""
_ELSEWHERE: Final = f"""
SELECT worker, seats FROM presence JOIN worker ON worker.id = presence.worker
WHERE "table" = $1 AND worker <> $2 AND until > {NOW}
"""


class PresenceRepository:
    """The connected seats, as a worker records its own and reads those of others."""

    def __init__(self, pool: ConnectionPool) -> None:
        self._pool = pool

    async def save(self, connection: Connection, seats: Mapping[str, Sequence[Seat]]) -> None:
        """Record the seats that are connected to this worker, by table."""
        connected = {table: ",".join(map(str, some)) for table, some in seats.items() if some}
        if connected:
            await connection.execute(_SAVE, self._pool.worker, list(connected), list(connected.values()))
        if len(connected) < len(seats):
            await connection.execute(_DELETE, self._pool.worker, [table for table in seats if table not in connected])

    async def load(self, table: str) -> dict[str, frozenset[Seat]]:
        """The seats of a table that are connected to other workers, by worker."""

        async def fetch(connection: Connection) -> dict[str, frozenset[Seat]]:
            rows = await connection.fetch(_ELSEWHERE, table, self._pool.worker)
            return {worker: frozenset(map(int, seats.split(","))) for worker, seats in rows}

        return await self._pool.run(fetch, repeatable=True)
