"""What pieces have done so far, as one seat saw it: the same facts that a batch keeps in its memory, from events.

The facts are those of :mod:`ludotheque.games.stratego.batch.memory`: sets of squares, each one integer. Both sides saw
all of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Self

from ludotheque.engine.rules import Event
from ludotheque.games.stratego.board import BIT, LINES, NOT_A, NOT_J, SQUARE, START
from ludotheque.games.stratego.moves import Fought, Moved
from ludotheque.games.stratego.pieces import LOST
from ludotheque.games.stratego.sight import Sight
from ludotheque.games.stratego.state import MOVED, SHOWN

FACTS: Final = ("shown", "once", "often", "fled", "bold", "stayed")
"""What is known of pieces: their rank; the two bits of how often they have moved, counted up to three; whether they
fled from, went up to, or stayed beside an enemy whose rank they knew."""


def around(squares: int) -> int:
    """The squares next to those of a set."""
    return squares << 10 | squares >> 10 | (squares & NOT_J) << 1 | (squares & NOT_A) >> 1


class Recollection:
    """Follows a game move by move."""

    def __init__(self, armies: Sequence[int]) -> None:
        self.armies = list(armies)
        self.shown = self.once = self.often = self.fled = self.bold = self.stayed = 0
        #: The squares that each side's last move left and reached.
        self.last = [0, 0]

    @classmethod
    def from_start(cls, v: Sight) -> Self:
        """The memory of a game before its first move."""
        armies = [0, 0]
        for token, letter in enumerate(v.letters, 1):
            if letter != "A":
                armies[token > 40] |= BIT[START[token]]
        return cls(armies)

    @classmethod
    def from_middle(cls, v: Sight) -> Self:
        """The memory of a game that was under way before: all that can still be seen."""
        found = cls([0, 0])
        for square, token in enumerate(v.squares):
            if token:
                mark = int(v.marks[token - 1])
                found.armies[token > 40] |= BIT[square]
                found.shown |= BIT[square] if mark & SHOWN else 0
                found.once |= BIT[square] if mark & MOVED else 0
        return found

    def copy(self) -> Self:
        """The same memory, to follow another course of the game."""
        found = type(self)(self.armies)
        for name in FACTS:
            setattr(found, name, getattr(self, name))
        found.last = list(self.last)
        return found

    def follow(self, events: Sequence[Event]) -> None:
        """Take in events."""
        for event in events:
            if isinstance(event, Moved | Fought):
                self._follow(event.seat, SQUARE[event.frm], SQUARE[event.to], event)

    def _follow(self, seat: int, frm: int, to: int, event: Moved | Fought) -> None:
        start, goal = BIT[frm], BIT[to]
        own, enemy = self.armies[seat], self.armies[1 - seat]
        result = event.result if isinstance(event, Fought) else None
        lives, lost = result not in (LOST, "both"), result == LOST
        facing = around(enemy & self.shown)
        faced, faces = bool(facing & start), bool(facing & goal)
        ran = result is None and len(LINES[frm, to]) > 1
        seen = bool(self.shown & start) or ran or result is not None
        self._carry(start, goal, lives, lost)
        arrived = goal if lives else 0
        if lost or (lives and seen):
            self.shown |= goal
        was_once, was_often = self.once & arrived, self.often & arrived
        self.once = (self.once ^ arrived) | (was_once & was_often)
        self.often |= was_once
        if result is None:
            self.fled |= goal if faced and not faces else 0
            self.bold |= goal if faces and not faced else 0
        self.stayed |= own & facing & ~start
        self.armies[seat] = (own & ~start) | arrived
        self.armies[1 - seat] = enemy if lost else enemy & ~goal
        self.last[seat] = start | goal

    def _carry(self, start: int, goal: int, lives: bool, lost: bool) -> None:
        """Move the facts of the piece that moves; those of pieces that are gone are forgotten."""
        cleared = start if lost else start | goal
        for name in FACTS:
            fact = getattr(self, name)
            carried = goal if lives and fact & start else 0
            setattr(self, name, (fact & ~cleared) | carried)
