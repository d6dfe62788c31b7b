"""What a game gives the searcher, and how long a search may take."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf
from typing import Any

from ludotheque.engine.chance import Chance
from ludotheque.engine.player import Player, PlayerMaker
from ludotheque.engine.rules import AnyRules


@dataclass(frozen=True)
class Guide:
    """What a game gives the searcher."""

    rules: AnyRules
    quick: PlayerMaker
    """The quick policy: a bot that needs nothing but its sight."""
    worth: Callable[[Any], Sequence[float]]
    """What a state is worth to each seat, finished or not, from 0 to 1: more than the chance to win, it knows margins
    and places."""
    clock: Callable[[Any], float] | None = None
    """Counts what passes in a game, such as turns: it never goes back."""
    turn: str = ""
    """The question to nature with which a turn begins, instead of a clock: a rollout is cut off only there."""
    horizon: float = inf
    """How much passes on the clock, or how many turns begin, before a rollout is cut off."""
    breadth: int = 5
    """How many rivals of the quick move are tried."""
    offers: int = 2
    """How many offers to others are tried besides."""
    skips: Callable[[Any], bool] = lambda sight: False
    """Whether the question that a sight puts is left to the quick policy."""
    imagine: Callable[[Any, Player, Chance], Any] | None = None
    """Imagines a world from a sight and what the quick policy believes; by default, the rules do."""


@dataclass(frozen=True)
class Budget:
    """How long a search may take: milliseconds for people, rollouts for tests; what is spent first counts."""

    milliseconds: float = inf
    rollouts: float = inf
