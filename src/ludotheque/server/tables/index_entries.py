"""Index entries: what the table index says of a table, from its state."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ludotheque.engine.rules import Seat
from ludotheque.protocol import http
from ludotheque.server.storage.table_index import IndexEntry, IndexUpdate
from ludotheque.server.tables.bot_names import shown_name
from ludotheque.server.tables.decision import Decision
from ludotheque.server.tables.devices import is_companion
from ludotheque.server.tables.events import (
    ChatPosted,
    ClaimLinkRenewed,
    GuestMerged,
    MovesPlayed,
    PlayerLeft,
    SeatClaimed,
    SeatTaken,
    TableEvent,
)
from ludotheque.server.tables.starting import starts_at
from ludotheque.server.tables.stories import Viewer
from ludotheque.server.tables.table import Table
from ludotheque.server.tables.timeouts import needs_worker

_encode = msgspec.json.Encoder().encode


def entry_after(table: Table, decision: Decision) -> IndexEntry | IndexUpdate:
    """What the index says once a decision is committed; nothing is changed here."""
    events, first = decision.events, decision.events[0]
    if decision.attempt is not None:
        assert isinstance(first, MovesPlayed)
        rules, state = table.game.rules, decision.attempt.state
        over = rules.outcome(state) is not None
        clocks = None if over else table.clocks_after(first, decision.attempt)
        due = clocks.due() if clocks is not None else None
        asked = () if over else _with_devices(table, rules.asked(state))
        return IndexUpdate(table.id, "over" if over else "playing", asked, due, first.at)
    if all(isinstance(event, ChatPosted) for event in events):
        return update(table, events[-1].at)
    return entry(table.after(events), _newly_related(table, events), _no_longer_related(table, events))


def entry(table: Table, related: Sequence[tuple[str, Viewer]] = (), unrelated: Sequence[str] = ()) -> IndexEntry:
    """What the index says of a table; ``related`` and ``unrelated`` guests are those for whom that is new."""
    now = update(table, table.updated)
    return IndexEntry(
        table=table.id,
        game=table.game.id,
        public=table.public,
        state=now.state,
        seats=encoded_seats(table),
        asked=now.asked,
        due=now.due,
        updated=now.updated,
        related=related,
        unrelated=unrelated,
        began=table.opened.at if table.opened.watch_delay else None,
        needs_worker=needs_worker(table),
    )


def update(table: Table, at: int) -> IndexUpdate:
    """The part of an entry that moves change."""
    match = table.match
    state: http.TableState = "waiting" if match is None else "playing"
    if table.over or table.adjourned:
        state = "over" if table.over else "adjourned"
    if match is None:
        return IndexUpdate(table.id, state, _with_devices(table, table.awaited()), starts_at(table), at)
    asked = _with_devices(table, match.asked()) if state == "playing" else ()
    due = table.clocks.due() if table.clocks is not None and state == "playing" else None
    return IndexUpdate(table.id, state, asked, due, at)


def _with_devices(table: Table, asked: Sequence[Seat]) -> Sequence[Seat]:
    """The seats that are asked, and those of the guests on whose devices they are played.

    The index knows one seat of a guest: it is their turn, too, when a player is asked who shares their device.
    """
    owners = {table.seats.seat_of(guest) for seat in asked for guest in table.seats.guests_at(seat)}
    return [*asked, *sorted(seat for seat in owners if seat is not None and seat not in asked)]


def related_guests(table: Table) -> list[tuple[str, Viewer]]:
    """All guests who have a seat at a table, and its opener."""
    found: dict[str, Viewer] = {}
    if table.opener is not None:
        found[table.opener] = None
    seated = {guest: seat for guest, seat in table.seats.guests.items() if not is_companion(guest)}
    return list({**found, **seated}.items())


def _newly_related(table: Table, events: Sequence[TableEvent]) -> list[tuple[str, Viewer]]:
    related: list[tuple[str, Viewer]] = []
    for event in events:
        if isinstance(event, SeatTaken | SeatClaimed) and event.guest and not is_companion(event.guest):
            related.append((event.guest, event.seat))
        elif isinstance(event, GuestMerged):
            related.append((event.guest, table.seats.seat_of(event.before)))
    return related


def _no_longer_related(table: Table, events: Sequence[TableEvent]) -> list[str]:
    unrelated: list[str] = []
    for event in events:
        guests = table.seats.guests.items()
        if isinstance(event, ClaimLinkRenewed):
            unrelated += [guest for guest, seat in guests if seat == event.seat and guest != event.guest]
        elif isinstance(event, PlayerLeft) and not table.started:
            unrelated += [guest for guest, seat in guests if seat == event.seat]
    return unrelated


def encoded_seats(table: Table) -> str:
    """The seats in a list of tables, encoded."""
    return _encode(
        [
            http.SeatSummary("open", "", None)
            if taken is None
            else http.SeatSummary(taken.kind, shown_name(taken), taken.level)
            for taken in table.seats.taken
        ]
    ).decode()
