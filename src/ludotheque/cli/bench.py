"""``ludotheque bench``: the speed of the games and of the server."""

from __future__ import annotations

import argparse
from typing import Any

from ludotheque.cli.options import FAILED, Misuse


def add_commands(commands: Any) -> None:
    """Add the command ``bench``."""
    bench = commands.add_parser("bench", help="measure the speed of the games, or of the server")
    bench.add_argument("--rounds", type=int, default=5, help="rounds of each measurement; the best counts (5)")
    bench.add_argument(
        "--server",
        nargs="?",
        const="all",
        choices=("all", "two", "six", "ease", "sockets", "hostile", "masters", "postgres"),
        help="measure the server under load instead of the games: all of it, or one scenario",
    )
    bench.add_argument("--json", action="store_true", help="print the figures as JSON")
    bench.set_defaults(run=_bench)


def _bench(arguments: argparse.Namespace) -> int:
    from ludotheque.cli import output
    from ludotheque.lab import bench
    from ludotheque.lab.load import scenarios

    if arguments.rounds < 1:
        raise Misuse("at least one round")
    with output.spinner() as tick:
        figures = (
            scenarios.measure_server(arguments.server, tick=tick)
            if arguments.server
            else bench.bench(arguments.rounds, tick)
        )
    output.print_json(figures) if arguments.json else output.print_figures(figures)
    return FAILED if any(figure.met is False for figure in figures) else 0
