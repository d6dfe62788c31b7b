"""What a game gives the searcher, and how long a search may take."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf
from typing import Any, Protocol

from ludotheque.bots.findings import Reply
from ludotheque.engine.chance import Chance
from ludotheque.engine.player import Player, PlayerMaker
from ludotheque.engine.rules import AnyRules


class Lookahead(Protocol):
    """Plays moves of one seat in imagined worlds, and says what follows is worth."""

    reply: Reply | None
    """The first choice of another seat after the last move."""

    def __call__(self, world: Any, move: Any, seed: int) -> float:
        """The worth to the seat, 0 to 1, of what follows from a move in a world, with the luck of this seed."""
        ...


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
    promising: Callable[[Any], float] = lambda sight: -inf
    """What the quick policy's own value of a rival must be at least, by the sight. Without a limit, some rivals of
    which it has no value are tried as well."""
    margin: float = 0.0
    """By how much a rival must be worth more than the quick move, besides what chance may do: what ``worth`` is often
    wrong by, however many worlds are seen."""
    offers: int = 2
    """How many offers to others are tried besides."""
    skips: Callable[[Any], bool] = lambda sight: False
    """Whether the question that a sight puts is left to the quick policy."""
    imagine: Callable[[Any, Player, Chance], Any] | None = None
    """Imagines a world from a sight and what the quick policy believes; by default, the rules do."""
    lookahead: Callable[[Any, Player], Lookahead | None] = lambda sight, quick: None
    """What plays moves in worlds imagined from a sight; by default the quick policy does, up to the horizon."""


@dataclass(frozen=True)
class Budget:
    """How long a search may take: milliseconds for people, rollouts for tests; what is spent first counts."""

    milliseconds: float = inf
    rollouts: float = inf
