"""What a position with open ranks is worth to both sides, at a glance: for searchers that play worlds on.

The weights were fitted to who won 25 games of the strategist against itself: who threatens the other's flag, and whose
flag nobody can reach any more, says more about the end than the pieces that are left.
"""

from __future__ import annotations

from math import exp
from typing import Final

from ludotheque.games.stratego.board import BIT
from ludotheque.games.stratego.bots.outlook import APART, BESIDE
from ludotheque.games.stratego.bots.worth import strength, worths
from ludotheque.games.stratego.pieces import BOMB, FIGHT, FLAG, MINER, MOBILE, WON
from ludotheque.games.stratego.state import State

MATERIAL: Final = 1.9
"""The weight of the share of the strength by which a side is ahead."""
SIEGE: Final = 2.2
"""The weight of an enemy next to our flag that can open the way to it, or take it."""
NEARER: Final = 0.8
"""The share of that for each step it is further away."""
SAFE: Final = 2.4
"""The weight of a flag behind bombs once the enemy has no miner left."""
LOOSE: Final = 0.017
"""The weight of the worth of the best piece that the side to move can take at once."""


def worth(s: State) -> tuple[float, float]:
    """The expected result for each seat, from 0, lost, to 1, won; both add up to 1."""
    if s.outcome is not None:
        places = s.outcome.places
        red = 0.5 if places[0] == places[1] else float(places[0] == 1)
        return red, 1.0 - red
    red = 1.0 / (1.0 + exp(-_lead(s)))
    return red, 1.0 - red


def features(s: State) -> tuple[float, float, float, float]:
    """What speaks for red: material, sieges, safe flags and the piece that can be taken at once."""
    counts: list[list[int]] = [[0] * 13, [0] * 13]
    flags = [-1, -1]
    kinds = s.kinds
    squares: tuple[list[tuple[int, int]], list[tuple[int, int]]] = ([], [])
    for square, token in enumerate(s.board):
        if 0 < token <= 80:
            side, kind = int(token > 40), kinds[token]
            counts[side][kind] += 1
            if kind == FLAG:
                flags[side] = square
            elif MOBILE[kind]:
                squares[side].append((square, kind))
    worth_of = worths(counts[0], counts[1]), worths(counts[1], counts[0])
    red, blue = strength(counts[0], worth_of[0]), strength(counts[1], worth_of[1])
    siege, safe = [0.0, 0.0], [0.0, 0.0]
    for side in (0, 1):
        flag = flags[side]
        if flag < 0:
            continue
        closed = all(s.army[side] & BIT[beside] and kinds[s.board[beside]] == BOMB for beside in BESIDE[flag])
        apart = APART[flag]
        steps = min((apart[square] for square, kind in squares[1 - side] if not closed or kind == MINER), default=99)
        siege[side] = NEARER ** (steps - 1)
        safe[side] = float(closed and not counts[1 - side][MINER])
    turn = s.stack.asked()[0] if s.stack.frames else 0
    loose = _best_capture(s, turn, squares[turn], worth_of[1 - turn])
    return (
        (red - blue) / max(red + blue, 1.0),
        siege[1] - siege[0],
        safe[0] - safe[1],
        loose if turn == 0 else -loose,
    )


def _best_capture(s: State, turn: int, squares: list[tuple[int, int]], worth_of: list[float]) -> float:
    """The worth of the best piece that the side to move can take at once, the flag aside."""
    foes, board, kinds = s.army[1 - turn], s.board, s.kinds
    best = 0.0
    for square, kind in squares:
        for beside in BESIDE[square]:
            if foes & BIT[beside]:
                other = kinds[board[beside]]
                if FIGHT[kind][other] == WON and worth_of[other] > best:
                    best = worth_of[other]
    return best


def _lead(s: State) -> float:
    material, siege, safe, loose = features(s)
    return MATERIAL * material + SIEGE * siege + SAFE * safe + LOOSE * loose
