"""The start of a game: it waits until every seat is taken and every nonce is known.

A tournament game with clocks does not wait forever: after two minutes, or the days of its clock, it starts without the
absent players (:func:`starts_at`). Bots play for them until they connect. Nothing here changes a table.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from msgspec.structs import replace

from ludotheque.engine.rules import NATURE, Seat
from ludotheque.protocol import messages
from ludotheque.server.tables.decision import decide_moves
from ludotheque.server.tables.events import SeatTaken, TableEvent
from ludotheque.server.tables.table import Table

WAIT_FOR_PLAYERS: Final = 120_000
"""Milliseconds for which a tournament game with clocks waits for its players to connect."""
_DAY: Final = 24 * 3600 * 1000


def starts_at(table: Table) -> int | None:
    """When the game begins without the missing nonces; None where it waits without a limit.

    Only games of tournaments with clocks begin so: an absent player does not hold up the others.
    """
    clock = table.opened.clock
    if table.started or None in table.seats.taken or table.opened.evening is None or clock is None:
        return None
    return table.opened.at + (clock.days * _DAY if isinstance(clock, messages.DaysClock) else WAIT_FOR_PLAYERS)


def seat_players(table: Table, taken: Sequence[SeatTaken]) -> list[TableEvent]:
    """The events for players who take a seat or send their nonce.

    With the last nonce the game begins, and nature may move first.
    """
    events: list[TableEvent] = list(taken)
    ready = table.seats.ready_with(taken)
    if ready is not None:
        at = max(event.at for event in ready)
        attempt = table.new_match(ready).due(at)
        if attempt.played:
            events += decide_moves(NATURE, at, attempt).events
    return events


def start_without(table: Table, seats: Collection[Seat], at: int) -> list[TableEvent]:
    """No longer wait for the nonces of some seats."""
    absent = [taken for taken in table.seats.taken if taken is not None and taken.seat in seats and not taken.ready]
    return seat_players(table, [replace(taken, at=at, absent=True) for taken in absent])
