"""The bot “militant”, which plays by simple rules; base class of “spin doctor”."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ludotheque.bots.thinker import Thinker
from ludotheque.engine.chance import Chance
from ludotheque.engine.rules import Seat
from ludotheque.games.president.box import UNIT, Box
from ludotheque.games.president.moves import AnyMove, Hit, Protect, Stand
from ludotheque.games.president.sight import Sight


class Militant(Thinker[Sight, AnyMove]):
    """A bot that takes the largest department, gives up the smallest, and protects large ones."""

    enough = 17
    """The score at which it stands."""
    stronghold = 10
    """Units from which a department is worth protecting rather than drawing a card."""

    def __init__(self, box: Box, seat: Seat, rng: Chance) -> None:
        self.seat = seat
        self.units = {department.code: department.voters // UNIT for department in box.department}

    def think(self, v: Sight, legal: Sequence[Any], free: Sequence[Any]) -> AnyMove:
        """Choose one of several answers."""
        if v.duel is not None and v.stage == "defend":
            return Stand() if v.duel.defence_score >= self.enough else Hit()
        units = self.units
        if v.stage == "rest":
            strongest: Protect = max(legal[1:], key=lambda move: units[move.code])
            return strongest if units[strongest.code] >= self.stronghold else legal[0]
        chosen: AnyMove = (min if v.stage in ("lose", "pay") else max)(legal, key=lambda move: units[move.code])
        return chosen
