"""One iteration of learning: play on in every game, then learn from what was played (proximal policy optimization)."""

from __future__ import annotations

from functools import cache, partial
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
from jax import lax

from ludotheque.lab.learn.problem import Array, Parameters, Problem
from ludotheque.lab.learn.settings import Schedule, Settings

MOMENTUM, SQUARES, EPSILON = 0.9, 0.995, 1e-6
"""Adam's decay rates, and what keeps it from dividing by zero."""
LARGEST = 0.5
"""Longer gradients are shortened to this."""
MAGNET_SHARE = 4
"""One position in so many is compared with the average policy, which has to think about it besides."""


class Learner(NamedTuple):
    """All that learning changes, but for the games being played and the openings."""

    parameters: Parameters
    momentum: Parameters
    squares: Parameters
    average: Parameters
    """The average of the parameters over time: the policy that plays in the end, and the magnet of the one that learns.
    """
    steps: Array
    scores: Array
    """What each opening has scored since it was bred."""
    games: Array
    """In how many games."""


class Played(NamedTuple):
    """One move in every game."""

    view: Any
    action: Array
    policy: Array
    """The logarithm of the probability with which it was chosen."""
    value: Array
    over: Array
    reward: Array
    drawn: Array
    exchange: Array
    openings: Array
    mover: Array
    length: Array


def new_learner(parameters: Parameters, openings: int) -> Learner:
    """A learner that begins with these parameters."""

    def zeros() -> Parameters:  # arrays of their own each time: they are given to compiled functions to be reused
        return {name: jnp.zeros_like(array) for name, array in parameters.items()}

    scores, games = jnp.zeros(openings, jnp.float32), jnp.zeros(openings, jnp.float32)
    return Learner(parameters, zeros(), zeros(), jax.tree.map(jnp.copy, parameters), jnp.float32(0), scores, games)


class Lessons(NamedTuple):
    """Positions to learn from."""

    view: Any
    action: Array
    policy: Array
    advantage: Array
    result: Array


def play_on(
    problem: Problem, settings: Settings, learner: Learner, state: Any, key: Array, exchange: Array
) -> tuple[Learner, Any, Lessons, Array, dict[str, Array]]:
    """Play ``settings.moves`` moves in every game.

    Returns what there is to learn from it, and in which order: numbers of positions, [batches, positions].
    """
    play_key, order_key = jax.random.split(key)
    state, played = _play(problem, learner.parameters, state, jax.random.split(play_key, settings.moves))
    advantages, results = find_advantages(played, settings, exchange)
    positions = advantages.size
    view, action, policy, advantage, result = jax.tree.map(
        lambda x: x.reshape(positions, *x.shape[2:]),
        (
            *jax.tree.map(lambda x: x[:-2], (played.view, played.action, played.policy)),
            advantages / (jnp.std(advantages) + 1e-4),
            results,
        ),
    )
    size = min(settings.batch, positions)
    batches = positions // size
    order = jax.random.permutation(order_key, positions)[: batches * size].reshape(batches, size)
    unexplained = jnp.var(results - played.value[:-2]) / (jnp.var(results) + 1e-8)
    figures = {**_describe(played), "explained": 1 - unexplained}
    lessons = Lessons(view, action, policy, advantage, result)
    learner = _count_openings(learner, played)
    # Weak types would make a second call differ from the first, and it would be compiled again.
    learner, state = jax.tree.map(lambda x: lax.convert_element_type(x, x.dtype), (learner, state))
    return learner, state, lessons, order, figures


def learn_from(
    problem: Problem, settings: Settings, learner: Learner, lessons: Lessons, chosen: Array, rate: Array, entropy: Array
) -> tuple[Learner, dict[str, Array]]:
    """One step of learning, from the positions of these numbers."""
    part: Lessons = jax.tree.map(lambda x: x[chosen], lessons)
    gradient, figures = jax.grad(_loss, argnums=2, has_aux=True)(
        problem, settings, learner.parameters, learner.average, part, entropy
    )
    return _improve(learner, gradient, rate, settings.average), figures


class Trainer:
    """The compiled functions of a learner. :func:`make_trainer` makes it.

    The steps of learning are called one by one: in a loop that is compiled, XLA is eight times slower on a processor.
    """

    def __init__(self, problem: Problem, settings: Settings) -> None:
        self.play = jax.jit(partial(play_on, problem, settings), donate_argnums=(0, 1))
        self.learn = jax.jit(partial(learn_from, problem, settings), donate_argnums=0)

    def iterate(self, learner: Learner, state: Any, key: Array, now: Schedule) -> tuple[Learner, Any, dict[str, float]]:
        """Play on in every game and learn from it; what was passed is used up. Also returns figures for the log."""
        learner, state, lessons, order, figures = self.play(learner, state, key, jnp.float32(now.exchange))
        rate, entropy = jnp.float32(now.rate), jnp.float32(now.entropy)
        found = []
        for chosen in order:
            learner, some = self.learn(learner, lessons, chosen, rate, entropy)
            found.append(some)
        found, figures = jax.device_get((found, figures))
        means = {name: sum(float(some[name]) for some in found) / len(found) for name in found[0]}
        return learner, state, {**{name: float(value) for name, value in figures.items()}, **means}


@cache
def make_trainer(problem: Problem, settings: Settings) -> Trainer:
    """A trainer; the same one for the same problem and settings, since compiling takes long."""
    return Trainer(problem, settings)


def choose(policy: Array, key: Array) -> Array:
    """Draw an action by its probability."""
    return jnp.argmax(policy + jax.random.gumbel(key, policy.shape), -1)


def _play(problem: Problem, parameters: Parameters, state: Any, keys: Array) -> tuple[Any, Played]:
    def move(state: Any, key: Array) -> tuple[Any, Played]:
        view, mover, openings = problem.view(state), state.current_player, state.drawn
        thought = problem.think(parameters, view)
        action = choose(thought.policy, key)
        new = problem.step(state, action)
        reward = jnp.take_along_axis(new.rewards, mover[:, None], 1)[:, 0]
        return new, Played(
            view,
            action.astype(jnp.int16),
            jnp.take_along_axis(thought.policy, action[:, None], 1)[:, 0],
            thought.value,
            new.terminated,
            reward,
            new.terminated & (reward == 0),
            new.exchange,
            openings,
            mover,
            new.length,
        )

    return lax.scan(move, state, keys)


def find_advantages(played: Any, settings: Settings, exchange: Array) -> tuple[Array, Array]:
    """How much better each move was than expected, and what its side got in the end; for all but the last two moves.

    A side's next expectation is at its next move, two moves on: what lies between is hidden from it.
    """
    over = played.over.astype(jnp.float32)
    swing = played.reward + exchange * played.exchange
    cost = -settings.draw * played.drawn.astype(jnp.float32)
    mine, theirs = swing + cost, cost - swing  # what a move brings its side, and the other
    going, twice = 1 - over[:-2], (1 - over[:-2]) * (1 - over[1:-1])
    error = mine[:-2] + going * theirs[1:-1] + twice * played.value[2:] - played.value[:-2]

    def back(later: tuple[Array, Array], here: tuple[Array, Array]) -> tuple[tuple[Array, Array], Array]:
        following, after = later
        error, twice = here
        advantage = error + settings.trace * twice * after
        return (advantage, following), advantage

    nothing = jnp.zeros_like(error[0])
    _, advantages = lax.scan(back, (nothing, nothing), (error, twice), reverse=True)
    return advantages, jnp.clip(advantages + played.value[:-2], -1, 1)


def _loss(
    problem: Problem, settings: Settings, parameters: Parameters, average: Parameters, part: Lessons, entropy: Array
) -> tuple[Array, dict[str, Array]]:
    thought = problem.think(parameters, part.view)
    chosen = jnp.take_along_axis(thought.policy, part.action.astype(jnp.int32)[:, None], 1)[:, 0]
    ratio = jnp.exp(chosen - part.policy)
    clipped = jnp.clip(ratio, 1 - settings.clip, 1 + settings.clip)
    gain = jnp.minimum(ratio * part.advantage, clipped * part.advantage).mean()
    error = jnp.square(thought.value - part.result).mean()
    chance = jnp.exp(thought.policy)
    spread = -(chance * jnp.maximum(thought.policy, -100)).sum(-1).mean()
    surprise = thought.surprise.mean()
    few = max(1, part.action.shape[0] // MAGNET_SHARE)
    usual = problem.think(average, jax.tree.map(lambda x: x[:few], part.view)).policy
    apart = (chance[:few] * jnp.maximum(thought.policy[:few] - lax.stop_gradient(usual), -100)).sum(-1).mean()
    loss = -gain + 0.5 * error - entropy * spread + settings.guess * surprise + settings.magnet * apart
    drift = (part.policy - chosen).mean()
    figures = {"value_error": error, "entropy": spread, "surprise": surprise, "apart": apart, "drift": drift}
    return loss, figures


def _improve(learner: Learner, gradient: Parameters, rate: Array, decay: float) -> Learner:
    """One step of Adam, with long gradients shortened; the average follows."""
    length = jnp.sqrt(sum((jnp.sum(x * x) for x in jax.tree.leaves(gradient)), jnp.float32(0)))
    gradient = jax.tree.map(lambda x: x * jnp.minimum(1.0, LARGEST / (length + 1e-8)), gradient)
    steps = learner.steps + 1
    momentum = jax.tree.map(lambda a, g: MOMENTUM * a + (1 - MOMENTUM) * g, learner.momentum, gradient)
    squares = jax.tree.map(lambda a, g: SQUARES * a + (1 - SQUARES) * g * g, learner.squares, gradient)
    first, second = 1 - MOMENTUM**steps, 1 - SQUARES**steps
    parameters = jax.tree.map(
        lambda p, m, s: p - rate * (m / first) / (jnp.sqrt(s / second) + EPSILON),
        learner.parameters,
        momentum,
        squares,
    )
    kept = jnp.minimum(decay, steps / (steps + 10))  # at first the average follows more quickly
    average = jax.tree.map(lambda a, p: kept * a + (1 - kept) * p, learner.average, parameters)
    return learner._replace(parameters=parameters, momentum=momentum, squares=squares, average=average, steps=steps)


def _count_openings(learner: Learner, played: Played) -> Learner:
    """Add what openings scored: 1 for a win, a half for a draw."""
    over = played.over.astype(jnp.float32)
    scores, games = learner.scores, learner.games
    for side in (0, 1):
        reward = jnp.where(played.mover == side, played.reward, -played.reward)
        number = played.openings[..., side]
        scores = scores.at[number].add(over * (1 + reward) / 2)
        games = games.at[number].add(over)
    return learner._replace(scores=scores, games=games)


def _describe(played: Played) -> dict[str, Array]:
    over = played.over.astype(jnp.float32)
    finished = over.sum()
    return {
        "games": finished,
        "length": (played.length * over).sum() / jnp.maximum(finished, 1),
        "draws": played.drawn.sum() / jnp.maximum(finished, 1),
    }
