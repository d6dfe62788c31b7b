"""Seating: joining, claiming, merging and leaving, decided into events. Nothing here changes a table."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from ludotheque.engine.rules import Seat
from ludotheque.server.tables.events import (
    ClaimLinkRenewed,
    GuestMerged,
    PlayerLeft,
    SeatClaimed,
    SeatTaken,
    TableEvent,
    TableHidden,
)
from ludotheque.server.tables.starting import seat_players, start_without
from ludotheque.server.tables.table import Table


class TableFull(Exception):
    """No seat is free."""


class InvalidClaim(Exception):
    """A claim link that belongs to no seat."""


class NotOwner(Exception):
    """A guest who did not take the seat they have first, or has none."""


class SeatedElsewhere(Exception):
    """A guest who has another seat at the same table."""


def is_joining(table: Table, guest: str) -> bool:
    """Whether joining would seat a guest: they have no seat yet, or have not sent their nonce."""
    seat = table.seats.seat_of(guest)
    return seat is None or seat in table.awaited()


def join(table: Table, guest: str, name: str, nonce: str, program: bool, at: int) -> list[TableEvent]:
    """Take the seat that is kept for a guest, or the first free one, and add a nonce to the table's luck.

    A guest who has done so keeps their seat and their first nonce.
    """
    if not is_joining(table, guest):
        return []
    seats = table.seats
    seat = seats.seat_of(guest)
    kept = None if seat is None else seats.taken[seat]
    if kept is not None:
        # A guest who claimed the seat sends the nonce for its owner.
        owner = kept.guest if kept.guest is not None and seats.seat_of(kept.guest) == seat else guest
        taken = replace(kept, nonce=nonce, at=at, guest=owner, program=program or kept.program)
    else:
        free = seats.first_free()
        if free is None:
            raise TableFull(table.id)
        taken = SeatTaken(free, name, nonce, at, guest, program=program)
    return seat_players(table, [taken])


def claimed_seat(table: Table, guest: str, matches: Callable[[Seat, int], bool]) -> Seat | None:
    """The seat that a claim link belongs to; None if the guest has it already.

    ``matches`` says whether the code is that of a seat whose link was renewed so many times.
    """
    codes = [matches(seat, table.seats.links.get(seat, 0)) for seat in range(len(table.seats))]
    if True not in codes or not table.seats.is_guest(codes.index(True)):
        raise InvalidClaim(table.id)
    seat, has = codes.index(True), table.seats.seat_of(guest)
    if has is not None and has != seat:
        raise SeatedElsewhere(table.id)
    return seat if has is None else None


def claim(table: Table, guest: str, matches: Callable[[Seat, int], bool], at: int) -> list[TableEvent]:
    """Take one's seat from another browser; the first browser keeps it too."""
    seat = claimed_seat(table, guest, matches)
    return [] if seat is None else [SeatClaimed(seat, guest, at)]


def renew_link(table: Table, guest: str, at: int) -> list[TableEvent]:
    """Replace the claim link of a seat; guests who claimed the seat become spectators. Only its owner may."""
    seat = table.seats.seat_of(guest)
    if seat is None or not table.seats.is_owner(guest):
        raise NotOwner(table.id)
    return [ClaimLinkRenewed(seat, guest, at)]


def merge_guest(table: Table, before: str, guest: str, at: int) -> list[TableEvent]:
    """Let a guest continue as another one, unless that one has a seat of their own."""
    seat, has = table.seats.seat_of(before), table.seats.seat_of(guest)
    if (seat is None and table.opener != before) or (seat is not None and has not in (None, seat)):
        return []
    return [GuestMerged(before, guest, at)]


def leave(table: Table, guest: str, at: int) -> list[TableEvent]:
    """Leave a table: a bot plays on, or the seat is free again. A claimed seat returns to its owner."""
    seat = table.seats.seat_of(guest)
    if seat is None:
        return []
    owner = table.seats.owners.get(seat)
    if owner is not None and owner != guest:
        return [ClaimLinkRenewed(seat, owner, at)]
    if table.over:
        return []
    if not table.started and table.opened.evening is not None:  # the others want to begin
        return start_without(table, [seat], at)
    return [PlayerLeft(one, at) for one in table.seats.on_device(guest) if one not in table.seats.proxies]


def hide(table: Table, at: int) -> list[TableEvent]:
    """Take a table out of the lobby."""
    return [TableHidden(at)] if table.public else []
