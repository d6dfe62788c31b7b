"""How long it takes to learn a game: its lessons, and the short game after them.

The figures stand beside the game in ``first_game.toml``; ``script/lengths`` writes them, and a test compares them with
the lessons as they are.
"""

from __future__ import annotations

from importlib.resources.abc import Traversable
from math import ceil
from typing import Any, Final

import msgspec

FILE: Final = "first_game.toml"
MINUTES: Final = 10
"""A newcomer has understood a game, and played it, after so many minutes."""


class ShortGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A real game to play after the lessons: how many play, with which options, against which bots."""

    players: int
    level: str
    options: dict[str, Any] = {}


class ShortGameLength(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The length of the short game for a newcomer who asks the coach each time, the median of so many games."""

    games: int
    moments: int
    """Times at which the table waits for the learner's choice; see :class:`~ludotheque.engine.lengths.TableLength`."""
    further: int
    """Further answers of the learner at the same moments, such as the next card of a duel."""
    beats: int
    """Pauses between the moves of bots, while the learner looks on."""
    words: int
    """Words that the coach says at a moment, on average, in the language that has more of them."""
    won: float
    """The share of the games that the learner won."""
    seconds: int
    """How long all that takes."""
    slow: int
    """How long nine games in ten take at most."""


class FirstGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How long a first game takes with its lessons."""

    lessons: dict[str, int] = {}
    """The seconds of each lesson, in their order."""
    played: ShortGame | None = None
    """The short game that was measured."""
    short: ShortGameLength | None = None

    def minutes_of(self, lesson: str) -> int:
        """About how many minutes a lesson takes, at least one."""
        return max(1, round(self.lessons.get(lesson, 0) / 60))

    @property
    def lesson_minutes(self) -> int:
        """The minutes of all lessons together."""
        return _minutes(sum(self.lessons.values()))

    @property
    def short_minutes(self) -> int:
        """The minutes of the short game; 0 where there is none."""
        return _minutes(self.short.seconds if self.short else 0)

    @property
    def minutes(self) -> int:
        """The minutes after which a newcomer has learnt the game and played it."""
        return self.lesson_minutes + self.short_minutes


def _minutes(seconds: float) -> int:
    return ceil(seconds / 60)


def read_first_game(folder: Traversable) -> FirstGame:
    """The figures of the game in a folder; empty where none were measured."""
    file = folder.joinpath(FILE)
    return msgspec.toml.decode(file.read_bytes(), type=FirstGame) if file.is_file() else FirstGame()
