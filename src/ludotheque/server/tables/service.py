"""The tables of a worker: finds, wakes and unloads them, and runs seat commands at them.

Tables are opened in :mod:`.opening`.
"""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from ludotheque.engine.rules import Seat
from ludotheque.protocol import messages
from ludotheque.server.logging import hashed_id
from ludotheque.server.runtime.time import now_ms
from ludotheque.server.storage import Conflict, StorageError
from ludotheque.server.storage.erase import LogRewrite
from ludotheque.server.tables import reindex, rematch, seating
from ludotheque.server.tables.actor import TableActor
from ludotheque.server.tables.archive import Archive
from ludotheque.server.tables.context import TableContext
from ludotheque.server.tables.devices import device_guest
from ludotheque.server.tables.errors import InvalidLog, OtherRulesEdition
from ludotheque.server.tables.opening import TableOpening, new_id
from ludotheque.server.tables.table import Table

log = logging.getLogger(__name__)

HEARTBEAT: Final = 5.0
"""Seconds between two records that the server runs, while clocks run."""


class UnknownTable(LookupError):
    """No such table."""


class TableService:
    """The tables of a worker."""

    def __init__(self, context: TableContext, archive: Archive, keep_seconds: float) -> None:
        self.actors: dict[str, TableActor] = {}
        """The tables in memory."""
        self._context = context
        self._archive = archive
        self._keep_seconds = keep_seconds
        """How long an idle table stays in memory."""
        self._heartbeat_task: asyncio.Task[None] | None = None
        self.opening = TableOpening(context, archive, self.actor)

    # --- life cycle ----------------------------------------------------------------------------------------------

    def start(self, started_at: int | None, alive_at: int | None, with_clocks: Sequence[str]) -> None:
        """Begin to run clocks: those of ``with_clocks`` stood still from ``alive_at`` until ``started_at``."""
        at = self._context.started_at if started_at is None else started_at
        self._context = dataclasses.replace(self._context, started_at=at, alive_at=alive_at)
        self._context.tables_with_clocks.update(with_clocks)
        self._heartbeat_task = asyncio.create_task(self._heartbeat(with_clocks))

    async def close(self) -> None:
        """Stop all tables."""
        if self._heartbeat_task is not None:
            self._heartbeat_task.cancel()
            await asyncio.gather(self._heartbeat_task, return_exceptions=True)
            with contextlib.suppress(StorageError):
                await self._context.storage.metadata.record_alive(now_ms())
        for actor in list(self.actors.values()):
            await actor.close()

    async def _heartbeat(self, with_clocks: Sequence[str]) -> None:
        for id in with_clocks:
            await self.wake(id)
        while True:
            await self._follow_wall_clock()
            if self._context.tables_with_clocks:
                with contextlib.suppress(StorageError):
                    await self._context.storage.metadata.record_alive(now_ms())
            await asyncio.sleep(HEARTBEAT)

    async def _follow_wall_clock(self) -> None:
        """After a jump of the wall clock, let every table at which clocks run follow it, in memory or not."""
        if not self._context.time.jump():
            return
        for id in {*self._context.tables_with_clocks, *self.actors}:
            try:
                await self.actor(id).follow_wall_clock()
            except (InvalidLog, StorageError, LookupError) as error:
                log.error("the clocks of table %s cannot be set (%s)", hashed_id(id), type(error).__name__)
        self._context.time.follow()

    # --- tables in memory ----------------------------------------------------------------------------------------

    async def find(self, id: str) -> tuple[TableActor, Table]:
        """A table and its actor; raises :class:`UnknownTable`, :class:`OtherRulesEdition`."""
        if not id.isprintable():
            raise UnknownTable(id)
        actor = self.actor(id)
        try:
            table = await actor.table()
        except OtherRulesEdition as error:
            self.actors.pop(id, None)
            found = await self._archive.find(id)
            error.over = found is not None and found.over
            raise
        if table is None:
            self.actors.pop(id, None)
            raise UnknownTable(id)
        return actor, table

    def actor(self, id: str) -> TableActor:
        """The actor of a table, which may not be loaded yet."""
        actor = self.actors.get(id)
        if actor is None:
            actor = self.actors[id] = TableActor(id, self._context)
            asyncio.get_running_loop().call_later(self._keep_seconds, self._unload_if_idle, id)
        return actor

    def is_loaded(self, id: str) -> bool:
        """Whether a table is in memory."""
        return id in self.actors

    def is_connected(self, id: str, seat: Seat) -> bool:
        """Whether a seat of a table is connected."""
        actor = self.actors.get(id)
        return actor is not None and seat in actor.subscribers.seats()

    async def wake(self, id: str) -> None:
        """Load a table, and start its bots and timers."""
        try:
            actor, _ = await self.find(id)
            actor.schedule()
        except OtherRulesEdition:
            pass  # its guests get an error when they connect
        except (InvalidLog, StorageError, UnknownTable, LookupError) as error:
            log.error("table %s cannot be loaded (%s)", hashed_id(id), type(error).__name__)

    async def reload(self, id: str) -> None:
        """Load a table anew: another worker has rewritten its log."""
        try:
            await self.actors[id].reload()
        except (InvalidLog, StorageError, LookupError) as error:
            log.error("table %s cannot be reloaded (%s)", hashed_id(id), type(error).__name__)

    async def reindex(self) -> None:
        """Bring the table index up to date with the logs."""
        await reindex.reindex(self._context.storage)

    def _unload_if_idle(self, id: str) -> None:
        """Unload an idle table until its next clock runs out; look again later if it is not idle."""
        loop = asyncio.get_running_loop()
        actor = self.actors.get(id)
        if actor is None:
            return
        if not actor.is_idle:
            loop.call_later(self._keep_seconds, self._unload_if_idle, id)
            return
        actor.timers.cancel_timer()
        del self.actors[id]
        due = actor.timers.due
        self._context.cluster.release(id, due is not None)
        if due is not None:
            wait = max(0, due - actor.time.now()) / 1000
            loop.call_later(wait, lambda: asyncio.ensure_future(self.wake(id)))

    # --- seat commands -------------------------------------------------------------------------------------------

    async def join(
        self, id: str, guest: str, name: str, nonce: str, program: bool = False, seat: Seat | None = None
    ) -> messages.TableCard:
        """Take the seat that is kept for a guest, or the first free one; raises :class:`Banned`, :class:`TableFull`.

        ``seat``: one of those that are played on the guest's device; raises :class:`.devices.NotYourSeat`.
        """
        actor, table = await self.find(id)
        if seat is not None:
            guest = table.seats.guest_at(guest, seat)
        if seating.is_joining(table, guest):
            await self._context.sanctions.check_not_banned(device_guest(guest))
        table = await actor.execute(lambda table, at: seating.join(table, guest, name, nonce, program, at))
        return actor.subscribers.card(table, guest)

    async def claim(self, id: str, guest: str, code: str) -> messages.TableCard:
        """Take one's seat from another browser; raises :class:`InvalidClaim`, :class:`SeatedElsewhere`."""
        signer = self._context.signer

        def matches(seat: Seat, renewed: int) -> bool:
            return signer.is_same_code(code, signer.claim_code(id, seat, renewed))

        actor, table = await self.find(id)
        if seating.claimed_seat(table, guest, matches) is not None:
            await self._context.sanctions.check_not_banned(guest)
        table = await actor.execute(lambda table, at: seating.claim(table, guest, matches, at))
        return actor.subscribers.card(table, guest)

    async def renew_link(self, id: str, guest: str) -> messages.TableCard:
        """Replace the claim link of a guest's seat; raises :class:`NotOwner`."""
        actor, _ = await self.find(id)
        table = await actor.execute(lambda table, at: seating.renew_link(table, guest, at))
        return actor.subscribers.card(table, guest)

    async def merge_guest(self, id: str, before: str, guest: str) -> None:
        """Let a guest continue as another one at a table."""
        actor, _ = await self.find(id)
        await actor.execute(lambda table, at: seating.merge_guest(table, before, guest, at))

    async def leave(self, id: str, guest: str) -> None:
        """Leave a table: a bot plays on, or the seat is free again."""
        actor, _ = await self.find(id)
        await actor.execute(lambda table, at: seating.leave(table, guest, at))

    async def rematch(self, id: str, guest: str) -> messages.TableCard:
        """Keep a player of a finished game a seat at its rematch, which the first of them opens; its card.

        The finished table's log names the one table of the rematch before that is opened, so that those who ask at the
        same moment, at another worker or after a crash comes to the same one. Raises :class:`.rematch.NoRematch`,
        :class:`Banned`, :class:`TableFull`.
        """
        actor, table = await self.find(id)
        rematch.check(table, guest)
        await self._context.sanctions.check_not_banned(guest)
        new = new_id()
        table = await actor.execute(lambda table, at: rematch.offer(table, guest, new, at))
        offered = table.rematch
        assert offered is not None
        try:
            again, _ = await self.find(offered.table)
        except UnknownTable:
            with contextlib.suppress(Conflict):  # another worker has opened it meanwhile
                await self.opening.open_again(offered.table, *rematch.opening(table, offered, self._context.time.now()))
            again, _ = await self.find(offered.table)
        reserved = await again.execute(lambda there, at: rematch.reserve(there, table, guest, at))
        return again.subscribers.card(reserved, guest)

    async def hide(self, id: str) -> None:
        """Take a table out of the lobby."""
        actor, _ = await self.find(id)
        await actor.execute(seating.hide)

    async def rewrite_log(self, id: str, decide: Callable[[list[bytes]], Awaitable[LogRewrite]]) -> None:
        """Rewrite events of a table's log; see :mod:`ludotheque.server.accounts.erase`."""
        await self.actor(id).rewrite_log(decide)

    # --- guests --------------------------------------------------------------------------------------------------

    def sign_out_guest(self, guest: str) -> None:
        """Close the connections of a guest at all workers."""
        self.disconnect_guest(guest)
        self._context.cluster.announce_sign_out(guest)

    def disconnect_guest(self, guest: str) -> None:
        """Close the connections of a guest at this worker."""
        for actor in list(self.actors.values()):
            actor.subscribers.disconnect_guest(guest)
