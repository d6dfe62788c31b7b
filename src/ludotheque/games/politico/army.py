"""PRESSION DE L'ARMÉE: what it is for, and how it is countered. What ends a turn answers True."""

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
    """The army is laid on one's turn."""
    spend(s, seat, s.box.number[ARMY])
    return open_pressure(s, Pressure(purpose, seat, (seat,)), events) and settle(s, events)


def counter(s: State, seat: Seat, events: list[Event]) -> bool:
    """One more is laid, against a vote or against the last one."""
    assert s.pressure is not None
    spend(s, seat, s.box.number[ARMY])
    pressure = replace(s.pressure, laid=(*s.pressure.laid, seat))
    return open_pressure(s, pressure, events) and settle(s, events)


def let_be(s: State, seat: Seat, events: list[Event]) -> bool:
    """Somebody lays nothing; when nobody does, it is settled."""
    window = s.stack.top
    assert isinstance(window, Reaction)
    events.append(Silent(seat))
    return window.passes(seat) and settle(s, events)


def settle(s: State, events: list[Event]) -> bool:
    """Each has cancelled the one before it: with an odd number the pressure works."""
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
    """An attack is parried by the army, or has to be answered otherwise."""
    if works:
        return parried(s)
    assert s.assault is not None
    s.stack.ask(s.assault.target, ANSWER)
    return False


def _topple(s: State, by: Seat, events: list[Event]) -> bool:
    """The government falls; whoever brought it down may form the next, then its head may with a second card."""
    assert s.government is not None
    pm = s.government.pm
    bring_down(s, by, "army", events)
    s.chances = (by, pm)
    return next_chance(s)


def _censure(s: State, by: Seat, annuls: bool, events: list[Event]) -> bool:
    """A vote of censure is annulled and its card lost, or the government falls."""
    put_back(s, s.box.number[CENSURE])
    if annuls:
        s.stack.ask(by, ATTACK)
        return False
    bring_down(s, by, "censure", events)
    s.chances = (by,)
    return next_chance(s)
