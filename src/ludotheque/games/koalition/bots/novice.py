"""The bot “novice”, which plays at random: the level “random”."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ludotheque.bots.random import RandomPlayer
from ludotheque.engine.rules import Move
from ludotheque.games.koalition.moves import Propose, TakeBack
from ludotheque.games.koalition.sight import Sight


class Novice(RandomPlayer):
    """A bot that answers at random, but neither repeats proposals nor takes a hand back, so that negotiations end."""

    def choose(self, sight: Sight, legal: Sequence[Any], free: Sequence[Any]) -> Move:
        """Choose any answer that is new, all equally likely."""
        new = [move for move in legal if not isinstance(move, TakeBack)]
        if sight.proposed:
            new = [move for move in new if not isinstance(move, Propose) or move.blocs not in sight.proposed]
        return super().choose(sight, new, free)
