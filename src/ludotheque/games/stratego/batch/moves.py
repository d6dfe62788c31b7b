"""The legal moves of many games at once, but for the chase rule: sets of destinations, one for each direction.

A move is a direction and the square it ends on. Only scouts run further than one square, and only over empty squares,
so where a move comes from follows: it is the mover's nearest piece behind.
"""

from __future__ import annotations

from typing import Final

import jax.numpy as jnp
import numpy as np

from ludotheque.games.stratego.batch.bitboards import (
    LAND,
    REACH,
    ZERO,
    Array,
    Flags,
    Squares,
    around,
    bit_count,
    both,
    either,
    high_bit,
    is_any,
    map_words,
    only_if,
    shift,
    signed,
    square_bit,
    unsigned,
    without,
)
from ludotheque.games.stratego.batch.position import (
    EACH_COUNT,
    TRIP_DIRECTION,
    TRIP_VALID,
    BatchRules,
    Position,
    last_to,
)

Destinations = tuple[Squares, Squares, Squares, Squares]
"""The squares on which moves end: up, down, right and left."""

_HALVES: Final = (16, 8, 4, 2, 1)


def mobile_pieces(side: Squares, kind: tuple[Squares, ...]) -> Squares:
    """The pieces of a side that can move: all but bombs (1) and the flag (12)."""
    k0, k1, k2, k3 = kind
    del k0
    return map_words(lambda s, b, c, d: s & (b | c | d) & ~(c & d), side, k1, k2, k3)


def scouts(side: Squares, kind: tuple[Squares, ...]) -> Squares:
    """The scouts (3) of a side."""
    return map_words(lambda s, a, b, c, d: s & a & b & ~c & ~d, side, *kind)


def can_move(side: Squares, kind: tuple[Squares, ...]) -> Flags:
    """Whether any piece of a side can move, whatever the rules on repetition say."""
    return is_any(map_words(lambda a, land, s: a & land & ~s, around(mobile_pieces(side, kind)), LAND, side))


def worn_border(position: Position, rules: BatchRules) -> tuple[Squares, Array]:
    """The square that the piece moved last may not enter, since a border before it is worn; and in which direction."""
    trip = position.trip_me
    same = ~(trip ^ (EACH_COUNT * np.uint32(rules.crossings)))
    worn = same & (same >> np.uint32(1)) & (same >> np.uint32(2)) & EACH_COUNT
    bound = (worn != ZERO) & ((trip >> np.uint32(TRIP_VALID)) != ZERO)
    nearest = worn & (~worn + np.uint32(1))
    # The lowest worn count is that of the border crossed first on the way back; each count has three bits.
    steps = ((high_bit(nearest | np.uint32(1)) * 11) >> 5) + 1
    back = signed((trip >> np.uint32(TRIP_DIRECTION)) & np.uint32(3)) ^ 1
    delta = jnp.where(back < 2, 10, 1) * jnp.where((back & 1) == 0, 1, -1)
    square = jnp.where(bound, last_to(position.last_me) + steps * delta, 0)
    return only_if(bound, square_bit(square)), back


def destinations(position: Position, rules: BatchRules) -> Destinations:
    """Where moves end in each direction, the shuttle rule considered and the chase rule not."""
    runners = scouts(position.me, position.kind)
    walkers = mobile_pieces(position.me, position.kind)
    walls: list[Squares | None] = [None] * 4
    if rules.crossings:
        wall, back = worn_border(position, rules)
        walls = [only_if(back == direction, wall) for direction in range(4)]

    def reach(direction: int) -> Squares:
        room = without(REACH[direction], position.me)
        closed = walls[direction]
        if closed is not None:
            room = without(room, closed)
        # Scouts run on over empty squares: one, two, then four steps at a time cover the whole board.
        empty = without(room, position.opp)
        run = either(runners, both(empty, shift(runners, direction)))
        two = both(empty, shift(empty, direction))
        run = either(run, both(two, shift(run, direction, 2)))
        four = both(two, shift(two, direction, 2))
        run = either(run, both(four, shift(run, direction, 4)))
        run = either(run, both(empty, shift(run, direction)))
        return both(room, shift(either(run, walkers), direction))

    return reach(0), reach(1), reach(2), reach(3)


def count_moves(legal: Destinations) -> Array:
    """The number of legal moves."""
    return sum((bit_count(word) for squares in legal for word in squares), jnp.zeros_like(signed(legal[0][0])))


def nth_move(legal: Destinations, number: Array) -> tuple[Array, Array]:
    """The legal move with a number below their count: its direction and where it ends."""
    words = [word for squares in legal for word in squares]
    found, place, rank = jnp.zeros_like(words[0]), jnp.zeros_like(number), number
    left = number
    for i, word in enumerate(words):
        size = bit_count(word)
        here = (left >= 0) & (left < size)
        found, place, rank = jnp.where(here, word, found), jnp.where(here, i, place), jnp.where(here, left, rank)
        left = left - size
    bit = jnp.zeros_like(number)
    for half in _HALVES:
        low = bit_count((found >> unsigned(bit)) & np.uint32((1 << half) - 1))
        above = rank >= low
        bit, rank = jnp.where(above, bit + half, bit), jnp.where(above, rank - low, rank)
    return place >> 2, (place & 3) * 32 + bit
