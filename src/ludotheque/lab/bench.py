"""Speed of the games, beside python-chess, in one run on one core.

Machines are noisy: times are CPU time, each figure is the best of several rounds, and the comparison with a peer is
a ratio of figures taken in turns.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from ludotheque import games
from ludotheque.engine.chance import QuickChance
from ludotheque.engine.game import Game
from ludotheque.engine.player import Player
from ludotheque.engine.rules import Move
from ludotheque.lab.figure import Figure
from ludotheque.lab.play import play_at_random, play_with

COPY_LIMIT = 5.0
"""Microseconds a copy may take."""
ANSWER_LIMIT = 200.0
"""Milliseconds a bot may think."""


def bench(rounds: int = 5, tick: Callable[[str], None] = lambda what: None) -> list[Figure]:
    """Measure every game, and the libraries it is compared with where they are installed."""
    figures: list[Figure] = []
    for game in games.shelf().values():
        for players in sorted({game.rules.seats[0], min(5, game.rules.seats[-1])}):
            figures += _measure_game(game, players, rounds, tick)
    return figures


def _measure_game(game: Game, players: int, rounds: int, tick: Callable[[str], None]) -> list[Figure]:
    name = f"{game.id}, {players} players"
    own: list[float] = []
    chess: list[float] = []
    for number in range(rounds):
        tick(f"{name}: random play")
        own.append(_random_play(game, players, number))
        if find_spec("chess"):
            tick("python-chess: random play")
            chess.append(random_chess(number))
    best = max(own)
    figures = [
        Figure(f"{name}: random play", best, "decisions/s", f"≥ {game.min_speed:,}", best >= game.min_speed),
    ]
    if chess:
        ratio = statistics.median(mine / theirs for mine, theirs in zip(own, chess, strict=True))
        figures.append(Figure("python-chess: random play", max(chess), "decisions/s"))
        figures.append(Figure(f"{name}: against python-chess", ratio, "times as fast", "> 1", ratio > 1))
    else:
        figures.append(Figure("python-chess is not installed (script/bench installs it)", 0, ""))
    tick(f"{name}: copies")
    copy = _copy_time(game, players, rounds)
    figures.append(Figure(f"{name}: copy", copy, "µs", f"≤ {COPY_LIMIT:g}", copy <= COPY_LIMIT))
    tick(f"{name}: sights")
    figures.append(Figure(f"{name}: sight", _sight_time(game, players, rounds), "µs"))
    for level in game.levels:
        tick(f"{name}: {level}")
        mean, worst = _answer_times(game, players, level)
        figures.append(Figure(f"{name}: {level} thinks", mean, "ms"))
        figures.append(Figure(f"{name}: {level} at most", worst, "ms", f"≤ {ANSWER_LIMIT:g}", worst <= ANSWER_LIMIT))
    return figures


def _random_play(game: Game, players: int, seed: int, least: float = 1.0) -> float:
    """Decisions per second of CPU, over at least so many seconds."""
    rng = QuickChance(seed)
    options = game.options({})
    begun = time.process_time()
    decisions = 0
    while (spent := time.process_time() - begun) < least:
        decisions += play_at_random(game, game.rules.setup(options, players), rng)
    return decisions / spent


def random_chess(seed: int, least: float = 1.0) -> float:
    """The same with python-chess: list the legal moves, pick one, push it, until the game is over."""
    chess: Any = import_module("chess")
    below = QuickChance(seed).below
    begun = time.process_time()
    decisions = 0
    while (spent := time.process_time() - begun) < least:
        board = chess.Board()
        while not board.is_game_over() and board.ply() < 400:
            moves = list(board.legal_moves)
            board.push(moves[below(len(moves))])
            decisions += 1
    return decisions / spent


def _middle_state(game: Game, players: int) -> Any:
    """A state in the middle of a random game."""
    rules = game.rules
    rng = QuickChance(1)
    passed: list[Any] = []
    state = rules.setup(game.options({}), players)
    while asked := rules.asked(state):
        seat = asked[0]
        passed.append(state.copy())
        moves = rules.legal(state, seat) if seat >= 0 else [rules.chance(state, rng)]
        rules.play(state, seat, moves[rng.below(len(moves))])
    return passed[len(passed) // 2]


def _copy_time(game: Game, players: int, rounds: int) -> float:
    return _microseconds(_middle_state(game, players).copy, rounds)


def _sight_time(game: Game, players: int, rounds: int) -> float:
    state = _middle_state(game, players)
    return _microseconds(lambda: game.rules.sight(state, 0), rounds)


def _microseconds(call: Callable[[], Any], rounds: int, times: int = 5000) -> float:
    """The least CPU time of a call, in microseconds."""
    costs = []
    for _ in range(rounds):
        begun = time.process_time()
        for _ in range(times):
            call()
        costs.append((time.process_time() - begun) / times * 1e6)
    return min(costs)


class Timed:
    """A player whose answers are timed."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.hear = player.hear
        self.times: list[float] = []

    def choose(self, sight: Any, legal: Sequence[Any], free: Sequence[Any]) -> Move:
        """Return the player's choice, and note the CPU time it took, in milliseconds."""
        begun = time.process_time()
        move = self.player.choose(sight, legal, free)
        self.times.append((time.process_time() - begun) * 1000)
        return move


def _answer_times(game: Game, players: int, level: str) -> tuple[float, float]:
    """The mean and the longest time a bot takes to answer, over a whole game against itself, in milliseconds."""
    bots = [Timed(game.levels[level](seat, QuickChance(seat))) for seat in range(players)]
    play_with(game, game.rules.setup(game.options({}), players), bots, QuickChance(3))
    times = [time for bot in bots for time in bot.times]
    return statistics.mean(times), max(times)
