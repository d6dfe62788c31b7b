"""Timeouts: what happens at a table when a time is up. Nothing here changes a table.

Three times can be up: that for which a game waits for absent players (see :mod:`.starting`), that of the game's own
alarm, and a player's clock. When a clock reaches zero, the default move is played for its seat; after
:data:`.clock.MISSES_UNTIL_BOT` such moves in a row a bot plays there until the player returns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from ludotheque.engine.rules import NATURE, Seat
from ludotheque.server.tables.decision import Decision, decide_moves
from ludotheque.server.tables.standing_answers import has_automatic_answers
from ludotheque.server.tables.starting import start_without, starts_at
from ludotheque.server.tables.table import Table

_LATE_MOVES: Final = 1000
"""Default moves that are played for a seat in one go at most: rules that never ask anew must not block the server."""


def next_timeout(table: Table) -> int | None:
    """When the next time is up; None if none runs."""
    if table.match is None:
        return starts_at(table)
    if table.over or table.adjourned:
        return None
    times = (table.clocks.due() if table.clocks is not None else None, table.match.alarm_at())
    return min((time for time in times if time is not None), default=None)


def needs_worker(table: Table) -> bool:
    """Whether bots, clocks or automatic answers may act here by themselves, so that one worker has to run them."""
    match = table.match
    if match is None:
        return starts_at(table) is not None
    if table.over or table.adjourned:
        return False
    if table.seats.has_bots() or table.clocks is not None or has_automatic_answers(match.rules):
        return True
    return match.alarm_at() is not None


def decide_timeouts(table: Table, now: Callable[[], int]) -> Iterator[Decision]:
    """What is due by now, one decision after the other.

    Each is to be committed and applied before the next one is asked for, since that follows from the new state.
    """
    at, start = now(), starts_at(table)
    if start is not None and start <= at:
        yield Decision(start_without(table, range(len(table.seats)), at))
    alarm = decide_alarm(table, now())
    if alarm is not None:
        yield alarm
    if table.clocks is None or table.over or table.adjourned:
        return
    for seat in table.clocks.out(now()):
        for _ in range(_LATE_MOVES):
            at = now()
            if table.over or seat not in table.clocks.out(at):
                break
            yield play_default(table, seat, at)


def decide_alarm(table: Table, at: int) -> Decision | None:
    """What the game's own alarm does, such as ending a turn; None if it has not gone off by now."""
    if table.match is None or table.over or table.adjourned:
        return None
    due = table.match.alarm_at()
    return decide_moves(NATURE, at, table.match.due(at)) if due is not None and due <= at else None


def play_default(table: Table, seat: Seat, at: int) -> Decision:
    """The default move for a seat whose time is up."""
    match = table.playing()
    return decide_moves(seat, at, match.attempt(seat, [match.rules.default(match.state, seat)], at), late=True)
