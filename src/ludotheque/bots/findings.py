"""What a search finds: how each rival of the quick move compares with it, and which move to play."""

from __future__ import annotations

from collections.abc import Iterable
from math import inf, sqrt
from typing import Any, Final

import msgspec

from ludotheque.engine.advice import Searched, SearchedMove

CLEAR: Final = 1.5
"""Standard errors by which a rival must be better than the quick move to be played instead."""
SETTLED: Final = 2.5
"""Standard errors by which a rival must be better for the search to end before its budget is spent."""
HOPELESS: Final = 1.0
"""Standard errors by which a rival must be worse to be tried no more."""
LEAST: Final = 8
"""Worlds in which a rival must have been played before it counts."""


class Rival(msgspec.Struct):
    """A candidate beside the quick move, and its differences to that in the worlds so far."""

    move: Any
    worlds: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, difference: float) -> None:
        """Count the difference in one more world."""
        self.worlds += 1
        self.total += difference
        self.squares += difference * difference

    @property
    def mean(self) -> float:
        """The mean difference to the quick move."""
        return self.total / self.worlds if self.worlds else 0.0

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        if self.worlds < 2:
            return inf
        spread = max(0.0, self.squares - self.total * self.total / self.worlds) / (self.worlds - 1)
        return sqrt(spread / self.worlds)

    def is_better(self) -> bool:
        """Whether it is to be played instead of the quick move."""
        return self.worlds >= LEAST and self.mean > CLEAR * self.error

    def is_clearly_better(self) -> bool:
        """Whether more worlds would hardly change that it is better."""
        return self.worlds >= LEAST and self.mean > SETTLED * self.error

    def is_hopeless(self) -> bool:
        """Whether it is so much worse that more worlds would hardly make it better."""
        return self.worlds >= LEAST // 2 and self.mean + HOPELESS * self.error <= 0


class Findings(msgspec.Struct):
    """The findings of one search, or of several on the same question together."""

    quick: Any
    value: float = 0.5
    """The mean worth of the quick move to the seat."""
    worlds: int = 0
    rivals: tuple[Rival, ...] = ()
    rollouts: int = 0
    seconds: float = 0.0

    @property
    def move(self) -> Any:
        """The move to play: the best rival among those that came far, if it is clearly better than the quick move."""
        best = self.best_rival()
        return best.move if best is not None and best.is_better() else self.quick

    def best_rival(self) -> Rival | None:
        """The best of the rivals that were played in many worlds; the others dropped out."""
        far = max((rival.worlds for rival in self.rivals), default=0)
        last = [rival for rival in self.rivals if 2 * rival.worlds > far]
        return max(last, key=lambda rival: rival.mean, default=None)

    def summary(self) -> Searched:
        """The same for a coach: the value of the move and of its alternatives, best first."""
        chosen = self.move
        values = [(self.value, self.quick), *((self.value + rival.mean, rival.move) for rival in self.rivals)]
        values.sort(key=lambda found: (found[1] != chosen, -found[0]))
        return Searched(self.worlds, tuple(SearchedMove(move, round(value, 4)) for value, move in values))


def merge(parts: Iterable[Findings]) -> Findings:
    """The findings of searches of the same question in different worlds, taken together.

    A search whose quick move is another one, as where that is chosen at random between equals, is left out.
    """
    first, *others = parts
    others = [part for part in others if part.quick == first.quick]
    rivals = [Rival(rival.move, rival.worlds, rival.total, rival.squares) for rival in first.rivals]
    worlds, value = first.worlds, first.value * first.worlds
    for part in others:
        worlds += part.worlds
        value += part.value * part.worlds
        for rival in part.rivals:
            same = next((known for known in rivals if known.move == rival.move), None)
            if same is None:
                rivals.append(rival)
            else:
                same.worlds += rival.worlds
                same.total += rival.total
                same.squares += rival.squares
    rollouts = first.rollouts + sum(part.rollouts for part in others)
    seconds = max(part.seconds for part in (first, *others))
    return Findings(first.quick, value / worlds if worlds else 0.5, worlds, tuple(rivals), rollouts, seconds)
