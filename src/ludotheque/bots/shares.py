"""Shares of a game: what points promise each seat, and what a finished game gave it."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import Final

from ludotheque.engine.outcome import Outcome

WINNING: Final = 0.75
"""The weight of winning in a finished game; the rest is for margins."""


def expected_shares(points: Sequence[float], spread: float) -> list[float]:
    """The share of each seat, all together 1: the chance to end first if what is to come moves points by ``spread``.

    >>> [round(share, 2) for share in expected_shares((12, 10, 2), 4)]
    [0.59, 0.36, 0.05]
    """
    top = max(points)
    weights = [exp((mine - top) / spread) for mine in points]
    whole = sum(weights)
    return [weight / whole for weight in weights]


def final_shares(outcome: Outcome, margins: Sequence[float]) -> list[float]:
    """The share of each seat in a finished game: mostly the victory, shared by its winners, and partly the margin."""
    winners = outcome.winners or tuple(range(len(outcome.places)))
    won = WINNING / len(winners)
    return [(1 - WINNING) * mine + (won if seat in winners else 0.0) for seat, mine in enumerate(margins)]
