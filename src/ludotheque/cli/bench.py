"""``ludotheque bench``: the speed of the games and of the server."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ludotheque import games
from ludotheque.cli.learn import find_learning, read_changes, takes_settings, usual_settings
from ludotheque.cli.options import FAILED, Misuse

if TYPE_CHECKING:
    from ludotheque.lab.bench_environments import Speed
    from ludotheque.lab.figure import Figure


def add_commands(commands: Any) -> None:
    """Add the command ``bench``."""
    bench = commands.add_parser("bench", help="measure the speed of the games, or of the server")
    bench.add_argument("--rounds", type=int, default=5, help="rounds of each measurement (5)")
    bench.add_argument(
        "--server",
        nargs="?",
        const="all",
        choices=("all", "two", "six", "ease", "sockets", "hostile", "masters", "postgres"),
        help="measure the server under load instead of the games: all of it, or one scenario",
    )
    bench.add_argument(
        "--environments",
        action="store_true",
        help="measure only what programs that learn step through, beside PettingZoo's and OpenSpiel's own games",
    )
    bench.add_argument("--batch", action="store_true", help="measure games in batches, and learning, instead")
    bench.add_argument("--batch-games", type=int, metavar="N", help="games at once (1,048,576 on a graphics card)")
    takes_settings(bench)
    bench.add_argument("--json", action="store_true", help="print the figures as JSON")
    bench.set_defaults(run=_bench)


def _bench(arguments: argparse.Namespace) -> int:
    from ludotheque.cli import output
    from ludotheque.lab import bench, bench_environments
    from ludotheque.lab.load import scenarios

    if arguments.rounds < 1:
        raise Misuse("at least one round")
    figures: list[Figure] = []
    speeds: list[Speed] = []
    with output.spinner() as tick:
        if arguments.batch:
            figures = _measure_batches(arguments, tick)
        elif arguments.server:
            figures = scenarios.measure_server(arguments.server, tick=tick)
        else:
            if not arguments.environments:
                figures = bench.bench(arguments.rounds, tick)
            speeds = bench_environments.measure_environments(arguments.rounds, tick)
    if arguments.json:
        output.print_json([*figures, *speeds])
    else:
        output.print_figures(figures)
        output.print_speeds(speeds)
    return FAILED if any(figure.met is False for figure in figures) else 0


def _measure_batches(arguments: argparse.Namespace, tick: Callable[[str], None]) -> list[Figure]:
    """Every game that is played in batches. On a processor few are played at once, and the network is small."""
    figures: list[Figure] = []
    for game in games.shelf().values():
        if game.learning is None:
            continue
        learning = find_learning(game.id)
        import jax

        from ludotheque.lab.learn.settings import Settings
        from ludotheque.lab.learn.speed import CHECKED_GAMES, CHECKED_MOVES, measure_speed

        on_card = jax.default_backend() != "cpu"
        settings = Settings(**{**usual_settings(), **read_changes(arguments.set)})
        count, moves = (1 << 20, 256) if on_card else (CHECKED_GAMES, CHECKED_MOVES)
        problem = learning.problem(settings.channels, settings.blocks)
        count = arguments.batch_games or count
        figures += measure_speed(game.id, problem, settings, count, moves, arguments.rounds, tick)
    return figures
