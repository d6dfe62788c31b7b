"""``ludotheque balance``: whether a game is balanced between equal bots."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from ludotheque import games
from ludotheque.cli.options import FAILED, Misuse, open_jobs, require_report_extra, takes_jobs
from ludotheque.engine.game import Game


def add_commands(commands: Any) -> None:
    """Add the command ``balance``."""
    balance = commands.add_parser("balance", help="test whether a game is balanced between equal bots")
    balance.add_argument("game", metavar="GAME")
    balance.add_argument("--games", type=int, default=20_000, metavar="N", help="games for each number of players")
    balance.add_argument("--bot", help="the bot in every seat (“strong”)")
    balance.add_argument("--seed", type=int, default=0, help="seed of all chance (0)")
    balance.add_argument("--output", type=Path, metavar="FILE", help="the Markdown page to write (standard output)")
    takes_jobs(balance)
    balance.add_argument(
        "--kept", action="store_true", help="play nothing: draw the plots of the page again from the tables in it"
    )
    balance.set_defaults(run=_balance)


def _balance(arguments: argparse.Namespace) -> int:
    from ludotheque.cli import output
    from ludotheque.lab import balance, balance_plots, simulate
    from ludotheque.lab.plan import BadPlan

    game = games.find(arguments.game)
    if arguments.output:
        require_report_extra()  # before hours of games, not after them
    if arguments.kept:
        _draw_again(game, arguments.output)
        return 0
    try:
        plans = balance.plans(game, arguments.games, arguments.bot, arguments.seed)
        plans += balance.trials(game, arguments.games, arguments.bot, arguments.seed)
    except BadPlan as error:
        raise Misuse(error) from None
    total = sum(plan.games for plan in plans)
    with open_jobs(arguments) as jobs, output.progress(f"{game.id}, {arguments.games} games each", total) as tick:
        found = []
        for plan in plans:
            found.append(simulate.simulate(plan, jobs, tick))
            if arguments.output:  # Kept as it goes: a run takes hours, and what is done should not be lost.
                balance_plots.write_page(game, balance.page(game, found), arguments.output)
    if not arguments.output:
        print(balance.page(game, found), end="")
    return FAILED if any(balance.out_of_bounds(game, one) for one in found) else 0


def _draw_again(game: Game, page: Path | None) -> None:
    """Write a page anew with its plots."""
    from ludotheque.lab import balance_plots

    if page is None:
        raise Misuse("--kept needs the page whose plots are to be drawn: --output docs/balance/GAME.md")
    try:
        balance_plots.write_page(game, balance_plots.read_page(page), page)
    except balance_plots.BadPage as error:
        raise Misuse(error) from None
