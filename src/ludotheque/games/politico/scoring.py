"""Points and deputies: gains, losses and falls of governments."""

from __future__ import annotations

from typing import Final

from ludotheque.engine.rules import Event, Seat
from ludotheque.games.politico.cards import put_back
from ludotheque.games.politico.moves import Fell, Moved, Scored
from ludotheque.games.politico.state import Government, State

FALL: Final = 50
FALL_DEPUTIES: Final = 20
MEMBER_ATTACKS: Final = 60
HEAD: Final = 50
HEAD_ALONE: Final = 30


def add_points(s: State, seat: Seat, points: int, why: str, events: list[Event]) -> None:
    """Add points, which may be negative; the total may fall below zero."""
    if points:
        s.points[seat] += points
        events.append(Scored(seat, points, s.points[seat], why))


def add_deputies(s: State, seat: Seat, deputies: int, why: str, events: list[Event]) -> int:
    """Add deputies, or remove as many as there are; return the change."""
    moved = max(deputies, -s.deputies[seat])
    if moved:
        s.deputies[seat] += moved
        events.append(Moved(seat, moved, s.deputies[seat], why))
    return moved


def transfer_deputies(s: State, loser: Seat, winner: Seat, deputies: int, why: str, events: list[Event]) -> None:
    """Move deputies from one seat to another, as many as there are."""
    add_deputies(s, winner, -add_deputies(s, loser, -deputies, why, events), why, events)


def score_round(s: State, government: Government, events: list[Event]) -> None:
    """Score a round of government: its members their deputies, its head 50 more, or 30 without deputies."""
    for seat in government.members:
        points = s.deputies[seat]
        if seat == government.pm:
            points = points + HEAD if points else HEAD_ALONE
        add_points(s, seat, points, "round", events)


def end_government(s: State, reason: str, by: Seat | None, events: list[Event]) -> Government:
    """Remove the government, without any penalty."""
    government = s.government
    assert government is not None, "a government falls only where there is one"
    s.government = None
    put_back(s, government.card)
    s.short = 0 if government.rounds else s.short + 1
    s.vacant = 0
    events.append(Fell(government.pm, reason, by))  # type: ignore[arg-type]
    return government


def bring_down(s: State, by: Seat, reason: str, events: list[Event]) -> None:
    """Bring the government down: its head loses points and deputies to the attacker, its members points."""
    government = end_government(s, reason, by, events)
    pm = government.pm
    for seat in government.members:
        if seat not in (pm, by):
            add_points(s, seat, -FALL, "fall", events)
    if by == pm:
        return
    add_points(s, pm, -FALL, "fall", events)
    add_points(s, by, MEMBER_ATTACKS if by in government.members else FALL, "felled", events)
    transfer_deputies(s, pm, by, FALL_DEPUTIES, "fall", events)
