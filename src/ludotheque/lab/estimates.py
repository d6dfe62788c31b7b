"""Estimates from a sample of games: shares, ratios and quantiles, with the uncertainty of each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt
from typing import Final, NamedTuple

from ludotheque.lab.ladder import wilson

_NORMAL: Final = 1.96
"""Standard deviations within which 95 of 100 results lie."""


class Estimate(NamedTuple):
    """A value, and where the true one lies 95 times of 100."""

    value: float
    low: float
    high: float


def ratio(tops: Sequence[float], bottoms: Sequence[float]) -> Estimate:
    """The sum of ``tops`` over that of ``bottoms``, which have one entry for each game.

    Games are what is independent, not the events in them: the error is that of a ratio of two means over games, from
    how far each game is from the ratio of all.

    What happens once or never in each game is a share of the games, with Wilson's interval.

    >>> [round(bound, 3) for bound in ratio([3, 0, 2, 1], [4, 1, 3, 2])]
    [0.6, 0.398, 0.802]
    >>> [round(bound, 3) for bound in ratio([1, 1, 1, 1], [1, 1, 1, 1])]
    [1.0, 0.51, 1.0]
    """
    number, whole = len(tops), sum(bottoms)
    if not whole or number < 2:
        return Estimate(0.0, 0.0, 0.0)
    if {*bottoms} == {1} and {*tops} <= {0, 1}:
        return Estimate(sum(tops) / number, *wilson(sum(tops), number))
    value = sum(tops) / whole
    squares = sum((top - value * bottom) ** 2 for top, bottom in zip(tops, bottoms, strict=True))
    width = _NORMAL * sqrt(squares * number / (number - 1)) / whole
    return Estimate(value, value - width, value + width)


def quantile(counts: Mapping[int, int], share: float) -> int:
    """The least number that so large a share of what was counted does not exceed.

    >>> quantile({1: 5, 4: 3, 9: 2}, 0.5), quantile({1: 5, 4: 3, 9: 2}, 0.75)
    (1, 4)
    """
    wanted, passed = share * sum(counts.values()), 0
    for number in sorted(counts):
        passed += counts[number]
        if passed >= wanted:
            return number
    raise ValueError("nothing was counted")
