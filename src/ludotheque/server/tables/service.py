"""The tables of a worker: finds, opens, wakes and unloads them, and runs seat commands at them."""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import logging
import secrets
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from ludotheque.engine.chance import commitment, new_secret
from ludotheque.engine.game import Game
from ludotheque.engine.rules import Seat
from ludotheque.games import find
from ludotheque.protocol import http, messages
from ludotheque.server.logging import hashed_id, log_event
from ludotheque.server.metrics.counters import counters
from ludotheque.server.runtime.time import now_ms
from ludotheque.server.storage import StorageError
from ludotheque.server.storage.erase import LogRewrite
from ludotheque.server.tables import events, index_entries, reindex, seating
from ludotheque.server.tables.actor import TableActor
from ludotheque.server.tables.archive import Archive, ArchivedTable
from ludotheque.server.tables.context import TableContext
from ludotheque.server.tables.errors import InvalidLog, OtherRulesEdition
from ludotheque.server.tables.events import SeatPlan, SeatTaken, TableEvent, TableOpened
from ludotheque.server.tables.opening import SeatedPlayer, TableTerms, new_id
from ludotheque.server.tables.starting import seat_players
from ludotheque.server.tables.table import Table

log = logging.getLogger(__name__)

HEARTBEAT: Final = 5.0
"""Seconds between two records that the server runs, while clocks run."""


class InvalidSeats(ValueError):
    """Seats that no table of this game can have."""


class UnknownTable(LookupError):
    """No such table."""


class _Opener(NamedTuple):
    guest: str
    name: str
    program: bool = False


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

    # --- opening -------------------------------------------------------------------------------------------------

    async def open(self, order: http.OpenTable, name: str, guest: str) -> messages.TableCard:
        """Open a table, with its bots seated and a seat kept for its opener.

        Their nonce comes with :meth:`join`, once they know the commitment.
        """
        game = find(order.game)
        places = _seat_plans(game, order)
        if order.by_lot:
            secrets.SystemRandom().shuffle(places)
        terms = TableTerms(public=order.public, clock=order.clock, watch_delay=order.watch_delay)
        return await self._open_for(game, order.options, places, _Opener(guest, name, order.program), terms)

    async def branch(self, found: ArchivedTable, order: http.Branch, name: str, guest: str) -> messages.TableCard:
        """Open a table that goes on from a finished one, with bots on all other seats."""
        found.check_edition()
        game = find(found.opened.game)
        level = order.level or list(game.levels)[-1]
        if level not in game.levels:
            raise InvalidSeats(f"{game.id} has no bot of level {level!r}: it has {', '.join(game.levels)}")
        given = await self._archive.first_moves(found, order.move, order.seat)
        places = [SeatPlan("bot", level) for _ in range(found.seats)]
        places[order.seat] = SeatPlan("me")
        terms = TableTerms(origin=messages.Origin(found.id, order.move), given=given)
        return await self._open_for(game, found.opened.options, places, _Opener(guest, name, order.program), terms)

    async def open_seated(
        self, id: str, game: Game, options: dict[str, Any], players: Sequence[SeatedPlayer], terms: TableTerms
    ) -> None:
        """Open a table of this id with a seat kept for every player, as a tournament needs it.

        Raises :class:`Conflict` if it is open already.
        """
        places = [SeatPlan("friend") if player.level is None else SeatPlan("bot", player.level) for player in players]
        at = self._context.time.now()
        taken = [SeatTaken(seat, one.name, "", at, one.guest, one.level) for seat, one in enumerate(players)]
        await self._create(id, game, options, places, taken, None, terms)

    async def _open_for(
        self, game: Game, options: dict[str, Any], places: list[SeatPlan], opener: _Opener, terms: TableTerms
    ) -> messages.TableCard:
        await self._context.sanctions.check_not_banned(opener.guest)
        at = self._context.time.now()
        found = [_seat_taken(seat, place, opener, at) for seat, place in enumerate(places)]
        taken = [event for event in found if event is not None]
        actor, table = await self._create(new_id(), game, options, places, taken, opener.guest, terms)
        return actor.subscribers.card(table, opener.guest)

    async def _create(
        self,
        id: str,
        game: Game,
        options: dict[str, Any],
        places: list[SeatPlan],
        taken: Sequence[SeatTaken],
        opener: str | None,
        terms: TableTerms,
    ) -> tuple[TableActor, Table]:
        secret = new_secret()
        opened = TableOpened(
            game=game.id,
            version=game.rules.version,
            options=msgspec.to_builtins(game.options(options)),
            places=places,
            secret=secret,
            commitment=commitment(secret),
            at=self._context.time.now(),
            box=game.rules.box_mark,
            opener=opener,
            **terms,
        )
        if opened.given:  # all given moves are played again, and there may be thousands
            table, seated = await asyncio.to_thread(_new_table, id, opened, taken)
        else:
            table, seated = _new_table(id, opened, taken)
        bodies = [events.encode(event) for event in (opened, *seated)]
        entry = index_entries.entry(table, index_entries.related_guests(table))
        await self._context.storage.append(table.id, 0, bodies, entry)
        actor = self.actor(table.id)
        actor.start(table)
        counters.opened += 1
        log_event(log, "table opened", table=hashed_id(table.id), game=game.id, seats=len(places), public=opened.public)
        return actor, table

    # --- seat commands -------------------------------------------------------------------------------------------

    async def join(self, id: str, guest: str, name: str, nonce: str, program: bool = False) -> messages.TableCard:
        """Take the seat that is kept for a guest, or the first free one; raises :class:`Banned`, :class:`TableFull`."""
        actor, table = await self.find(id)
        if seating.is_joining(table, guest):
            await self._context.sanctions.check_not_banned(guest)
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


def _new_table(id: str, opened: TableOpened, taken: Sequence[SeatTaken]) -> tuple[Table, Sequence[TableEvent]]:
    """A new table with its seats taken, and the events of its log after the first."""
    table = Table(id, opened)
    seated = seat_players(table, taken)
    for event in seated:
        table.apply(event)
    return table, seated


def _seat_plans(game: Game, order: http.OpenTable) -> list[SeatPlan]:
    """The seats of an order, checked."""
    wanted = order.chairs
    if len(wanted) not in game.rules.seats:
        least, most = game.rules.seats[0], game.rules.seats[-1]
        count = str(least) if least == most else f"{least} to {most}"
        raise InvalidSeats(f"{game.id} is played by {count}, not {len(wanted)}")
    if sum(chair.kind == "me" for chair in wanted) > 1:
        raise InvalidSeats("one seat can be “me” at most")
    for seat in wanted:
        if seat.kind == "bot" and seat.level not in game.levels:
            raise InvalidSeats(f"{game.id} has no bot of level {seat.level!r}: it has {', '.join(game.levels)}")
        if seat.kind != "bot" and seat.level is not None:
            raise InvalidSeats("only bots have a level")
    return [SeatPlan(chair.kind, chair.level) for chair in wanted]


def _seat_taken(seat: int, place: SeatPlan, opener: _Opener, at: int) -> SeatTaken | None:
    if place.kind == "me":
        return SeatTaken(seat, opener.name, "", at, opener.guest, program=opener.program)
    if place.kind == "bot" and place.level is not None:
        return SeatTaken(seat, place.level, "", at, level=place.level)
    return None
