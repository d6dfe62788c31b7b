"""What can be learnt: a game in batches with a network, as the learner uses it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

import jax

Array = jax.Array
Parameters = dict[str, Array]
"""The numbers of a network, by name."""


class State(Protocol):
    """A batch of games for two, and what the last step brought."""

    @property
    def current_player(self) -> Array:
        """The side to move in each game, 0 or 1."""
        ...

    @property
    def drawn(self) -> Array:
        """int32 [games, 2]: the opening that each side began from, by number."""
        ...

    @property
    def rewards(self) -> Array:
        """float32 [games, 2]: 1 for the side that has won with the last step, -1 for the other."""
        ...

    @property
    def terminated(self) -> Array:
        """bool [games]: whether the last step ended the game; the state is then that of a new one."""
        ...

    @property
    def exchange(self) -> Array:
        """float32 [games]: the material that the last move took less what it lost, of an army of 1."""
        ...

    @property
    def length(self) -> Array:
        """int32 [games]: how many moves the game has seen, the last step included."""
        ...


class Thought(Protocol):
    """What a network makes of positions."""

    @property
    def policy(self) -> Array:
        """float32 [games, actions]: the logarithm of the probability of each action."""
        ...

    @property
    def value(self) -> Array:
        """float32 [games]: what the side to move expects, -1 to 1."""
        ...

    @property
    def surprise(self) -> Array:
        """float32 [games]: how wrong it guesses what is hidden; learnt besides, since it helps to play."""
        ...


class Problem(Protocol):
    """A game that can be learnt; hashable, so that what is compiled for it can be kept.

    ``openings`` are an array, one row each, that the game knows how to vary.
    """

    def __hash__(self) -> int: ...

    def new_parameters(self, key: Array) -> Parameters:
        """Parameters of a network that has learnt nothing."""
        ...

    def first_openings(self, seed: int) -> Any:
        """The openings to begin with."""
        ...

    def breed(self, openings: Any, scores: Any, games: Any, seed: int) -> Any:
        """The next generation of openings, with the scores and games that they are credited with."""
        ...

    def begin(self, key: Array, games: int, openings: Any) -> Any:
        """Begin so many games: their :class:`State`."""
        ...

    def use_openings(self, state: Any, openings: Any) -> Any:
        """The same games; the next ones draw from these openings."""
        ...

    def step(self, state: Any, action: Array) -> Any:
        """Play an action in every game; where it ends the game, a new one begins."""
        ...

    def step_at_random(self, state: Any) -> Any:
        """Play any legal action in every game."""
        ...

    def view(self, state: Any) -> Any:
        """What the sides to move see: what is kept of a position to think about it, and to think about it again."""
        ...

    def legal(self, state: Any) -> Array:
        """bool [games, actions]: the legal actions of the sides to move."""
        ...

    def think(self, parameters: Parameters, view: Any) -> Thought:
        """What a network makes of positions."""
        ...

    def load(self, exported: Mapping[str, Any]) -> tuple[Parameters, Any]:
        """The parameters and openings of a player that was exported, to begin from; raises ``ValueError``."""
        ...

    def export(self, parameters: Parameters, openings: Any, scores: Any, games: Any) -> dict[str, Any]:
        """The arrays, by name, that a player of the game needs."""
        ...
