"""The legal moves for each question: deploy, move a piece, and the moves that need no question."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from operator import sub
from typing import Final

from ludotheque.engine.bit_views import BitView
from ludotheque.engine.rules import Seat
from ludotheque.games.stratego.board import BIT, LAND, NEAR, NOT_A, NOT_J, RAYS, SQUARE
from ludotheque.games.stratego.moves import PLACES, STEPS, Accept, AnyMove, Decline, Offer, Resign, Step, Withdraw
from ludotheque.games.stratego.pieces import ARMIES
from ludotheque.games.stratego.repetition import is_chasing, is_shuttling, shuttle_limit
from ludotheque.games.stratego.state import BLUE, RED, STEP, State, has_offer

# The step that ends on a square, by the square's bit and the direction it was reached in.
_UP: Final = {BIT[b]: step for (a, b), step in STEPS.items() if b - a == 10}
_DOWN: Final = {BIT[b]: step for (a, b), step in STEPS.items() if a - b == 10}
_RIGHT: Final = {BIT[b]: step for (a, b), step in STEPS.items() if b - a == 1}
_LEFT: Final = {BIT[b]: step for (a, b), step in STEPS.items() if a - b == 1}
_REACHED: Final = (_UP, _DOWN, _RIGHT, _LEFT)
_RUNS: Final = tuple(tuple(tuple((to, STEPS[sq, to]) for to in ray) for ray in RAYS[sq]) for sq in range(100))


def placements(s: State, seat: Seat) -> list[AnyMove]:
    """The pieces that may go on the next square: those still in the box, or none while enough squares remain."""
    first = 40 * seat + 1
    used = s.kinds[first : first + s.placed[seat]]
    left = list(map(sub, ARMIES[s.options.army], map(used.count, range(13))))
    left[0] = 40 - s.placed[seat] - sum(left[1:])
    return [place for place, count in zip(PLACES, left, strict=True) if count > 0]


def can_step(s: State, seat: int) -> bool:
    """Whether any piece of ``seat`` can move."""
    mobile = s.mobile[seat]
    around = mobile << 10 | mobile >> 10 | (mobile & NOT_J) << 1 | (mobile & NOT_A) >> 1
    return bool(around & LAND & ~s.army[seat])


def steps(s: State, seat: int) -> Sequence[Step]:
    """Every step of every piece of ``seat``, attacks included, without the rules on shuttling and chasing."""
    scouts = s.scouts[seat]
    walkers = s.mobile[seat] ^ scouts
    room = LAND ^ s.army[seat]
    targets = (
        (walkers << 10) & room,
        (walkers >> 10) & room,
        ((walkers & NOT_J) << 1) & room,
        ((walkers & NOT_A) >> 1) & room,
    )
    return BitView(targets, _REACHED, _scout_steps(s, seat, scouts, room) if scouts else ())


def _scout_steps(s: State, seat: int, scouts: int, room: int) -> list[Step]:
    """The steps of scouts, which go on until something is in the way."""
    board = s.board
    first, last = (41, 80) if seat == 0 else (1, 40)
    found: list[Step] = []
    add = found.append
    for near, runs in _scout_runs(scouts):
        if near & room:
            for run in runs:
                for to, step in run:
                    token = board[to]
                    if token:
                        if first <= token <= last:
                            add(step)
                        break
                    add(step)
    return found


@lru_cache(maxsize=1024)
def _scout_runs(scouts: int) -> tuple[tuple[int, tuple[tuple[tuple[int, Step], ...], ...]], ...]:
    """The neighbours of each scout, and its runs on an empty board; cached, since scouts seldom change squares."""
    found = []
    while scouts:
        square = (scouts & -scouts).bit_length() - 1
        scouts &= scouts - 1
        found.append((NEAR[square], _RUNS[square]))
    return tuple(found)


def legal_steps(s: State, seat: int) -> Sequence[Step]:
    """The steps that the rules on shuttling and chasing allow."""
    found: Sequence[Step] = steps(s, seat)
    last = s.shuttle[seat]
    if last is not None and last.most > 1 and last.most >= shuttle_limit(s):
        found = [m for m in found if not is_shuttling(s, seat, (SQUARE[m.frm], SQUARE[m.to]))]
    chase = s.chase[seat]
    if chase is not None and chase.prey:
        board = s.board
        found = [m for m in found if board[SQUARE[m.to]] or not is_chasing(s, seat, (SQUARE[m.frm], SQUARE[m.to]))]
    return found


def free_moves(s: State, seat: Seat) -> Sequence[AnyMove]:
    """The moves that need no question: resign at any time, offer a draw with one's move, answer it or take it back."""
    if s.outcome is not None or seat not in (RED, BLUE):
        return ()
    moves: list[AnyMove] = [Resign()]
    if s.stack.what == STEP:
        if seat in s.stack.asked() and not s.offering and s.ply >= s.offer_from[seat]:
            moves.append(Offer())
        if s.offer == 1 - seat:
            moves += (Accept(), Decline())
        if has_offer(s, seat):
            moves.append(Withdraw())
    return moves
