"""Play the games of a report, and keep of each what its page and its tables need."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import Any, Final

import msgspec

from ludotheque import games
from ludotheque.engine.game import Game, UnknownLevel
from ludotheque.engine.rules import NATURE, Move, Rules, Seat
from ludotheque.lab.lengths import moments_in
from ludotheque.lab.plan import BadPlan, Plan
from ludotheque.lab.play import replay
from ludotheque.lab.simulate import Result, play_one
from ludotheque.lab.simulate import plan as make_plan
from ludotheque.lab.spread import Jobs, spread

PARTS: Final = 20
"""Into how many parts of equal length the course of a game is cut."""
CHUNK: Final = 5
"""Games that a process plays before it reports: few, since some take seconds."""


class Course(msgspec.Struct, frozen=True):
    """What was decided in one game, counted by the part of the game in which it was."""

    choices: int
    """Decisions with more than one answer."""
    moments: int
    """Times at which the table waited for a choice (:mod:`ludotheque.lab.lengths`)."""
    answers: dict[tuple[int, int], int]
    """How many decisions of a part had so many answers."""
    kinds: dict[tuple[int, str], int]
    """How many decisions of a part were moves of a kind."""


class Observed(msgspec.Struct, frozen=True):
    """One game, and its course where that was followed."""

    result: Result
    course: Course | None


class Series(msgspec.Struct, frozen=True):
    """The games of one plan, in the order of their numbers."""

    plan: Plan
    games: tuple[Observed, ...]


def plans(
    game: Game, number: int, players: Sequence[int], levels: Sequence[str], seed: int, options: dict[str, Any]
) -> tuple[list[Plan], list[Plan]]:
    """The plans of a report: the coach in every seat, and one of each level among others of each lower one.

    All numbers of players, and the levels that answer at once, if none are named. Raises :class:`BadPlan`.
    """
    try:
        named = list(dict.fromkeys(game.bot(name) for name in levels))
    except UnknownLevel as error:
        raise BadPlan(str(error)) from None
    if len(named) == 1:
        raise BadPlan("a report compares two bots at least: name them weakest first, such as beginner,strong")
    quick = list(game.levels)[: list(game.levels).index(str(game.coach)) + 1]
    pairs = list(combinations(named or quick, 2))
    counts = sorted(set(players)) or list(game.rules.seats)
    equal = [make_plan(game.id, number, count, [], seed, options) for count in counts]
    meetings = [
        make_plan(game.id, number, count, [upper, *[lower] * (count - 1)], seed, options)
        for count in counts
        for lower, upper in pairs
    ]
    return equal, meetings


def observe(
    plans: Sequence[Plan], follow: bool, jobs: Jobs = 1, tick: Callable[[int], None] = lambda done: None
) -> Iterator[Series]:
    """Play plans and yield their series; ``tick`` is called with the number of games just finished.

    Courses are kept where ``follow`` is set. Results do not depend on ``jobs``, but for the times.
    """
    work = [
        (plan, range(first, min(first + CHUNK, plan.games)), follow)
        for plan in plans
        for first in range(0, plan.games, CHUNK)
    ]
    played: list[Observed] = []
    done = 0
    for some in spread(_play_games, work, jobs):
        played += some
        tick(len(some))
        if len(played) == plans[done].games:
            yield Series(plans[done], tuple(played))
            played, done = [], done + 1


def _play_games(plan: Plan, numbers: range, follow: bool) -> list[Observed]:
    game = games.find(plan.game)
    found = []
    for number in numbers:
        moves: list[tuple[Seat, Move]] = []
        result = play_one(game, plan, number, moves=moves)
        found.append(Observed(result, _course(game, plan, moves, result.decisions) if follow else None))
    return found


def _course(game: Game, plan: Plan, moves: Sequence[tuple[Seat, Move]], decisions: int) -> Course:
    """Look at every decision of a game again."""
    rules = game.rules
    has_offers = type(rules).addressed is not Rules.addressed
    answers: Counter[tuple[int, int]] = Counter()
    kinds: Counter[tuple[int, str]] = Counter()
    asked = []
    decided = 0
    for state, seat, move in replay(game, game.options(plan.options), plan.players, moves):
        number = 0
        if seat != NATURE:
            offered = has_offers and seat in rules.addressed(state)
            number = len(rules.replies(state, seat) if offered else rules.legal(state, seat))
            part = decided * PARTS // decisions
            answers[part, number] += 1
            kinds[part, str(type(move).__struct_config__.tag)] += 1
            decided += 1
        asked.append((seat, frozenset(rules.asked(state)), number))
    choices = sum(count for (_, number), count in answers.items() if number > 1)
    return Course(choices, sum(1 for _ in moments_in(asked)), dict(answers), dict(kinds))
