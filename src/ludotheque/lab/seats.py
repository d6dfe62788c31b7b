"""Whether bots of one level leave each seat its fair share: so much does a person win who plays as they do.

Bots are not told which seats are people's, so what such a person wins depends on the seat alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

import msgspec

from ludotheque.bots.search import is_searching
from ludotheque.engine.game import Game
from ludotheque.lab.balance import seat_multiples
from ludotheque.lab.simulate import Report, plan, simulate
from ludotheque.lab.spread import Jobs

FAIR: Final = 0.1
"""By how much of its fair share a seat may win more or less."""


class SeatShares(msgspec.Struct, frozen=True):
    """What each seat wins among bots of one level, as multiples of its fair share."""

    players: int
    level: str
    games: int
    seed: int
    multiples: list[float]
    width: float
    """The half-width of the widest interval that holds a figure 95 times of 100."""

    @property
    def verdict(self) -> str:
        """Whether all seats keep to their fair share; open where chance alone may have taken one too far."""
        furthest = round(max(abs(times - 1) for times in self.multiples), 3)
        if furthest <= FAIR:
            return "met"
        return "open" if furthest - self.width <= FAIR else "missed"


def measure_seats(
    game: Game,
    levels: Sequence[str],
    players: Sequence[int],
    number: int,
    seed: int,
    jobs: Jobs = 1,
    tick: Callable[[int], None] = lambda done: None,
) -> Iterator[SeatShares]:
    """Play so many games with a bot of the same level on every seat, for each level and number of players.

    All levels that do not search, and all numbers, if none is named. Raises :class:`ludotheque.lab.plan.BadPlan`.
    """
    names = list(levels) or [level for level in game.levels if not is_searching(game, level)]
    counts = list(players) or list(game.rules.seats)
    plans = [plan(game.id, number, count, [level], seed, {}) for count in counts for level in names]
    return (_measure(one.players, one.bots[0], simulate(one, jobs, tick)) for one in plans)


def _measure(players: int, level: str, report: Report) -> SeatShares:
    found = seat_multiples(report)
    multiples = [round(times, 3) for times, _ in found]
    return SeatShares(
        players, level, report.games, report.plan.seed, multiples, round(max(wide for _, wide in found), 3)
    )
