"""The legal moves for each question: deploy, move a piece, and the moves that need no question."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ludotheque.engine.rules import Seat
from ludotheque.games.stratego.board import BIT, LAND, NOT_A, NOT_J, RAYS, SQUARE
from ludotheque.games.stratego.moves import PLACES, STEPS, Accept, AnyMove, Decline, Offer, Resign, Step, Withdraw
from ludotheque.games.stratego.pieces import ARMIES
from ludotheque.games.stratego.repetition import is_chasing, is_shuttling, shuttle_limit
from ludotheque.games.stratego.state import BLUE, RED, STEP, State, has_offer

# The step that ends on a square, by the square's bit and the direction it was reached in.
_UP: Final = {BIT[b]: step for (a, b), step in STEPS.items() if b - a == 10}
_DOWN: Final = {BIT[b]: step for (a, b), step in STEPS.items() if a - b == 10}
_RIGHT: Final = {BIT[b]: step for (a, b), step in STEPS.items() if b - a == 1}
_LEFT: Final = {BIT[b]: step for (a, b), step in STEPS.items() if a - b == 1}
_RUNS: Final = tuple(tuple(tuple((to, STEPS[sq, to]) for to in ray) for ray in RAYS[sq]) for sq in range(100))


def placements(s: State, seat: Seat) -> list[AnyMove]:
    """The pieces that may go on the next square: those still in the box, or none while enough squares remain."""
    first = 40 * seat + 1
    used = s.kinds[first : first + s.placed[seat]]
    left = [count - used.count(kind) for kind, count in enumerate(ARMIES[s.options.army])]
    left[0] = 40 - s.placed[seat] - sum(left[1:])
    return [PLACES[kind] for kind in range(13) if left[kind] > 0]


def can_step(s: State, seat: int) -> bool:
    """Whether any piece of ``seat`` can move."""
    mobile = s.mobile[seat]
    around = mobile << 10 | mobile >> 10 | (mobile & NOT_J) << 1 | (mobile & NOT_A) >> 1
    return bool(around & LAND & ~s.army[seat])


def steps(s: State, seat: int) -> list[Step]:
    """Every step of every piece of ``seat``, attacks included, without the rules on shuttling and chasing."""
    scouts = s.scouts[seat]
    walkers = s.mobile[seat] ^ scouts
    room = LAND & ~s.army[seat]
    found: list[Step] = []
    add = found.append
    targets = (walkers << 10) & room
    while targets:
        bit = targets & -targets
        add(_UP[bit])
        targets ^= bit
    targets = (walkers >> 10) & room
    while targets:
        bit = targets & -targets
        add(_DOWN[bit])
        targets ^= bit
    targets = ((walkers & NOT_J) << 1) & room
    while targets:
        bit = targets & -targets
        add(_RIGHT[bit])
        targets ^= bit
    targets = ((walkers & NOT_A) >> 1) & room
    while targets:
        bit = targets & -targets
        add(_LEFT[bit])
        targets ^= bit
    if scouts:
        _add_scout_steps(s, seat, scouts, found)
    return found


def _add_scout_steps(s: State, seat: int, scouts: int, found: list[Step]) -> None:
    """Add the steps of scouts, which go on until something is in the way."""
    board = s.board
    first, last = (41, 80) if seat == 0 else (1, 40)
    add = found.append
    while scouts:
        bit = scouts & -scouts
        scouts ^= bit
        for run in _RUNS[bit.bit_length() - 1]:
            for to, step in run:
                token = board[to]
                if token:
                    if first <= token <= last:
                        add(step)
                    break
                add(step)


def legal_steps(s: State, seat: int) -> list[Step]:
    """The steps that the rules on shuttling and chasing allow."""
    found = steps(s, seat)
    last = s.shuttle[seat]
    if last is not None:
        limit = shuttle_limit(s)
        for _, times in last.crossed:
            if times >= limit:
                found = [m for m in found if not is_shuttling(s, seat, (SQUARE[m.frm], SQUARE[m.to]))]
                break
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
