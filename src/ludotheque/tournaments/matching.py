"""Pairing for tables of two: a matching of least cost, found exactly.

Choosing one opponent after the other fails in late rounds, where it may leave two entrants who have met already
although another pairing exists. A matching of least weight (Edmonds' blossom algorithm, from networkx) finds it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from itertools import combinations

from ludotheque.tournaments.history import Entrant, History

Cost = Callable[[Entrant, Entrant], int]
"""The cost of a pair, not below zero."""


def match_pairs(entrants: Sequence[Entrant], cost: Cost) -> list[tuple[Entrant, Entrant]]:
    """As many pairs as possible with the least total cost, in the order of the entrants."""
    # Not at the top: it adds 90 ms to the start of every process, and only rounds of a tournament need it.
    from networkx import Graph, max_weight_matching

    costs = {pair: cost(*pair) for pair in combinations(entrants, 2)}
    highest = max(costs.values(), default=0)
    graph = Graph()
    graph.add_weighted_edges_from((one, other, highest - each) for (one, other), each in costs.items())
    place = {entrant: number for number, entrant in enumerate(entrants)}
    found = [sorted(pair, key=place.__getitem__) for pair in max_weight_matching(graph, maxcardinality=True)]
    return sorted(((one, other) for one, other in found), key=lambda pair: place[pair[0]])


def assign_sides(one: Entrant, other: Entrant, history: History, rng: random.Random) -> tuple[Entrant, Entrant]:
    """Two entrants on their seats: the first seat is for the one who had it less, then who did not have it last."""
    balance = history.side_balance
    if balance[one] != balance[other]:
        return (one, other) if balance[one] < balance[other] else (other, one)
    for round in reversed(history.rounds):
        last = {entrant: seat for table in round.tables for seat, entrant in enumerate(table)}
        seats = last.get(one), last.get(other)
        if None not in seats and seats[0] != seats[1]:
            return (one, other) if seats[0] else (other, one)
    return (one, other) if rng.random() < 0.5 else (other, one)
