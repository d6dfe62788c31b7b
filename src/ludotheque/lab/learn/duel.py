"""Games between two networks, or a network and random play: how strong a learner has become."""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
from jax import lax

from ludotheque.lab.learn.ppo import choose
from ludotheque.lab.learn.problem import Array, Parameters, Problem


class Results(NamedTuple):
    """What the first of two players got, as numbers of games."""

    wins: Array
    draws: Array
    losses: Array
    unfinished: Array
    """Given up after the most moves that a game was allowed."""
    moves: Array
    """The moves of all games that were finished."""


class _Duel(NamedTuple):
    state: Any
    move: Array
    over: Array
    score: Array
    length: Array


@partial(jax.jit, static_argnums=(0, 1))
def duel(
    problem: Problem, most: int, state: Any, first: Parameters, second: Parameters, at_random: Array, key: Array
) -> Results:
    """Play games that have just begun to their ends, half of them with either colour.

    The second player plays at random where ``at_random`` is true. Both draw their moves by probability.
    """
    games = state.current_player.shape[0]
    colour = jnp.arange(games) % 2

    def go_on(now: _Duel) -> Array:
        return (now.move < most) & ~now.over.all()

    def play(now: _Duel) -> _Duel:
        keys = jax.random.split(jax.random.fold_in(key, now.move), 2)
        view, mine = problem.view(now.state), now.state.current_player == colour
        ours = choose(problem.think(first, view).policy, keys[0])
        likings = problem.think(second, view).policy
        anything = jnp.where(problem.legal(now.state), 0.0, -jnp.inf)
        theirs = choose(jnp.where(at_random, anything, likings), keys[1])
        state = problem.step(now.state, jnp.where(mine, ours, theirs))
        won = jnp.take_along_axis(state.rewards, colour[:, None], 1)[:, 0]
        ended = state.terminated & ~now.over
        return _Duel(
            state,
            now.move + 1,
            now.over | state.terminated,
            jnp.where(ended, won, now.score),
            jnp.where(ended, state.length, now.length),
        )

    none = jnp.zeros(games, bool)
    begun = _Duel(state, jnp.int32(0), none, jnp.zeros(games, jnp.float32), jnp.zeros(games, jnp.int32))
    played = lax.while_loop(go_on, play, begun)
    return Results(
        (played.score > 0).sum(),
        (played.over & (played.score == 0)).sum(),
        (played.score < 0).sum(),
        (~played.over).sum(),
        played.length.sum(),
    )
