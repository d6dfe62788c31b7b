"""Set-ups of a learner's own: a population that is bred by results.

Every set-up of the population is played many times. From time to time the half that scored worse gives way to children
of the other half: copies in which a few pieces have changed places, or that are mirrored. Some set-ups stay as they are
and are only played against, so that the learner meets what it would not choose itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from ludotheque.engine.chance import QuickChance
from ludotheque.games.stratego.batch.environment import can_begin
from ludotheque.games.stratego.bots.deployment import deploy, walls_in
from ludotheque.games.stratego.pieces import FLAG

POPULATION: Final = 1024
SPARRING: Final = 256
"""So many of them, the last ones, are not bred."""
SWAPS: Final = 4
"""A child differs by at most so many exchanges of two pieces."""
DOUBT: Final = 20.0
"""A set-up counts as average in so many games besides those that it has played."""

Results = np.ndarray[Any, np.dtype[np.float32]]


def first_setups(seed: int) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """A population to begin with: set-ups of the strategist, and for sparring wilder ones too."""
    rng = QuickChance(seed)
    found = [deploy("full", [], rng) for _ in range(POPULATION)]
    numbers = np.random.default_rng(seed)
    for place in range(POPULATION - SPARRING // 2, POPULATION):
        found[place] = list(_swap(np.array(found[place]), numbers, 12))
    return np.array(found, np.uint8)


def breed(
    setups: np.ndarray[Any, np.dtype[np.uint8]], scores: Results, games: Results, seed: int
) -> tuple[np.ndarray[Any, np.dtype[np.uint8]], Results, Results]:
    """The next generation, with the scores and games that it is credited with."""
    numbers = np.random.default_rng(seed)
    bred = len(setups) - SPARRING
    mean = (scores + DOUBT * average(scores, games)) / (games + DOUBT)
    order = np.argsort(-mean[:bred])
    best, rest = order[: bred // 2], order[bred // 2 :]
    setups, scores, games = setups.copy(), 0.5 * scores, 0.5 * games
    for place, parent in zip(rest, best, strict=True):
        setups[place] = _child(setups[parent], numbers)
        games[place] = DOUBT
        scores[place] = DOUBT * mean[parent]
    return setups, scores, games


def average(scores: Results, games: Results) -> float:
    """What a set-up of the population scores in a game."""
    return float(scores.sum() / max(games.sum(), 1.0))


def _child(parent: Any, numbers: np.random.Generator) -> Any:
    child = _swap(parent, numbers, int(numbers.integers(1, SWAPS + 1)))
    return child.reshape(4, 10)[:, ::-1].reshape(40) if numbers.integers(4) == 0 else child


def _swap(setup: Any, numbers: np.random.Generator, swaps: int) -> Any:
    """A set-up with pieces exchanged; no piece may be walled in, and there is a first move."""
    while True:
        child = setup.copy()
        for _ in range(swaps):
            a, b = numbers.integers(0, 40, 2)
            child[a], child[b] = child[b], child[a]
        kinds: Sequence[int] = child.tolist()
        if can_begin(kinds) and not walls_in(kinds) and kinds.index(FLAG) < 30:
            return child
