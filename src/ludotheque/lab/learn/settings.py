"""The settings of a learner, and the schedules that follow from them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How it is learnt. Where two numbers are given, the first is for the beginning and the second for the end."""

    channels: int = 64
    blocks: int = 6
    games: int = 4096
    """Games that are played at once."""
    moves: int = 64
    """Moves that are played in each before the network learns from them."""
    batch: int = 16384
    """Positions of one step of learning."""
    iterations: int = 2000
    """How often games are played and learnt from in all: the schedules run over these."""
    rate: tuple[float, float] = (6e-4, 4e-5)
    entropy: tuple[float, float] = (0.02, 0.003)
    exchange: float = 0.5
    """How much taking material counts at the beginning; nothing from the middle on."""
    exchange_until: float = 0.5
    draw: float = 0.2
    """What a draw costs either side."""
    trace: float = 0.95
    """GAE's lambda: how much later results count beside the network's own expectation."""
    clip: float = 0.2
    magnet: float = 0.02
    """How strongly the policy is held near its average over time."""
    average: float = 0.999
    """How slowly that average follows, at each step of learning."""
    guess: float = 0.1
    """How much guessing what is hidden counts."""
    breed: int = 50
    """Iterations between generations of openings."""
    evaluate: int = 250
    """Iterations between games against random play and earlier selves; a self is kept each time."""
    duels: int = 1024
    """How many games those are against each of them; 0 for none."""
    duel_moves: int = 1000
    """Such a game is given up after so many moves."""
    seed: int = 0


SMALL: Final[Mapping[str, Any]] = {
    "channels": 16,
    "blocks": 2,
    "games": 128,
    "moves": 32,
    "batch": 512,
    "rate": (2e-3, 3e-4),
    "average": 0.99,
    "iterations": 160,
    "evaluate": 80,
    "duels": 128,
}
"""What is set otherwise on a processor: an iteration takes a second or two instead of minutes."""


class Schedule(msgspec.Struct, frozen=True):
    """What changes while learning goes on, at one iteration."""

    rate: float
    entropy: float
    exchange: float


def schedule(settings: Settings, iteration: int) -> Schedule:
    """The schedule at an iteration.

    >>> schedule(Settings(iterations=100), 0)
    Schedule(rate=0.0006, entropy=0.02, exchange=0.5)
    >>> schedule(Settings(iterations=100), 50).exchange
    0.0
    """
    done = min(1.0, iteration / settings.iterations)
    (first, last), (wild, calm) = settings.rate, settings.entropy
    return Schedule(
        first + (last - first) * done,
        wild * (calm / wild) ** done,
        settings.exchange * max(0.0, 1 - done / settings.exchange_until),
    )
