"""The bot “master” of Le Jeu du Président: what its search needs to know of the game."""

from __future__ import annotations

from functools import partial
from math import exp, sqrt
from typing import Final

from ludotheque.bots.guide import Guide
from ludotheque.bots.shares import expected_shares, final_shares
from ludotheque.games.president.bots import prices
from ludotheque.games.president.bots.spin_doctor import SpinDoctor
from ludotheque.games.president.box import GOAL, Box
from ludotheque.games.president.rules import President
from ludotheque.games.president.state import State

CLOSE: Final = 8.0
"""Units that are a clear lead at the end."""
SWING: Final = 7.0
"""The same, more for the square root of the turns to come."""
ALLY: Final = 0.15
"""The share of a candidate's hopes that the ally in the second round has: second place, if the candidate wins."""
PACE: Final = 7.0
"""Units that the first of two players wins in a turn, on average."""


def master_guide(box: Box) -> Guide:
    """Search some turns ahead."""
    return Guide(
        rules=President(box),
        quick=partial(SpinDoctor, box),
        worth=worth,
        clock=lambda s: float(s.stack.number),
        horizon=24.0,
        breadth=5,
    )


def worth(s: State) -> list[float]:
    """The share of each seat: its chance to be elected."""
    if s.outcome is not None:
        return final_shares(s.outcome, expected_shares(s.votes, CLOSE))
    return _shares(s)


def _shares(s: State) -> list[float]:
    turns = turns_to_come(s)
    if s.round == 1 and s.players > 2:
        found = prices.election_chances(tuple(s.votes), round(turns))
        whole = sum(found)
        return [mine / whole for mine in found]
    one, other = sorted(set(s.sides))
    first = 1 / (1 + exp((s.votes[other] - s.votes[one]) / (CLOSE + SWING * sqrt(turns))))
    return [
        (first if side == one else 1 - first) * (1.0 if side == seat else ALLY) for seat, side in enumerate(s.sides)
    ]


def turns_to_come(s: State) -> float:
    """About how many turns each player still has in this round."""
    turns = (GOAL - max(s.votes)) / PACE if s.players == 2 else 1.35 * s.free.bit_count() / s.players
    return max(0.0, min(turns, s.closing / s.players) if s.closing else turns)
