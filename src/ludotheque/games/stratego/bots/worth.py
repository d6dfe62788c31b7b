"""The worth of pieces to their owner, which changes as the armies shrink."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ludotheque.games.stratego.pieces import BOMB, FLAG, MARSHAL, MINER, SCOUT, SPY

WIN: Final = 220.0
"""The flag. In games against itself, a lower value made the strategist slow to attack it, and lose."""

LADDER: Final = (0.0, 0.0, 1.0, 2.0, 3.0, 3.5, 7.0, 10.1, 13.7, 16.1, 28.9, 42.7)
"""The ranks from spy to marshal as fighters, while all enemy ranks are there."""
SPYLESS: Final = 1.15
"""Added for a marshal once the enemy's spy is gone."""
SPY_VALUE: Final = 10.6
"""The spy while there is an enemy marshal; mostly for the caution it imposes on him."""
BOMB_VALUE: Final = 4.1
MINERS_SHARE: Final = 17.9
"""Shared among the miners while the enemy has bombs: the last one is the most valuable."""
SCOUTS_SHARE: Final = 5.3
"""Shared among the scouts, in the same way."""


def worths(own: Sequence[int], enemy: Sequence[int]) -> list[float]:
    """The worth of each kind to a side, from how many of each kind both have left.

    A rank with nobody above it is as good as a marshal: each enemy rank that has died out lifts those below it.

    >>> full = [0, 6, 1, 8, 5, 4, 4, 4, 3, 2, 1, 1, 1]
    >>> without_marshal = [*full[:11], 0, 1]
    >>> worths(full, full)[10], worths(full, without_marshal)[10]
    (28.9, 42.7)
    >>> worths(full, full)[SPY], worths(full, without_marshal)[SPY]
    (10.6, 1.0)
    """
    worth = [0.0] * 13
    lift = 0
    for kind in range(MARSHAL, SPY, -1):
        worth[kind] = LADDER[min(kind + lift, MARSHAL)]
        lift += not enemy[kind]
    worth[MARSHAL] *= 1 if enemy[SPY] else SPYLESS
    worth[SPY] = SPY_VALUE if enemy[MARSHAL] else 1.0
    worth[SCOUT] += SCOUTS_SHARE / max(own[SCOUT], 1)
    if enemy[BOMB]:
        worth[MINER] += MINERS_SHARE / max(own[MINER], 1)
    worth[BOMB] = BOMB_VALUE
    worth[FLAG] = WIN
    return worth


def strength(own: Sequence[int], worth: Sequence[float]) -> float:
    """The worth of a side's pieces that can fight."""
    return sum(own[kind] * worth[kind] for kind in range(SPY, FLAG))
