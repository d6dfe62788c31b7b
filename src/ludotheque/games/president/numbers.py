"""Numbers for the moves of Le Jeu du Président: what is done, and with which department."""

from __future__ import annotations

from ludotheque.engine.move_numbers import Listed, MoveNumbers, OneOf, Product
from ludotheque.games.president.box import Box
from ludotheque.games.president.moves import Challenge, Claim, Draw, Hit, Protect, Release, Stand, Take
from ludotheque.games.president.sight import Sight


def move_numbers(box: Box) -> MoveNumbers[Sight]:
    """The moves with a department, kind by kind, then those without."""
    department = OneOf(box.index)
    kinds = (Take, Challenge, Protect, Release, Claim)
    return MoveNumbers([*(Product(kind, code=department) for kind in kinds), Listed((Draw(), Hit(), Stand()))])
