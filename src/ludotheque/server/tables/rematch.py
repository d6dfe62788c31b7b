"""Rematches: the players of a finished game play again, each one seat further on. Nothing here changes a table."""

from __future__ import annotations

from msgspec.structs import replace

from ludotheque.engine.rules import Seat
from ludotheque.server.tables.bot_names import shown_name
from ludotheque.server.tables.devices import companion_id, device_guest
from ludotheque.server.tables.events import (
    RematchOffered,
    SeatClaimed,
    SeatPlan,
    SeatTaken,
    TableEvent,
    TableOpened,
)
from ludotheque.server.tables.seating import TableFull
from ludotheque.server.tables.table import Table


class NoRematch(Exception):
    """A rematch that a guest may not have: of a game that goes on, of a tournament, or without a seat."""


def check(table: Table, guest: str) -> Seat:
    """The seat of a guest who may have a rematch; raises :class:`NoRematch`."""
    seat = table.seats.seat_of(guest)
    if seat is None:
        raise NoRematch("a rematch is for the players of a finished game")
    if not table.over:
        raise NoRematch("there is a rematch once the game is over")
    if table.opened.evening is not None:
        raise NoRematch("the tournament opens the tables of its players")
    return seat


def offer(table: Table, guest: str, id: str, at: int) -> list[TableEvent]:
    """Name the table of the rematch; no event where another player has."""
    seat = check(table, guest)
    return [] if table.rematch is not None else [RematchOffered(seat, id, at)]


def opening(table: Table, offered: RematchOffered, at: int) -> tuple[TableOpened, list[SeatTaken]]:
    """The opening of the rematch on the terms of the finished game, and the seats taken with it: its bots, one player.

    All terms are kept. The secret is that of the finished game: the caller replaces it.
    """
    count, owner = len(table.seats), table.seats.owners.get(offered.by)
    device = table.seats.on_device(owner)
    places, taken = [SeatPlan("friend")] * count, []
    for seat, before in enumerate(table.seats.taken):
        if before is not None and before.level is not None:
            places[_next_seat(seat, count)] = SeatPlan("bot", before.level)
            taken.append(SeatTaken(_next_seat(seat, count), shown_name(before), "", at, level=before.level))
        elif seat == offered.by and owner is not None:  # an erased guest plays no rematch
            places[_next_seat(seat, count)] = SeatPlan("me")
            taken.append(_kept(table, seat, owner, _next_seat(seat, count), at))
        elif seat in device and owner is not None:
            places[_next_seat(seat, count)] = SeatPlan("here")
            companion = companion_id(device_guest(owner), _next_seat(seat, count))
            taken.append(_kept(table, seat, companion, _next_seat(seat, count), at))
    opened = replace(
        table.opened,
        places=places,
        at=at,
        public=table.public,
        pace=table.pace,
        opener=owner,
        origin=None,
        given=[],
        rematch_of=table.id,
    )
    return opened, taken


def reserve(there: Table, table: Table, guest: str, at: int) -> list[TableEvent]:
    """Keep a player of a finished table a seat at its rematch: their next one, or else the first that is free.

    A second browser of the same player shares the seat of the first. Raises :class:`TableFull`.
    """
    if there.seats.seat_of(guest) is not None:
        return []
    before = check(table, guest)
    owner = table.seats.owners.get(before, guest)
    seat, events = there.seats.seat_of(owner), list[TableEvent]()
    if seat is None:
        seat = _next_seat(before, len(there.seats))
        if there.seats.taken[seat] is not None:
            free = there.seats.first_free()
            if free is None:
                raise TableFull(there.id)
            seat = free
        events.append(_kept(table, before, owner, seat, at))
        events += _reserve_for_companions(there, table, owner, seat, at)
    if guest != owner:
        events.append(SeatClaimed(seat, guest, at))
    return events


def _reserve_for_companions(there: Table, table: Table, owner: str, own: Seat, at: int) -> list[SeatTaken]:
    """Keep seats at a rematch for the players who shared a guest's device, as far as there are free ones."""
    free = [seat for seat, taken in enumerate(there.seats.taken) if taken is None and seat != own]
    kept = []
    for before in table.seats.on_device(owner):
        if table.seats.seat_of(owner) != before and free:
            wanted = _next_seat(before, len(there.seats))
            seat = free.pop(free.index(wanted) if wanted in free else 0)
            kept.append(_kept(table, before, companion_id(device_guest(owner), seat), seat, at))
    return kept


def _next_seat(seat: Seat, count: int) -> Seat:
    """The seat of a player in the rematch: two exchange their sides, and among more another one begins."""
    return (seat + 1) % count


def _kept(table: Table, before: Seat, owner: str, seat: Seat, at: int) -> SeatTaken:
    """The event that keeps a seat for the player of a finished table, who took their seat there as ``owner``."""
    taken = table.seats.taken[before]
    assert taken is not None
    return SeatTaken(seat, taken.name, "", at, owner, program=taken.program)
