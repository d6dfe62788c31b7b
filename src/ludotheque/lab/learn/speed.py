"""How fast games go in batches, on the machine at hand: the rules, what a network is shown, and learning."""

from __future__ import annotations

import time
import zlib
from collections.abc import Callable
from typing import Any, Final

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from ludotheque.lab.figure import Figure
from ludotheque.lab.learn.ppo import make_trainer, new_learner
from ludotheque.lab.learn.problem import Problem
from ludotheque.lab.learn.settings import Settings, schedule

CHECKED_GAMES: Final = 256
CHECKED_MOVES: Final = 512
"""The games and moves whose result must be the same on every machine; a processor is measured with these alone."""
RULES_TARGET: Final = 1e9
SEEN_TARGET: Final = 1e8
"""Moves a second on a graphics card, with all rules, and with what a network is shown written to memory."""


def measure_speed(
    name: str,
    problem: Problem,
    settings: Settings,
    games: int,
    moves: int,
    rounds: int,
    tick: Callable[[str], None] = lambda what: None,
) -> list[Figure]:
    """Play so many games at once, so many moves in a row, and learn as these settings say. The best round counts."""
    openings = problem.first_openings(0)
    on_card = jax.default_backend() != "cpu"
    device = f"{name}, {jax.devices()[0].device_kind}"
    figures = []

    tick("random play")
    play = _play_at_random(problem, moves, False)
    state = problem.begin(jax.random.key(0), games, openings)
    fastest = _measure(play, state, rounds)
    rate = games * moves / fastest
    figures.append(_figure(f"{device}: random moves of {games:,} games at once", rate, RULES_TARGET, on_card))

    tick("random play, with what a network is shown")
    fastest = _measure(_play_at_random(problem, moves, True), (state, problem.view(state)), rounds)
    rate = games * moves / fastest
    figures.append(_figure(f"{device}: the same, with what a network is shown", rate, SEEN_TARGET, on_card))

    tick("learning")
    figures += _measure_learning(device, problem, settings, openings, rounds)

    tick("comparing")
    state = problem.begin(jax.random.key(0), CHECKED_GAMES, openings)
    played = (play if moves == CHECKED_MOVES else _play_at_random(problem, CHECKED_MOVES, False))(state)
    checksum = zlib.crc32(b"".join(np.asarray(array).tobytes() for array in jax.tree.leaves(played)))
    figures.append(Figure(f"{name}: {CHECKED_GAMES} games after {CHECKED_MOVES} random moves", checksum, "(checksum)"))
    return figures


def _wait(found: Any) -> Any:
    """The same arrays, once they are computed."""
    return jax.block_until_ready(found)  # type: ignore[no-untyped-call]


def _clock() -> float:
    """Seconds: by the clock on a graphics card, and of the processor's time on one, which may be busy with others."""
    return time.process_time() if jax.default_backend() == "cpu" else time.perf_counter()


def _figure(what: str, rate: float, target: float, on_card: bool) -> Figure:
    if not on_card:
        return Figure(what, rate, "moves/s")
    return Figure(what, rate, "moves/s", f"≥ {target:,.0f}", rate >= target)


def _play_at_random(problem: Problem, moves: int, seen: bool) -> Callable[[Any], Any]:
    """A compiled function that plays so many moves; with ``seen``, every move's view is written to memory."""

    def step(carry: Any, _: None) -> tuple[Any, None]:
        if not seen:
            return problem.step_at_random(carry), None
        state = problem.step_at_random(carry[0])
        return (state, problem.view(state)), None

    return jax.jit(lambda carry: lax.scan(step, carry, None, length=moves)[0])


def _measure(function: Callable[[Any], Any], given: Any, rounds: int) -> float:
    """The least seconds of a call, after one that compiles; each goes on from what the one before returned."""
    given = _wait(function(given))
    spent = []
    for _ in range(rounds):
        begun = _clock()
        given = _wait(function(given))
        spent.append(_clock() - begun)
    return min(spent)


def _measure_learning(device: str, problem: Problem, settings: Settings, openings: Any, rounds: int) -> list[Figure]:
    """Moves played and learnt from in a second, and the share of the time that playing takes."""
    trainer = make_trainer(problem, settings)
    now = schedule(settings, 0)
    state = jax.tree.map(jnp.copy, problem.begin(jax.random.key(0), settings.games, openings))
    learner = new_learner(problem.new_parameters(jax.random.key(1)), len(openings))
    playing, whole = [], []
    for number in range(rounds + 2):  # the first two compile
        begun = _clock()
        key = jax.random.key(number)
        learner, state, *rest = _wait(trainer.play(learner, state, key, jnp.float32(now.exchange)))
        playing.append(_clock() - begun)
        del rest
        begun = _clock()
        learner, state, _ = _wait(trainer.iterate(learner, state, key, now))
        whole.append(_clock() - begun)
    moves = settings.games * settings.moves
    size = f"{settings.channels} × {settings.blocks}, {settings.games:,} games"
    return [
        Figure(f"{device}: learning, {size}", moves / min(whole[2:]), "moves/s"),
        Figure(f"{device}: playing alone, {size}", moves / min(playing[2:]), "moves/s"),
    ]
