"""What the network is shown of a game: the planes and numbers of :mod:`ludotheque.games.stratego.batch.observation`.

Here they are made from a seat's sight and what it remembers, there from many games at once; a test compares them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from ludotheque.games.stratego.board import BIT, LAND, SQUARE
from ludotheque.games.stratego.bots.learnt.recollection import Recollection
from ludotheque.games.stratego.moves import STEPS, Step
from ludotheque.games.stratego.options import CROSSINGS
from ludotheque.games.stratego.pieces import ARMIES, LETTERS, MOBILE
from ludotheque.games.stratego.sight import HIDDEN, Sight, Trips
from ludotheque.games.stratego.state import MOVED

PLANES: Final = 45
KINDS: Final = range(1, 13)
FULL: Final = ARMIES["full"]

Numbers = np.ndarray[Any, np.dtype[np.float32]]


def _action(frm: int, to: int, seat: int) -> int:
    if seat == 1:
        frm, to = 99 - frm, 99 - to
    direction = (0 if to > frm else 1) if frm % 10 == to % 10 else (2 if to > frm else 3)
    return 4 * to + direction


ACTIONS: Final[tuple[dict[Step, int], dict[Step, int]]] = (
    {step: _action(SQUARE[step.frm], SQUARE[step.to], 0) for step in STEPS.values()},
    {step: _action(SQUARE[step.frm], SQUARE[step.to], 1) for step in STEPS.values()},
)
"""The number of each move among the network's 400, for red and for blue: the square it ends on, and its direction."""


def make_planes(v: Sight, seat: int, memory: Recollection) -> Numbers:
    """The planes as numbers, [100 squares, planes], from the side of a seat."""
    own, known, hidden, moved = _find_pieces(v, seat)
    mine, theirs = sum(own), sum(known) + hidden
    odd, front = _deployment_rows(v, seat)
    facts = (memory.fled, memory.bold, memory.stayed)
    sets = [
        *own,
        mine & moved,
        mine & memory.shown,
        mine & memory.often,
        *(mine & fact for fact in facts),
        *known,
        hidden & ~moved,
        hidden & moved,
        hidden & memory.often,
        hidden & memory.often & memory.once,
        *(hidden & fact for fact in facts),
        hidden & odd,
        hidden & front,
        LAND & ~(mine | theirs),
        memory.last[1 - seat],
        memory.last[seat],
        _worn_border(v, seat),
        _prey(v.chases[seat]),
        _prey(v.chases[1 - seat]),
    ]
    packed = np.frombuffer(b"".join(squares.to_bytes(13, "little") for squares in sets), np.uint8)
    board = np.unpackbits(packed.reshape(len(sets), 13), axis=1, bitorder="little")[:, :100]
    return np.ascontiguousarray((board[:, ::-1] if seat == 1 else board).T, np.float32)


def make_numbers(v: Sight, seat: int) -> Numbers:
    """The numbers: how many of each kind are hidden, how near the limits are, how many pieces are left."""
    enemy = v.letters[40 - 40 * seat : 80 - 40 * seat]
    hidden = [(FULL[kind] - enemy.count(LETTERS[kind])) / FULL[kind] for kind in KINDS]
    mine = [token for token in v.squares if token and (token > 40) == (seat == 1)]
    theirs = sum(token > 0 for token in v.squares) - len(mine)
    mobile = sum(MOBILE[LETTERS.index(v.letters[token - 1])] for token in mine)
    rest = [v.quiet / v.options.no_fight, min(v.ply / 1000, 4), len(mine) / 40, theirs / 40, mobile / 40]
    return np.array([*hidden, *rest], np.float32)


def _find_pieces(v: Sight, seat: int) -> tuple[list[int], list[int], int, int]:
    """Own pieces and known enemies by kind, hidden enemies, and all that have moved."""
    own, known, hidden, moved = [0] * 13, [0] * 13, 0, 0
    for square, token in enumerate(v.squares):
        if not token:
            continue
        bit, letter = BIT[square], v.letters[token - 1]
        moved |= bit if int(v.marks[token - 1]) & MOVED else 0
        if (token > 40) == (seat == 1):
            own[LETTERS.index(letter)] |= bit
        elif letter == HIDDEN:
            hidden |= bit
        else:
            known[LETTERS.index(letter)] |= bit
    return own[1:], known[1:], hidden, moved


def _deployment_rows(v: Sight, seat: int) -> tuple[int, int]:
    """The pieces that began in the second or the fourth row of their side, and those from its two front rows."""
    odd = front = 0
    for square, token in enumerate(v.squares):
        if token:
            row = (token - 1) % 40 // 10
            odd |= BIT[square] if row & 1 else 0
            front |= BIT[square] if row & 2 else 0
    return odd, front


def _worn_border(v: Sight, seat: int) -> int:
    """The square that the piece moved last may not enter, since the border before it was crossed too often."""
    trips = v.trips[seat]
    if trips is None or trips.token not in v.squares:
        return 0
    limit = CROSSINGS.get(v.options.shuttle, 0)
    square = v.squares.index(trips.token)
    beyond = [_step_over(square, border) for border in _worn(trips, limit)]
    return BIT[min(beyond, key=lambda other: abs(other - square))] if beyond else 0


def _worn(trips: Trips, limit: int) -> list[int]:
    return [border for border, times in trips.crossed if times >= limit]


def _step_over(square: int, border: int) -> int:
    """The square behind a border, seen from another."""
    low, step = border // 2, 10 if border % 2 else 1
    return low + step if square <= low else low


def _prey(trail: Sequence[str]) -> int:
    """The pieces that have evaded in a chase, where they are now."""
    prey = 0
    for way in trail[1::2]:
        frm, to = way.split("-")
        prey = (prey & ~BIT[SQUARE[frm]]) | BIT[SQUARE[to]]
    return prey
