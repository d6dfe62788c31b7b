"""Tables of more than two: their sizes, who sits together, and who has which seat."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Final

from ludotheque.tournaments.history import Entrant, History, InvalidEntrantCount

_STARTS: Final = 12
"""How many random seatings are improved, of which the best is taken."""
_REPEAT_COST: Final = 1e6
"""The cost of a repeated meeting: more than any difference in points."""

Tables = list[list[Entrant]]


def table_sizes(entrants: int, seats: range, wanted: int) -> tuple[list[int], int]:
    """The sizes of the tables, about ``wanted`` and as equal as possible, and the number of byes.

    Larger tables come before byes, as far as the game has seats.

    >>> table_sizes(9, range(3, 11), 4)
    ([3, 3, 3], 0)
    >>> table_sizes(5, range(4, 5), 4)
    ([4], 1)
    """
    wanted = min(max(wanted, seats[0]), seats[-1])
    if entrants < seats[0]:
        raise InvalidEntrantCount(f"this is played by {seats[0]} at least, and there are {entrants}")
    tables = -(-entrants // wanted)
    if entrants // tables < seats[0]:
        tables = max(1, entrants // wanted)
    if entrants > tables * seats[-1]:
        return [wanted] * tables, entrants - tables * wanted
    each, more = divmod(entrants, tables)
    return [each + 1] * more + [each] * (tables - more), 0


def choose_byes(ranked: Sequence[Entrant], count: int, history: History) -> list[Entrant]:
    """The entrants with a bye: those with the fewest byes so far, of these the last ranked."""
    order = sorted(enumerate(ranked), key=lambda entry: (history.byes[entry[1]], -entry[0]))
    return [entrant for _, entrant in order[:count]]


def mix_tables(entrants: Sequence[Entrant], sizes: Sequence[int], history: History, rng: random.Random) -> Tables:
    """Tables with as few repeated meetings as possible: the best of several random seatings, improved by swaps."""
    best: tuple[float, Tables] | None = None
    for _ in range(_STARTS):
        order = list(entrants)
        rng.shuffle(order)
        found = _improve(_split(order, sizes), history.count_repeats)
        if best is None or found[0] < best[0]:
            best = found
        if not best[0]:
            break
    assert best is not None
    return best[1]


def group_by_points(
    ranked: Sequence[Entrant], points: Callable[[Entrant], float], sizes: Sequence[int], history: History
) -> Tables:
    """Tables of entrants with about the same points; avoiding repeated meetings comes first."""

    def cost(table: Sequence[Entrant]) -> float:
        scores = [points(entrant) for entrant in table]
        mean = sum(scores) / len(scores)
        return _REPEAT_COST * history.count_repeats(table) + sum((score - mean) ** 2 for score in scores)

    return _improve(_split(list(ranked), sizes), cost)[1]


def assign_seats(table: Sequence[Entrant], history: History, rng: random.Random) -> tuple[Entrant, ...]:
    """The entrants of a table on its seats, so that each has had every seat about equally often."""
    order = list(table)
    rng.shuffle(order)

    def cost(seating: Sequence[Entrant]) -> int:
        return sum(history.seats[entrant, seat] ** 2 for seat, entrant in enumerate(seating))

    least, better = cost(order), True
    while better:
        better = False
        for one in range(len(order)):
            for other in range(one):
                tried = list(order)
                tried[one], tried[other] = tried[other], tried[one]
                if cost(tried) < least:
                    order, least, better = tried, cost(tried), True
    return tuple(order)


def _split(order: list[Entrant], sizes: Sequence[int]) -> Tables:
    tables, start = [], 0
    for size in sizes:
        tables.append(order[start : start + size])
        start += size
    return tables


def _improve(tables: Tables, cost: Callable[[Sequence[Entrant]], float]) -> tuple[float, Tables]:
    """Swap entrants of two tables as long as that lowers the cost; the cost, and the tables."""
    costs = [cost(table) for table in tables]
    better = True
    while better:
        better = False
        for one in range(len(tables)):
            for other in range(one):
                for left in range(len(tables[one])):
                    for right in range(len(tables[other])):
                        first, second = list(tables[one]), list(tables[other])
                        first[left], second[right] = second[right], first[left]
                        tried = cost(first), cost(second)
                        if sum(tried) < costs[one] + costs[other] - 1e-9:
                            tables[one], tables[other] = first, second
                            costs[one], costs[other] = tried
                            better = True
    return sum(costs), tables
