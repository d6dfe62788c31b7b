"""Positions of many games at once: what the rules need to know, as sets of squares and a few packed words."""

from __future__ import annotations

from typing import Final, NamedTuple

import jax.numpy as jnp
import numpy as np

from ludotheque.games.stratego.batch.bitboards import Array, Flags, Squares, constant, map_words, signed, unsigned
from ludotheque.games.stratego.board import HOME
from ludotheque.games.stratego.options import CROSSINGS, Options


class BatchRules(NamedTuple):
    """The options of the games of a batch, as what the rules look up; made once, when a function is compiled."""

    crossings: int = 6
    """How often in a row a piece may cross a border; 0 where neither crossings nor chases are counted."""
    no_fight: int = 200
    max_moves: int = 4000

    @classmethod
    def of(cls, options: Options) -> BatchRules:
        """The rules of a table with these options. Both armies play by the same rules."""
        return cls(CROSSINGS.get(options.shuttle, 0), options.no_fight, options.max_moves)

    @property
    def history_length(self) -> int:
        """How many moves a history holds: all since the last fight, and one place for what is not kept."""
        return self.no_fight + 2


class Position(NamedTuple):
    """Games as they stand, seen from the side to move (``me``), on the board as it lies."""

    me: Squares
    opp: Squares
    kind: tuple[Squares, ...]
    """Four planes: the kind of the piece on each square, 1 to 12."""
    moved: Squares
    shown: Squares
    token: tuple[Squares, ...]
    """Six planes: where the piece was deployed, 0 to 39 from its owner's back row."""
    prey_me: Squares
    """The enemies that have evaded in my chase, where they are now."""
    prey_opp: Squares
    trip_me: Array
    """The borders that my piece moved last has crossed: nine 3-bit counts from where it stands backwards, the
    direction from bit 27, and bit 29 if there is such a piece."""
    trip_opp: Array
    last_me: Array
    """My last move: from, to from bit 7, the quiet move at which my chase began from bit 14, and bit 29 if it is on."""
    last_opp: Array
    clock: Array
    """The moves played, from bit 15 those since the last fight, and bit 31 once a flag was taken."""


CHASE_START: Final = 14
CHASE_BIT: Final = 29
TRIP_DIRECTION: Final = 27
TRIP_VALID: Final = 29
TRIP_COUNTS: Final = np.uint32((1 << 27) - 1)
EACH_COUNT: Final = np.uint32(sum(1 << (3 * i) for i in range(9)))
"""One in each of the nine counts of a trip."""
QUIET_SHIFT: Final = 15
FLAG_BIT: Final = 31


def moves_played(position: Position) -> Array:
    """How many moves each game has seen."""
    return signed(position.clock & np.uint32(0x7FFF))


def quiet_moves(position: Position) -> Array:
    """How many moves have passed since the last fight."""
    return signed((position.clock >> np.uint32(QUIET_SHIFT)) & np.uint32(0xFFF))


def flag_taken(position: Position) -> Flags:
    """Whether the last move took a flag."""
    return (position.clock >> np.uint32(FLAG_BIT)) != np.uint32(0)


def side_to_move(position: Position) -> Array:
    """The seat whose turn it is: 0 red, 1 blue."""
    return signed(position.clock & np.uint32(1))


def make_clock(moves: Array, quiet: Array, taken: Flags) -> Array:
    """The clock of a position."""
    word = unsigned(moves) | (unsigned(quiet) << np.uint32(QUIET_SHIFT))
    return word | jnp.where(taken, np.uint32(1 << FLAG_BIT), np.uint32(0))


def last_from(last: Array) -> Array:
    """The square that a side's last move left."""
    return signed(last & np.uint32(127))


def last_to(last: Array) -> Array:
    """The square that a side's last move reached."""
    return signed((last >> np.uint32(7)) & np.uint32(127))


def chase_start(last: Array) -> Array:
    """The quiet move at which a side's chase began."""
    return signed((last >> np.uint32(CHASE_START)) & np.uint32(0xFFF))


def is_chase_on(last: Array) -> Flags:
    """Whether a side is in a chase."""
    return ((last >> np.uint32(CHASE_BIT)) & np.uint32(1)) != np.uint32(0)


_TOKENS: Final = tuple(
    constant(sum(1 << HOME[side][i] for side in (0, 1) for i in range(40) if (i >> bit) & 1)) for bit in range(6)
)
SETUP_WORDS: Final = 20
"""The words of a packed set-up: the squares it stands on, and four planes of kinds."""


def pack_setups(setups: np.ndarray[tuple[int, int], np.dtype[np.uint8]]) -> np.ndarray:
    """Pack set-ups, given as forty kinds each, as red's and as blue's: an array [set-ups, 2, 20]."""
    packed = np.zeros((len(setups), 2, SETUP_WORDS), np.uint32)
    for side in (0, 1):
        for i, square in enumerate(HOME[side]):
            kinds = setups[:, i].astype(np.uint32)
            bit = np.uint32(1 << (square & 31))
            word = square >> 5
            packed[:, side, word] |= np.where(kinds > 0, bit, np.uint32(0))
            for plane in range(4):
                packed[:, side, 4 + 4 * plane + word] |= np.where((kinds >> plane) & 1, bit, np.uint32(0))
    return packed


def start(red: Array, blue: Array) -> Position:
    """New games from packed set-ups, [games, 20] for each side."""
    zero = jnp.zeros_like(red[:, 0])
    none = (zero, zero, zero, zero)

    def words(first: int, setup: Array) -> Squares:
        return setup[:, first], setup[:, first + 1], setup[:, first + 2], setup[:, first + 3]

    me, opp = words(0, red), words(0, blue)
    occupied = map_words(lambda a, b: a | b, me, opp)
    kinds = tuple(
        map_words(lambda a, b: a | b, words(4 + 4 * plane, red), words(4 + 4 * plane, blue)) for plane in range(4)
    )
    tokens = tuple(map_words(lambda a, b: a & b, plane, occupied) for plane in _TOKENS)
    return Position(me, opp, kinds, none, none, tokens, none, none, zero, zero, zero, zero, zero)
