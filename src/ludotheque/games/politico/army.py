"""The card PRESSION DE L'ARMÉE: its uses, and how it is countered.

Functions that may end a turn return True if it ends; otherwise they have put the next question.
"""

from __future__ import annotations

from msgspec.structs import replace

from ludotheque.engine.frames import Reaction
from ludotheque.engine.rules import Event, Seat
from ludotheque.games.politico.attacks import parried
from ludotheque.games.politico.box import ARMY, CENSURE
from ludotheque.games.politico.cards import put_back, spend
from ludotheque.games.politico.government import annulled, enter, failed, formed, next_chance
from ludotheque.games.politico.moves import Settled, Silent
from ludotheque.games.politico.scoring import bring_down
from ludotheque.games.politico.state import (
    ANSWER,
    ATTACK,
    DEFENCE,
    ENTER,
    INVESTITURE,
    MINORITY,
    TOPPLE,
    Pressure,
    State,
)
from ludotheque.games.politico.windows import open_pressure


def press(s: State, seat: Seat, purpose: str, events: list[Event]) -> bool:
    """Play the army on one's turn."""
    spend(s, seat, s.box.number[ARMY])
    return open_pressure(s, Pressure(purpose, seat, (seat,)), events) and settle(s, events)


def counter(s: State, seat: Seat, events: list[Event]) -> bool:
    """Play an army against a vote or against the last army."""
    assert s.pressure is not None
    spend(s, seat, s.box.number[ARMY])
    pressure = replace(s.pressure, laid=(*s.pressure.laid, seat))
    return open_pressure(s, pressure, events) and settle(s, events)


def let_be(s: State, seat: Seat, events: list[Event]) -> bool:
    """Record that a seat does not counter; settle the pressure once no seat is left to ask."""
    window = s.stack.top
    assert isinstance(window, Reaction)
    events.append(Silent(seat))
    return window.passes(seat) and settle(s, events)


def settle(s: State, events: list[Event]) -> bool:
    """Carry out the pressure. Each army cancels the one before, so it works if their number is odd."""
    pressure = s.pressure
    assert pressure is not None
    s.pressure = None
    works = len(pressure.laid) % 2 == 1
    if pressure.laid:
        events.append(Settled(pressure.laid[0], pressure.purpose, works))
    match pressure.purpose:
        case purpose if purpose == INVESTITURE:
            return annulled(s, events) if works else formed(s, events)
        case purpose if purpose == MINORITY:
            return formed(s, events) if works else failed(s, events)
        case purpose if purpose == DEFENCE:
            return _defended(s, works)
        case purpose if purpose == ENTER:
            if works:
                enter(s, pressure.by, events)
            return True
        case purpose if purpose == TOPPLE:
            return _topple(s, pressure.by, events) if works else True
        case _:
            return _censure(s, pressure.by, works, events)


def _defended(s: State, works: bool) -> bool:
    """Parry the attack if the army works, or ask the target for another answer."""
    if works:
        return parried(s)
    assert s.assault is not None
    s.stack.ask(s.assault.target, ANSWER)
    return False


def _topple(s: State, by: Seat, events: list[Event]) -> bool:
    """Bring the government down. The attacker may form the next one, then its prime minister with a second card."""
    assert s.government is not None
    pm = s.government.pm
    bring_down(s, by, "army", events)
    s.chances = (by, pm)
    return next_chance(s)


def _censure(s: State, by: Seat, annuls: bool, events: list[Event]) -> bool:
    """Carry out a censure: its card is lost if the army annuls it, otherwise the government falls."""
    put_back(s, s.box.number[CENSURE])
    if annuls:
        s.stack.ask(by, ATTACK)
        return False
    bring_down(s, by, "censure", events)
    s.chances = (by,)
    return next_chance(s)
