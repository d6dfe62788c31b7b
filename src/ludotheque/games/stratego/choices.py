"""What a player may do besides moving a piece (see :mod:`~ludotheque.games.stratego.steps` for that)."""

from __future__ import annotations

from collections.abc import Sequence

from ludotheque.engine.rules import Seat
from ludotheque.games.stratego.moves import PLACES, Accept, AnyMove, Decline, Offer, Resign
from ludotheque.games.stratego.pieces import ARMIES
from ludotheque.games.stratego.state import BLUE, RED, STEP, State


def placeable(s: State, seat: Seat) -> list[AnyMove]:
    """What may go on the next square: a piece still in the box, or none while enough squares remain."""
    first = 40 * seat + 1
    used = s.kinds[first : first + s.placed[seat]]
    left = [count - used.count(kind) for kind, count in enumerate(ARMIES[s.options.army])]
    left[0] = 40 - s.placed[seat] - sum(left[1:])
    return [PLACES[kind] for kind in range(13) if left[kind] > 0]


def besides(s: State, seat: Seat) -> Sequence[AnyMove]:
    """What a side may do besides: resign at any time, offer a draw with its move, answer an offer."""
    if s.outcome is not None or seat not in (RED, BLUE):
        return ()
    moves: list[AnyMove] = [Resign()]
    if s.stack.what == STEP:
        if seat in s.stack.asked() and not s.offering and s.ply >= s.offer_from[seat]:
            moves.append(Offer())
        if s.offer == 1 - seat:
            moves += (Accept(), Decline())
    return moves
