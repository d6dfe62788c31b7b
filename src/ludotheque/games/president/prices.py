"""What votes are worth to whom in a first round that ends with tickets.

Among three, the first stands against the second and third together; among four, the first and the last against the
two between. So a vote is not always good, nor a rival's always bad: it depends on the places. Places are uncertain as
long as there are turns to come, and the second round the more open the closer the two leaders are.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import permutations
from math import exp, log1p, sqrt
from typing import Final

from ludotheque.engine.rules import Seat

_LEAD: Final = {3: (-1.8, 0.030), 4: (-0.1, 0.024)}
"""How the second round goes for the leader's ticket: logits with no lead, and for each unit of it."""
_OWN: Final = {3: 0.0015, 4: 0.0}
"""What a unit is worth for itself, in shares of a victory: a lead that can be held grows."""
_PLACES: Final = {
    players: [
        (first, second, *(seat for seat in range(players) if seat not in (first, second)))
        for first, second in permutations(range(players), 2)
    ]
    for players in (3, 4)
}
"""Who may come first and second, and who is left."""
_STEP: Final = 8
"""Units that are a noticeable change."""


@lru_cache(maxsize=256)
def shares(votes: tuple[int, ...], turns: int) -> tuple[float, ...]:
    """The share of the victory that each player can expect, with so many turns to come for each.

    Whoever has more votes is likelier to come first, then second among the others, and so on.
    """
    spread = 3 + 4.5 * sqrt(turns)
    top = max(votes)
    weights = [exp((mine - top) / spread) for mine in votes]
    whole = sum(weights)
    found = [_OWN[len(votes)] * mine for mine in votes]
    for first, second, *others in _PLACES[len(votes)]:
        likely = weights[first] * weights[second] / (whole * (whole - weights[first]))
        won = likely * _wins(votes[first] - votes[second], spread, len(votes))
        lost = likely - won
        if len(others) == 1:
            found[first] += won
            found[second] += lost / 2
            found[others[0]] += lost / 2
        else:
            third, fourth = others
            stays = weights[third] / (weights[third] + weights[fourth])
            found[first] += won / 2
            found[second] += lost / 2
            found[third] += (stays * lost + (1 - stays) * won) / 2
            found[fourth] += (stays * won + (1 - stays) * lost) / 2
    return tuple(found)


def _wins(lead: int, spread: float, players: int) -> float:
    """How likely the leader's ticket is to win, if this player, now so far ahead (or behind), is going to lead."""
    base, slope = _LEAD[players]
    expected = max(lead, 0) + spread * log1p(exp(-abs(lead) / spread))
    return 1 / (1 + exp(-base - slope * expected))


def price(votes: tuple[int, ...], turns: int, seat: Seat, whose: Seat) -> float:
    """What a unit more of somebody's changes in a player's share of the victory."""
    more = (*votes[:whose], votes[whose] + _STEP, *votes[whose + 1 :])
    return (shares(more, turns)[seat] - shares(votes, turns)[seat]) / _STEP
