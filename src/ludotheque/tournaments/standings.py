"""How everybody stands, and what decides between those who have as many points.

At tables of two: how strong one's opponents were (the mean of their points, as Buchholz has it, so that sitting out
costs nothing), then whom one has beaten (Sonneborn and Berger: the points of those one came before, half of those
one shared a place with), then victories. At larger tables: victories, for only one of several can have them, then
the opponents, then whom one has beaten. Those whom nothing tells apart share a place.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec

from ludotheque.tournaments.history import Entrant


class Result(NamedTuple):
    """How a table ended: who sat there, and the place and the points of each."""

    entrants: Sequence[Entrant]
    places: Sequence[int]
    points: Sequence[float]


class Standing(msgspec.Struct, frozen=True):
    """Somebody's line in the general ranking."""

    entrant: Entrant
    place: int
    points: float
    played: int
    wins: int
    """First places, alone or shared, unless all share it."""
    opposition: float
    """The mean of the points of those one has met, at each meeting."""
    beaten: float
    """The points of those one came before, and half of those one shared a place with."""


def standings(
    entrants: Sequence[Entrant], results: Sequence[Result], byes: Mapping[Entrant, float] | None = None
) -> list[Standing]:
    """The ranking after some results; ``byes`` are the points of those who sat out."""
    points = {entrant: (byes or {}).get(entrant, 0.0) for entrant in entrants}
    played: dict[Entrant, int] = defaultdict(int)
    wins: dict[Entrant, int] = defaultdict(int)
    for result in results:
        for entrant, place, worth in zip(result.entrants, result.places, result.points, strict=True):
            points[entrant] = points.get(entrant, 0.0) + worth
            played[entrant] += 1
            wins[entrant] += place == 1 and set(result.places) != {1}
    met: dict[Entrant, list[tuple[Entrant, float]]] = defaultdict(list)
    for result in results:
        for one, mine in zip(result.entrants, result.places, strict=True):
            for other, theirs in zip(result.entrants, result.places, strict=True):
                if one != other:
                    met[one].append((other, 1.0 if mine < theirs else 0.5 if mine == theirs else 0.0))
    opposition = {each: sum(points[other] for other, _ in met[each]) / max(1, len(met[each])) for each in entrants}
    beaten = {each: sum(points[other] * share for other, share in met[each]) for each in entrants}
    large = any(len(result.entrants) > 2 for result in results)

    def key(each: Entrant) -> tuple[float, ...]:
        # Rounded, for thirds of a point are not exact: two sums of the same parts must be the same.
        opponents = round(opposition[each], 6), round(beaten[each], 6)
        return round(points[each], 6), *((wins[each], *opponents) if large else (*opponents, wins[each]))

    ranked = sorted(entrants, key=key, reverse=True)
    found = []
    for each in ranked:
        place = 1 + sum(key(other) > key(each) for other in ranked)
        line = Standing(
            each,
            place,
            round(points[each], 6),
            played[each],
            wins[each],
            round(opposition[each], 6),
            round(beaten[each], 6),
        )
        found.append(line)
    return found
