"""The levels “casual” and “beginner”: players who look at some of their cards, and forget their actions."""

from __future__ import annotations

from collections.abc import Sequence

from ludotheque.bots.overlook import Lapsing, happens, notice
from ludotheque.games.koalition.bots.deputy import Deputy
from ludotheque.games.koalition.bots.outlook import Outlook
from ludotheque.games.koalition.choices import PASS
from ludotheque.games.koalition.moves import AnyMove, Lay
from ludotheque.games.koalition.sight import Sight


class Casual(Lapsing, Deputy):
    """A deputy that overlooks some of its cards, and often forgets that it can act."""

    notices = 0.6
    """The chance that it considers a card of its hand."""
    acts = 0.6
    """The chance that it thinks of its actions when it could act."""

    def lay(self, o: Outlook, v: Sight, legal: Sequence[Lay]) -> Lay:
        """Play the most promising of the cards that it considers."""
        return super().lay(o, v, notice(self.rng, legal, self.notices))

    def act(self, o: Outlook, v: Sight, legal: Sequence[AnyMove]) -> AnyMove:
        """Act as a deputy does, if it thinks of it."""
        return super().act(o, v, legal) if happens(self.rng, self.acts) else PASS


class Beginner(Casual):
    """A player that considers few cards, seldom acts, and agrees too soon."""

    notices = 0.3
    acts = 0.3
    patience = 0.6
