"""The moments of a finished game at which the coach would have played otherwise than a player did.

At each decision of the seat the coach is asked as it would have been at the table: from the events and the sight of
that seat at that time, with the seed of the table's advice. What became known later plays no part.

The swing of a moment is the difference of the coach's own values of the two moves (:class:`Judge`). Where it has
none for a move, moments are ordered by what is known of them:

1. The advised move has no value but the other has: the coach makes it before it compares anything, such as a coup.
2. Both have values: the larger swing first. One that is not above zero is no moment.
3. Neither has: the coach decides such questions without values, such as a vote. The later first.

One coach goes through the whole game first and gives every decision a place; the first are then confirmed, each by a
coach that is made anew, as at the table. A part of a choice that is made by several moves, such as a
deployment, counts only if it has values: the advice depends on the parts before it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any, Final, NamedTuple

from ludotheque.engine.advice import Adviser, Judge
from ludotheque.engine.chance import QuickChance
from ludotheque.engine.game import Game
from ludotheque.engine.record import Record, replay
from ludotheque.engine.rules import Event, Move, Seat
from ludotheque.protocol.http import Moment, Moments
from ludotheque.server.tables import events
from ludotheque.server.tables.bot_seed import bot_seed
from ludotheque.server.tables.events import MovesPlayed, TableOpened
from ludotheque.server.tables.table import Table

MOST: Final = 3
"""How many moments are returned."""
TIME_LIMIT: Final = 15.0
"""Seconds after which no more decisions are judged."""
CONFIRM_LIMIT: Final = 5.0
"""Seconds after that in which moments that were found are confirmed."""
UNCOMPARED, COMPARED, BEFORE_ALL = range(3)
"""The kinds of moments, the least important first."""
Place = tuple[int, float, int]
"""The place of a moment among the others, to be sorted by: its kind, its swing, its number."""


class _Decision(NamedTuple):
    """A decision of a player, with what the seat knew then."""

    number: int
    """How many moves came before it."""
    heard: int
    """How many events the seat had seen."""
    sight: Any
    legal: Sequence[Any]
    free: Sequence[Any]
    is_part: bool
    """Whether it is a part of a choice that may be made by several moves."""
    played: Move


def find_moments(table: Table, bodies: Sequence[bytes], seat: Seat, time_limit: float = TIME_LIMIT) -> Moments:
    """The moments of a seat of a finished game, the largest swing first."""
    if table.game.coach is None:
        return Moments(table.id, seat, [], True)
    ends = time.monotonic() + time_limit
    seed, level = bot_seed(table.opened.secret, seat, "advice"), table.game.coach

    def make_coach() -> Adviser:
        coach = table.game.make_player(level, seat, QuickChance(seed))
        assert isinstance(coach, Adviser)
        return coach

    heard: list[Event] = []
    placed: list[tuple[Place, _Decision]] = []
    coach, told, whole = make_coach(), 0, True
    for decision in _decisions(table.game, table.playing().record, seat, own_moves(table.id, bodies, seat), heard):
        if time.monotonic() > ends:
            whole = False
            break
        coach.hear(heard[told : decision.heard])
        told = decision.heard
        place = _place(coach, coach.choose(decision.sight, decision.legal, decision.free), decision)
        if place is not None:
            placed.append((place, decision))
    placed.sort(key=lambda found: found[0], reverse=True)
    moments = _confirm([decision for _, decision in placed], heard, make_coach, ends)
    return Moments(table.id, seat, moments, whole)


def own_moves(id: str, bodies: Sequence[bytes], seat: Seat) -> set[int]:
    """The numbers of the moves that a player made: not those made for them by a bot, by the clock or automatically."""
    opened, *later = (events.decode(body) for body in bodies)
    assert isinstance(opened, TableOpened)
    table, found = Table(id, opened), set[int]()
    for event in later:
        if isinstance(event, MovesPlayed) and event.seat == seat and not (event.late or event.automatic):
            first = len(table.playing().record.moves)
            if seat not in table.seats.proxies:
                found.update(first + n for n, (by, _) in enumerate(event.moves) if by == seat)
        table.apply(event)
    return found


def _decisions(game: Game, record: Record, seat: Seat, own: Collection[int], heard: list[Event]) -> Iterator[_Decision]:
    """The decisions of a player between several answers. ``heard`` is extended by the events that the seat saw."""
    rules = game.rules
    for number, (state, by, move) in enumerate(replay(game, record)):
        if move is None:
            return
        if by == seat and number in own and seat in rules.asked(state) and len(rules.legal(state, seat)) > 1:
            sight, legal, free = rules.sight(state, seat), rules.legal(state, seat), rules.free(state, seat)
            yield _Decision(number, len(heard), sight, legal, free, rules.choice(state, seat) is not None, move)
        # A copy is played on: the replay plays the move itself.
        seen = [event.seen(seat) for event in rules.play(state.copy(), by, move)]
        heard += [event for event in seen if event is not None]


def _confirm(
    decisions: Sequence[_Decision], heard: Sequence[Event], make_coach: Callable[[], Adviser], ends: float
) -> list[Moment]:
    """The first moments that a coach made anew confirms, in the order of their places."""
    found: list[tuple[Place, Moment]] = []
    for decision in decisions:
        if len(found) == MOST or (found and time.monotonic() > ends + CONFIRM_LIMIT):
            break
        coach = make_coach()
        coach.hear(heard[: decision.heard])
        advice = coach.advice(decision.sight, decision.legal, decision.free)
        place = _place(coach, advice.move, decision)
        if place is not None:
            swing = round(place[1], 3) if place[0] == COMPARED else None
            found.append((place, Moment(decision.number, decision.played, advice, swing)))
    return [moment for _, moment in sorted(found, key=lambda one: one[0], reverse=True)]


def _place(coach: Adviser, advised: Move, decision: _Decision) -> Place | None:
    """The place of a moment among the others; None where it is none."""
    if advised == decision.played:
        return None
    valued = coach.values(decision.sight, decision.legal) if isinstance(coach, Judge) else []
    values = {move: value for value, move in valued}
    better, played = values.get(advised), values.get(decision.played)
    if better is not None and played is not None:
        return (COMPARED, better - played, decision.number) if better > played else None
    if better is not None or decision.is_part:
        return None
    return (UNCOMPARED if played is None else BEFORE_ALL, 0.0, decision.number)
