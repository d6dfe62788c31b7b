"""Questions put to several players at once. Who is asked follows from what all can see: who holds any card at all."""

from __future__ import annotations

from ludotheque.engine.frames import Vote, around
from ludotheque.engine.rules import Event, Seat
from ludotheque.games.politico.moves import Pressed, VoteOpened
from ludotheque.games.politico.state import COUNTER, Pressure, State, ask_all


def holding(s: State, besides: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """The players who hold cards, in turn, but for some."""
    hands = s.hands
    return tuple([seat for seat in around(s.seat, s.players) if seat not in besides and any(hands[seat])])


def open_pressure(s: State, pressure: Pressure, events: list[Event]) -> bool:
    """Anybody but whoever laid the last card may lay a PRESSION DE L'ARMÉE now; True if nobody is left to ask."""
    s.pressure = pressure
    if pressure.laid:
        events.append(Pressed(pressure.laid[-1], pressure.purpose, len(pressure.laid)))
    seats = holding(s, pressure.laid[-1:])
    if seats:
        ask_all(s, seats, COUNTER)
    return not seats


def open_vote(s: State, subject: str, by: Seat, weights: tuple[int, ...], events: list[Event]) -> None:
    """Everybody votes whose vote weighs anything. The question below is put again afterwards."""
    events.append(VoteOpened(subject, by, weights))
    s.stack.open(Vote(voters(weights), subject))


def voters(weights: tuple[int, ...]) -> dict[Seat, int]:
    """Those who are asked to vote, and what they weigh: nobody without deputies."""
    return {seat: weight for seat, weight in enumerate(weights) if weight}
