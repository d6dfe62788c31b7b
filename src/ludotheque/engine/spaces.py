"""The spaces of a game, as those who study learning call them: its moves as numbers, its sights as arrays."""

from __future__ import annotations

from typing import Any, NamedTuple

from ludotheque.engine.move_numbers import MoveNumbers
from ludotheque.engine.sight_arrays import Layout


class Spaces(NamedTuple):
    """The numbers of a game's moves and the layout of its sights, for a number of players."""

    moves: MoveNumbers[Any]
    sights: Layout[Any]
