"""The chase rule for many games at once.

A chasing move may not lead to a board that was seen in its chase. Boards are not kept: the moves since the last fight
are, and the rule walks them back. At each step it knows which pieces stand elsewhere than they do now; a move is struck
out if it would bring back exactly that board, which it can only where one piece of the mover is displaced and no other.
Which piece stands where is compared by hashes of (piece, square), so that two alike pieces are told apart.

Chases in which the rule can forbid anything are rare: the games that are in one are gathered, and only they walk.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from ludotheque.games.stratego.batch.bitboards import (
    ZERO,
    Array,
    Flags,
    Squares,
    around,
    both,
    count,
    is_any,
    meets,
    nearest_behind,
    one_of,
    only_if,
    read_number,
    row_of,
    signed,
    square_bit,
    square_of,
    unsigned,
    without,
)
from ludotheque.games.stratego.batch.moves import Destinations
from ludotheque.games.stratego.batch.position import (
    Position,
    chase_start,
    is_chase_on,
    last_from,
    last_to,
    quiet_moves,
)

SHARE: Final = 64
"""One game in so many is walked back at a time: more than are in a long chase at once, in most batches."""
TOGETHER: Final = 8
"""Steps of a walk in one go. After each go a graphics card tells the processor whether to go on, which takes longer
than the steps."""


def history_entry(frm: Array, to: Array, token: Array) -> Array:
    """A move as the history keeps it: from, to and the token that moved."""
    return unsigned(frm) | (unsigned(to) << np.uint32(7)) | (unsigned(token) << np.uint32(14))


def may_forbid(position: Position) -> Flags:
    """Whether the chase rule can forbid a move: a chase with prey, four moves after it began."""
    length = quiet_moves(position) - chase_start(position.last_me)
    return is_chase_on(position.last_me) & is_any(position.prey_me) & (length >= 4)


class _Walk(NamedTuple):
    """How the board at some point of the chase differs from the present one."""

    legal: Destinations
    displaced: Squares
    """Where the mover's pieces stood or stand, but not both."""
    mine: Array
    """The hash of the displacement of the mover's pieces."""
    theirs: Array
    """The hash of the displacement of the enemy's pieces; 0 where all stand as they do now."""


def strike_repetitions(position: Position, legal: Destinations, history: Array) -> Destinations:
    """Take out the moves that the chase rule forbids. ``history``, [games, moves], has those since the last fight."""
    forbidding = may_forbid(position)
    games = forbidding.shape[0]
    size = min(games, max(games // SHARE, 32))
    rank = jnp.cumsum(signed(forbidding)) - 1

    def walk_some(carry: tuple[Array, Destinations]) -> tuple[Array, Destinations]:
        part, legal = carry
        chosen = forbidding & (rank >= part * size) & (rank < (part + 1) * size)
        place = jnp.where(chosen, rank - part * size, size)
        games_of_part = jnp.full(size, games).at[place].set(jnp.arange(games), mode="drop")

        def take(words: Array) -> Array:
            return jnp.take(words, games_of_part, axis=0, mode="fill", fill_value=0)

        struck = _walk_back(jax.tree.map(take, position), jax.tree.map(take, legal), take(history))
        # Read back by all games, which is quicker than to write to a few of them.
        return part + 1, jax.tree.map(lambda old, new: jnp.where(chosen, new[place], old), legal, struck)

    parts = (jnp.sum(signed(forbidding)) + size - 1) // size
    _, legal = lax.while_loop(lambda carry: carry[0] < parts, walk_some, (jnp.int32(0), legal))
    return legal


def _walk_back(position: Position, legal: Destinations, history: Array) -> Destinations:
    """Walk all games back to the beginning of their chases."""
    quiet, start = quiet_moves(position), chase_start(position.last_me)
    length = jnp.where(may_forbid(position), quiet - start, 0)
    longest = jnp.max(length)
    zero = jnp.zeros_like(position.clock)

    def step(carry: tuple[Array, _Walk]) -> tuple[Array, _Walk]:
        first, walk = carry
        for back in (first + ahead for ahead in range(TOGETHER)):
            here = jnp.where(back < length, quiet - back, 0)
            move = jnp.take_along_axis(history, here[:, None], axis=1)[:, 0]
            walk = _undo(position, walk, move, back < length, (back & 1) == 1)
        return first + TOGETHER, walk

    begin = (jnp.int32(0), _Walk(legal, (zero, zero, zero, zero), zero, zero))
    return lax.while_loop(lambda carry: carry[0] < longest, step, begin)[1].legal


def _undo(position: Position, walk: _Walk, move: Array, live: Flags, is_mine: Any) -> _Walk:
    """Take one more move back, and strike out the move that would bring about the board before it."""
    frm, to, token = signed(move & np.uint32(127)), signed((move >> 7) & np.uint32(127)), signed(move >> 14)
    change = _mix(token, frm) ^ _mix(token, to)
    theirs = walk.theirs ^ jnp.where(live & ~is_mine, change, ZERO)
    mine = walk.mine ^ jnp.where(live & is_mine, change, ZERO)
    displaced = one_of(walk.displaced, only_if(live & is_mine, one_of(square_bit(frm), square_bit(to))))

    here, gone = both(displaced, position.me), without(displaced, position.me)
    possible = live & (count(here) == 1) & (count(gone) == 1) & (theirs == ZERO)
    origin, goal = jnp.where(possible, square_of(here), 0), jnp.where(possible, square_of(gone), 1)
    goal_bit = square_bit(goal)
    piece = read_number(position.token, square_bit(origin))
    repeats = possible & ((_mix(piece, origin) ^ _mix(piece, goal)) == mine)
    returns = (origin == last_to(position.last_me)) & (goal == last_from(position.last_me))
    threatens = meets(around(position.prey_me), goal_bit)
    vertical = (goal - 10 * row_of(goal)) == (origin - 10 * row_of(origin))
    direction = jnp.where(vertical, 0, 2) + jnp.where(goal > origin, 0, 1)
    struck = repeats & threatens & ~returns & (nearest_behind(position.me, direction, goal) == origin)
    up, down, right, left = (
        without(squares, only_if(struck & (direction == i), goal_bit)) for i, squares in enumerate(walk.legal)
    )
    return _Walk((up, down, right, left), displaced, mine, theirs)


def _mix(token: Array, square: Array) -> Array:
    """A hash of a piece on a square."""
    x = unsigned((token << 7) | square) * np.uint32(0x9E3779B1) + np.uint32(0x7F4A7C15)
    x = (x ^ (x >> np.uint32(15))) * np.uint32(0x85EBCA77)
    return x ^ (x >> np.uint32(13))
