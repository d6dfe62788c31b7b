"""The card PRESSION DE L'ARMÉE: its uses, and how it is countered.

Functions that may end a turn return True if it ends; otherwise they have put the next question.
"""

from __future__ import annotations

from msgspec.structs import replace

from ludotheque.engine.question_stack import Reaction
from ludotheque.engine.rules import Event, Seat
from ludotheque.games.politico import bargains
from ludotheque.games.politico.attacks import parry
from ludotheque.games.politico.box import ARMY, CENSURE
from ludotheque.games.politico.cards import play_card, put_back
from ludotheque.games.politico.government import (
    annul_investiture,
    ask_next_former,
    enter_government,
    fail_bid,
    form_government,
)
from ludotheque.games.politico.moves import Settled, Silent
from ludotheque.games.politico.scoring import bring_down
from ludotheque.games.politico.shared_questions import open_pressure
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


def play_army(s: State, seat: Seat, purpose: str, events: list[Event]) -> bool:
    """Play the army on one's turn."""
    play_card(s, seat, s.box.number[ARMY])
    if s.bargains.entries:
        bargains.judge_army(s, seat, purpose, 0, events)
    return open_pressure(s, Pressure(purpose, seat, (seat,)), events) and settle_pressure(s, events)


def counter_army(s: State, seat: Seat, events: list[Event]) -> bool:
    """Play an army against a vote or against the last army."""
    assert s.pressure is not None
    play_card(s, seat, s.box.number[ARMY])
    if s.bargains.entries:
        bargains.judge_army(s, seat, s.pressure.purpose, len(s.pressure.laid), events)
    pressure = replace(s.pressure, laid=(*s.pressure.laid, seat))
    return open_pressure(s, pressure, events) and settle_pressure(s, events)


def decline_to_counter(s: State, seat: Seat, events: list[Event]) -> bool:
    """Record that a seat does not counter; settle the pressure once no seat is left to ask."""
    window = s.stack.top
    assert isinstance(window, Reaction)
    events.append(Silent(seat))
    return window.record_pass(seat) and settle_pressure(s, events)


def settle_pressure(s: State, events: list[Event]) -> bool:
    """Carry out the pressure. Each army cancels the one before, so it works if their number is odd."""
    pressure = s.pressure
    assert pressure is not None
    s.pressure = None
    works = len(pressure.laid) % 2 == 1
    if pressure.laid:
        events.append(Settled(pressure.laid[0], pressure.purpose, works))
    match pressure.purpose:
        case purpose if purpose == INVESTITURE:
            return annul_investiture(s, events) if works else form_government(s, events)
        case purpose if purpose == MINORITY:
            return form_government(s, events) if works else fail_bid(s, events)
        case purpose if purpose == DEFENCE:
            return _settle_defence(s, works)
        case purpose if purpose == ENTER:
            if works:
                enter_government(s, pressure.by, events)
            return True
        case purpose if purpose == TOPPLE:
            return _topple_government(s, pressure.by, events) if works else True
        case _:
            return _settle_censure(s, pressure.by, works, events)


def _settle_defence(s: State, works: bool) -> bool:
    """Parry the attack if the army works, or ask the target for another answer."""
    if works:
        return parry(s)
    assert s.assault is not None
    s.stack.ask(s.assault.target, ANSWER)
    return False


def _topple_government(s: State, by: Seat, events: list[Event]) -> bool:
    """Bring the government down. The attacker may form the next one, then its prime minister with a second card."""
    assert s.government is not None
    pm = s.government.pm
    bring_down(s, by, "army", events)
    s.chances = (by, pm)
    return ask_next_former(s)


def _settle_censure(s: State, by: Seat, annuls: bool, events: list[Event]) -> bool:
    """Carry out a censure: its card is lost if the army annuls it, otherwise the government falls."""
    put_back(s, s.box.number[CENSURE])
    if annuls:
        s.stack.ask(by, ATTACK)
        return False
    bring_down(s, by, "censure", events)
    s.chances = (by,)
    return ask_next_former(s)
