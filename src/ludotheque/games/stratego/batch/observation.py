"""What the side to move knows, for a network: planes of the board from its own side, and a few numbers.

Made from the seat's sight alone: its own army, the enemy's known pieces, and what all pieces did. A plane is packed as
a set of squares; :func:`unpack_planes` turns planes to the view of the side to move, whose back row is then row 0.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import jax.numpy as jnp
import numpy as np

from ludotheque.games.stratego.batch.bitboards import (
    LAND,
    Array,
    Squares,
    both,
    count,
    either,
    is_number,
    map_words,
    only_if,
    pack,
    square_bit,
    without,
)
from ludotheque.games.stratego.batch.memory import Memory
from ludotheque.games.stratego.batch.moves import mobile_pieces, worn_border
from ludotheque.games.stratego.batch.position import (
    BatchRules,
    Position,
    last_from,
    last_to,
    moves_played,
    quiet_moves,
)
from ludotheque.games.stratego.pieces import ARMIES

KINDS: Final = range(1, 13)
_NAMES: Final = ("bomb", "spy", "scout", "miner", "5", "6", "7", "8", "9", "general", "marshal", "flag")
PLANES: Final = (
    *(f"own {name}" for name in _NAMES),
    "own moved",
    "own shown",
    "own moved twice",
    "own fled",
    "own bold",
    "own stayed",
    *(f"enemy {name}" for name in _NAMES),
    "hidden, not moved",
    "hidden, moved",
    "hidden, moved twice",
    "hidden, moved three times",
    "hidden, fled",
    "hidden, bold",
    "hidden, stayed",
    "hidden, from an odd row",
    "hidden, from one of the two front rows",
    "empty",
    "enemy's last move",
    "own last move",
    "worn border",
    "own prey",
    "enemy's prey",
)
"""The planes, in order. The enemy's kinds are those that have been shown."""
NUMBERS: Final = (
    *(f"hidden {name}" for name in _NAMES),
    "quiet",
    "moves",
    "own pieces",
    "enemy pieces",
    "own mobile",
)
"""The numbers, in order: how many of each kind are hidden, of those in an army; how near the game is to its limits; how
many pieces are left."""


class Observation(NamedTuple):
    """What the sides to move know."""

    planes: Array
    """Packed planes on the board as it lies, uint32 [games, planes, 4]."""
    numbers: Array
    """float32 [games, numbers]."""


def observe(position: Position, memory: Memory, rules: BatchRules) -> Observation:
    """What the sides to move know."""
    me, opp, kind = position.me, position.opp, position.kind
    known, hidden = both(opp, position.shown), without(opp, position.shown)
    moved_twice, moved_thrice = memory.moves_high, both(memory.moves_high, memory.moves_low)
    rows = _deployment_rows(position.token)
    nothing = without(me, me)
    planes = [
        *(is_number(kind, number, me) for number in KINDS),
        both(me, position.moved),
        both(me, position.shown),
        both(me, moved_twice),
        *(both(me, plane) for plane in (memory.fled, memory.bold, memory.stayed)),
        *(is_number(kind, number, known) for number in KINDS),
        without(hidden, position.moved),
        both(hidden, position.moved),
        both(hidden, moved_twice),
        both(hidden, moved_thrice),
        *(both(hidden, plane) for plane in (memory.fled, memory.bold, memory.stayed, *rows)),
        map_words(lambda land, a, b: land & ~(a | b), LAND, me, opp),
        _way(position.last_opp, moves_played(position) > 0),
        _way(position.last_me, moves_played(position) > 1),
        worn_border(position, rules)[0] if rules.crossings else nothing,
        position.prey_me,
        position.prey_opp,
    ]
    army = ARMIES["full"]
    left = [count(is_number(kind, number, hidden)) / np.float32(army[number]) for number in KINDS]
    numbers = [
        *left,
        quiet_moves(position) / np.float32(rules.no_fight),
        jnp.minimum(moves_played(position) / np.float32(1000), 4),
        count(me) / np.float32(40),
        count(opp) / np.float32(40),
        count(mobile_pieces(me, kind)) / np.float32(40),
    ]
    return Observation(pack(planes), jnp.stack([number.astype(jnp.float32) for number in numbers], -1))


def _deployment_rows(token: tuple[Squares, ...]) -> tuple[Squares, Squares]:
    """The row in which pieces were deployed, 0 to 3 from the back, as two planes: its lower and its higher bit."""
    t = token
    ten = either(both(t[3], either(t[2], t[1])), either(t[4], t[5]))
    twenty = either(both(t[4], either(t[2], t[3])), t[5])
    thirty = either(both(both(t[4], t[3]), both(t[2], t[1])), t[5])
    return either(without(ten, twenty), thirty), twenty


def _way(last: Array, played: Array) -> Squares:
    """The squares that a move left and reached."""
    return only_if(played, either(square_bit(last_from(last)), square_bit(last_to(last))))


def unpack_planes(planes: Array, turn: Array, dtype: jnp.dtype) -> Array:
    """Packed planes as numbers, [games, 100, planes], from the view of the side to move (``turn``: 0 red, 1 blue)."""
    games, kinds, _ = planes.shape
    bits = (planes[..., None] >> np.arange(32, dtype=np.uint32)) & np.uint32(1)
    board = bits.reshape(games, kinds, 128)[:, :, :100]
    seen = jnp.where((turn == 1)[:, None, None], board[:, :, ::-1], board)
    return jnp.transpose(seen, (0, 2, 1)).astype(dtype)
