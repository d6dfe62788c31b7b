"""Tables of several: how large they are, who sits together, and who has which seat."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Final

from ludotheque.tournaments.history import BadNumber, Entrant, Past

_STARTS: Final = 12
"""Seatings to begin from, of which the best is taken."""
_FAR: Final = 1e6
"""What a meeting that there has been before weighs: more than any difference in points."""

Tables = list[list[Entrant]]


def table_sizes(people: int, seats: range, wanted: int) -> tuple[list[int], int]:
    """How many sit at each table, about ``wanted`` of them and as evenly as can be; and how many sit out.

    Larger tables come before people who sit out, as far as the game has seats.

    >>> table_sizes(9, range(3, 11), 4)
    ([3, 3, 3], 0)
    >>> table_sizes(5, range(4, 5), 4)
    ([4], 1)
    """
    wanted = min(max(wanted, seats[0]), seats[-1])
    if people < seats[0]:
        raise BadNumber(f"this is played by {seats[0]} at least, and there are {people}")
    tables = -(-people // wanted)
    if people // tables < seats[0]:
        tables = max(1, people // wanted)
    if people > tables * seats[-1]:
        return [wanted] * tables, people - tables * wanted
    each, more = divmod(people, tables)
    return [each + 1] * more + [each] * (tables - more), 0


def sitting_out(people: Sequence[Entrant], count: int, past: Past) -> list[Entrant]:
    """Who sits out, of people in the order in which they would stay: those last in it who have done so least."""
    stays = sorted(enumerate(people), key=lambda entry: (past.byes[entry[1]], -entry[0]))
    return [entrant for _, entrant in stays[:count]]


def spread(people: Sequence[Entrant], sizes: Sequence[int], past: Past, luck: random.Random) -> Tables:
    """Tables at which as few as possible meet again: the best of several seatings by lot, each bettered by swaps."""
    best: tuple[float, Tables] | None = None
    for _ in range(_STARTS):
        order = list(people)
        luck.shuffle(order)
        found = _bettered(_cut(order, sizes), past.repeats)
        if best is None or found[0] < best[0]:
            best = found
        if not best[0]:
            break
    assert best is not None
    return best[1]


def by_points(
    ranked: Sequence[Entrant], points: Callable[[Entrant], float], sizes: Sequence[int], past: Past
) -> Tables:
    """Tables of people who stand alike, the leaders together; meetings that have been are avoided before all."""

    def cost(table: Sequence[Entrant]) -> float:
        have = [points(entrant) for entrant in table]
        mean = sum(have) / len(have)
        return _FAR * past.repeats(table) + sum((each - mean) ** 2 for each in have)

    return _bettered(_cut(list(ranked), sizes), cost)[1]


def seated(table: Sequence[Entrant], past: Past, luck: random.Random) -> tuple[Entrant, ...]:
    """Those of a table on its seats, so that nobody always begins: whoever has had a seat least often takes it."""
    order = list(table)
    luck.shuffle(order)

    def cost(seating: Sequence[Entrant]) -> int:
        return sum(past.seats[entrant, seat] ** 2 for seat, entrant in enumerate(seating))

    now, better = cost(order), True
    while better:
        better = False
        for one in range(len(order)):
            for other in range(one):
                tried = list(order)
                tried[one], tried[other] = tried[other], tried[one]
                if cost(tried) < now:
                    order, now, better = tried, cost(tried), True
    return tuple(order)


def _cut(order: list[Entrant], sizes: Sequence[int]) -> Tables:
    tables, begun = [], 0
    for size in sizes:
        tables.append(order[begun : begun + size])
        begun += size
    return tables


def _bettered(tables: Tables, cost: Callable[[Sequence[Entrant]], float]) -> tuple[float, Tables]:
    """Swap two people of two tables as long as that makes things better."""
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
