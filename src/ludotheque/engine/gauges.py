"""What a game counts when many are played, to see whether it is in balance."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Literal

from ludotheque.engine.rules import Event


@dataclass(frozen=True)
class Gauge:
    """Something counted over many games by its events, and the bounds within which it should stay.

    ``counts`` says which of the ``names`` an event of the kind counts for. The figure of a name is its count over the
    ``average`` of all names, or over the number of games (``game``).
    """

    title: str
    kind: type[Event]
    counts: Callable[[Any], Iterable[str]]
    names: tuple[str, ...]
    per: Literal["average", "game"]
    low: float
    high: float

    def figures(self, counted: dict[str, int], games: int) -> dict[str, float]:
        """The figure of each name, from what was counted in so many games."""
        whole = sum(counted.values()) / len(self.names) if self.per == "average" else games
        return {name: counted[name] / whole if whole else 0.0 for name in self.names}
