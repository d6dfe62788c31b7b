"""The dice, and the moves they allow.

Functions return whether the step is over; if not, they have put the next question.
"""

from __future__ import annotations

from ludotheque.engine.rules import NOBODY, Event, Seat
from ludotheque.games.president.box import STAR, UNIT
from ludotheque.games.president.moves import Blocked, Draw, Protect, Protected, Roll, Rolled, Take, Took
from ludotheque.games.president.state import CHALLENGE, REST, TAKE, State
from ludotheque.games.president.votes import credit, occupy_department, urn_units


def apply_roll(s: State, _seat: Seat, move: Roll, events: list[Event]) -> bool:
    """Ask for what the dice allow: a free department; else a challenge, unless two stars; else a card or protection."""
    s.roll = (move.low, move.high)
    s.card, s.duel = NOBODY, None
    s.draws = (move.low == STAR) + (move.high == STAR)
    events.append(Rolled(s.seat, move.low, move.high))
    allowed, own = s.box.eligible[s.roll], s.own[s.sides[s.seat]]
    if found := allowed & s.free:
        what = TAKE
    elif s.draws < 2 and (found := allowed & ~own & ~s.safe):
        what = CHALLENGE
    elif found := allowed & own & ~s.safe:
        what = REST
    else:
        s.draws += 1
        events.append(Blocked(s.seat))
        return True
    s.eligible = found
    s.stack.ask(s.seat, what)
    return False


def take_department(s: State, _seat: Seat, move: Take, events: list[Event]) -> bool:
    """Take a free department that the dice allow."""
    side = s.sides[s.seat]
    units = min(occupy_department(s, side, s.box.index[move.code]), urn_units(s))
    events.append(Took(s.seat, side, move.code, units * UNIT, (s.votes[side] + units) * UNIT))
    credit(s, side, units, events)
    return True


def draw_or_protect(s: State, _seat: Seat, move: Draw | Protect, events: list[Event]) -> bool:
    """Draw a campaign card, or make a department of one's own unchallengeable."""
    if isinstance(move, Draw):
        s.draws += 1
        return True
    s.safe |= 1 << s.box.index[move.code]
    events.append(Protected(s.seat, move.code))
    return True
