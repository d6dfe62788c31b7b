"""The value of votes in a first round that ends with a second one.

Only the first and the second can still be elected then; the others are their allies, and reach the place behind them
at best. So a vote is worth most where it decides who comes second, and a rival's is not always bad. Places are
uncertain as long as there are turns to come, and the second round is the more open the closer the two candidates are.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import permutations
from math import exp, log1p, sqrt
from typing import Final

from ludotheque.engine.rules import Seat

_LEAD: Final = {3: (-1.2, 0.0225), 4: (0.05, 0.016)}
"""The chance in the second round of the first of the first round: logits with no lead, and for each unit of it."""
_OWN: Final = {3: 0.0015, 4: 0.0}
"""The value of a unit for itself, in the chance to be elected: a lead that can be held grows."""
_STEP: Final = 8
"""Units that are a noticeable change."""


@lru_cache(maxsize=256)
def election_chances(votes: tuple[int, ...], turns: int) -> tuple[float, ...]:
    """The chance of each player to be elected, with so many turns to come for each.

    A player with more votes is likelier to come first, then second among the others, and so on.
    """
    spread = 3 + 4.5 * sqrt(turns)
    top = max(votes)
    weights = [exp((mine - top) / spread) for mine in votes]
    whole = sum(weights)
    players = len(votes)
    found = [_OWN[players] * mine for mine in votes]
    for first, second in permutations(range(players), 2):
        others = sum(weights[:first]) + sum(weights[first + 1 :])  # exact, where they are small beside the first
        likely = weights[first] * weights[second] / (whole * others)
        won = likely * _first_wins_chance(votes[first] - votes[second], spread, players)
        found[first] += won
        found[second] += likely - won
    return tuple(found)


def _first_wins_chance(lead: int, spread: float, players: int) -> float:
    """The chance that the first is elected, if this player, now so far ahead (or behind), comes first."""
    base, slope = _LEAD[players]
    expected = max(lead, 0) + spread * log1p(exp(-abs(lead) / spread))
    return 1 / (1 + exp(-base - slope * expected))


def vote_price(votes: tuple[int, ...], turns: int, seat: Seat, whose: Seat) -> float:
    """The change of a player's chance to be elected by one more unit of a side."""
    more = (*votes[:whose], votes[whose] + _STEP, *votes[whose + 1 :])
    return (election_chances(more, turns)[seat] - election_chances(votes, turns)[seat]) / _STEP
