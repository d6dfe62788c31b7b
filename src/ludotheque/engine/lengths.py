"""How long a game takes: figures measured between bots, kept beside the game as ``lengths.toml``."""

from __future__ import annotations

from importlib.resources.abc import Traversable
from typing import Final

import msgspec

FILE: Final = "lengths.toml"
STEP: Final = 5
"""Minutes are given in multiples of this: the measure is no finer."""


class TableLength(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The length of a game with so many players, the median of those that were measured."""

    players: int
    decisions: int
    """Answers to questions, by all seats."""
    moments: int
    """Times at which the table waits for a choice: questions that are put together, and several answers that one
    seat gives in a row, are one; a question with a single answer is none."""
    minutes: int
    """The moments times the seconds of each, rounded."""


class Lengths(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The lengths of a game at its default options, and how they were measured."""

    bot: str = ""
    """The level of all players."""
    games: int = 0
    """How many games were played with each number of players."""
    seconds: int = 0
    """How long a person is taken to think at each moment; what people say between them is not counted."""
    table: tuple[TableLength, ...] = ()

    def minutes(self, players: int) -> int | None:
        """The minutes of a game with so many players, if they were measured."""
        return next((found.minutes for found in self.table if found.players == players), None)


def minutes_of(moments: float, seconds: int) -> int:
    """The minutes that so many moments take, in steps of five."""
    return max(STEP, STEP * round(moments * seconds / 60 / STEP))


def read_lengths(folder: Traversable) -> Lengths:
    """The lengths of the game in a folder; empty where none were measured."""
    file = folder.joinpath(FILE)
    return msgspec.toml.decode(file.read_bytes(), type=Lengths) if file.is_file() else Lengths()
