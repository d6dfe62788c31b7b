"""The levels “casual” and “beginner”: the strong player's judgement with a rough eye, and moves overlooked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ludotheque.bots.overlook import Overlooking
from ludotheque.engine.chance import Chance
from ludotheque.engine.rules import Move, Seat
from ludotheque.games.stratego.bots.strategist import Strategist
from ludotheque.games.stratego.moves import Accept
from ludotheque.games.stratego.sight import Sight


class Learner(Overlooking):
    """A player that deploys and deduces as the strategist does, and often misses which move is best."""

    def choose(self, sight: Sight, legal: Sequence[Any], free: Sequence[Any]) -> Move:
        """Consider a draw that is offered as the strategist does; else choose the best move that it notices."""
        if Accept() in free:
            return self._player.choose(sight, legal, free)
        return super().choose(sight, legal, free)


def make_casual(seat: Seat, rng: Chance) -> Learner:
    """A player that overlooks one move in seven, and misjudges small differences."""
    return Learner(Strategist(seat, rng), rng, _ply, notices=0.85, margin=4.5)


def make_beginner(seat: Seat, rng: Chance) -> Learner:
    """A player that overlooks a third of the moves, and misjudges most of what is not decisive."""
    return Learner(Strategist(seat, rng), rng, _ply, notices=0.65, margin=8.0)


def _ply(sight: Sight) -> int:
    return sight.ply
