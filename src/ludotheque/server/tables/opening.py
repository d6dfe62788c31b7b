"""Opening a table: for a guest who orders it, from a finished game, or for the players of a tournament."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypedDict

import msgspec
from msgspec.structs import replace

from ludotheque.engine.chance import commitment, new_secret
from ludotheque.engine.game import Game, UnknownLevel
from ludotheque.engine.rules import Seat
from ludotheque.games import find
from ludotheque.protocol import http, messages
from ludotheque.server.accounts.names import tidy_name
from ludotheque.server.logging import hashed_id, log_event
from ludotheque.server.metrics.counters import counters
from ludotheque.server.tables import events, index_entries
from ludotheque.server.tables.actor import TableActor
from ludotheque.server.tables.archive import Archive, ArchivedTable
from ludotheque.server.tables.bot_names import name_bots
from ludotheque.server.tables.context import TableContext
from ludotheque.server.tables.devices import companion_id
from ludotheque.server.tables.events import SeatPlan, SeatTaken, TableEvent, TableOpened
from ludotheque.server.tables.starting import seat_players
from ludotheque.server.tables.table import Table

log = logging.getLogger(__name__)

_ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"
"""For ids: 32 characters that are not mistaken for one another."""


class InvalidSeats(ValueError):
    """Seats that no table of this game can have."""


class SharedDevice(ValueError):
    """Terms of a table that no device can have that goes round among players."""


class TableTerms(TypedDict, total=False):
    """Terms of a table; see :class:`~ludotheque.server.tables.events.TableOpened`."""

    public: bool
    clock: messages.ClockOrder | None
    watch_delay: int
    origin: messages.Origin
    evening: str
    given: list[tuple[Seat, msgspec.Raw]]
    pace: messages.Pace
    hints: bool | None
    patient: bool


class SeatedPlayer(NamedTuple):
    """A player whom the server seats: a guest by name, or a bot of some level."""

    name: str
    guest: str | None = None
    level: str | None = None


class _Opener(NamedTuple):
    guest: str
    name: str
    program: bool = False
    companions: Mapping[Seat, str] = {}
    """The names of the other players on their device, by seat."""


class TableOpening:
    """Opens tables. ``actor`` returns the actor of a table in this worker."""

    def __init__(self, context: TableContext, archive: Archive, actor: Callable[[str], TableActor]) -> None:
        self._context = context
        self._archive = archive
        self._actor = actor

    async def open(self, order: http.OpenTable, name: str, guest: str) -> messages.TableCard:
        """Open a table, with its bots seated and a seat kept for its opener.

        Their nonce comes with :func:`.seating.join`, once they know the commitment.
        """
        game = find(order.game)
        seats = _checked_seats(game, order)
        if order.by_lot:
            secrets.SystemRandom().shuffle(seats)
        places = [SeatPlan(seat.kind, seat.level and game.level(seat.level)) for seat in seats]
        companions = {number: tidy_name(seat.name) for number, seat in enumerate(seats) if seat.name is not None}
        terms = TableTerms(
            public=order.public,
            clock=order.clock,
            watch_delay=order.watch_delay,
            pace=order.pace,
            hints=order.hints,
            patient=order.patient,
        )
        opener = _Opener(guest, name, order.program, companions)
        return await self._open_for(game, order.options, places, opener, terms)

    async def branch(self, found: ArchivedTable, order: http.Branch, name: str, guest: str) -> messages.TableCard:
        """Open a table that goes on from a finished one, with bots on all other seats."""
        found.check_edition()
        game = find(found.opened.game)
        level = _checked_level(game, order.level or str(game.coach))
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
        taken = name_bots([event for event in found if event is not None])
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
        return await self._commit(id, opened, taken)

    async def open_again(self, id: str, opened: TableOpened, taken: Sequence[SeatTaken]) -> None:
        """Open a table of this id on the terms of another one, with a secret of its own.

        Raises :class:`Conflict` if it is open already.
        """
        secret = new_secret()
        await self._commit(id, replace(opened, secret=secret, commitment=commitment(secret)), taken)

    async def _commit(self, id: str, opened: TableOpened, taken: Sequence[SeatTaken]) -> tuple[TableActor, Table]:
        if opened.given:  # all given moves are played again, and there may be thousands
            table, seated = await asyncio.to_thread(_new_table, id, opened, taken)
        else:
            table, seated = _new_table(id, opened, taken)
        bodies = [events.encode(event) for event in (opened, *seated)]
        entry = index_entries.entry(table, index_entries.related_guests(table))
        await self._context.storage.append(table.id, 0, bodies, entry)
        actor = self._actor(table.id)
        actor.start(table)
        counters.opened += 1
        log_event(
            log,
            "table opened",
            table=hashed_id(table.id),
            game=opened.game,
            seats=len(opened.places),
            public=opened.public,
        )
        return actor, table


def new_id() -> str:
    """A new table id, which cannot be guessed."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(12))


def _new_table(id: str, opened: TableOpened, taken: Sequence[SeatTaken]) -> tuple[Table, Sequence[TableEvent]]:
    """A new table with its seats taken, and the events of its log after the first."""
    table = Table(id, opened)
    seated = seat_players(table, taken)
    for event in seated:
        table.apply(event)
    return table, seated


def _checked_seats(game: Game, order: http.OpenTable) -> list[http.SeatRequest]:
    """The seats of an order; raises :class:`InvalidSeats` or :class:`SharedDevice`."""
    wanted = order.chairs
    if len(wanted) not in game.rules.seats:
        least, most = game.rules.seats[0], game.rules.seats[-1]
        count = str(least) if least == most else f"{least} to {most}"
        raise InvalidSeats(f"{game.id} is played by {count}, not {len(wanted)}")
    own = sum(chair.kind == "me" for chair in wanted)
    if own > 1:
        raise InvalidSeats("one seat can be “me” at most; others who play on your device are “here”")
    if not own and any(chair.kind == "here" for chair in wanted):
        raise InvalidSeats("players “here” share your device: take a seat yourself, “me”")
    for seat in wanted:
        if seat.kind == "bot":
            _checked_level(game, str(seat.level))
        if seat.kind != "bot" and seat.level is not None:
            raise InvalidSeats("only bots have a level")
        if (seat.kind == "here") != (seat.name is not None):
            raise InvalidSeats("players “here” have a name, and only they")
    if any(seat.kind == "here" for seat in wanted):
        _check_shared_device(order)
    return list(wanted)


def _check_shared_device(order: http.OpenTable) -> None:
    """Check the terms of a table with players who share a device; raises :class:`SharedDevice`.

    A clock would run while the device goes from hand to hand. At a public table one guest would play against strangers
    with several seats.
    """
    if order.clock is not None:
        raise SharedDevice("players who share a device play without a clock")
    if order.public:
        raise SharedDevice("players who share a device play at a private table")


def _checked_level(game: Game, level: str) -> str:
    """The level of a name; raises :class:`InvalidSeats`."""
    try:
        return game.level(level)
    except UnknownLevel as error:
        raise InvalidSeats(str(error)) from None


def _seat_taken(seat: int, place: SeatPlan, opener: _Opener, at: int) -> SeatTaken | None:
    if place.kind == "me":
        return SeatTaken(seat, opener.name, "", at, opener.guest, program=opener.program)
    if place.kind == "here":
        return SeatTaken(seat, opener.companions[seat], "", at, companion_id(opener.guest, seat))
    if place.kind == "bot" and place.level is not None:
        return SeatTaken(seat, place.level, "", at, level=place.level)
    return None
