"""``ludotheque sim``: many games between bots, and who wins."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from ludotheque import games
from ludotheque.cli.options import (
    Misuse,
    open_jobs,
    read_bots,
    read_options,
    takes_jobs,
    takes_options,
    takes_weights,
)


def add_commands(commands: Any) -> None:
    """Add the command ``sim``."""
    sim = commands.add_parser("sim", help="simulate many games between bots, and report who wins")
    sim.add_argument("game", metavar="GAME")
    sim.add_argument("--games", type=int, default=100, metavar="N", help="number of games (100)")
    sim.add_argument("--players", type=int, metavar="K", help="number of players (the least the game needs)")
    sim.add_argument("--bots", default="", help="bots by name, separated by commas; repeated to fill the seats")
    sim.add_argument("--program", metavar="CMD", help="command line of an outside program, which takes the last seat")
    sim.add_argument("--seed", type=int, default=0, help="seed of all chance (0)")
    sim.add_argument("--save", type=Path, metavar="DIR", help="write a record of every game to this folder")
    sim.add_argument("--json", action="store_true", help="print the report as JSON")
    takes_jobs(sim)
    takes_weights(sim)
    takes_options(sim)
    sim.set_defaults(run=_sim)


def _sim(arguments: argparse.Namespace) -> None:
    from ludotheque.cli import output
    from ludotheque.lab import simulate
    from ludotheque.lab.plan import BadPlan

    game = games.find(arguments.game)
    bots = read_bots(arguments.bots, arguments.weights)
    options = read_options(game, arguments.option)
    try:
        plan = simulate.plan(
            game.id, arguments.games, arguments.players, bots, arguments.seed, options, arguments.program
        )
    except BadPlan as error:
        raise Misuse(error) from None
    if arguments.save is not None:
        try:
            arguments.save.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise Misuse(f"cannot keep games in {arguments.save}: {error.strerror}") from None
    with open_jobs(arguments) as jobs, output.progress(f"{game.id}, {plan.players}", plan.games) as tick:
        found = simulate.simulate(plan, jobs, tick, arguments.save)
    output.print_json(found) if arguments.json else output.print_simulation(found)
