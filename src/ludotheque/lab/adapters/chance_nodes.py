"""Nature's moves as chance nodes: one for each random number that a move is drawn from.

A card from an unseen pile is one random number, a pack that is shuffled one for each card. So every outcome is listed
with its probability, in every game, and nothing but the rules says what nature may do.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from ludotheque.engine.rules import AnyRules, Move

MOST: Final = 256
"""The most outcomes that a chance node has."""


class _Undecided(Exception):
    """A random number is needed that has not been drawn."""

    def __init__(self, outcomes: int) -> None:
        super().__init__(f"one of {outcomes} is to be drawn")
        self.outcomes = outcomes


class _Drawn:
    """Random numbers that have been drawn, as a source of them."""

    def __init__(self, numbers: Sequence[int]) -> None:
        self._next = iter(numbers).__next__

    def below(self, n: int) -> int:
        """The next of the numbers; where there is no choice, it is not among them."""
        if n == 1:
            return 0
        assert n <= MOST, "no game draws one of so many"
        try:
            return self._next()
        except StopIteration:
            raise _Undecided(n) from None


def draw(rules: AnyRules, state: Any, numbers: Sequence[int]) -> Move | int:
    """Nature's move that follows from these random numbers; or, if there are too few, how many the next one may be.

    That number is from 0 to one less, each as likely as another.
    """
    try:
        move: Move = rules.chance(state, _Drawn(numbers))
    except _Undecided as undecided:
        return undecided.outcomes
    return move
