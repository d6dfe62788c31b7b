"""Base class of bots that decide from the sight alone."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, Generic

from ludotheque.engine.rules import Event, M, Seat, V


class Thinker(ABC, Generic[V, M]):
    """A bot without memory: its sight has all it needs. It thinks only where there is a choice."""

    seat: Seat

    def hear(self, events: Sequence[Event]) -> None:
        """Ignore events."""

    def choose(self, sight: V, legal: Sequence[Any], free: Sequence[Any]) -> M:
        """Return the only answer, or think."""
        if len(legal) == 1:
            only: M = legal[0]
            return only
        return self.think(sight, legal, free)

    @abstractmethod
    def think(self, v: V, legal: Sequence[Any], free: Sequence[Any]) -> M:
        """One of several answers, or of the moves that are free."""
