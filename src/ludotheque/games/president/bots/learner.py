"""The levels “casual” and “beginner”: players who see a part of the map and stop at what is large."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ludotheque.bots.overlook import Lapsing, happens, notice
from ludotheque.engine.chance import Chance
from ludotheque.engine.rules import Seat
from ludotheque.games.president.bots.militant import Militant
from ludotheque.games.president.box import Box
from ludotheque.games.president.moves import AnyMove
from ludotheque.games.president.sight import Sight


class Casual(Lapsing, Militant):
    """A player that takes the largest department it notices, and sometimes protects one out of fear."""

    notices = 0.4
    """The chance that it notices a department."""
    fear = 0.2
    """The chance that it protects its largest department, whatever its size, where it could draw a card."""
    enough = 16

    def __init__(self, box: Box, seat: Seat, rng: Chance) -> None:
        super().__init__(box, seat, rng)
        self.rng = rng

    def think(self, v: Sight, legal: Sequence[Any], free: Sequence[Any]) -> AnyMove:
        """Answer as a militant does to whom only some answers occur."""
        if v.stage == "defend":
            return super().think(v, legal, free)
        if v.stage == "rest":
            return self.rest(legal)
        return super().think(v, notice(self.rng, legal, self.notices), free)

    def rest(self, legal: Sequence[Any]) -> AnyMove:
        """Draw a card, or protect the largest department."""
        if not happens(self.rng, self.fear):
            draw: AnyMove = legal[0]
            return draw
        largest: AnyMove = max(legal[1:], key=lambda move: self.units[move.code])
        return largest


class Beginner(Casual):
    """A player that knows few departments, is often afraid for its own, and stands too early in a challenge."""

    notices = 0.1
    fear = 0.5
    enough = 12
