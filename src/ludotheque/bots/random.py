"""The bot that plays at random."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ludotheque.engine.chance import Chance
from ludotheque.engine.rules import Event, Move, Seat


class RandomPlayer:
    """Answers at random. It never does more than it is asked: no offers, no resigning."""

    def __init__(self, seat: Seat, rng: Chance) -> None:
        self.seat = seat
        self.rng = rng

    def hear(self, events: Sequence[Event]) -> None:
        """Ignore events."""

    def choose(self, sight: Any, legal: Sequence[Any], free: Sequence[Any]) -> Move:
        """Any of the answers, all equally likely."""
        move: Move = legal[self.rng.below(len(legal))]
        return move
