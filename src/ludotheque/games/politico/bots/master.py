"""The bot “master” of Politico: what its search needs to know of the game."""

from __future__ import annotations

from functools import partial
from math import sqrt
from typing import Final

from ludotheque.bots.guide import Guide
from ludotheque.bots.shares import expected_shares, final_shares
from ludotheque.games.politico.bots.kingmaker import Kingmaker
from ludotheque.games.politico.box import ARMY, PROVIDENTIAL, Box
from ludotheque.games.politico.rules import Politico
from ludotheque.games.politico.state import COUNTER, LEND, State

DEPUTY: Final = 1.9
"""Points for each deputy, while there are rounds to come: in government they score again and again."""
ROUNDS: Final = 3.5
"""Rounds to come from which a deputy has its full value."""
MEMBER: Final = 15.0
"""Points for a seat in the government in place."""
HEAD: Final = 64.0
"""Points besides for its head."""
CARD: Final = 34.0
"""Points for a card in hand."""
ARMY_CARD: Final = 40.0
"""Points besides for a PRESSION DE L'ARMÉE."""
PROVIDENTIAL_CARD: Final = 95.0
"""Points besides for the HOMME PROVIDENTIEL."""
CLOSE: Final = 40.0
"""Points that are a clear lead at the end."""
SWING: Final = 420.0
"""The same, more for the square root of the rounds to come: the fewer players, the more often each of them governs."""
DEFENCES: Final = (COUNTER, LEND)
"""Questions that are left to the quick policy: the search hardly ever answered them otherwise."""


def master_guide(box: Box) -> Guide:
    """Search until a government that is formed now has scored or fallen."""
    return Guide(
        rules=Politico(box),
        quick=partial(Kingmaker, box),
        worth=worth,
        clock=lambda s: s.turn / s.players,
        horizon=1.3,
        breadth=5,
        offers=2,
        skips=lambda v: v.stage in DEFENCES,
    )


def worth(s: State) -> list[float]:
    """The share of each seat: by its points, its place in the government, its cards, and its deputies, as far as there
    is time to govern with them.

    The constants are those that foretell best how 400 to 2,500 games between strong bots end, at each
    number of players.
    """
    points = [float(mine) for mine in s.points]
    if s.outcome is not None:
        return final_shares(s.outcome, expected_shares(points, CLOSE))
    left = rounds_to_come(s)
    value = DEPUTY * min(1.0, left / ROUNDS)
    points = [mine + value * deputies for mine, deputies in zip(points, s.deputies, strict=True)]
    army, providential = s.box.number[ARMY], s.box.number[PROVIDENTIAL]
    for seat, hand in enumerate(s.hands):
        points[seat] += CARD * sum(hand) + ARMY_CARD * hand[army] + PROVIDENTIAL_CARD * hand[providential]
    if s.government is not None:
        points[s.government.pm] += HEAD
        for member in s.government.members:
            points[member] += MEMBER
    return expected_shares(points, CLOSE + SWING / s.players * sqrt(left))


def rounds_to_come(s: State) -> float:
    """About how many rounds are left: until the points that end the game, or the last round."""
    by_points = max(0.0, s.options.target - max(s.points)) / 40
    if s.options.clock == "rounds":
        return min(by_points, max(0.0, s.options.rounds - s.turn / s.players))
    return by_points
