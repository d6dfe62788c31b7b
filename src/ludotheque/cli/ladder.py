"""``ludotheque ladder``: how strong the levels of a game's bots are."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import Any, Final

from ludotheque import games
from ludotheque.cli.options import FAILED, Misuse, read_bots, takes_weights

FOLDER: Final = Path("docs/strength")
"""Where the pages are, from the root of a checkout."""


def add_commands(commands: Any) -> None:
    """Add the command ``ladder``."""
    ladder = commands.add_parser("ladder", help="measure how strong the levels of a game's bots are")
    ladder.add_argument("game", metavar="GAME")
    ladder.add_argument("--players", default="", metavar="K,…", help="numbers of players, separated by commas (all)")
    ladder.add_argument("--games", type=int, default=200, metavar="N", help="games for each pairing (200)")
    ladder.add_argument("--levels", default="", help="levels or other bots, weakest first, separated by commas (all)")
    ladder.add_argument("--seed", type=int, default=0, help="seed of all chance (0)")
    ladder.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="number of processes")
    ladder.add_argument("--write", action="store_true", help=f"put the figures into {FOLDER}, beside those of others")
    takes_weights(ladder)
    ladder.add_argument("--json", action="store_true", help="print the figures as JSON")
    ladder.set_defaults(run=_ladder)


def _ladder(arguments: argparse.Namespace) -> int:
    from ludotheque.cli import output
    from ludotheque.lab import ladder, strength

    game = games.find(arguments.game)
    levels = read_bots(arguments.levels, arguments.weights)
    try:
        pairings = ladder.pairings(game, levels, _counts(arguments.players))
        if arguments.write:
            strength.read_figures(game, FOLDER)  # before hours of games, not after them
        total = len(pairings) * arguments.games
        scores = []
        with output.progress(f"{game.id}, {len(pairings)} pairings", total) as tick:
            for score in ladder.measure(game, pairings, arguments.games, arguments.seed, max(1, arguments.jobs), tick):
                scores.append(score)
                if arguments.write:  # Kept as it goes, since a ladder takes long.
                    strength.write_figures(game, FOLDER, [score])
    except ladder.BadLadder as error:
        raise Misuse(error) from None
    output.print_json(scores) if arguments.json else output.print_ladder(game, scores)
    missed = [one for one in scores if one.multiple < (ladder.target(game, one.pairing) or 0.0)]
    return FAILED if missed else 0


def _counts(given: str) -> list[int]:
    """Numbers of players; raises :class:`Misuse`."""
    try:
        return [int(count) for count in given.split(",") if count]
    except ValueError:
        raise Misuse(f"--players takes numbers separated by commas, such as 3,4; not “{given}”") from None
