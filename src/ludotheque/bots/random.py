"""The bot that plays at random."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ludotheque.engine.bargain_moves import RefuseBargain
from ludotheque.engine.chance import Chance
from ludotheque.engine.rules import Event, Move, Seat


class RandomPlayer:
    """Answers at random. It never does more than it is asked: no offers, no resigning; and it refuses every bargain."""

    def __init__(self, seat: Seat, rng: Chance) -> None:
        self.seat = seat
        self.rng = rng

    def hear(self, events: Sequence[Event]) -> None:
        """Ignore events."""

    def choose(self, sight: Any, legal: Sequence[Any], free: Sequence[Any]) -> Move:
        """Any of the answers, all equally likely; no bargain, since a random player cannot keep its word."""
        if type(legal[-1]) is RefuseBargain:
            refuse: Move = legal[-1]
            return refuse
        move: Move = legal[self.rng.below(len(legal))]
        return move
