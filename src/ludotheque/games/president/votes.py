"""Votes that are won and lost, and tokens that come and go, department by department."""

from __future__ import annotations

from ludotheque.engine.rules import Event, Seat
from ludotheque.games.president.box import ANNOUNCE, GOAL, UNIT, VOTES
from ludotheque.games.president.moves import Announced
from ludotheque.games.president.state import State


def credit(s: State, side: Seat, units: int, events: list[Event]) -> None:
    """A side wins votes: thirteen millions are announced, and in the first round a majority is the end."""
    before = s.votes[side]
    s.votes[side] = after = before + units
    s.reached[side] = s.stack.number
    if after >= ANNOUNCE > before:
        events.append(Announced(side, after * UNIT))
    if after >= GOAL and s.round == 1:
        s.elected = side


def debit(s: State, side: Seat, units: int) -> None:
    """A side loses votes."""
    s.votes[side] -= units
    s.reached[side] = s.stack.number


def urn(s: State) -> int:
    """The units that the urn holds."""
    return VOTES - sum(s.votes)


def settle(s: State, side: Seat, department: int) -> int:
    """A free department becomes a side's; its units."""
    bit = 1 << department
    s.free ^= bit
    s.own[side] |= bit
    return s.box.units[department]


def clear(s: State, side: Seat, department: int) -> int:
    """A department of a side's becomes free, and can be challenged again; its units."""
    bit = 1 << department
    s.free |= bit
    s.own[side] ^= bit
    s.safe &= ~bit
    return s.box.units[department]


def hand_over(s: State, loser: Seat, winner: Seat, department: int) -> int:
    """A department changes hands; its units. Protection stays with the old token."""
    bit = 1 << department
    s.own[loser] ^= bit
    s.own[winner] |= bit
    s.safe &= ~bit
    return s.box.units[department]
