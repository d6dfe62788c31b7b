"""Sets of squares for many games at once: four 32-bit words a game, one bit a square.

Square ``q`` (0 to 99, as in :mod:`ludotheque.games.stratego.board`) is bit ``q & 31`` of word ``q >> 5``. Each word
is an array with one number for every game, so that each function below works on all games in a handful of operations,
which XLA fuses into one kernel with whatever stands before and behind them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.experimental.layout import Layout, with_layout_constraint

from ludotheque.games.stratego import board

Array = jax.Array
Squares = tuple[Any, Any, Any, Any]
"""A set of squares in every game: four words each, as arrays or as constants."""
Flags = Array
"""A truth value in every game."""

UP, DOWN, RIGHT, LEFT = 0, 1, 2, 3
DELTA: Final = (10, -10, 1, -1)
"""What a step in each direction adds to a square."""
WORDS: Final = 4
FULL: Final = np.uint32(0xFFFFFFFF)
ZERO: Final = np.uint32(0)
ONE: Final = np.uint32(1)


def constant(squares: int) -> Squares:
    """The same set in every game, from one integer with a bit a square."""
    a, b, c, d = (np.uint32((squares >> (32 * i)) & 0xFFFFFFFF) for i in range(WORDS))
    return a, b, c, d


LAND: Final = constant(board.LAND)
NOT_A: Final = constant(board.NOT_A)
NOT_J: Final = constant(board.NOT_J)
REACH: Final = (LAND, LAND, constant(board.LAND & board.NOT_A), constant(board.LAND & board.NOT_J))
"""Where a step in each direction may end: on land, and not around the edge of the board."""
_COLUMN_A: Final = constant(sum(1 << (10 * row) for row in range(10)))


def unsigned(x: Any) -> Array:
    """As 32-bit words."""
    return jnp.asarray(x).astype(jnp.uint32)


def signed(x: Any) -> Array:
    """As 32-bit signed numbers."""
    return jnp.asarray(x).astype(jnp.int32)


def map_words(function: Callable[..., Any], *sets: Sequence[Any]) -> Squares:
    """Apply a function to the words of sets, one word after another."""
    a, b, c, d = (function(*words) for words in zip(*sets, strict=True))
    return a, b, c, d


def both(a: Squares, b: Squares) -> Squares:
    """The squares in both sets."""
    return map_words(lambda x, y: x & y, a, b)


def either(a: Squares, b: Squares) -> Squares:
    """The squares in either set."""
    return map_words(lambda x, y: x | y, a, b)


def one_of(a: Squares, b: Squares) -> Squares:
    """The squares in exactly one of the sets."""
    return map_words(lambda x, y: x ^ y, a, b)


def without(a: Squares, b: Squares) -> Squares:
    """The squares of the first set that are not in the second."""
    return map_words(lambda x, y: x & ~y, a, b)


def only_if(condition: Flags, a: Squares) -> Squares:
    """The set where the condition holds, elsewhere none."""
    return map_words(lambda x: jnp.where(condition, x, ZERO), a)


def choose(condition: Flags, a: Squares, b: Squares) -> Squares:
    """The first set where the condition holds, elsewhere the second."""
    return map_words(lambda x, y: jnp.where(condition, x, y), a, b)


def is_any(a: Squares) -> Flags:
    """Whether the set has a square."""
    return jnp.asarray((a[0] | a[1] | a[2] | a[3]) != ZERO)


def meets(a: Squares, b: Squares) -> Flags:
    """Whether the sets have a square in common."""
    return is_any(both(a, b))


def pack(sets: Sequence[Squares]) -> Array:
    """Sets as one array, [games, sets, 4].

    Laid out set by set before it is turned round: neighbouring threads of a graphics card then compute the same set of
    neighbouring games. Game by game, each computes another set, and they wait for each other: 20 times as slow.
    """
    words = jnp.stack(jnp.broadcast_arrays(*(word for squares in sets for word in squares)))
    by_game: Array = with_layout_constraint(words, Layout((0, 1))).T  # type: ignore[no-untyped-call]
    return by_game.reshape(by_game.shape[0], len(sets), WORDS)


def bit_count(word: Any) -> Array:
    """The number of bits of one word."""
    return lax.population_count(signed(word))


def count(a: Squares) -> Array:
    """The number of squares in a set."""
    return bit_count(a[0]) + bit_count(a[1]) + bit_count(a[2]) + bit_count(a[3])


def high_bit(word: Any) -> Array:
    """The number of a word's highest bit; -1 for none."""
    return 31 - lax.clz(signed(word))


def shift(a: Squares, direction: int, steps: int = 1) -> Squares:
    """The set moved by some steps in a direction. At the edge of a row it wraps around: mask with ``REACH``."""
    distance = DELTA[direction] * steps
    return _shift_up(a, distance) if distance > 0 else _shift_down(a, -distance)


def _shift_up(a: Squares, distance: int) -> Squares:
    whole, part = divmod(distance, 32)

    def word(i: int) -> Any:
        high = a[i - whole] if i >= whole else None
        low = a[i - whole - 1] if i > whole else None
        if high is None:
            return jnp.zeros_like(a[0])
        if part == 0 or low is None:
            return high << np.uint32(part)
        return (high << np.uint32(part)) | (low >> np.uint32(32 - part))

    return word(0), word(1), word(2), word(3)


def _shift_down(a: Squares, distance: int) -> Squares:
    whole, part = divmod(distance, 32)

    def word(i: int) -> Any:
        low = a[i + whole] if i + whole < WORDS else None
        high = a[i + whole + 1] if i + whole + 1 < WORDS else None
        if low is None:
            return jnp.zeros_like(a[0])
        if part == 0 or high is None:
            return low >> np.uint32(part)
        return (low >> np.uint32(part)) | (high << np.uint32(32 - part))

    return word(0), word(1), word(2), word(3)


def around(a: Squares) -> Squares:
    """The neighbours of all squares of a set, water included."""
    vertical = either(shift(a, UP), shift(a, DOWN))
    horizontal = either(both(shift(a, RIGHT), NOT_A), both(shift(a, LEFT), NOT_J))
    return either(vertical, horizontal)


def square_bit(square: Array) -> Squares:
    """The set of one square, given by number."""
    word, bit = square >> 5, ONE << unsigned(square & 31)
    a, b, c, d = (jnp.where(word == i, bit, ZERO) for i in range(WORDS))
    return a, b, c, d


def square_of(a: Squares) -> Array:
    """The number of the one square of a set."""
    base = jnp.where(a[1] != ZERO, 32, 0) + jnp.where(a[2] != ZERO, 64, 0) + jnp.where(a[3] != ZERO, 96, 0)
    return base + high_bit(a[0] | a[1] | a[2] | a[3])


def row_of(square: Array) -> Array:
    """The row of a square: a tenth of its number, without a division."""
    return (square * 205) >> 11


def read_number(planes: Sequence[Squares], square: Squares) -> Array:
    """The number that the planes hold on one square: plane ``i`` is its bit ``i``."""
    number = jnp.zeros_like(square[0], dtype=jnp.int32)
    for i, plane in enumerate(planes):
        number = number | jnp.where(meets(plane, square), 1 << i, 0)
    return number


def is_number(planes: Sequence[Squares], number: int, within: Squares) -> Squares:
    """The squares of a set on which the planes hold this number."""
    found = within
    for i, plane in enumerate(planes):
        found = both(found, plane) if (number >> i) & 1 else without(found, plane)
    return found


def nearest_behind(a: Squares, direction: Array, square: Array) -> Array:
    """The square of the set that is met first, going from a square against a direction."""
    word, bit = square >> 5, ONE << unsigned(square & 31)
    column = unsigned(square - 10 * row_of(square))
    below, vertical = (direction & 1) == 0, direction < 2
    met = []
    for i in range(WORDS):
        before = jnp.where(word == i, bit - ONE, jnp.where(word > i, FULL, ZERO))
        behind = jnp.where(word == i, ~(bit | (bit - ONE)), jnp.where(word < i, FULL, ZERO))
        line = _COLUMN_A[i] << column
        if i:
            line = line | ((_COLUMN_A[i - 1] >> ONE) >> (np.uint32(31) - column))
        met.append(a[i] & jnp.where(below, before, behind) & jnp.where(vertical, line, FULL))
    n0, n1, n2, n3 = (words != ZERO for words in met)
    high = jnp.where(n3, met[3], jnp.where(n2, met[2], jnp.where(n1, met[1], met[0])))
    high_base = jnp.where(n3, 96, jnp.where(n2, 64, jnp.where(n1, 32, 0)))
    low = jnp.where(n0, met[0], jnp.where(n1, met[1], jnp.where(n2, met[2], met[3])))
    low_base = jnp.where(n0, 0, jnp.where(n1, 32, jnp.where(n2, 64, 96)))
    found = jnp.where(below, high, low & (~low + ONE))
    return jnp.where(below, high_base, low_base) + high_bit(found)
