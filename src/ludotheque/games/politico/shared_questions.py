"""Questions put to several seats at once. Who is asked follows from public facts: who holds any card at all."""

from __future__ import annotations

from ludotheque.engine.frames import Vote, clockwise_from
from ludotheque.engine.rules import Event, Seat
from ludotheque.games.politico.moves import Pressed, VoteOpened
from ludotheque.games.politico.state import COUNTER, Pressure, State, ask_seats


def seats_with_cards(s: State, besides: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """The seats that hold cards, in turn, except some."""
    hands = s.hands
    return tuple([seat for seat in clockwise_from(s.seat, s.players) if seat not in besides and any(hands[seat])])


def open_pressure(s: State, pressure: Pressure, events: list[Event]) -> bool:
    """Ask all seats but the last to play whether they counter with an army; True if there is none to ask."""
    s.pressure = pressure
    if pressure.laid:
        events.append(Pressed(pressure.laid[-1], pressure.purpose, len(pressure.laid)))
    seats = seats_with_cards(s, pressure.laid[-1:])
    if seats:
        ask_seats(s, seats, COUNTER)
    return not seats


def open_vote(s: State, subject: str, by: Seat, weights: tuple[int, ...], events: list[Event]) -> None:
    """Ask every seat with votes for its ballot. The question below is put again afterwards."""
    events.append(VoteOpened(subject, by, weights))
    s.stack.open(Vote(voters(weights), subject))


def voters(weights: tuple[int, ...]) -> dict[Seat, int]:
    """The seats that vote, with their weights; seats without deputies do not."""
    return {seat: weight for seat, weight in enumerate(weights) if weight}
