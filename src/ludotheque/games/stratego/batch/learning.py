"""Stratego as something to learn: games in batches, a network, set-ups, and what a file of weights keeps of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from ludotheque.games.stratego.batch import breeding
from ludotheque.games.stratego.batch.bitboards import Array, pack, without
from ludotheque.games.stratego.batch.environment import Environment, State, unpack_actions
from ludotheque.games.stratego.batch.network import Parameters, Size, forward, init_network
from ludotheque.games.stratego.batch.observation import unpack_planes
from ludotheque.games.stratego.batch.position import pack_setups
from ludotheque.games.stratego.options import Options

ILLEGAL: Final = -1e9
LONGEST: Final = 2000
"""Games of a learner are drawn after so many moves."""
EXPORTED: Final = 256
"""The set-ups that are kept with the weights: those that scored best."""


class View(NamedTuple):
    """What is kept of a position to think about it, and to think about it again."""

    planes: Array
    numbers: Array
    turn: Array
    legal: Array
    truth: Array
    """Packed planes: the enemy's hidden pieces, and four of the kinds. The network has to guess them, and sees none."""


class Thought(NamedTuple):
    """What the network makes of positions."""

    policy: Array
    """float32 [games, 400]: the logarithm of the probability of each action."""
    value: Array
    """float32 [games]: what the side to move expects, -1 to 1."""
    surprise: Array
    """float32 [games]: how wrong it guesses the hidden pieces: the mean negative logarithm of their probabilities."""


class Problem:
    """Stratego with the default options, for :mod:`ludotheque.lab.learn`."""

    def __init__(self, size: Size, half_precision: bool) -> None:
        self.size = size
        self.dtype: Any = jnp.bfloat16 if half_precision else jnp.float32
        self.environment = Environment(Options(max_moves=LONGEST))
        self._init = jax.jit(self.environment.init, static_argnums=1)

    def new_parameters(self, key: Array) -> Parameters:
        """Parameters of a network that has learnt nothing."""
        return init_network(key, self.size)

    def first_openings(self, seed: int) -> Any:
        """The set-ups to begin with."""
        return breeding.first_setups(seed)

    def breed(self, openings: Any, scores: Any, games: Any, seed: int) -> Any:
        """The next generation of set-ups, with the scores and games that they are credited with."""
        return breeding.breed(openings, scores, games, seed)

    def begin(self, key: Array, games: int, openings: Any) -> State:
        """Begin so many games."""
        state: State = self._init(key, games, _pack_openings(openings))
        return state

    def use_openings(self, state: State, openings: Any) -> State:
        """The same games; the next ones draw from these set-ups."""
        return state._replace(setups=_pack_openings(openings))

    def legal(self, state: State) -> Array:
        """The legal actions."""
        return self.environment.legal(state)

    def step(self, state: State, action: Array) -> State:
        """Play an action in every game; where it ends the game, a new one begins."""
        return self.environment.step(state, action)

    def step_at_random(self, state: State) -> State:
        """Play any legal action in every game."""
        return self.environment.step_at_random(state)

    def view(self, state: State) -> View:
        """The positions of the sides to move."""
        planes, numbers = self.environment.observe(state)
        position = state.position
        hidden = without(position.opp, position.shown)
        truth = pack([hidden, *position.kind])
        return View(planes, numbers, state.current_player, pack(state.legal), truth)

    def think(self, parameters: Parameters, view: View) -> Thought:
        """What the network makes of positions."""
        thought = forward(parameters, view.planes, view.numbers, view.turn, self.dtype)
        allowed = unpack_actions(view.legal, view.turn)
        policy = jax.nn.log_softmax(jnp.where(allowed, thought.logits, ILLEGAL))
        truth = unpack_planes(view.truth, view.turn, jnp.dtype(jnp.int32))
        hidden = truth[..., 0].astype(jnp.float32)
        kind = truth[..., 1] + 2 * truth[..., 2] + 4 * truth[..., 3] + 8 * truth[..., 4]
        guess = jax.nn.log_softmax(thought.kinds)
        right = jnp.take_along_axis(guess, jnp.maximum(kind - 1, 0)[..., None], -1)[..., 0]
        surprise = -(right * hidden).sum(-1) / jnp.maximum(hidden.sum(-1), 1)
        return Thought(policy, thought.value, surprise)

    def load(self, exported: Mapping[str, Any]) -> tuple[Parameters, Any]:
        """The parameters of a player, and its set-ups as those to breed from; raises ``ValueError``."""
        like = jax.eval_shape(self.new_parameters, jax.random.key(0))
        for name, array in like.items():
            if name not in exported or exported[name].shape != array.shape:
                raise ValueError(f"it has no array “{name}” of the shape {array.shape}")
        openings = self.first_openings(0)
        bred = len(openings) - breeding.SPARRING
        openings[:bred] = np.resize(exported["setups"], (bred, openings.shape[1]))
        return {name: jnp.asarray(exported[name], jnp.float32) for name in like}, openings

    def export(self, parameters: Parameters, openings: Any, scores: Any, games: Any) -> dict[str, Any]:
        """What a player needs: the weights in half precision, and the best set-ups."""
        bred = len(openings) - breeding.SPARRING
        doubt, mean = breeding.DOUBT, breeding.average(scores, games)
        order = np.argsort(-((scores + doubt * mean) / (games + doubt))[:bred])
        kept = {name: np.asarray(array, np.float16) for name, array in parameters.items()}
        return {**kept, "setups": np.asarray(openings, np.uint8)[order[:EXPORTED]]}


def _pack_openings(openings: Any) -> Array:
    return jnp.asarray(pack_setups(np.asarray(openings, np.uint8)))
