"""The strategist: a Stratego player that works from its own sight, its memory and its judgement.

It deploys behind a guarded flag, believes something about every hidden piece, and plays the move that its beliefs
promise most of. It never peeks: all it has is what its seat saw and heard.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ludotheque.engine.chance import Chance
from ludotheque.engine.rules import Event, Seat
from ludotheque.games.stratego.beliefs import believe
from ludotheque.games.stratego.chronicle import Chronicle
from ludotheque.games.stratego.deploy import deploy
from ludotheque.games.stratego.judgement import Judgement
from ludotheque.games.stratego.moves import PLACES, Accept, AnyMove, Fought, Moved, Place, Step
from ludotheque.games.stratego.outlook import Outlook
from ludotheque.games.stratego.pieces import LETTERS
from ludotheque.games.stratego.sight import Sight

WHIM: Final = 0.05
"""Moves closer in value than this are chosen between by whim, so that it does not play the same game twice."""
HOPELESS: Final = -0.5
"""The balance at which a draw is a gift."""
DEADLOCK: Final = 0.6
"""How far towards the no-fight draw a game has to be before a draw is accepted by one who is not ahead."""


class Strategist:
    """A player for one seat. It can be rebuilt at any time by hearing the game again."""

    def __init__(self, seat: Seat, rng: Chance) -> None:
        self.seat = seat
        self.rng = rng
        self._unread: list[Event] = []
        self._told: Chronicle | None = None
        self._plan: list[int] = []

    def hear(self, events: Sequence[Event]) -> None:
        """Keep the events for later: they are thought about when it is time to choose."""
        self._unread += events

    def choose(self, sight: Sight, legal: Sequence[AnyMove], free: Sequence[AnyMove]) -> AnyMove:
        """The next piece to deploy, or the move that promises most."""
        if type(legal[0]) is Place:
            return self._deploy(sight, legal)
        told = self._recall(sight)
        outlook = Outlook(sight, self.seat, believe(sight, told))
        if Accept() in free and _would_draw(outlook):
            return Accept()
        judgement = Judgement(outlook, told)
        best: tuple[float, AnyMove] = max(
            ((judgement.score(move) + self._whim(), move) for move in legal if type(move) is Step),
            key=lambda scored: scored[0],
        )
        return best[1]

    def _deploy(self, v: Sight, legal: Sequence[AnyMove]) -> AnyMove:
        """The planned piece for the next square; a new plan if the old one is not what stands on the board."""
        own = v.letters[40 * self.seat : 40 * self.seat + v.placed]
        fixed = [LETTERS.index(letter) for letter in own]
        if not self._plan:  # with the same luck, a player rebuilt half-way draws the same plan again
            self._plan = deploy(v.options.army, [], self.rng)
        if self._plan[: v.placed] != fixed:
            self._plan = deploy(v.options.army, fixed, self.rng)
        return PLACES[self._plan[v.placed]]

    def _recall(self, v: Sight) -> Chronicle:
        if self._told is None:
            heard = sum(type(event) in (Moved, Fought) for event in self._unread)
            if heard == v.ply > 0:
                self._told = Chronicle.from_the_start(self.seat, v)
            else:
                self._told = Chronicle.from_here(self.seat, v)
                self._unread.clear()
        self._told.follow(self._unread)
        self._unread.clear()
        return self._told

    def _whim(self) -> float:
        return WHIM * self.rng.below(1000) / 1000


def _would_draw(outlook: Outlook) -> bool:
    """Whether a draw is as much as this position can give."""
    return outlook.balance < HOPELESS or (outlook.quiet_share > DEADLOCK and outlook.balance <= 0)
