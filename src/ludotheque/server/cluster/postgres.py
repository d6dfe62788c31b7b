"""The workers of a house on PostgreSQL: what one writes the others read, and of what goes on by itself at a table,
bots and clocks, one of them takes care.

Every worker says several times a second that it lives. Of one that has hung up, or has not for some seconds, the others
take over the tables.
None of that has to be exact: two workers that see to the same table, or a notice that comes late, are put right by
the number of the entry, which only one of them can write.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Collection, Coroutine, Set
from functools import partial
from typing import Any, Final

from ludotheque.engine.rules import Seat
from ludotheque.server.cluster.local import ClusterHost, ClusterStart, LocalCluster
from ludotheque.server.cluster.notify import NotifyChannel, WorkerMessage
from ludotheque.server.logging import log_event
from ludotheque.server.rate_limit import now_ms
from ludotheque.server.storage import StorageError
from ludotheque.server.storage.postgres import PostgresStorage
from ludotheque.server.storage.postgres_connect import LIVES, LOCK, NOW, Connection, signature
from ludotheque.server.storage.schema import ALIVE

log = logging.getLogger(__name__)

BEAT: Final = 0.3
"""Seconds between two signs of life."""
LIVES_FOR: Final = 2500
"""Milliseconds after its last sign of life that a worker counts as dead, though it has not hung up."""
_LOOKS: Final = 3
"""After so many signs of life, read whatever notices may have failed to tell."""
_LOOKS_ROUND: Final = 30
"""After so many, look for tables that nobody sees to, though no worker has died."""
_ADOPTED: Final = 50
"""Tables taken over at once, so that the living share them."""
OPENED: Final = "opened"
"""The row of ``meta`` that says when the house opened its doors, and when the one before it was last open."""

_SEEN_TO: Final = f"EXISTS (SELECT 1 FROM worker WHERE id = lease.worker AND until > {NOW})"
_ENTER: Final = f"""
INSERT INTO worker (id, until) VALUES ($1, {NOW} + {LIVES_FOR}) ON CONFLICT (id) DO UPDATE SET until = excluded.until
"""
_LIVE: Final = f"""
WITH beat AS (UPDATE worker SET until = {NOW} + {LIVES_FOR} WHERE id = $1 AND until > {NOW} RETURNING id)
SELECT id, {LIVES}, EXISTS (SELECT 1 FROM beat) FROM worker
"""
_OTHERS: Final = f"SELECT 1 FROM worker WHERE {LIVES} AND id <> $1"
_BURY: Final = "DELETE FROM worker WHERE id = ANY($1)"
_EMPTY: Final = """
DELETE FROM presence WHERE worker = ANY($1) AND NOT EXISTS (SELECT 1 FROM worker WHERE id = presence.worker)
"""
_TAKE: Final = f"""
INSERT INTO lease ("table", worker) SELECT wanted, $2 FROM unnest($1::text[]) AS wanted
WHERE NOT EXISTS (SELECT 1 FROM lease WHERE "table" = wanted AND worker <> $2 AND {_SEEN_TO})
ON CONFLICT ("table") DO UPDATE SET worker = excluded.worker
WHERE lease.worker = excluded.worker OR NOT {_SEEN_TO} RETURNING "table"
"""
_ADOPT: Final = f"""
WITH orphan AS (
    SELECT lease."table" FROM lease LEFT JOIN summary USING ("table") WHERE NOT {_SEEN_TO}
    ORDER BY due NULLS FIRST LIMIT {_ADOPTED} FOR UPDATE OF lease SKIP LOCKED
)
UPDATE lease SET worker = $1 FROM orphan WHERE lease."table" = orphan."table" RETURNING lease."table"
"""
_WITH_CLOCKS: Final = """
INSERT INTO lease ("table", worker) SELECT "table", '' FROM summary WHERE due IS NOT NULL ON CONFLICT DO NOTHING
"""
_RELEASE: Final = 'DELETE FROM lease WHERE "table" = ANY($1) AND worker = $2'
_LEAVE: Final = "UPDATE lease SET worker = '' WHERE worker = $1"
_SIT: Final = """
INSERT INTO presence ("table", worker, seats)
SELECT new."table", $1, new.seats FROM unnest($2::text[], $3::text[]) AS new("table", seats)
ON CONFLICT ("table", worker) DO UPDATE SET seats = excluded.seats
"""
_RISE: Final = 'DELETE FROM presence WHERE worker = $1 AND "table" = ANY($2)'
_AT: Final = f"""
SELECT worker, seats FROM presence JOIN worker ON worker.id = presence.worker
WHERE "table" = $1 AND worker <> $2 AND until > {NOW}
"""
_NEW: Final = """
SELECT entry."table", seq, body FROM unnest($1::text[], $2::int[]) AS known("table", length)
JOIN entry ON entry."table" = known."table" AND seq >= length ORDER BY entry."table", seq
"""
_PUT: Final = "INSERT INTO meta VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value"
_GET: Final = "SELECT value FROM meta WHERE name = $1"


class PostgresCluster(LocalCluster):
    """This worker among the others."""

    def __init__(self, storage: PostgresStorage) -> None:
        self._storage = storage
        self._me = storage.worker
        self._host: ClusterHost
        self._notices: NotifyChannel
        self._held: set[str] = set()
        """The tables we see to."""
        self._wanted: set[str] = set()
        self._dropped: set[str] = set()
        self._behind: set[str] = set()
        """The tables of which others have written more than we have read."""
        self._read_up = asyncio.Event()
        self._settle = asyncio.Event()
        self._orphans = asyncio.Event()
        """Set when there may be tables that nobody sees to."""
        self._elsewhere: dict[str, dict[str, frozenset[Seat]]] = {}
        """Who is connected where: by table and worker."""
        self._here: dict[str, list[Seat]] = {}
        self._others: set[str] = set()
        self._tasks: list[asyncio.Task[None]] = []
        self._rousing: set[asyncio.Task[None]] = set()

    # --- coming and going ----------------------------------------------------------------------------------------

    async def start(self, host: ClusterHost) -> ClusterStart | None:
        self._host = host
        opening = await self._storage.ask(self._enter)
        self._notices = NotifyChannel(
            self._storage.address, self._me, self._storage.key, self._heard, self._look_everywhere, self._sit
        )
        self._storage.written = self._notices.written
        await self._notices.listening.wait()
        self._tasks = [asyncio.create_task(work) for work in (self._live(), self._read(), self._share(), self._adopt())]
        return opening

    async def _enter(self, connection: Connection) -> ClusterStart:
        """Sign in. Whoever is first opens the house; the others find it open."""
        async with connection.transaction():
            await connection.execute("SELECT pg_advisory_xact_lock($1)", LOCK)
            others = await connection.fetchval(_OTHERS, self._me, signature(""))
            found: bytes | None = await connection.fetchval(_GET, OPENED)
            if others is None or found is None:
                alive: bytes | None = await connection.fetchval(_GET, ALIVE)
                found = b"%d %d" % (now_ms(), int(alive or 0))
                await connection.execute(_PUT, OPENED, found)
                await connection.execute(_WITH_CLOCKS)
            await connection.execute(_ENTER, self._me)
        at, alive_at = map(int, found.split())
        return ClusterStart(at, alive_at or None)

    async def close(self) -> None:
        await _end([*self._tasks, *self._rousing])

        async def leave(connection: Connection) -> None:
            async with connection.transaction():
                await connection.execute(_LEAVE, self._me)
                await connection.execute("DELETE FROM worker WHERE id = $1", self._me)
                await connection.execute(_EMPTY, [self._me])

        if self._tasks:
            with contextlib.suppress(StorageError, TimeoutError):
                await asyncio.wait_for(self._storage.ask(leave), 3)
            await self._notices.close()
        await _end(list(self._rousing))  # of what was heard meanwhile

    async def _live(self) -> None:
        """Say that we live, and see who else does."""
        beats = 0
        while True:
            try:
                rows = await self._storage.rows(_LIVE, self._me, signature(""))
                if not any(lived for _, _, lived in rows):
                    await self._come_to()
                others = {id for id, alive, _ in rows if alive and id != self._me}
                dead = [id for id, alive, _ in rows if not alive and id != self._me]
                gone = self._others - others
                if gone:
                    log_event(log, "workers are gone", level=logging.WARNING, workers=len(gone))
                    self._without(gone)
                self._others = others
                self._notices.hearers = max(1, len(others))
                if dead:
                    await self._storage.ask(partial(_bury, dead))
                if dead or gone or beats % _LOOKS_ROUND == 0:
                    self._orphans.set()
                if dead or gone:
                    self._start(self._renew())
            except StorageError as error:
                log.warning("%s", error)
            beats += 1
            if beats % _LOOKS == 0:
                self._look_everywhere()
                self._settle.set()
            await asyncio.sleep(BEAT)

    async def _come_to(self) -> None:
        """The others have taken us for dead, or the database has: whatever we saw to may be theirs by now."""
        log.warning("this worker was out of reach: it begins anew")
        self._held.clear()
        await self._storage.ask(lambda connection: connection.execute(_ENTER, self._me))
        for table, seats in self._here.items():
            self._notices.seats(table, seats)
        for actor in list(self._host.actors.values()):
            actor.schedule()

    async def _adopt(self) -> None:
        """Take over the tables of those who are gone, the most urgent first."""
        while True:
            await self._orphans.wait()
            self._orphans.clear()
            try:
                while tables := [table for (table,) in await self._storage.rows(_ADOPT, self._me)]:
                    self._held.update(tables)
                    log_event(log, "taking over", tables=len(tables))
                    for table in tables:
                        await self._host.wake(table)
            except StorageError as error:
                log.warning("no table can be taken over for now: %s", error)

    async def _renew(self) -> None:
        """Whoever is gone may have left the register behind the logs."""
        try:
            await self._host.reindex()
        except StorageError as error:
            log.warning("the register is behind: %s", error)

    # --- what others write ---------------------------------------------------------------------------------------

    def _heard(self, worker: str, notice: WorkerMessage) -> None:
        actors = self._host.actors
        for written in notice.written:
            actor = actors.get(written.table)
            if actor is None or not actor.apply_remote(written.start, written.bodies):
                self._is_longer(written.table, written.length)
        for table, length in notice.tables.items():
            self._is_longer(table, length)
        if self._behind:
            self._read_up.set()
        for table, seats in notice.seats.items():
            if table in actors:
                self._sits_elsewhere(table, worker, frozenset(seats))
        for table in notice.anew:
            if table in actors:
                self._start(self._host.reload(table))
        for guest in notice.away:
            self._host.disconnect_guest(guest)
        if notice.gone:
            self._without({worker})
            self._orphans.set()

    def _is_longer(self, table: str, length: int) -> None:
        """Others have added to a log, we have yet to read what."""
        actor = self._host.actors.get(table)
        if actor is not None:
            if actor.log_length < length:
                self._behind.add(table)
        elif table in self._held:
            self._start(self._host.wake(table))

    def _look_everywhere(self) -> None:
        """Something may have been written that we were not told of."""
        self._behind.update(id for id, actor in self._host.actors.items() if id in self._held or not actor.is_idle)
        if self._behind:
            self._read_up.set()

    async def _read(self) -> None:
        """Read what others have written, many tables at once, and tell it to the people in our rooms."""
        while True:
            await self._read_up.wait()
            self._read_up.clear()
            tables, self._behind = self._behind, set()
            actors = self._host.actors
            known = {id: actors[id].log_length for id in tables if id in actors}
            for id in [id for id, length in known.items() if not length]:
                del known[id]
                self._start(actors[id].recover())
            if not known:
                continue
            try:
                rows = await self._storage.rows(_NEW, list(known), list(known.values()))
            except StorageError as error:
                log.warning("what others have written cannot be read for now: %s", error)
                await asyncio.sleep(BEAT)
                self._behind |= tables
                self._read_up.set()
                continue
            news: dict[str, list[bytes]] = {}
            for table, _, body in rows:
                news.setdefault(table, []).append(body)
            for table, bodies in news.items():
                actor = actors.get(table)
                if actor is not None and not actor.apply_remote(known[table], bodies):
                    self._start(actor.apply_remote_when_free(known[table], bodies))

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._rousing.add(task)
        task.add_done_callback(self._rousing.discard)

    # --- who sees to what ----------------------------------------------------------------------------------------

    def is_responsible_for(self, table: str, needs_worker: bool) -> bool:
        if not self._tasks:  # the house is not open yet: nobody else knows of it
            return True
        if not needs_worker:
            if table in self._held:
                self._drop(table)
            return False
        if table in self._held:
            return True
        self._wanted.add(table)
        self._settle.set()
        return False

    def release(self, table: str, due: bool) -> None:
        self._elsewhere.pop(table, None)
        if not due and table in self._held:
            self._drop(table)

    def _drop(self, table: str) -> None:
        self._held.discard(table)
        self._dropped.add(table)
        self._settle.set()

    async def _share(self) -> None:
        """Take the tables that nobody else sees to, and give back those we no longer need."""
        while True:
            await self._settle.wait()
            self._settle.clear()
            wanted, dropped = sorted(self._wanted), sorted(self._dropped - self._wanted)
            self._dropped.clear()
            try:
                if dropped:
                    await self._storage.rows(_RELEASE, dropped, self._me)
                if not wanted:
                    continue
                taken = {table for (table,) in await self._storage.rows(_TAKE, wanted, self._me)}
            except StorageError as error:
                log.warning("no table can be taken for now: %s", error)
                await asyncio.sleep(BEAT)
                continue
            actors = self._host.actors
            # The others are somebody's. We ask again in a while, unless their rooms are no longer in memory.
            self._wanted -= taken.union(table for table in wanted if table not in actors)
            self._held |= taken
            for table in taken:
                if table in actors:
                    actors[table].schedule()
                else:  # it was forgotten before we knew that it is ours to see to
                    self._start(self._host.wake(table))

    # --- who is where --------------------------------------------------------------------------------------------

    def announce_sign_out(self, guest: str) -> None:
        if self._tasks:
            self._notices.sent_away(guest)

    def announce_rewrite(self, table: str) -> None:
        if self._tasks:
            self._notices.rewritten(table)

    def set_presence(self, table: str, seats: Collection[Seat]) -> None:
        self._here[table] = sorted(seats)
        if self._tasks:
            self._notices.seats(table, self._here[table])
        if not seats:
            del self._here[table]

    def connected_elsewhere(self, table: str) -> Collection[Seat]:
        return {seat for seats in self._elsewhere.get(table, {}).values() for seat in seats}

    async def load_presence(self, table: str) -> None:
        for worker, seats in await self._storage.rows(_AT, table, self._me):
            self._elsewhere.setdefault(table, {}).setdefault(worker, frozenset(map(int, seats.split(","))))

    def _sits_elsewhere(self, table: str, worker: str, seats: frozenset[Seat]) -> None:
        here = self._elsewhere.setdefault(table, {})
        if here.get(worker, frozenset()) != seats:
            here[worker] = seats
            self._host.actors[table].update_remote_presence()

    def _without(self, workers: Set[str]) -> None:
        """Workers are gone: so are those who were connected to them, and perhaps their last notices."""
        for table, seats in list(self._elsewhere.items()):
            if seats.keys() & workers:
                self._elsewhere[table] = {worker: seat for worker, seat in seats.items() if worker not in workers}
                if table in self._host.actors:
                    self._host.actors[table].update_remote_presence()
        self._look_everywhere()

    async def _sit(self, connection: Connection, seats: dict[str, list[Seat]]) -> None:
        """Write down who is where, for workers that will ask."""
        here = {table: ",".join(map(str, sits)) for table, sits in seats.items() if sits}
        if here:
            await connection.execute(_SIT, self._me, list(here), list(here.values()))
        if len(here) < len(seats):
            await connection.execute(_RISE, self._me, [table for table in seats if table not in here])


async def _bury(dead: list[str], connection: Connection) -> None:
    async with connection.transaction():
        await connection.execute(_BURY, dead)
        await connection.execute(_EMPTY, dead)


async def _end(tasks: list[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
