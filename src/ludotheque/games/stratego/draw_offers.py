"""Draw offers: a draw is offered with a move, and accepted, declined, or passed over by moving on."""

from __future__ import annotations

from typing import Final

from ludotheque.engine.rules import Event, Refusal, Seat
from ludotheque.games.stratego.game_end import end_game
from ludotheque.games.stratego.moves import Accept, Decline, Declined, Offer, Offered
from ludotheque.games.stratego.state import State

DRAW: Final = "stratego.ruling.draw-offer"
OFFER_PAUSE: Final = 20
"""Moves to wait before a declined draw may be offered again."""


def refuse_draw(s: State, seat: Seat, move: Offer | Accept | Decline) -> Refusal | None:
    """Why a draw may not be offered or answered now, or None if it may."""
    if isinstance(move, Offer):
        if seat not in s.stack.asked():
            return Refusal(DRAW, "offer_with_move")
        if s.offering:
            return Refusal(DRAW, "offered_already")
        if s.ply < s.offer_from[seat]:
            return Refusal(DRAW, "offer_too_soon", {"moves": s.offer_from[seat] - s.ply})
        return None
    return None if s.offer == 1 - seat else Refusal(DRAW, "nothing_offered")


def offer_draw(s: State, _seat: Seat, _move: Offer, _events: list[Event]) -> None:
    """Offer a draw with the move that follows."""
    s.offering = True


def accept_draw(s: State, _seat: Seat, _move: Accept, events: list[Event]) -> None:
    """Accept the draw."""
    events += end_game(s, None, DRAW, "agreed")


def decline_draw(s: State, seat: Seat, _move: Decline, events: list[Event]) -> None:
    """Decline the offer, which may not be repeated for a while."""
    s.offer = None
    s.offer_from[1 - seat] = s.ply + OFFER_PAUSE
    events.append(Declined(seat))


def pass_offer(s: State, seat: Seat, events: list[Event]) -> None:
    """Decline the open offer by moving, and open the mover's own."""
    if s.offer == 1 - seat:
        decline_draw(s, seat, Decline(), events)
    if s.offering:
        s.offering = False
        s.offer = seat
        events.append(Offered(seat))
