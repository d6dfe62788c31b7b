"""``ludotheque bench``: the speed of the games and of the server."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

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
        if arguments.server:
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
