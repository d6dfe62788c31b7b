"""Sights of Stratego as arrays: planes of the board, each side looking up the board from its own back row.

``board`` has 29 planes of ten rows from the viewer's back row, each from left to right:

- 0 to 11, the viewer's pieces by rank (B to M); 12, its pieces whose rank the viewer does not see (a spectator's);
- 13 to 24, the enemy's known pieces by rank; 25, its hidden ones;
- 26, pieces that have moved; 27, pieces whose rank their enemy knows; 28, the lakes.

``tracks`` has four: how often in a row the piece that the viewer moved last, and the enemy's, has crossed the border
there, and the squares of the chase that each is in. ``lost`` counts the known pieces that have left the board.
"""

from __future__ import annotations

from typing import Final

from ludotheque.engine.sight_arrays import Layout, Part, Row, one_hot, options_part, part_of
from ludotheque.games.stratego.board import LAKES, SQUARE, owner
from ludotheque.games.stratego.draw_offers import OFFER_PAUSE
from ludotheque.games.stratego.numbers import square_seen
from ludotheque.games.stratego.options import CROSSINGS, Options
from ludotheque.games.stratego.pieces import ARMIES, LETTERS
from ludotheque.games.stratego.sight import HIDDEN, Sight
from ludotheque.games.stratego.state import MOVED, SHOWN

RANKS: Final = LETTERS[1:]
THEIRS: Final = 1 + len(RANKS)
MOVED_PLANE, SHOWN_PLANE, LAKE_PLANE = 2 * THEIRS, 2 * THEIRS + 1, 2 * THEIRS + 2
PLANES: Final = LAKE_PLANE + 1
MOST_CROSSINGS: Final = max(CROSSINGS.values())


def layout() -> Layout[Sight]:
    """The planes, then what is not on the board."""
    return Layout(
        [
            Part("board", (PLANES, 10, 10), _board),
            Part("tracks", (4, 10, 10), _tracks),
            Part("lost", (2, len(RANKS)), _lost),
            Part("to_place", (len(RANKS),), _to_place),
            Part("next_square", (40,), lambda v: one_hot(v.placed if v.placed < 40 else None, 40)),
            Part("turn", (3,), _turn),
            Part("clocks", (2,), lambda v: [part_of(v.ply, v.options.max_moves), part_of(v.quiet, v.options.no_fight)]),
            Part("draw_offers", (5,), _draw_offers),
            options_part(Options),
        ]
    )


def _me(v: Sight) -> int:
    return v.seat or 0


def _board(v: Sight) -> Row:
    planes = [0.0] * (100 * PLANES)
    me, seat, letters, marks = _me(v), v.seat, v.letters, v.marks
    for square, token in enumerate(v.squares):
        if token:
            at = square_seen(seat, square)
            letter, mark = letters[token - 1], int(marks[token - 1])
            rank = len(RANKS) if letter == HIDDEN else RANKS.index(letter)
            planes[100 * (rank if owner(token) == me else THEIRS + rank) + at] = 1.0
            if mark & MOVED:
                planes[100 * MOVED_PLANE + at] = 1.0
            if mark & SHOWN:
                planes[100 * SHOWN_PLANE + at] = 1.0
    for square in LAKES:
        planes[100 * LAKE_PLANE + square_seen(seat, square)] = 1.0
    return planes


def _tracks(v: Sight) -> Row:
    planes = [0.0] * 400
    for plane, side in enumerate((_me(v), 1 - _me(v))):
        trips = v.trips[side]
        for border, times in () if trips is None else trips.crossed:
            for square in (border // 2, border // 2 + (10 if border % 2 else 1)):
                planes[100 * plane + square_seen(v.seat, square)] = part_of(times, MOST_CROSSINGS)
        for way in v.chases[side]:
            for name in way.split("-"):
                planes[100 * (2 + plane) + square_seen(v.seat, SQUARE[name])] = 1.0
    return planes


def _lost(v: Sight) -> Row:
    """Known pieces that are not on the board. While armies deploy, none is."""
    row = [0.0] * (2 * len(RANKS))
    if not all(v.ready):
        return row
    standing = set(v.squares)
    counts = ARMIES[v.options.army]
    for token, letter in enumerate(v.letters, 1):
        if letter in RANKS and token not in standing:
            rank = RANKS.index(letter)
            row[(0 if owner(token) == _me(v) else len(RANKS)) + rank] += 1 / counts[rank + 1]
    return row


def _to_place(v: Sight) -> Row:
    """The viewer's pieces that are still in the box, while it deploys."""
    if v.seat is None or v.placed == 40:
        return [0.0] * len(RANKS)
    mine = v.letters[40 * v.seat : 40 * v.seat + v.placed]
    counts = ARMIES[v.options.army]
    return [(counts[rank + 1] - mine.count(letter)) / 8 for rank, letter in enumerate(RANKS)]


def _turn(v: Sight) -> Row:
    me = _me(v)
    return [float(v.turn == me), float(v.ready[me]), float(v.ready[1 - me])]


def _draw_offers(v: Sight) -> Row:
    me = _me(v)
    pauses = [part_of(max(0, v.offer_from[side] - v.ply), OFFER_PAUSE) for side in (me, 1 - me)]
    return [float(v.offering), float(v.offer == me), float(v.offer == 1 - me), *pauses]
