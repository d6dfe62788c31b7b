"""Draw offers: a draw is offered with a move, then accepted, declined, passed over by moving on, or taken back."""

from __future__ import annotations

from typing import Final

from ludotheque.engine.rules import Event, Refusal, Seat
from ludotheque.games.stratego.game_end import end_game
from ludotheque.games.stratego.moves import Accept, Decline, Declined, Offer, Offered, Withdraw, Withdrawn
from ludotheque.games.stratego.state import State, has_offer

DRAW: Final = "stratego.ruling.draw-offer"
OFFER_PAUSE: Final = 20
"""Moves to wait before a draw that was declined or taken back may be offered again."""


def refuse_draw(s: State, seat: Seat, move: Offer | Accept | Decline | Withdraw) -> Refusal | None:
    """Why a draw may not be offered, answered or taken back now, or None if it may."""
    if isinstance(move, Offer):
        if seat not in s.stack.asked():
            return Refusal(DRAW, "offer_with_move")
        if s.offering:
            return Refusal(DRAW, "offered_already")
        if s.ply < s.offer_from[seat]:
            return Refusal(DRAW, "offer_too_soon", {"moves": s.offer_from[seat] - s.ply})
        return None
    if isinstance(move, Withdraw):
        return None if has_offer(s, seat) else Refusal(DRAW, "nothing_to_withdraw")
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


def withdraw_offer(s: State, seat: Seat, _move: Withdraw, events: list[Event]) -> None:
    """Take one's offer back. The opponent learns of it, and the pause begins, only if the offer had been made."""
    if s.offer == seat:
        s.offer = None
        s.offer_from[seat] = s.ply + OFFER_PAUSE
        events.append(Withdrawn(seat))
    else:
        s.offering = False


def pass_offer(s: State, seat: Seat, events: list[Event]) -> None:
    """Decline the open offer by moving, and open the mover's own."""
    if s.offer == 1 - seat:
        decline_draw(s, seat, Decline(), events)
    if s.offering:
        s.offering = False
        s.offer = seat
        events.append(Offered(seat))
