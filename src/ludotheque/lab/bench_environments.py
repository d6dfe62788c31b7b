"""Speed of what programs that learn step through: our games and those of other libraries, in one run.

All play at random through the same loops. Machines are noisy: times are CPU time, and each figure is taken in turns
with python-chess (list the legal moves, pick one, push it), so that ratios can be compared between machines.
"""

from __future__ import annotations

import os
import random
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final

import msgspec

from ludotheque import games
from ludotheque.engine.chance import QuickChance, pick
from ludotheque.engine.game import Game
from ludotheque.lab.batches import many
from ludotheque.lab.bench import random_chess
from ludotheque.lab.play import play_at_random
from ludotheque.lab.stepping import Setting, Stepper, make_setting

OURS: Final = "Ludothèque"
WAYS: Final = {
    "rules": "our rules: the list of legal moves, one of them, play",
    "numbers": "the same by numbers (Stepper), without observations",
    "PettingZoo raw": "an environment of PettingZoo without its wrappers: observation, mask and one number",
    "PettingZoo": "the same with the library's wrappers",
    "OpenSpiel state": "a state of OpenSpiel: legal actions and one of them, without observations",
    "OpenSpiel": "OpenSpiel's environment for learning (rl_environment): legal actions and what each player knows",
    "1 process": "many games with observations and masks (ludotheque.lab.many), in this process",
    "2 processes": "the same over two processes",
    "4 processes": "the same over four",
}
"""What is measured."""
PROCESSES: Final = (1, 2, 4)
BATCH: Final = 64
"""Games at once."""
PETTING_ZOO: Final = ("tictactoe_v3", "connect_four_v3", "texas_holdem_v4", "chess_v6")
OPEN_SPIEL: Final = (
    *("tic_tac_toe", "connect_four", "chess", "leduc_poker", "dark_chess", "hearts"),  # in C++
    *("python_tic_tac_toe", "python_liars_poker"),
)
LEAST: Final = 0.1
"""Seconds that a round takes at least, and half as many for python-chess."""

Play = Callable[[QuickChance], int]
"""Plays one game at random, and says how many decisions it took."""


class Speed(msgspec.Struct, frozen=True):
    """The speed of one game, played in one way."""

    library: str
    """Whose game it is."""
    game: str
    way: str
    per_second: float
    """Decisions per second of CPU time, over all processes: the best of all rounds."""
    ratio: float | None
    """That in relation to python-chess: the median of all rounds; None where that is not installed."""
    by_the_clock: float
    """Decisions per second as they pass: several processes play more of them, where there are processors for them."""


def measure_environments(rounds: int = 5, tick: Callable[[str], None] = lambda what: None) -> list[Speed]:
    """Measure our games in every way, and those of the libraries that are installed."""
    found: list[Speed] = []
    for library, name, way, play in _contenders():
        tick(f"{library}: {name}, {way}")
        found.append(_measure(library, name, way, play, rounds))
    if find_spec("numpy"):
        for game in games.shelf().values():
            for processes in PROCESSES:
                tick(f"{game.id}, {BATCH} games in {processes} processes")
                found.append(_measure_batch(game, processes, rounds))
    return found


def _contenders() -> Iterator[tuple[str, str, str, Play]]:
    """Whose, which game, by which way, and how to play it."""
    for game in games.shelf().values():
        for way, play in _our_ways(make_setting(game.id)):
            yield OURS, _title(game), way, play
    os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "yes"  # Otherwise it greets, on standard output.
    for name in PETTING_ZOO:
        if module := _installed(f"pettingzoo.classic.{name}"):
            for way, play in _petting_zoo_ways(module.env()):
                yield "PettingZoo", name, way, play
    if _installed("open_spiel.python.games"):
        for name in OPEN_SPIEL:
            for way, play in _open_spiel_ways(name):
                yield "OpenSpiel", name, way, play


def _installed(module: str) -> Any:
    """A module, or None where what it needs is not installed."""
    try:
        return import_module(module)
    except ImportError:
        return None


def _title(game: Game) -> str:
    return f"{game.id}, {game.rules.seats[0]} players"


def _our_ways(setting: Setting) -> Iterator[tuple[str, Play]]:
    game = setting.game
    yield "rules", lambda rng: play_at_random(game, game.rules.setup(setting.agreed, setting.players), rng)
    yield "numbers", lambda rng: _play_stepper(setting, rng)
    if adapter := _installed("ludotheque.lab.adapters.pettingzoo"):
        yield from _petting_zoo_ways(adapter.make_env(setting.name))
    if _installed("ludotheque.lab.adapters.open_spiel"):
        yield from _open_spiel_ways(f"ludotheque_{setting.name}")


def _play_stepper(setting: Setting, rng: QuickChance) -> int:
    stepper = Stepper(setting, rng)
    decisions = 0
    while stepper.seat is not None:
        stepper.choose(pick(rng, stepper.numbers()))
        decisions += 1
    return decisions


def _petting_zoo_ways(env: Any) -> Iterator[tuple[str, Play]]:
    yield "PettingZoo raw", lambda rng: _play_petting_zoo(env.unwrapped, rng)
    yield "PettingZoo", lambda rng: _play_petting_zoo(env, rng)


def _play_petting_zoo(env: Any, rng: QuickChance) -> int:
    env.reset(seed=rng.below(2**31))
    decisions = 0
    while True:
        observation, _, over, cut, _ = env.last()
        if over or cut:  # for one, for all: so in all these games
            return decisions
        env.step(pick(rng, observation["action_mask"].nonzero()[0]))
        decisions += 1


def _open_spiel_ways(name: str) -> Iterator[tuple[str, Play]]:
    game = import_module("pyspiel").load_game(name)
    env = import_module("open_spiel.python.rl_environment").Environment(game)
    yield "OpenSpiel state", lambda rng: _play_state(game.new_initial_state(), rng)
    yield "OpenSpiel", lambda rng: _play_environment(env, rng)


def _play_state(state: Any, rng: QuickChance) -> int:
    draw = random.Random(rng.below(2**31)).choices
    decisions = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(draw(outcomes, chances)[0])
        else:
            state.apply_action(pick(rng, state.legal_actions()))
            decisions += 1
    return decisions


def _play_environment(env: Any, rng: QuickChance) -> int:
    now = env.reset()
    decisions = 0
    while not now.last():
        player = now.observations["current_player"]
        now = env.step([pick(rng, now.observations["legal_actions"][player])])
        decisions += 1
    return decisions


def _measure(library: str, name: str, way: str, play: Play, rounds: int) -> Speed:
    speeds, clocks, ratios = [], [], []
    for number in range(rounds):
        rng = QuickChance(number)
        begun, clock, decisions = time.process_time(), time.perf_counter(), 0
        while (spent := time.process_time() - begun) < LEAST:
            decisions += play(rng)
        speeds.append(decisions / spent)
        clocks.append(decisions / (time.perf_counter() - clock))
        ratios += _against_chess(speeds[-1], number)
    return _speed(library, name, way, speeds, clocks, ratios)


def _measure_batch(game: Game, processes: int, rounds: int) -> Speed:
    """The same for many games at once; the choices are drawn with NumPy."""
    numpy: Any = import_module("numpy")
    speeds, clocks, ratios = [], [], []
    with many(game.id, games=BATCH, processes=processes) as batch:
        rng = numpy.random.default_rng(seed=1)
        for number in range(rounds):
            begun, clock, worked, steps = time.process_time(), time.perf_counter(), float(batch.seconds.sum()), 0
            while (passed := time.perf_counter() - clock) < LEAST:
                batch.step(batch.sample(rng))
                steps += 1
            spent = time.process_time() - begun
            if processes > 1:  # One is this process: its time has been counted.
                spent += float(batch.seconds.sum()) - worked
            speeds.append(BATCH * steps / spent)
            clocks.append(BATCH * steps / passed)
            ratios += _against_chess(speeds[-1], number)
    way = f"{processes} process{'es' * (processes > 1)}"
    return _speed(OURS, _title(game), way, speeds, clocks, ratios)


def _against_chess(speed: float, seed: int) -> list[float]:
    return [speed / random_chess(seed, LEAST / 2)] if find_spec("chess") else []


def _speed(
    library: str, name: str, way: str, speeds: Sequence[float], clocks: Sequence[float], ratios: Sequence[float]
) -> Speed:
    ratio = statistics.median(ratios) if ratios else None
    return Speed(library, name, way, max(speeds), ratio, max(clocks))
