"""The bot “master” of Koalition: what its search needs to know of the game."""

from __future__ import annotations

from functools import partial
from math import sqrt
from typing import Final

from ludotheque.bots.guide import Guide
from ludotheque.bots.shares import expected_shares, final_shares
from ludotheque.games.koalition.bots.chancellor import Chancellor
from ludotheque.games.koalition.box import Box
from ludotheque.games.koalition.rules import Koalition
from ludotheque.games.koalition.state import ELECT, State, total

CARD_VALUE: Final = 0.045
"""Points for each vote in hand that can still be played in this deal."""
ACTION_VALUE: Final = 0.7
"""Points for each action in hand, as long as there is a country in this deal to use it in."""
CLOSE: Final = 2.0
"""Points that are a clear lead at the end."""
SWING: Final = 5.0
"""The same, more for the square root of the countries to come: the more players, the fewer points a country brings each
of them."""


def master_guide(box: Box) -> Guide:
    """Search to the end of a country: what follows depends little on it, but for the cards that are left."""
    return Guide(
        rules=Koalition(box),
        quick=partial(Chancellor, box),
        worth=worth,
        clock=lambda s: float(s.number),
        horizon=1.0,
        breadth=5,
        skips=lambda v: v.stage == ELECT,
    )


def worth(s: State) -> list[float]:
    """The share of each seat: by its points, and by what its hand is worth in the countries to come.

    The constants are those that foretell best how 600 games between strong bots end, at 3, 4, 6, 8 and 10
    players each.
    """
    points = [float(total(s, seat)) for seat in range(s.players)]
    if s.outcome is not None:
        return final_shares(s.outcome, expected_shares(points, CLOSE))
    to_come = s.options.countries - s.number + (1 if s.lap else 0)
    for seat in range(s.players):
        points[seat] += _hand_value(s, seat, to_come)
    return expected_shares(points, CLOSE + SWING / s.players * sqrt(max(0, to_come)))


def _hand_value(s: State, seat: int, to_come: int) -> float:
    """What the cards in a hand may still bring, in points."""
    votes, hand = s.box.votes, s.hands[seat]
    countries = min(to_come, len(hand) // 3)
    if countries <= 0:
        return 0.0
    best = sorted([votes[card] for card in hand], reverse=True)[: 3 * countries]
    return CARD_VALUE * sum(best) + ACTION_VALUE * min(sum(s.actions[seat]), 2 * countries)
