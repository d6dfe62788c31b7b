"""Choices of departments for an amount: by a card, for a debt, or for the stake of a lost challenge.

Tokens move one by one as the departments are named; the votes change hands together with the last one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ludotheque.engine.rules import Event, Seat
from ludotheque.games.president.box import UNIT
from ludotheque.games.president.moves import Alone, AnyMove, Challenge, Claim, Release, Rounded, Take
from ludotheque.games.president.state import CHALLENGE, GAIN, LOSE, PAY, SPOILS, TAKE, State
from ludotheque.games.president.sums import next_departments
from ludotheque.games.president.votes import credit, debit

_MOVES: Final[dict[str, Callable[[str], AnyMove]]] = {
    TAKE: Take,
    GAIN: Take,
    CHALLENGE: Challenge,
    LOSE: Release,
    PAY: Release,
    SPOILS: Claim,
}
"""The move that names a department, by the question."""


def ask_departments(s: State, seat: Seat, what: str, units: int, made: int, due: int, events: list[Event]) -> bool:
    """Ask for departments that make ``made`` of the ``due`` votes; True if there are none to choose.

    ``units`` is the amount named by the card or the stake.
    """
    s.made = s.amount = made
    s.alone = due - made
    if due != units:
        events.append(Rounded(s.seat if what == SPOILS else seat, units * UNIT, due * UNIT))
    s.stack.ask(seat, what)
    if not made:
        return complete_choice(s, events)
    s.eligible = next_departments(s.box.classes, candidates(s, what), made)
    return False


def candidates(s: State, what: str) -> int:
    """The departments that an amount can be made of."""
    if what == GAIN:
        return s.free
    return s.own[s.sides[s.seat if what == SPOILS else _asked_seat(s)]]


def count_department(s: State, units: int, events: list[Event]) -> bool:
    """Count one more department of so many units; return whether the amount is complete."""
    s.amount -= units
    if not s.amount:
        return complete_choice(s, events)
    s.eligible = next_departments(s.box.classes, candidates(s, s.stack.what), s.amount)
    s.stack.renew()
    return False


def votes_so_far(s: State, units: int) -> int:
    """The votes of the departments named so far, with one more of so many units."""
    return min(s.made - s.amount + units, s.made + s.alone)


def complete_choice(s: State, events: list[Event]) -> bool:
    """Move the votes of all departments, and those without a department."""
    what, side = s.stack.what, s.sides[_asked_seat(s)]
    due, alone = s.made + s.alone, s.alone
    s.eligible = s.amount = s.made = s.alone = 0
    if not due:
        return True
    wins = what in (GAIN, SPOILS)
    rival = s.sides[s.seat] if what == SPOILS else None
    payer = side if rival is None else rival
    if what != GAIN:
        debit(s, payer, due)
    if alone > 0:
        total = s.votes[side] + due if wins else s.votes[side]
        left = 0 if rival is None else s.votes[rival]
        kind = LOSE if what == PAY else what
        events.append(Alone(kind, side, rival, alone * UNIT, total * UNIT, left * UNIT))
    if wins:
        credit(s, side, due, events)
    return True


def forced_answer(s: State) -> AnyMove | None:
    """The only answer to the present question, where it is a department; None if there are more.

    An amount that takes all eligible departments leaves no choice either. All that follows from public facts.
    """
    found = s.eligible
    kind = _MOVES.get(s.stack.what)
    if not found or kind is None or (found & (found - 1) and not (s.amount and _takes_all(s, found))):
        return None
    return kind(s.box.department[(found & -found).bit_length() - 1].code)


def _takes_all(s: State, found: int) -> bool:
    """Whether the amount that is still to be made takes all of these departments."""
    left = s.amount
    for units, those in s.box.classes:
        left -= units * (found & those).bit_count()
        if left < 0:
            return False
    return not left


def _asked_seat(s: State) -> Seat:
    """The seat that is asked."""
    return s.stack.asked()[0]
