"""Many games of Stratego at once, as a learning environment: begin, see, choose, step; games that end begin anew.

An action is a number below 400, from the view of the side to move: the square on which the move ends, times four, plus
its direction. All functions work on whole batches and can be compiled with ``jax.jit``::

    environment = Environment()
    state = environment.init(jax.random.key(1), 4096)
    state = environment.step(state, actions)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from ludotheque.engine.chance import QuickChance
from ludotheque.games.stratego.batch.bitboards import Array, Flags, pack, signed, unsigned
from ludotheque.games.stratego.batch.chase import strike_repetitions
from ludotheque.games.stratego.batch.memory import Memory, empty_memory, remember
from ludotheque.games.stratego.batch.moves import Destinations, count_moves, destinations, nth_move
from ludotheque.games.stratego.batch.observation import NUMBERS, PLANES, Observation, observe, unpack_planes
from ludotheque.games.stratego.batch.play import find_ending, play
from ludotheque.games.stratego.batch.position import (
    BatchRules,
    Position,
    moves_played,
    pack_setups,
    side_to_move,
    start,
)
from ludotheque.games.stratego.board import BIT, HOME, NEAR
from ludotheque.games.stratego.bots.deployment import deploy
from ludotheque.games.stratego.options import Options
from ludotheque.games.stratego.pieces import MOBILE

ACTIONS: Final = 400
SETUPS: Final = 256
"""How many set-ups an environment draws from if it is given none."""
WORTH: Final = np.array([0, 3, 6, 2.5, 5, 3.5, 5, 8, 12, 18, 28, 40, 0], np.float32) / 275
"""What each kind of piece is worth where a learner is first shown that taking pieces helps; an army is about 1."""


class State(NamedTuple):
    """A batch of games, and what the last step brought."""

    position: Position
    memory: Memory
    history: Array
    """The moves of each game since its last fight."""
    legal: Destinations
    """The legal moves on the board as it lies: where they end, for each direction."""
    setups: Array
    """The set-ups that new games draw from, packed: uint32 [set-ups, 2 sides, 20]."""
    drawn: Array
    """The set-ups of red and of blue in each game, by number."""
    random: Array
    rewards: Array
    """float32 [games, 2]: 1 for the side that has won with the last step, -1 for the other, else 0."""
    terminated: Flags
    """Whether the last step ended the game; the position is then that of a new one."""
    exchange: Array
    """What the last move took less what it lost, in ``WORTH``, for the side that moved."""
    length: Array
    """How many moves the game has seen, the last step included."""
    reason: Array
    """Why the game ended, as a number in :data:`ludotheque.games.stratego.batch.play.REASONS`."""

    @property
    def current_player(self) -> Array:
        """The side to move in each game: 0 red, 1 blue."""
        return side_to_move(self.position)


class Environment:
    """Games of Stratego with the same options."""

    actions: Final = ACTIONS
    planes: Final = PLANES
    numbers: Final = NUMBERS
    board: Final = (10, 10)

    def __init__(self, options: Options | None = None, setups: Sequence[Sequence[int]] | None = None) -> None:
        """Make an environment for a table's options. Games draw from these set-ups: forty kinds each."""
        self.options = Options() if options is None else options
        self.rules = BatchRules.of(self.options)
        if setups is None:
            setups = [deploy(self.options.army, [], QuickChance(seed)) for seed in range(SETUPS)]
        self.setups = np.asarray(setups, np.uint8)
        if self.setups.ndim != 2 or self.setups.shape[1] != 40 or not len(self.setups):
            raise ValueError("set-ups are lists of forty kinds, 0 to 12, and there is at least one")
        if not all(map(can_begin, self.setups)):
            raise ValueError("in every set-up some piece can make the first move")

    def init(self, key: Array, games: int, setups: Array | None = None) -> State:
        """Begin this many games, from other set-ups than the environment's if packed ones are given."""
        random = jax.random.bits(key, (games,), jnp.uint32)
        table = jnp.asarray(pack_setups(self.setups)) if setups is None else setups
        position, drawn, random = self._begin(table, random, jnp.ones(games, bool))
        false = jnp.zeros(games, bool)
        zero = jnp.zeros(games, jnp.int32)
        return State(
            position,
            empty_memory(position.me),
            jnp.zeros((games, self.rules.history_length), jnp.uint32),
            destinations(position, self.rules),
            table,
            drawn,
            random,
            jnp.zeros((games, 2), jnp.float32),
            false,
            jnp.zeros(games, jnp.float32),
            zero,
            zero,
        )

    def _begin(self, table: Array, random: Array, wanted: Flags) -> tuple[Position, Array, Array]:
        """New games for those that want one; the others read the same set-up, which costs least."""
        size = np.uint32(table.shape[0])
        random, first = next_random(random)
        random, second = next_random(random)
        red, blue = (jnp.where(wanted, signed(number % size), 0) for number in (first, second))
        return start(table[red, 0], table[blue, 1]), jnp.stack([red, blue], -1), random

    def step(self, state: State, action: Array) -> State:
        """Play an action in every game; where it ends the game, a new one begins."""
        direction, to = self._to_board(action, state.current_player)
        return self._step(state, direction, to)

    def step_at_random(self, state: State) -> State:
        """Play a random legal move in every game: how fast the rules are by themselves."""
        random, number = next_random(state.random)
        direction, to = nth_move(state.legal, below(number, count_moves(state.legal)))
        return self._step(state._replace(random=random), direction, to)

    def _step(self, state: State, direction: Array, to: Array) -> State:
        mover = state.current_player
        position, played = play(state.position, direction, to, self.rules)
        memory = remember(state.memory, state.position, played)
        games = jnp.arange(mover.shape[0])
        history = state.history.at[games, played.quiet].set(played.entry, unique_indices=True, mode="promise_in_bounds")
        legal = destinations(position, self.rules)
        if self.rules.crossings:
            legal = strike_repetitions(position, legal, history)
        ending = find_ending(position, count_moves(legal), self.rules)
        won = (ending.over & ending.lost).astype(jnp.float32)  # the side to move has lost, the mover has won
        sign = jnp.where(mover == 0, won, -won)
        worth = jnp.asarray(WORTH)
        gain = jnp.where(played.takes, worth[played.defender], 0.0) - jnp.where(
            played.lives, 0.0, worth[played.attacker]
        )
        over = ending.over
        fresh, drawn, random = self._begin(state.setups, state.random, over)
        empty = empty_memory(fresh.me)

        def renew(new: Array, old: Array) -> Array:
            return jnp.where(over.reshape(over.shape + (1,) * (old.ndim - 1)), new, old)

        return State(
            jax.tree.map(renew, fresh, position),
            jax.tree.map(renew, empty, memory),
            history,
            jax.tree.map(renew, destinations(fresh, self.rules), legal),
            state.setups,
            renew(drawn, state.drawn),
            jnp.where(over, random, state.random),
            jnp.stack([sign, -sign], -1),
            over,
            gain,
            moves_played(position),
            jnp.where(over, ending.reason, 0),
        )

    def observe(self, state: State) -> Observation:
        """What the sides to move know."""
        return observe(state.position, state.memory, self.rules)

    def legal(self, state: State) -> Array:
        """The legal actions: bool [games, 400]."""
        return unpack_actions(pack(state.legal), state.current_player)

    def _to_board(self, action: Array, turn: Array) -> tuple[Array, Array]:
        square, direction = action >> 2, action & 3
        return jnp.where(turn == 1, direction ^ 1, direction), jnp.where(turn == 1, 99 - square, square)


def can_begin(setup: Sequence[int]) -> bool:
    """Whether some piece of an army that is drawn up can move."""
    pieces = [(square, kind) for square, kind in zip(HOME[0], setup, strict=True) if kind]
    occupied = sum(BIT[square] for square, _ in pieces)
    return any(MOBILE[kind] and NEAR[square] & ~occupied for square, kind in pieces)


def unpack_actions(legal: Array, turn: Array) -> Array:
    """Packed legal moves as actions of the sides to move: bool [games, 400]."""
    seen = unpack_planes(legal, turn, jnp.dtype(jnp.bool_))  # [games, 100, 4]
    turned = jnp.where((turn == 1)[:, None, None], seen[..., np.array([1, 0, 3, 2])], seen)
    return turned.reshape(legal.shape[0], ACTIONS)


def next_random(state: Array) -> tuple[Array, Array]:
    """The next state of a random generator (PCG, 32 bits), and the number it gives."""
    state = state * np.uint32(747796405) + np.uint32(2891336453)
    word = ((state >> ((state >> np.uint32(28)) + np.uint32(4))) ^ state) * np.uint32(277803737)
    return state, (word >> np.uint32(22)) ^ word


def below(word: Array, limit: Array) -> Array:
    """A number below a limit of at most 512, from a random word."""
    return signed(((word >> np.uint32(10)) * unsigned(limit)) >> np.uint32(22))
