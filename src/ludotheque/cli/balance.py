"""``ludotheque balance``: whether a game is balanced between equal bots."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from ludotheque import games
from ludotheque.cli.options import FAILED, Misuse, open_jobs, takes_jobs


def add_commands(commands: Any) -> None:
    """Add the command ``balance``."""
    balance = commands.add_parser("balance", help="test whether a game is balanced between equal bots")
    balance.add_argument("game", metavar="GAME")
    balance.add_argument("--games", type=int, default=20_000, metavar="N", help="games for each number of players")
    balance.add_argument("--bot", help="the bot in every seat (“strong”)")
    balance.add_argument("--seed", type=int, default=0, help="seed of all chance (0)")
    balance.add_argument("--output", type=Path, metavar="FILE", help="the Markdown page to write (standard output)")
    takes_jobs(balance)
    balance.set_defaults(run=_balance)


def _balance(arguments: argparse.Namespace) -> int:
    from ludotheque.cli import output
    from ludotheque.lab import balance, simulate
    from ludotheque.lab.plan import BadPlan

    game = games.find(arguments.game)
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
                arguments.output.parent.mkdir(parents=True, exist_ok=True)
                arguments.output.write_text(balance.page(game, found), "utf-8")
    if not arguments.output:
        print(balance.page(game, found), end="")
    return FAILED if any(balance.out_of_bounds(game, one) for one in found) else 0
