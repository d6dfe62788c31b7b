"""Amendments of the rules and disputes, both decided by vote: one vote each, and in a tie by deputies."""

from __future__ import annotations

from functools import cache
from typing import Final

import msgspec

from ludotheque.engine.frames import Tally
from ludotheque.engine.rules import Event, Seat
from ludotheque.games.politico.cards import ask_deal
from ludotheque.games.politico.moves import Amend, Amended, Disputed, Proposed
from ludotheque.games.politico.options import Options
from ludotheque.games.politico.shared_questions import open_vote
from ludotheque.games.politico.state import AMENDMENT, DISPUTE, Amendment, State

STEPS: Final = {"target": 100, "rounds": 5, "minutes": 30, "hand": 1}
"""By how much a number may be amended at a time."""
SWITCHES: Final = ("personal", "lending", "midterm")


@cache
def possible_amendments(options: Options) -> tuple[Amend, ...]:
    """The amendments that may be proposed: a number one step up or down within its bounds, a rule on or off."""
    durations = "minutes" if options.clock == "rounds" else "rounds"
    found = []
    for name, step in STEPS.items():
        if name == durations:
            continue
        now = getattr(options, name)
        found += [Amend(name, value) for value in (now - step, now + step) if changed_options(options, name, value)]
    return (*found, *[Amend(name, int(not getattr(options, name))) for name in SWITCHES])


def changed_options(options: Options, name: str, value: int) -> Options | None:
    """The options with one of them changed; None if the value is out of bounds."""
    new = {**msgspec.to_builtins(options), name: bool(value) if name in SWITCHES else value}
    try:
        return msgspec.convert(new, Options)
    except msgspec.ValidationError:
        return None


def propose_amendment(s: State, seat: Seat, move: Amend, events: list[Event]) -> None:
    """Propose an amendment, to be voted on a round later."""
    s.amendment = Amendment(seat, move.option, move.value, s.turn)
    events.append(Proposed(seat, move.option, move.value))


def open_dispute(s: State, seat: Seat, events: list[Event]) -> None:
    """Open a vote on ending the game."""
    s.disputed = s.turn
    events.append(Disputed(seat))
    open_vote(s, DISPUTE, seat, (1,) * s.players, events)


def is_due(s: State) -> bool:
    """Whether an amendment was proposed a full round ago."""
    return s.amendment is not None and s.turn >= s.amendment.turn + s.players


def open_due_vote(s: State, events: list[Event]) -> None:
    """Open the vote on the amendment that is due."""
    assert s.amendment is not None
    open_vote(s, AMENDMENT, s.amendment.by, (1,) * s.players, events)


def carry_out_vote(s: State, subject: str, tally: Tally, weights: tuple[int, ...], events: list[Event]) -> None:
    """Carry out the result of a vote; after a tie at one vote each, vote again by deputies."""
    if tally.yes == tally.no > 0 and set(weights) == {1} and weights != tuple(s.deputies):
        by = s.amendment.by if subject == AMENDMENT and s.amendment is not None else s.seat
        open_vote(s, subject, by, tuple(s.deputies), events)
        return
    if subject == DISPUTE:
        s.adjudged = tally.carried
        return
    amendment, s.amendment = s.amendment, None
    assert amendment is not None
    options = changed_options(s.options, amendment.option, amendment.value)
    if not tally.carried or options is None:
        return
    s.options = options
    events.append(Amended(amendment.option, amendment.value))
    if amendment.option == "hand":
        ask_deal(s, tuple(max(0, amendment.value - sum(hand)) for hand in s.hands), events)
