"""The outcome of a game: places, scores, and the clause that ended it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ludotheque.engine.seats import Seat


class Outcome(msgspec.Struct, frozen=True):
    """The outcome of a game. ``places[seat]`` is 1 for the best; ties share a place; all first is a draw."""

    places: tuple[int, ...]
    clause: str
    reason: str
    scores: tuple[int, ...] | None = None

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The seats in first place; none in a draw."""
        first = tuple(seat for seat, place in enumerate(self.places) if place == 1)
        return () if len(first) == len(self.places) > 1 else first


def ranked(scores: Sequence[int]) -> tuple[int, ...]:
    """Places by score: the highest is first, and equal scores share a place.

    >>> ranked((30, 50, 30, 10))
    (2, 1, 2, 4)
    """
    return tuple(1 + sum(other > mine for other in scores) for mine in scores)
