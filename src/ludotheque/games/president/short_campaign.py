"""The short campaign, a house variant: departments are dealt out before the first roll, and the urn closes early."""

from __future__ import annotations

from typing import Final

from ludotheque.engine.chance import Chance, shuffle
from ludotheque.engine.rules import NATURE, Event, Seat
from ludotheque.games.president.box import UNIT
from ludotheque.games.president.moves import Allot, Allotted
from ludotheque.games.president.state import ROLL, State

ALLOTTED: Final = 60
"""Departments that are dealt out, to all players together: as many to each."""
TURNS: Final = 9
"""Turns of each player before the urn closes, in either round."""


def draw_departments(s: State, rng: Chance) -> Allot:
    """Deal departments in sets of one for each player, all of a set with equally many voters; sets at random."""
    sets: list[list[str]] = []
    for _, members in s.box.classes:
        codes = list(s.box.codes_of(members))
        shuffle(rng, codes)
        sets += [codes[at : at + s.players] for at in range(0, len(codes) - s.players + 1, s.players)]
    shuffle(rng, sets)
    chosen = sets[: _count(s)]
    return Allot(tuple(tuple(sorted(codes[seat] for codes in chosen)) for seat in range(s.players)))


def _count(s: State) -> int:
    """The departments that each player is dealt; a host's own map may have fewer that are equal."""
    equal = sum(members.bit_count() // s.players for _, members in s.box.classes)
    return min(ALLOTTED // s.players, equal)


def is_possible_allotment(s: State, move: Allot) -> bool:
    """Whether each player has as many departments, with the same voters, and no department is dealt twice."""
    box = s.box
    codes = [code for held in move.held for code in held]
    if len(move.held) != s.players or len(set(codes)) < len(codes) or not set(codes) <= set(box.index):
        return False
    voters = [sorted(box.units[box.index[code]] for code in held) for held in move.held]
    return len(voters[0]) == _count(s) and all(found == voters[0] for found in voters)


def allot_departments(s: State, _seat: Seat, move: Allot, events: list[Event]) -> bool:
    """Give each player the departments that were dealt, with their votes, and let the first player roll."""
    for seat, codes in enumerate(move.held):
        s.own[seat] = s.box.set_of(codes)
        s.votes[seat] = sum(s.box.units[s.box.index[code]] for code in codes)
        events.append(Allotted(seat, len(codes), s.votes[seat] * UNIT))
    s.free = s.box.whole & ~sum(s.own)
    s.stack.ask(NATURE, ROLL)
    return False
