"""Points of a game in a ranking over several games, as in a tournament.

Every winner has six points, whatever the game, so that a tournament may mix games of equal weight. Six is the figure of
the one printed table we have, Stratagem's.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ludotheque.engine.rules import Outcome

WIN: Final = 6.0
"""The points of the winner of a table."""
EVEN: Final = WIN / 2
"""The mean points of a table's seats, however many there are."""


def even_points(outcome: Outcome) -> tuple[float, ...]:
    """Six points for the first, none for the last, the others at equal steps between them.

    The average is three at a table of any size, so that no player gains by sitting at a large one or a small one.
    Seats that share places share what these are worth together.

    >>> even_points(Outcome((1, 2, 3, 4), "", ""))
    (6.0, 4.0, 2.0, 0.0)
    >>> even_points(Outcome((1, 1, 3), "", ""))
    (4.5, 4.5, 0.0)
    """
    return points_by_place(outcome.places)


def points_by_place(places: Sequence[int]) -> tuple[float, ...]:
    """The same points from the places alone; a place is one more than the number of seats before it."""
    step = WIN / max(1, len(places) - 1)
    found = []
    for place in places:
        before, level = sum(other < place for other in places), places.count(place)
        found.append(EVEN if len(places) == 1 else WIN - step * (before + (level - 1) / 2))
    return tuple(found)
