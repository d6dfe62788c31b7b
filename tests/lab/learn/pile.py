"""A game to learn in a second: take one to three counters from a pile; who takes the last one wins.

A side that leaves a multiple of four wins. The network is a table: a row of logits and a value for each pile.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from ludotheque.lab.learn.problem import Array, Parameters

LARGEST: Final = 11
TAKES: Final = 3


class Piles(NamedTuple):
    left: Array
    current_player: Array
    openings: Array
    drawn: Array
    random: Array
    rewards: Array
    terminated: Array
    exchange: Array
    length: Array


class Thought(NamedTuple):
    policy: Array
    value: Array
    surprise: Array


class PileProblem:
    """The game as something to learn. An opening is the size of a pile."""

    def new_parameters(self, key: Array) -> Parameters:
        return {"policy": 0.01 * jax.random.normal(key, (LARGEST + 1, TAKES)), "value": jnp.zeros(LARGEST + 1)}

    def first_openings(self, seed: int) -> Any:
        return np.arange(8, LARGEST + 1, dtype=np.uint8)[:, None]

    def breed(self, openings: Any, scores: Any, games: Any, seed: int) -> Any:
        return np.roll(openings, seed, 0), 0.5 * scores, 0.5 * games

    def begin(self, key: Array, games: int, openings: Any) -> Piles:
        none = jnp.zeros(games, jnp.int32)
        drawn, random = _draw(jax.random.bits(key, (games,), jnp.uint32), len(openings))
        table = jnp.asarray(openings, jnp.int32)[:, 0]
        zeros = jnp.zeros((games, 2), jnp.float32)
        state = Piles(none, none, table, drawn, random, zeros, none > 0, jnp.zeros(games, jnp.float32), none)
        return state._replace(left=table[drawn[:, 0]])

    def use_openings(self, state: Piles, openings: Any) -> Piles:
        return state._replace(openings=jnp.asarray(openings, jnp.int32)[:, 0])

    def step(self, state: Piles, action: Array) -> Piles:
        left = state.left - (action + 1)
        over = left <= 0
        sign = jnp.where(state.current_player == 0, 1.0, -1.0) * over
        drawn, random = _draw(state.random, len(state.openings))
        drawn = jnp.where(over[:, None], drawn, state.drawn)
        began = jnp.where(state.terminated, 0, state.length)
        return Piles(
            jnp.where(over, state.openings[drawn[:, 0]], left),
            jnp.where(over, 0, 1 - state.current_player),
            state.openings,
            drawn,
            jnp.where(over, random, state.random),
            jnp.stack([sign, -sign], -1),
            over,
            state.exchange,
            began + 1,
        )

    def step_at_random(self, state: Piles) -> Piles:
        random = state.random * np.uint32(1664525) + np.uint32(1013904223)
        state = state._replace(random=random)
        return self.step(state, jnp.minimum((random >> 20) % TAKES, state.left - 1).astype(jnp.int32))

    def view(self, state: Piles) -> Array:
        return state.left

    def legal(self, state: Piles) -> Array:
        return jnp.arange(TAKES) < state.left[:, None]

    def think(self, parameters: Parameters, view: Array) -> Thought:
        allowed = np.arange(TAKES) < view[:, None]
        policy = jax.nn.log_softmax(jnp.where(allowed, parameters["policy"][view], -1e9))
        value = jnp.tanh(parameters["value"][view])
        return Thought(policy, value, jnp.zeros_like(value))

    def load(self, exported: Mapping[str, Any]) -> tuple[Parameters, Any]:
        return {name: jnp.asarray(array) for name, array in exported.items()}, self.first_openings(0)

    def export(self, parameters: Parameters, openings: Any, scores: Any, games: Any) -> dict[str, Any]:
        return {name: np.asarray(array) for name, array in parameters.items()}


def _draw(random: Array, size: int) -> tuple[Array, Array]:
    random = random * np.uint32(747796405) + np.uint32(2891336453)
    number = ((random >> np.uint32(16)) % np.uint32(size)).astype(jnp.int32)
    return jnp.stack([number, number], -1), random
