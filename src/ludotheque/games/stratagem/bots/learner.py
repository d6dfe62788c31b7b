"""The levels “casual” and “beginner”: players by simple rules, and one who loses sight of them."""

from __future__ import annotations

from collections.abc import Sequence

from ludotheque.bots.overlook import Lapsing, happens, notice
from ludotheque.games.stratagem.bots.militant import ACCEPT, Militant
from ludotheque.games.stratagem.choices import DRAW
from ludotheque.games.stratagem.moves import AnyMove, Launch, Plan
from ludotheque.games.stratagem.sight import Sight


class Casual(Lapsing, Militant):
    """A militant: it keeps to its programme, and does not count what others may do."""


class Beginner(Casual):
    """A militant that overlooks options, draws too eagerly, and does not always see a danger."""

    notices = 0.5
    """The chance that it looks at an option of its programme."""
    eager = 0.6
    """The chance that it takes a support whatever its cost, or draws a card where it could show an option."""
    alert = 0.4
    """The chance that it thinks of an action: against a seizure of power, or to seize it."""

    def programme(self, v: Sight, legal: Sequence[Plan]) -> AnyMove:
        """Plan the more popular of the options that it looks at."""
        return super().programme(v, notice(self.rng, legal, self.notices))

    def offer(self, v: Sight, legal: Sequence[AnyMove]) -> AnyMove:
        """Accept a support, often without a look at its cost."""
        return ACCEPT if happens(self.rng, self.eager) else super().offer(v, legal)

    def turn(self, v: Sight, legal: Sequence[AnyMove]) -> AnyMove:
        """Play as a militant does to whom actions do not always occur, and who would rather draw."""
        if not happens(self.rng, self.alert):
            legal = [move for move in legal if type(move) is not Launch] or legal
        if DRAW in legal and happens(self.rng, self.eager):
            return DRAW
        return super().turn(v, legal)
