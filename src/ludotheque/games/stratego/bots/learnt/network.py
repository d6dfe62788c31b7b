"""The network of :mod:`ludotheque.games.stratego.batch.network` in NumPy: no more than a player needs."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from threadpoolctl import ThreadpoolController

from ludotheque.engine.learning import BadWeights

Numbers = np.ndarray[Any, np.dtype[np.float32]]
_THREADS: Final = ThreadpoolController()
"""Limits NumPy's library to one thread. Several are not quicker for such small products, and on a busy machine they
wait for each other fifty times as long as they work."""


class Thought(NamedTuple):
    """What the network makes of positions."""

    logits: Numbers
    """[positions, 400]: how much it likes each action, legal or not."""
    value: Numbers
    """[positions]: what the side to move expects, -1 to 1."""
    kinds: Numbers
    """[positions, 100, 12]: how likely each kind is on each square."""


class Network:
    """A network with its weights, and the set-ups that were learnt with it."""

    def __init__(self, weights: Mapping[str, Any]) -> None:
        self.setups: list[list[int]] = weights["setups"].tolist()
        #: Convolutions as matrices: the nine neighbours' channels, one after another, by the channels that come out.
        self._weights = {
            name: np.ascontiguousarray(array.reshape(-1, array.shape[-1]) if array.ndim == 4 else array, np.float32)
            for name, array in weights.items()
            if name != "setups"
        }
        self._blocks = sum(name.endswith(".conv1") for name in self._weights)
        self._inputs = len(self._weights["stem"]) // 9

    def think(self, planes: Numbers, numbers: Numbers) -> Thought:
        """Evaluate positions: planes [positions, 100, planes], and numbers, [positions, numbers]."""
        with _THREADS.limit(limits=1, user_api="blas"):
            return self._think(planes, numbers)

    def _think(self, planes: Numbers, numbers: Numbers) -> Thought:
        weight = self._weights
        positions = len(planes)
        x = np.zeros((positions, 100, self._inputs), np.float32)
        shown = planes.shape[2]
        x[:, :, :shown] = planes
        x[:, :, shown : shown + numbers.shape[1]] = numbers[:, None]
        x = self._convolve(x, "stem")
        for block in range(self._blocks):
            y = self._normalize(x, f"{block}.scale1")
            whole = y.mean(1) @ weight[f"{block}.whole"]
            y = self._convolve(y, f"{block}.conv1") + whole[:, None]
            x = x + self._convolve(self._normalize(y, f"{block}.scale2"), f"{block}.conv2")
        x = self._normalize(x, "last.scale")
        liked = np.maximum(self._multiply(x, "policy.hidden"), 0) @ weight["policy.out"]
        pooled = np.concatenate([x.mean(1), x.max(1)], -1)
        value = np.maximum(pooled @ weight["value.hidden"], 0) @ weight["value.out"] + weight["value.bias"]
        return Thought(liked.reshape(positions, 400), np.tanh(value[:, 0]), x @ weight["kinds.out"])

    def _convolve(self, x: Numbers, name: str) -> Numbers:
        positions, _, channels = x.shape
        wide = np.zeros((positions, 12, 12, channels), np.float32)
        wide[:, 1:11, 1:11] = x.reshape(positions, 10, 10, channels)
        shifted = [wide[:, row : row + 10, column : column + 10] for row in range(3) for column in range(3)]
        return self._multiply(np.concatenate(shifted, -1).reshape(positions, 100, 9 * channels), name)

    def _multiply(self, x: Numbers, name: str) -> Numbers:
        found: Numbers = x @ self._weights[name]
        return found

    def _normalize(self, x: Numbers, name: str) -> Numbers:
        square = np.einsum("psc,psc->ps", x, x)[..., None] / np.float32(x.shape[-1])
        scaled: Numbers = np.maximum(x * (self._weights[name] / np.sqrt(square + np.float32(1e-5))), 0)
        return scaled


@cache
def read_network(path: Path) -> Network:
    """Read a network from a file of weights, once in each process; raises :class:`BadWeights`."""
    try:
        with np.load(path) as weights:
            return Network(dict(weights))
    except (OSError, ValueError, KeyError, zipfile.BadZipFile) as error:
        raise BadWeights(f"{path} has no weights of this network: {error}") from None
