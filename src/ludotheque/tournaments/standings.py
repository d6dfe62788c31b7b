"""Standings of a tournament, and the tie-breaks between entrants with the same points.

At tables of two: the mean of the opponents' points (Buchholz, as a mean, so that a bye costs nothing), then the
points of the opponents placed behind, and half of those with the same place (Sonneborn-Berger), then wins. At larger
tables wins come first, since only one of several can have them. Entrants whom no tie-break separates share a place.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ludotheque.tournaments.history import Entrant


class Result(NamedTuple):
    """The result of a table: its entrants, and the place and the points of each."""

    entrants: Sequence[Entrant]
    places: Sequence[int]
    points: Sequence[float]


class Standing(NamedTuple):
    """The place of an entrant in the standings."""

    entrant: Entrant
    place: int
    points: float
    played: int
    wins: int
    """First places, alone or shared, unless all share it."""
    opposition: float
    """The mean of the opponents' points, over all meetings."""
    beaten: float
    """The points of the opponents placed behind, and half of those with the same place."""


def standings(
    entrants: Sequence[Entrant], results: Sequence[Result], byes: Mapping[Entrant, float] | None = None
) -> list[Standing]:
    """The standings after some results; ``byes`` are the points from byes."""
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
        # Rounded, since thirds of a point are not exact: two sums of the same parts must be equal.
        opponents = round(opposition[each], 6), round(beaten[each], 6)
        return round(points[each], 6), *((wins[each], *opponents) if large else (*opponents, wins[each]))

    ranked = sorted(entrants, key=key, reverse=True)
    found = []
    for each in ranked:
        place = 1 + sum(key(other) > key(each) for other in ranked)
        standing = Standing(
            each,
            place,
            round(points[each], 6),
            played[each],
            wins[each],
            round(opposition[each], 6),
            round(beaten[each], 6),
        )
        found.append(standing)
    return found
