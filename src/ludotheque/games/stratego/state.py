"""The state of a game of Stratego."""

from __future__ import annotations

from typing import Final, Self

import msgspec

from ludotheque.engine.question_stack import Sealed, Stack, Turn
from ludotheque.engine.state import GameState, game_state
from ludotheque.games.stratego.board import BIT, LAKES, WATER
from ludotheque.games.stratego.options import Options
from ludotheque.games.stratego.pieces import MOBILE, SCOUT

#: The questions: both deploy, in secret; a side moves.
DEPLOY, STEP = "deploy", "step"

MOVED, SHOWN = 1, 2
"""What the enemy knows of a token: that it has moved, which piece it is."""


class Chase(msgspec.Struct, frozen=True, gc=False):
    """A side threatens pieces that evade, move after move. Squares are sets of bits."""

    at: int
    """The square of the piece that made the hunting side's last move."""
    came: int
    """The square it came from."""
    threat: int
    """The enemies it stands next to, until one of them evades."""
    prey: int
    """The enemies that have evaded so far, where they are now."""
    trail: tuple[tuple[int, int], ...]
    """Both sides' moves since the first threat, which alone may have been a capture."""
    seen: frozenset[bytes]
    """Every board since the first threat."""


class Shuttle(msgspec.Struct, frozen=True, gc=False):
    """The piece a side moved last, and how often in a row it has crossed each border of that move."""

    token: int
    crossed: tuple[tuple[int, int], ...]
    most: int
    """The highest of these numbers."""

    @classmethod
    def of(cls, token: int, crossed: tuple[tuple[int, int], ...]) -> Self:
        return cls(token, crossed, max(times for _, times in crossed))


@game_state
class State(GameState):
    """The complete state of a game. Index 0 is red, 1 is blue."""

    options: Options
    #: The token on each square, 0 for none.
    board: bytearray = bytearray(WATER if square in LAKES else 0 for square in range(100))
    #: The kind of each token, 0 where there is none.
    kinds: bytearray = bytearray(81)
    #: What the enemy knows of each token.
    marks: bytearray = bytearray(81)
    #: How many of their forty squares each side has settled.
    placed: list[int] = [0] * 2
    #: The squares each side stands on; of these, those of pieces that can move, and of scouts.
    army: list[int] = [0] * 2
    mobile: list[int] = [0] * 2
    scouts: list[int] = [0] * 2
    #: Moves played, and moves since the last attack.
    ply: int = 0
    quiet: int = 0
    shuttle: list[Shuttle | None] = [None] * 2
    chase: list[Chase | None] = [None] * 2
    #: Whether the side to move offers a draw with its move; the side whose offer is open; when each may offer again.
    offering: bool = False
    offer: int | None = None
    offer_from: list[int] = [0] * 2

    @classmethod
    def opening(cls, options: Options) -> Self:
        """The state before the first move."""
        return cls(options=options, stack=Stack([Sealed((0, 1), DEPLOY)]))


RED, BLUE = 0, 1
TURNS: Final = (Turn(RED, STEP), Turn(BLUE, STEP))
"""The question to each side whose move it is."""


def has_offer(s: State, seat: int) -> bool:
    """Whether ``seat`` has a draw offer to take back: announced with its move to come, or still open."""
    return s.offer == seat or (s.offering and seat in s.stack.asked())


def put_token(s: State, square: int, token: int) -> None:
    """Put a token whose kind is known on a square."""
    side = 0 if token <= 40 else 1
    kind = s.kinds[token]
    s.board[square] = token
    s.army[side] |= BIT[square]
    if MOBILE[kind]:
        s.mobile[side] |= BIT[square]
    if kind == SCOUT:
        s.scouts[side] |= BIT[square]
