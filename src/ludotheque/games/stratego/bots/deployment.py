"""Deployment of the strategist: a camp for the flag, and a square for every other piece.

A set-up is drawn at random: the flag's camp is one of a family (usually the back row, behind bombs), the other bombs
make a decoy camp or strengthen the second line, and every rank prefers some rows. Two things never happen in a set-up
drawn whole: a side of the flag is left open, and a movable piece is walled in for good. Pieces that are already on the
board are kept and completed, so a set-up begun by another player is completed as well as it can be.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from ludotheque.engine.chance import Chance, pick
from ludotheque.games.stratego.pieces import ARMIES, BOMB, EMPTY, FLAG, MARSHAL, MINER, SCOUT, SPY

SERGEANT, LIEUTENANT, CAPTAIN, MAJOR, COLONEL, GENERAL = 5, 6, 7, 8, 9, 10

# Squares are numbered as one deploys: 0 to 9 the back row from the left, 30 to 39 the front.
Camp = tuple[int, ...]
"""A flag's square, then those of the bombs around it. A side without a bomb is held by a miner."""

_LEFT_CAMPS: Final[dict[str, tuple[Camp, ...]]] = {
    "full": (
        (0, 1, 10),  # the corner
        (0, 1, 10),
        (1, 0, 2, 11),
        (1, 0, 2, 11),
        (2, 1, 3, 12),
        (3, 2, 4, 13),
        (4, 3, 5, 14),
        (0, 1, 2, 10, 11),  # a corner with a second wall
        (10, 0, 11, 20),  # the second row, rarely
    ),
    # Two bombs close only a corner. Elsewhere a miner stays on the back row beside the flag.
    "training": ((0, 1, 10), (0, 1, 10), (0, 1, 10), (1, 2, 11), (2, 3, 12)),
}


def _mirrored(camp: Camp) -> Camp:
    return tuple(square - square % 10 + 9 - square % 10 for square in camp)


CAMPS: Final = {army: left + tuple(map(_mirrored, left)) for army, left in _LEFT_CAMPS.items()}
DECOYS: Final[tuple[Camp, ...]] = ((0, 10), (9, 19), (1, 11), (8, 18), (4, 14), (5, 15), (6, 16), (3, 13))
"""Pairs of bombs that look as if they guarded something."""

PREFERENCES: Final[dict[int, tuple[int, int, int, int]]] = {
    # The preference of a kind for each row, from the back to the front.
    BOMB: (2, 6, 5, 0),
    MARSHAL: (0, 4, 6, 3),
    GENERAL: (0, 4, 6, 4),
    COLONEL: (1, 5, 6, 5),
    SPY: (1, 6, 5, 0),
    MAJOR: (1, 4, 6, 5),
    CAPTAIN: (1, 3, 5, 6),
    MINER: (8, 4, 2, 1),
    SCOUT: (2, 4, 3, 9),
    LIEUTENANT: (1, 3, 5, 6),
    SERGEANT: (4, 5, 3, 2),
}
"""The kinds in the order they are placed: bombs that guard nothing first, so that none is left for the front row."""

LANES: Final = frozenset(column + 30 for column in (0, 1, 4, 5, 8, 9))
"""The front squares that no lake faces, where a game is opened."""
HEAVY: Final = frozenset((MARSHAL, GENERAL))
FIXED: Final = frozenset((BOMB, FLAG))


def deploy(army: str, fixed: Sequence[int], rng: Chance) -> list[int]:
    """Forty kinds, the first of them as ``fixed`` has them."""
    kinds = [*fixed, *[EMPTY] * (40 - len(fixed))]
    box = [count - fixed.count(kind) for kind, count in enumerate(ARMIES[army])]
    box[EMPTY] = 0
    open_squares = set(range(len(fixed), 40))

    def put(kind: int, square: int) -> None:
        kinds[square] = kind
        box[kind] -= 1
        open_squares.discard(square)

    for square, kind in _place_camp(army, kinds, box, open_squares, rng):
        put(kind, square)
    if box[BOMB] >= 2 and rng.below(3):
        decoys = [
            pair
            for pair in DECOYS
            if open_squares.issuperset(pair) and _is_apart(pair, kinds) and not walls_in(kinds, pair)
        ]
        for square in pick(rng, decoys) if decoys else ():
            put(BOMB, square)
    for kind in PREFERENCES:
        while box[kind] > 0:
            put(kind, _choose_square(kind, kinds, open_squares, rng))
    return kinds


def _place_camp(
    army: str, kinds: Sequence[int], box: Sequence[int], free: set[int], rng: Chance
) -> list[tuple[int, int]]:
    """Place the flag and its guards, as far as they are not placed yet."""
    if not box[FLAG]:
        return _guard_squares(kinds.index(FLAG), box, free)
    camps = [
        camp
        for camp in CAMPS[army]
        if camp[0] in free
        and all(square in free or kinds[square] == BOMB for square in camp[1:])
        and sum(square in free for square in camp[1:]) <= box[BOMB]
    ]
    if not camps:  # too late for a camp: the flag goes as far back as it still can
        flag = min(free)
        return [(flag, FLAG), *_guard_squares(flag, box, free - {flag})]
    flag, *bombs = pick(rng, camps)
    guards = [(square, BOMB) for square in bombs if square in free]
    sides = [square for square in neighbours(flag) if square not in bombs and square in free]
    return [(flag, FLAG), *guards, *((square, MINER) for square in sides[: box[MINER]])]


def _guard_squares(flag: int, box: Sequence[int], free: set[int]) -> list[tuple[int, int]]:
    """Bombs for the open sides of a flag, as many as there are."""
    sides = [square for square in neighbours(flag) if square in free]
    return [(square, BOMB) for square in sides[: box[BOMB]]]


def walls_in(kinds: Sequence[int], bombs: Iterable[int] = ()) -> bool:
    """Whether a square that flag and bombs leave, with these bombs too, has no way out to the middle of the board.

    A piece there could never take part, not even once all the others have gone.
    """
    fixed = {square for square in range(40) if kinds[square] in FIXED}.union(bombs)
    reached = {square for square in LANES if square not in fixed}
    edge = list(reached)
    while edge:
        for square in neighbours(edge.pop()):
            if square not in fixed and square not in reached:
                reached.add(square)
                edge.append(square)
    return len(fixed) + len(reached) < 40


def _is_apart(squares: Iterable[int], kinds: Sequence[int]) -> bool:
    """Whether none of these squares touches the flag's."""
    beside = neighbours(kinds.index(FLAG))
    return not any(square in beside for square in squares)


def _choose_square(kind: int, kinds: Sequence[int], free: set[int], rng: Chance) -> int:
    """A square for a piece, drawn by its preferences; for a bomb one that walls nothing in, if there is any."""
    squares = sorted(free)
    weights = [_preference(kind, square, kinds) for square in squares]
    careful = kind == BOMB and not walls_in(kinds)
    while any(weights):
        place = _draw_weighted(weights, rng)
        if not (careful and walls_in(kinds, [squares[place]])):
            return squares[place]
        weights[place] = 0
    # No preferred square is left: any other, for bombs one that walls nothing in.
    harmless = [square for square in squares if not (careful and walls_in(kinds, [square]))]
    return pick(rng, harmless or squares)


def _draw_weighted(weights: Sequence[int], rng: Chance) -> int:
    """One of these places, drawn by weight."""
    drawn = rng.below(sum(weights))
    for place, weight in enumerate(weights):
        drawn -= weight
        if drawn < 0:
            return place
    raise AssertionError("a number below the sum of the weights falls on one of them")


def _preference(kind: int, square: int, kinds: Sequence[int]) -> int:
    """The preference of a kind for a square: by its row, then by its neighbours."""
    weight = 20 * PREFERENCES[kind][square // 10]
    if kind in HEAVY and any(kinds[other] in HEAVY for other in range(40) if _same_wing(square, other)):
        weight //= 12  # marshal and general on different wings
    if kind == SPY and any(kinds[other] in HEAVY for other in neighbours(square)):
        weight *= 4  # the spy takes a marshal that attacks the general
    if kind == COLONEL and any(kinds[other] == COLONEL for other in range(40) if _same_wing(square, other)):
        weight //= 4
    if kind == BOMB and square + 10 in LANES:
        weight //= 3  # a bomb behind a lane blocks our own pieces
    if square in LANES and kind in (MINER, SERGEANT):
        weight //= 4
    return weight


def _same_wing(square: int, other: int) -> bool:
    return (square % 10 < 5) == (other % 10 < 5)


def neighbours(square: int) -> list[int]:
    """The deployment squares next to one, from the back."""
    column = square % 10
    beside = (square - 10, square - 1 if column else -1, square + 1 if column < 9 else -1, square + 10)
    return [other for other in beside if 0 <= other < 40]
