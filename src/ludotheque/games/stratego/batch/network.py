"""The network that learns Stratego: a policy, a value, and a guess at what the hidden pieces are.

A small residual network over the squares of the board. Its parameters are a flat table of arrays by name, so that they
can be stored, and read by :mod:`ludotheque.games.stratego.bots.learnt.network`, which does the same in NumPy.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import jax
import jax.numpy as jnp
from jax import lax

from ludotheque.games.stratego.batch.bitboards import Array
from ludotheque.games.stratego.batch.observation import NUMBERS, PLANES, unpack_planes

Parameters = dict[str, Array]

INPUTS: Final = 64
"""The input channels: the planes, then each number on every square, filled up with zeros to a number that matrix units
like."""
VALUE_UNITS: Final = 128


class Size(NamedTuple):
    """How large a network is."""

    channels: int = 64
    blocks: int = 6


class Thought(NamedTuple):
    """What the network makes of positions."""

    logits: Array
    """float32 [games, 400]: how much it likes each action, legal or not."""
    value: Array
    """float32 [games]: what the side to move expects, -1 to 1."""
    kinds: Array
    """float32 [games, 100, 12]: how likely each kind is on each square, as seen by the side to move, as logits."""


def init_network(key: Array, size: Size) -> Parameters:
    """Random parameters. What adds to the residual stream begins small."""
    channels = size.channels
    he_normal = jax.nn.initializers.he_normal()
    keys = iter(jax.random.split(key, 4 * size.blocks + 16))

    def draw(*shape: int, gain: float = 1.0) -> Array:
        return gain * he_normal(next(keys), shape, jnp.float32)

    parameters = {
        "stem": draw(3, 3, INPUTS, channels),
        "last.scale": jnp.ones(channels),
        "policy.hidden": draw(channels, channels),
        "policy.out": draw(channels, 4, gain=0.05),
        "kinds.out": draw(channels, 12, gain=0.05),
        "value.hidden": draw(2 * channels, VALUE_UNITS),
        "value.out": draw(VALUE_UNITS, 1, gain=0.05),
        "value.bias": jnp.zeros(1),
    }
    for block in range(size.blocks):
        parameters |= {
            f"{block}.scale1": jnp.ones(channels),
            f"{block}.conv1": draw(3, 3, channels, channels),
            f"{block}.whole": draw(channels, channels, gain=0.3),
            f"{block}.scale2": jnp.ones(channels),
            f"{block}.conv2": draw(3, 3, channels, channels, gain=0.1),
        }
    return parameters


def count_blocks(parameters: Any) -> int:
    """How many residual blocks a network has."""
    return sum(name.endswith(".conv1") for name in parameters)


def forward(parameters: Parameters, planes: Array, numbers: Array, turn: Array, dtype: Any = jnp.float32) -> Thought:
    """Evaluate positions; matrix products are of numbers of the given type."""
    games = planes.shape[0]

    def weight(name: str) -> Array:
        return parameters[name].astype(dtype)

    def convolve(x: Array, name: str) -> Array:
        return lax.conv_general_dilated(
            x, weight(name), (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC")
        ).astype(dtype)

    def normalize(x: Array, name: str) -> Array:
        wide = x.astype(jnp.float32)
        scale = lax.rsqrt(jnp.mean(wide * wide, -1, keepdims=True) + 1e-5) * parameters[name]
        return jnp.maximum(wide * scale, 0).astype(dtype)

    seen = unpack_planes(planes, turn, jnp.dtype(dtype))
    everywhere = jnp.broadcast_to(numbers.astype(dtype)[:, None, :], (games, 100, len(NUMBERS)))
    rest = jnp.zeros((games, 100, INPUTS - len(PLANES) - len(NUMBERS)), dtype)
    x = convolve(jnp.concatenate([seen, everywhere, rest], -1).reshape(games, 10, 10, INPUTS), "stem")
    for block in range(count_blocks(parameters)):
        y = normalize(x, f"{block}.scale1")
        whole = jnp.mean(y.astype(jnp.float32), (1, 2)).astype(dtype) @ weight(f"{block}.whole")
        y = convolve(y, f"{block}.conv1") + whole[:, None, None, :]
        x = x + convolve(normalize(y, f"{block}.scale2"), f"{block}.conv2")
    x = normalize(x, "last.scale").reshape(games, 100, -1)
    liked = jnp.maximum(x @ weight("policy.hidden"), 0) @ weight("policy.out")
    kinds = (x @ weight("kinds.out")).astype(jnp.float32)
    wide = x.astype(jnp.float32)
    pooled = jnp.concatenate([wide.mean(1), wide.max(1)], -1)
    hidden = jnp.maximum(pooled @ parameters["value.hidden"], 0)
    value = jnp.tanh((hidden @ parameters["value.out"] + parameters["value.bias"])[:, 0])
    return Thought(liked.astype(jnp.float32).reshape(games, 400), value, kinds)
