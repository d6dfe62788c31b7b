"""A game of Stratego as plain data."""

from __future__ import annotations

from typing import NamedTuple

from ludotheque.engine.frames import Sealed, Stack
from ludotheque.engine.rules import Outcome
from ludotheque.games.stratego.board import BIT, LAKES, WATER
from ludotheque.games.stratego.options import Options
from ludotheque.games.stratego.pieces import MOBILE, SCOUT

MOVED, SHOWN = 1, 2
"""What the enemy knows of a token: that it has moved, which piece it is."""


class Chase(NamedTuple):
    """A side threatens pieces that evade, move after move. Squares are sets of bits."""

    at: int
    """Where the piece stands that made the hunting side's last move."""
    came: int
    """Where it came from."""
    threat: int
    """The enemies it stands next to, until one of them evades."""
    prey: int
    """The enemies that have evaded so far, where they are now."""
    trail: tuple[tuple[int, int], ...]
    """Both sides' moves since the first threat, which alone may have been a capture."""
    seen: frozenset[bytes]
    """Every board since the first threat."""


class Shuttle(NamedTuple):
    """The piece a side moved last, and how often in a row it has crossed each border of that move."""

    token: int
    crossed: tuple[tuple[int, int], ...]


class State:
    """Everything there is to know. Index 0 is red, 1 is blue."""

    __slots__ = (
        "army",
        "board",
        "chase",
        "kinds",
        "marks",
        "mobile",
        "offer",
        "offer_from",
        "offering",
        "options",
        "outcome",
        "placed",
        "ply",
        "quiet",
        "scouts",
        "shuttle",
        "stack",
    )

    def __init__(self, options: Options) -> None:
        self.options = options
        self.stack = Stack([Sealed((0, 1))])
        #: The token on each square, 0 for none.
        self.board = bytearray(100)
        for square in LAKES:
            self.board[square] = WATER
        #: The kind of each token, 0 where there is none.
        self.kinds = bytearray(81)
        #: What the enemy knows of each token.
        self.marks = bytearray(81)
        #: How many of their forty squares each side has settled.
        self.placed = [0, 0]
        #: The squares each side stands on; of these, those of pieces that can move, and of scouts.
        self.army = [0, 0]
        self.mobile = [0, 0]
        self.scouts = [0, 0]
        #: Moves played, and moves since the last attack.
        self.ply = 0
        self.quiet = 0
        self.shuttle: list[Shuttle | None] = [None, None]
        self.chase: list[Chase | None] = [None, None]
        #: The side to move offers a draw with its move; the side whose offer is on the table; when each may next.
        self.offering = False
        self.offer: int | None = None
        self.offer_from = [0, 0]
        self.outcome: Outcome | None = None

    def copy(self) -> State:
        """A state that shares nothing that can change."""
        other = State.__new__(State)
        other.options = self.options
        other.stack = self.stack.copy()
        other.board = self.board[:]
        other.kinds = self.kinds[:]
        other.marks = self.marks[:]
        other.placed = self.placed[:]
        other.army = self.army[:]
        other.mobile = self.mobile[:]
        other.scouts = self.scouts[:]
        other.ply = self.ply
        other.quiet = self.quiet
        other.shuttle = self.shuttle[:]
        other.chase = self.chase[:]
        other.offering = self.offering
        other.offer = self.offer
        other.offer_from = self.offer_from[:]
        other.outcome = self.outcome
        return other


def stand(s: State, square: int, token: int) -> None:
    """Put a token whose kind is known on a square."""
    side = 0 if token <= 40 else 1
    kind = s.kinds[token]
    s.board[square] = token
    s.army[side] |= BIT[square]
    if MOBILE[kind]:
        s.mobile[side] |= BIT[square]
    if kind == SCOUT:
        s.scouts[side] |= BIT[square]
