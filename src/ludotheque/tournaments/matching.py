"""Who meets whom where two sit at a table: the matching that costs least, found exactly.

Trying one opponent after the other does well until the last rounds, where it may find no way out though there is
one; a matching of least weight (Edmonds' blossoms, from networkx) always finds it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from itertools import combinations

from ludotheque.tournaments.history import Entrant, Past

Cost = Callable[[Entrant, Entrant], int | None]
"""What it costs that two meet, not below zero; None where they must not."""


def match(people: Sequence[Entrant], cost: Cost) -> list[tuple[Entrant, Entrant]]:
    """As many pairs as can be made, and of those the cheapest."""
    from networkx import Graph, max_weight_matching

    costs = {pair: cost(*pair) for pair in combinations(people, 2)}
    allowed = {pair: price for pair, price in costs.items() if price is not None}
    dearest = max(allowed.values(), default=0)
    graph = Graph()
    graph.add_weighted_edges_from((one, other, dearest - price) for (one, other), price in allowed.items())
    place = {entrant: number for number, entrant in enumerate(people)}
    found = [sorted(pair, key=place.__getitem__) for pair in max_weight_matching(graph, maxcardinality=True)]
    return sorted(((one, other) for one, other in found), key=lambda pair: place[pair[0]])


def first_of(one: Entrant, other: Entrant, past: Past, luck: random.Random) -> tuple[Entrant, Entrant]:
    """The two on their seats: the first is for whoever has had it less, then for whoever did not have it last."""
    if past.lead[one] != past.lead[other]:
        return (one, other) if past.lead[one] < past.lead[other] else (other, one)
    for round in reversed(past.rounds):
        last = {entrant: seat for table in round.tables for seat, entrant in enumerate(table)}
        seats = last.get(one), last.get(other)
        if None not in seats and seats[0] != seats[1]:
            return (one, other) if seats[0] else (other, one)
    return (one, other) if luck.random() < 0.5 else (other, one)
