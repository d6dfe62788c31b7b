"""What pieces have done, as sets of squares: the part of a game's past that says something about hidden ranks.

All of it follows from what both sides saw. A fact belongs to a piece and moves with it. *Facing* means standing next to
an enemy whose rank one knows.
"""

from __future__ import annotations

from typing import NamedTuple

from ludotheque.games.stratego.batch.bitboards import (
    Squares,
    around,
    both,
    either,
    meets,
    one_of,
    only_if,
    without,
)
from ludotheque.games.stratego.batch.play import Played, carry, cleared_squares
from ludotheque.games.stratego.batch.position import Position


class Memory(NamedTuple):
    """Facts about the pieces of both sides."""

    moves_low: Squares
    """The lower bit of how often a piece has moved, counted up to three."""
    moves_high: Squares
    """The higher bit."""
    fled: Squares
    """The pieces that faced an enemy and moved to where they face none."""
    bold: Squares
    """The pieces that faced no enemy and moved, without attacking, to where they face one."""
    stayed: Squares
    """The pieces that faced an enemy while their side moved another piece."""


def empty_memory(like: Squares) -> Memory:
    """The memory of games that begin."""
    none = without(like, like)
    return Memory(none, none, none, none, none)


def remember(memory: Memory, before: Position, played: Played) -> Memory:
    """The memory after a move, played in the position before it."""
    start, goal, lives = played.start, played.goal, played.lives
    attack = played.defender > 0
    cleared = cleared_squares(start, goal, attack & ~lives & ~played.takes)
    low, high, fled, bold, stayed = (carry(plane, start, goal, cleared, lives) for plane in memory)
    facing = around(both(before.opp, before.shown))
    faced, faces = meets(facing, start), meets(facing, goal)
    arrived = only_if(lives, goal)
    # One more, up to three: 0 -> 1 -> 2 -> 3 -> 3.
    was_low, was_high = both(low, arrived), both(high, arrived)
    low = either(one_of(low, arrived), both(was_low, was_high))
    high = either(high, was_low)
    return Memory(
        low,
        high,
        either(fled, only_if(faced & ~faces & ~attack, goal)),
        either(bold, only_if(~faced & faces & ~attack, goal)),
        either(stayed, without(both(before.me, facing), start)),
    )
