"""``ludotheque report``: a page of plots about a game."""

from __future__ import annotations

import argparse
import shlex
from pathlib import Path
from typing import Any

from ludotheque import games
from ludotheque.cli.options import (
    Misuse,
    open_jobs,
    read_counts,
    read_options,
    require_report_extra,
    takes_jobs,
    takes_options,
)


def add_commands(commands: Any) -> None:
    """Add the command ``report``."""
    report = commands.add_parser("report", help="play many games between bots, and draw what they show as a page")
    report.add_argument("game", metavar="GAME")
    report.add_argument("--players", default="", metavar="K,…", help="numbers of players, separated by commas (all)")
    report.add_argument(
        "--games", type=int, default=100, metavar="N", help="games at each number of players, and of each pairing (100)"
    )
    report.add_argument(
        "--levels",
        default="",
        metavar="BOT,…",
        help="bots to compare, weakest first, separated by commas (the levels that answer at once)",
    )
    report.add_argument("--seed", type=int, default=0, help="seed of all chance (0)")
    report.add_argument("--output", type=Path, metavar="FILE", help="the page to write (GAME-report.html)")
    takes_jobs(report)
    takes_options(report)
    report.set_defaults(run=_report)


def _report(arguments: argparse.Namespace) -> None:
    from ludotheque.cli import output
    from ludotheque.lab.plan import BadPlan
    from ludotheque.lab.report.make import data_folder, make_report
    from ludotheque.lab.report.observe import plans

    game = games.find(arguments.game)
    options = read_options(game, arguments.option)
    levels = [name for name in arguments.levels.split(",") if name]
    page: Path = arguments.output or Path(f"{game.id}-report.html")
    require_report_extra()
    try:
        equal, meetings = plans(game, arguments.games, read_counts(arguments.players), levels, arguments.seed, options)
    except BadPlan as error:
        raise Misuse(error) from None
    _prepare_folders(page, data_folder(page))
    total = sum(plan.games for plan in (*equal, *meetings))
    with open_jobs(arguments) as jobs, output.progress(f"{game.id}, {total:,} games", total) as tick:
        make_report(game, equal, meetings, page, _command(arguments), jobs, tick)
    print(f"{page}: open it in a browser. The data are in {data_folder(page)}.")


def _prepare_folders(page: Path, data: Path) -> None:
    """See to it, before the games, that the report can be written after them."""
    try:
        data.mkdir(parents=True, exist_ok=True)
        page.open("a").close()
    except OSError as error:
        raise Misuse(f"cannot write {page}: {error.strerror}") from None


def _command(arguments: argparse.Namespace) -> str:
    """The command that plays the same games: all that decides them, and nothing else."""
    words = ["ludotheque", "report", arguments.game, "--games", str(arguments.games), "--seed", str(arguments.seed)]
    for name in ("players", "levels"):
        if given := getattr(arguments, name):
            words += [f"--{name}", given]
    for option in arguments.option:
        words += ["-o", option]
    return shlex.join(words)
