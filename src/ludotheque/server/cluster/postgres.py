"""The cluster of workers on a PostgreSQL database: each applies what the others append, and of every table with bots or
clocks one worker is responsible for running them.

Every worker sends several heartbeats a second. Once one has disconnected or has not sent any for some seconds, the
others take over its tables. None of that has to be exact: if two workers are responsible for the same table, or a
message comes late, the number of the log entry decides, which only one of them can write.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Collection, Coroutine, Set
from typing import Any, Final

from ludotheque.engine.rules import Seat
from ludotheque.server.cluster.local import ClusterHost, ClusterStart, LocalCluster
from ludotheque.server.cluster.notify import NotifyChannel, WorkerMessage
from ludotheque.server.logging import log_event
from ludotheque.server.runtime.time import now_ms
from ludotheque.server.storage import StorageError
from ludotheque.server.storage.leases import LeaseRepository
from ludotheque.server.storage.postgres import PostgresStorage
from ludotheque.server.storage.presence import PresenceRepository
from ludotheque.server.storage.workers import WorkerRepository

log = logging.getLogger(__name__)

HEARTBEAT: Final = 0.3
"""Seconds between two heartbeats."""
_LOAD_ALL_EVERY: Final = 3
"""Heartbeats between two loads of new entries of all tables, in case messages were lost."""
_TAKE_OVER_EVERY: Final = 30
"""Heartbeats between two searches for tables without a worker, though none has died."""


class PostgresCluster(LocalCluster):
    """This worker's part in the cluster."""

    def __init__(self, storage: PostgresStorage) -> None:
        self._storage = storage
        self._workers = WorkerRepository(storage.pool)
        self._leases = LeaseRepository(storage.pool)
        self._presence = PresenceRepository(storage.pool)
        self._host: ClusterHost
        self._channel: NotifyChannel
        self._leased: set[str] = set()
        """The tables that this worker is responsible for."""
        self._wanted: set[str] = set()
        """The tables that it asks to be responsible for."""
        self._released: set[str] = set()
        """The tables whose leases it gives back."""
        self._behind: set[str] = set()
        """The tables to whose logs others have appended what is not applied here yet."""
        self._load_wanted = asyncio.Event()
        self._leases_changed = asyncio.Event()
        self._orphans = asyncio.Event()
        """Set when there may be tables without a living worker."""
        self._elsewhere: dict[str, dict[str, frozenset[Seat]]] = {}
        """The seats that are connected to other workers: by table and worker."""
        self._here: dict[str, list[Seat]] = {}
        """The seats that are connected to this worker: by table."""
        self._others: set[str] = set()
        self._tasks: list[asyncio.Task[None]] = []
        self._short_tasks: set[asyncio.Task[None]] = set()

    # --- joining and leaving -------------------------------------------------------------------------------------

    async def start(self, host: ClusterHost) -> ClusterStart | None:
        self._host = host
        start = ClusterStart(*await self._workers.join(now_ms()))
        storage = self._storage
        self._channel = NotifyChannel(
            storage.address, storage.worker, storage.key, self._receive, self._load_all, self._presence.save
        )
        storage.on_append = self._channel.send_appended
        await self._channel.listening.wait()
        loops = (self._send_heartbeats(), self._load_new(), self._update_leases(), self._take_over())
        self._tasks = [asyncio.create_task(loop) for loop in loops]
        return start

    async def close(self) -> None:
        await _cancel([*self._tasks, *self._short_tasks])
        if self._tasks:
            with contextlib.suppress(StorageError, TimeoutError):
                await asyncio.wait_for(self._workers.leave(), 3)
            await self._channel.close()
        await _cancel(list(self._short_tasks))  # those of messages that came meanwhile

    async def _send_heartbeats(self) -> None:
        """Record that this worker is alive, and follow which others are."""
        beats = 0
        while True:
            try:
                found = await self._workers.heartbeat()
                if not found.was_alive:
                    await self._rejoin()
                gone = self._others - found.alive
                if gone:
                    log_event(log, "workers are gone", level=logging.WARNING, workers=len(gone))
                    self._forget_workers(gone)
                self._others = found.alive
                self._channel.receivers = max(1, len(found.alive))
                if found.dead:
                    await self._workers.remove(found.dead)
                if found.dead or gone or beats % _TAKE_OVER_EVERY == 0:
                    self._orphans.set()
                if found.dead or gone:
                    self._start(self._reindex())
            except StorageError as error:
                log.warning("%s", error)
            beats += 1
            if beats % _LOAD_ALL_EVERY == 0:
                self._load_all()
                self._leases_changed.set()
            await asyncio.sleep(HEARTBEAT)

    async def _rejoin(self) -> None:
        """Join again after the others took this worker for dead, and may have taken over its tables."""
        log.warning("this worker was out of reach: it joins the cluster again")
        self._leased.clear()
        await self._workers.rejoin()
        for table, seats in self._here.items():
            self._channel.send_seats(table, seats)
        for actor in list(self._host.actors.values()):
            actor.schedule()

    async def _take_over(self) -> None:
        """Take over the tables of workers that are gone, the most urgent first."""
        while True:
            await self._orphans.wait()
            self._orphans.clear()
            try:
                while tables := await self._leases.take_over():
                    self._leased.update(tables)
                    log_event(log, "taking over tables", tables=len(tables))
                    for table in tables:
                        await self._host.wake(table)
            except StorageError as error:
                log.warning("no table can be taken over for now: %s", error)

    async def _reindex(self) -> None:
        """Update the table index: a worker that is gone may have left it behind the logs."""
        try:
            await self._host.reindex()
        except StorageError as error:
            log.warning("the table index is behind the logs: %s", error)

    # --- what others append --------------------------------------------------------------------------------------

    def _receive(self, worker: str, message: WorkerMessage) -> None:
        actors = self._host.actors
        for entries in message.appended:
            actor = actors.get(entries.table)
            if actor is None or not actor.apply_remote(entries.start, entries.bodies):
                self._note_length(entries.table, entries.length)
        for table, length in message.lengths.items():
            self._note_length(table, length)
        if self._behind:
            self._load_wanted.set()
        for table, seats in message.seats.items():
            if table in actors:
                self._set_presence_elsewhere(table, worker, frozenset(seats))
        for table in message.rewritten:
            if table in actors:
                self._start(self._host.reload(table))
        for guest in message.signed_out:
            self._host.disconnect_guest(guest)
        if message.leaves:
            self._forget_workers({worker})
            self._orphans.set()

    def _note_length(self, table: str, length: int) -> None:
        """Load the new entries of a table's log soon, if it is shorter here."""
        actor = self._host.actors.get(table)
        if actor is not None:
            if actor.log_length < length:
                self._behind.add(table)
        elif table in self._leased:
            self._start(self._host.wake(table))

    def _load_all(self) -> None:
        """Load the new entries of all active tables soon: messages may have been missed."""
        self._behind.update(id for id, actor in self._host.actors.items() if id in self._leased or not actor.is_idle)
        if self._behind:
            self._load_wanted.set()

    async def _load_new(self) -> None:
        """Load what others have appended, of many tables at once, and apply it."""
        while True:
            await self._load_wanted.wait()
            self._load_wanted.clear()
            tables, self._behind = self._behind, set()
            actors = self._host.actors
            known = {id: actors[id].log_length for id in tables if id in actors}
            for id in [id for id, length in known.items() if not length]:
                del known[id]
                self._start(actors[id].recover())
            if not known:
                continue
            try:
                loaded = await self._storage.load_new(known)
            except StorageError as error:
                log.warning("the entries of other workers cannot be loaded for now: %s", error)
                await asyncio.sleep(HEARTBEAT)
                self._behind |= tables
                self._load_wanted.set()
                continue
            for table, bodies in loaded.items():
                actor = actors.get(table)
                if actor is not None and not actor.apply_remote(known[table], bodies):
                    self._start(actor.apply_remote_when_free(known[table], bodies))

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._short_tasks.add(task)
        task.add_done_callback(self._short_tasks.discard)

    # --- leases --------------------------------------------------------------------------------------------------

    def is_responsible_for(self, table: str, needs_worker: bool) -> bool:
        if not self._tasks:  # not started: no other worker knows of the table
            return True
        if not needs_worker:
            if table in self._leased:
                self._give_back(table)
            return False
        if table in self._leased:
            return True
        self._wanted.add(table)
        self._leases_changed.set()
        return False

    def release(self, table: str, due: bool) -> None:
        self._elsewhere.pop(table, None)
        if not due and table in self._leased:
            self._give_back(table)

    def _give_back(self, table: str) -> None:
        self._leased.discard(table)
        self._released.add(table)
        self._leases_changed.set()

    async def _update_leases(self) -> None:
        """Lease the wanted tables that no other worker has, and give back those that need no worker any more."""
        while True:
            await self._leases_changed.wait()
            self._leases_changed.clear()
            wanted, released = sorted(self._wanted), sorted(self._released - self._wanted)
            self._released.clear()
            try:
                if released:
                    await self._leases.release(released)
                if not wanted:
                    continue
                leased = await self._leases.acquire(wanted)
            except StorageError as error:
                log.warning("no table can be leased for now: %s", error)
                await asyncio.sleep(HEARTBEAT)
                continue
            actors = self._host.actors
            # The others are leased by other workers. Ask again in a while, unless they are no longer in memory.
            self._wanted -= leased.union(table for table in wanted if table not in actors)
            self._leased |= leased
            for table in leased:
                if table in actors:
                    actors[table].schedule()
                else:  # it was unloaded before the lease was known
                    self._start(self._host.wake(table))

    # --- presence, and announcements -----------------------------------------------------------------------------

    def announce_sign_out(self, guest: str) -> None:
        if self._tasks:
            self._channel.send_sign_out(guest)

    def announce_rewrite(self, table: str) -> None:
        if self._tasks:
            self._channel.send_rewritten(table)

    def set_presence(self, table: str, seats: Collection[Seat]) -> None:
        self._here[table] = sorted(seats)
        if self._tasks:
            self._channel.send_seats(table, self._here[table])
        if not seats:
            del self._here[table]

    def connected_elsewhere(self, table: str) -> Collection[Seat]:
        return {seat for seats in self._elsewhere.get(table, {}).values() for seat in seats}

    async def load_presence(self, table: str) -> None:
        for worker, seats in (await self._presence.load(table)).items():
            self._elsewhere.setdefault(table, {}).setdefault(worker, seats)

    def _set_presence_elsewhere(self, table: str, worker: str, seats: frozenset[Seat]) -> None:
        by_worker = self._elsewhere.setdefault(table, {})
        if by_worker.get(worker, frozenset()) != seats:
            by_worker[worker] = seats
            self._host.actors[table].update_remote_presence()

    def _forget_workers(self, workers: Set[str]) -> None:
        """Workers are gone, and with them their connections, and perhaps their last messages."""
        for table, seats in list(self._elsewhere.items()):
            if seats.keys() & workers:
                self._elsewhere[table] = {worker: seat for worker, seat in seats.items() if worker not in workers}
                if table in self._host.actors:
                    self._host.actors[table].update_remote_presence()
        self._load_all()


async def _cancel(tasks: list[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
