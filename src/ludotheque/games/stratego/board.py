"""The board: squares, neighbours and lines, computed once.

A square is a number from 0 (a1, red's left corner) to 99 (j10); a set of squares is one integer with a bit per
square. A *border* lies between two neighbouring squares: it is what a shuttling piece crosses again and again.
"""

from __future__ import annotations

from typing import Final

from ludotheque.games.stratego.pieces import BOX

NAMES: Final = tuple(f"{column}{row}" for row in range(1, 11) for column in "abcdefghij")
SQUARE: Final = {name: square for square, name in enumerate(NAMES)}
LAKES: Final = tuple(SQUARE[name] for name in BOX["board"]["lakes"])

BIT: Final = tuple(1 << square for square in range(100))
LAND: Final = sum(BIT) - sum(BIT[square] for square in LAKES)
NOT_A: Final = sum(BIT[square] for square in range(100) if square % 10 != 0)
NOT_J: Final = sum(BIT[square] for square in range(100) if square % 10 != 9)


def _ray(square: int, across: int, up: int) -> tuple[int, ...]:
    """The land squares from ``square`` to the edge or the water, in one direction."""
    found = []
    column, row = square % 10 + across, square // 10 + up
    while 0 <= column < 10 and 0 <= row < 10 and LAND & BIT[row * 10 + column]:
        found.append(row * 10 + column)
        column, row = column + across, row + up
    return tuple(found)


RAYS: Final = tuple(
    tuple(ray for ray in (_ray(sq, 0, 1), _ray(sq, 0, -1), _ray(sq, -1, 0), _ray(sq, 1, 0)) if ray)
    if LAND & BIT[sq]
    else ()
    for sq in range(100)
)
"""From each square, the squares met in each direction, nearest first."""
NEAR: Final = tuple(sum(BIT[ray[0]] for ray in RAYS[sq]) for sq in range(100))
"""The neighbours of each square, as a set."""


def _borders(a: int, b: int) -> tuple[int, ...]:
    """The borders crossed on the straight line between two squares, named by their lower square and direction."""
    low, high = min(a, b), max(a, b)
    step = 10 if (high - low) % 10 == 0 else 1
    return tuple(square * 2 + (step == 10) for square in range(low, high, step))


LINES: Final = {(sq, to): _borders(sq, to) for sq in range(100) for ray in RAYS[sq] for to in ray}
"""For every straight line over land, the borders it crosses."""

HOME: Final = (tuple(range(40)), tuple(99 - i for i in range(40)))
"""Each side's forty squares, from its own back row, left to right as its owner sits."""
START: Final = (-1, *HOME[0], *HOME[1])
"""The first square of each token. Tokens 1 to 40 are red's and 41 to 80 blue's, in the order of HOME."""
WATER: Final = 255
"""What the board holds on a lake's squares: neither empty nor a token."""


def owner(token: int) -> int:
    """The side that owns a token."""
    return 0 if token <= 40 else 1


def square_names(squares: int) -> list[str]:
    """The names of a set of squares.

    >>> square_names(NEAR[SQUARE["b5"]])
    ['b4', 'a5', 'b6']
    """
    return [NAMES[square] for square in range(100) if squares & BIT[square]]
