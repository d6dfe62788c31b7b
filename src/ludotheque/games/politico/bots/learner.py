"""The levels “casual” and “beginner”: players who see a part of what they could do, and forget to defend themselves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ludotheque.bots.overlook import Lapsing, happens, notice
from ludotheque.engine.chance import Chance
from ludotheque.engine.rules import Seat
from ludotheque.games.politico.bots.backbencher import Backbencher
from ludotheque.games.politico.bots.kingmaker import Kingmaker
from ludotheque.games.politico.box import Box
from ludotheque.games.politico.choices import PASS
from ludotheque.games.politico.moves import AnyMove
from ludotheque.games.politico.sight import Sight


class Casual(Lapsing, Kingmaker):
    """A kingmaker that often answers by rules of thumb, as a backbencher does, and seldom thinks of a bargain."""

    thinks = 0.5
    """The chance that it works out an answer."""
    bargains = 0.5
    """The chance that it thinks of an offer."""

    def __init__(self, box: Box, seat: Seat, rng: Chance) -> None:
        super().__init__(box, seat, rng)
        self.rng = rng
        self.habit = Backbencher(box, seat, rng)

    def answer_question(self, v: Sight, legal: Sequence[Any], free: Sequence[Any]) -> AnyMove:
        """Work an answer out, or follow a rule of thumb."""
        if happens(self.rng, self.thinks):
            return super().answer_question(v, legal, free)
        return self.habit.answer_question(v, legal, free)

    def offer(self, v: Sight, free: Sequence[Any]) -> AnyMove | None:
        """Offer a bargain, if it thinks of it."""
        return super().offer(v, free) if happens(self.rng, self.bargains) else None


class Beginner(Lapsing, Backbencher):
    """A backbencher that overlooks attacks and governments, makes no offers, and lends no one a defence."""

    notices = 0.7
    """The chance that it considers a move of its turn."""

    def __init__(self, box: Box, seat: Seat, rng: Chance) -> None:
        super().__init__(box, seat, rng)
        self.rng = rng

    def act(self, v: Sight, legal: Sequence[Any], free: Sequence[Any]) -> AnyMove:
        """Act as a backbencher does, with the moves that it considers."""
        return super().act(v, notice(self.rng, legal, self.notices), free)

    def offer(self, v: Sight, free: Sequence[Any]) -> AnyMove | None:
        """Make no offer."""
        return None

    def lend(self, v: Sight, legal: Sequence[Any], free: Sequence[Any]) -> AnyMove:
        """Keep one's cards."""
        return PASS
