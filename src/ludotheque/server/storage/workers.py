"""Workers: which ones are alive (PostgreSQL only).

A worker is alive while it says so and its connections are open; the database's clock decides.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from ludotheque.server.storage.leases import GIVE_UP_ALL, LEASE_CLOCKS
from ludotheque.server.storage.metadata import GET, SET
from ludotheque.server.storage.postgres_connect import IS_ALIVE, LOCK, NOW, Connection, application_name
from ludotheque.server.storage.postgres_pool import ConnectionPool
from ludotheque.server.storage.presence import DELETE_WORKERS
from ludotheque.server.storage.schema import ALIVE, OPENED

ALIVE_FOR: Final = 2500
"""Milliseconds after its last heartbeat that a worker counts as dead, though its connections are open."""

_JOIN: Final = f"""
INSERT INTO worker (id, until) VALUES ($1, {NOW} + {ALIVE_FOR}) ON CONFLICT (id) DO UPDATE SET until = excluded.until
"""
_HEARTBEAT: Final = f"""
WITH beat AS (UPDATE worker SET until = {NOW} + {ALIVE_FOR} WHERE id = $1 AND until > {NOW} RETURNING id)
SELECT id, {IS_ALIVE}, EXISTS (SELECT 1 FROM beat) FROM worker
"""
_OTHERS: Final = f"SELECT 1 FROM worker WHERE {IS_ALIVE} AND id <> $1"
_REMOVE: Final = "DELETE FROM worker WHERE id = ANY($1)"


class Heartbeat(NamedTuple):
    """What a heartbeat finds out about the other workers, and whether the others still counted on this one."""

    alive: set[str]
    dead: list[str]
    was_alive: bool


class WorkerRepository:
    """The workers of a cluster, as one of them sees them."""

    def __init__(self, pool: ConnectionPool) -> None:
        self._pool = pool
        self._worker = pool.worker

    async def join(self, now: int) -> tuple[int, int | None]:
        """Add this worker: when the cluster started, and when a worker was last known to run before.

        The first worker starts the cluster, and creates leases for the tables with clocks.
        """

        async def run(connection: Connection) -> bytes:
            async with connection.transaction():
                await connection.execute("SELECT pg_advisory_xact_lock($1)", LOCK)
                others = await connection.fetchval(_OTHERS, self._worker, application_name(""))
                opened: bytes | None = await connection.fetchval(GET, OPENED)
                if others is None or opened is None:
                    alive: bytes | None = await connection.fetchval(GET, ALIVE)
                    opened = b"%d %d" % (now, int(alive or 0))
                    await connection.execute(SET, OPENED, opened)
                    await connection.execute(LEASE_CLOCKS)
                await connection.execute(_JOIN, self._worker)
            return opened

        started_at, alive_at = map(int, (await self._pool.run(run, repeatable=True)).split())
        return started_at, alive_at or None

    async def rejoin(self) -> None:
        """Add this worker again, after the others took it for dead."""
        await self._pool.run(lambda connection: connection.execute(_JOIN, self._worker), repeatable=True)

    async def heartbeat(self) -> Heartbeat:
        """Record that this worker is alive, and find out who else is."""

        async def fetch(connection: Connection) -> list[tuple[str, bool, bool]]:
            return [tuple(row) for row in await connection.fetch(_HEARTBEAT, self._worker, application_name(""))]

        rows = await self._pool.run(fetch, repeatable=True)
        alive = {id for id, is_alive, _ in rows if is_alive and id != self._worker}
        dead = [id for id, is_alive, _ in rows if not is_alive and id != self._worker]
        return Heartbeat(alive, dead, any(was_alive for _, _, was_alive in rows))

    async def remove(self, workers: Sequence[str]) -> None:
        """Remove dead workers, and the presence they recorded."""

        async def run(connection: Connection) -> None:
            async with connection.transaction():
                await connection.execute(_REMOVE, workers)
                await connection.execute(DELETE_WORKERS, workers)

        await self._pool.run(run, repeatable=True)

    async def leave(self) -> None:
        """Remove this worker, its presence, and its leases."""

        async def run(connection: Connection) -> None:
            async with connection.transaction():
                await connection.execute(GIVE_UP_ALL, self._worker)
                await connection.execute(_REMOVE, [self._worker])
                await connection.execute(DELETE_WORKERS, [self._worker])

        await self._pool.run(run, repeatable=True)
