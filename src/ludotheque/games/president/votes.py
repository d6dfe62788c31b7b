"""Votes won and lost, and departments that change hands."""

from __future__ import annotations

from ludotheque.engine.rules import Event, Seat
from ludotheque.games.president.box import ANNOUNCE, GOAL, UNIT, VOTES
from ludotheque.games.president.moves import Announced
from ludotheque.games.president.state import State


def credit(s: State, side: Seat, units: int, events: list[Event]) -> None:
    """Add votes to a side: thirteen millions are announced, and in the first round a majority ends the game."""
    before = s.votes[side]
    s.votes[side] = after = before + units
    s.reached[side] = s.stack.number
    if after >= ANNOUNCE > before:
        events.append(Announced(side, after * UNIT))
    if after >= GOAL and s.round == 1:
        s.elected = side


def debit(s: State, side: Seat, units: int) -> None:
    """Take votes from a side."""
    s.votes[side] -= units
    s.reached[side] = s.stack.number


def urn_units(s: State) -> int:
    """The units that the urn holds."""
    return VOTES - sum(s.votes)


def occupy_department(s: State, side: Seat, department: int) -> int:
    """Give a free department to a side; return its units."""
    bit = 1 << department
    s.free ^= bit
    s.own[side] |= bit
    return s.box.units[department]


def free_department(s: State, side: Seat, department: int) -> int:
    """Make a department of a side free, and challengeable again; return its units."""
    bit = 1 << department
    s.free |= bit
    s.own[side] ^= bit
    s.safe &= ~bit
    return s.box.units[department]


def transfer_department(s: State, loser: Seat, winner: Seat, department: int) -> int:
    """Move a department from one side to another; return its units. Protection stays with the old token."""
    bit = 1 << department
    s.own[loser] ^= bit
    s.own[winner] |= bit
    s.safe &= ~bit
    return s.box.units[department]
