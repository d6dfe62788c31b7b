"""``ludotheque ladder``: how strong the levels of a game's bots are."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any, Final

from ludotheque import games
from ludotheque.cli.options import (
    FAILED,
    Misuse,
    open_jobs,
    read_bots,
    read_counts,
    require_report_extra,
    takes_jobs,
    takes_weights,
)
from ludotheque.engine.game import Game

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
    ladder.add_argument("--write", action="store_true", help=f"put the figures into {FOLDER}, beside those of others")
    ladder.add_argument("--resume", action="store_true", help=f"go on with pairings in {FOLDER} that were cut off")
    ladder.add_argument(
        "--kept",
        action="store_true",
        help=f"measure nothing: show the figures in {FOLDER}, and with --write write their page anew",
    )
    ladder.add_argument("--seats", action="store_true", help="measure what each seat wins among bots of one level")
    takes_weights(ladder)
    ladder.add_argument("--json", action="store_true", help="print the figures as JSON")
    takes_jobs(ladder)
    ladder.set_defaults(run=_run)


def _run(arguments: argparse.Namespace) -> int:
    return _seats(arguments) if arguments.seats else _ladder(arguments)


def _ladder(arguments: argparse.Namespace) -> int:
    from ludotheque.cli import output
    from ludotheque.lab import ladder, ratings_page, strength

    game = games.find(arguments.game)
    levels = read_bots(arguments.levels, arguments.weights)
    if arguments.write:
        require_report_extra()  # before hours of games, not after them
    if arguments.kept:
        return _show_kept(game, arguments)
    try:
        pairings = ladder.pairings(game, levels, read_counts(arguments.players))
        # Read before hours of games, not after them.
        written = strength.read_figures(game, FOLDER).scores if arguments.write or arguments.resume else []
        known = [one for one in written if one.pairing in pairings and one.seed == arguments.seed]
        known = known if arguments.resume else []
        total = len(pairings) * arguments.games
        found = {one.pairing: one for one in known}
        with open_jobs(arguments) as jobs, output.progress(f"{game.id}, {len(pairings)} pairings", total) as tick:
            for score in ladder.measure(game, pairings, arguments.games, arguments.seed, jobs, tick, known):
                found[score.pairing] = score
                if arguments.write:  # Kept as it goes, since a ladder takes long.
                    strength.write_figures(game, FOLDER, [score])
        if arguments.write:
            ratings_page.write_ratings_plot(game, FOLDER, strength.read_figures(game, FOLDER).scores)
    except ladder.BadLadder as error:
        raise Misuse(error) from None
    scores = list(found.values())
    output.print_json(scores) if arguments.json else output.print_ladder(game, scores)
    missed = [one for one in scores if one.multiple < (ladder.target(game, one.pairing) or 0.0)]
    return FAILED if missed else 0


def _show_kept(game: Game, arguments: argparse.Namespace) -> int:
    """Show what was measured before, and write its page anew if asked to."""
    from ludotheque.cli import output
    from ludotheque.lab import ladder, ratings_page, strength

    try:
        scores = strength.read_figures(game, FOLDER).scores
        if not scores:
            raise Misuse(f"{FOLDER} has no figures of {game.id}: measure them without --kept")
        if arguments.write:
            strength.write_figures(game, FOLDER, [])
            ratings_page.write_ratings_plot(game, FOLDER, scores)
    except ladder.BadLadder as error:
        raise Misuse(error) from None
    output.print_json(scores) if arguments.json else output.print_ladder(game, scores)
    return 0


def _seats(arguments: argparse.Namespace) -> int:
    """Measure what each seat wins among bots of one level."""
    from ludotheque.cli import output
    from ludotheque.lab import ladder, seats, strength
    from ludotheque.lab.plan import BadPlan

    game = games.find(arguments.game)
    levels, counts = read_bots(arguments.levels, arguments.weights), read_counts(arguments.players)
    number, seed = arguments.games, arguments.seed
    found = []
    try:
        if arguments.write:
            strength.read_figures(game, FOLDER)
        with open_jobs(arguments) as jobs, output.progress(f"{game.id}, seats", None) as tick:
            for one in seats.measure_seats(game, levels, counts, number, seed, jobs, tick):
                found.append(one)
                if arguments.write:
                    strength.write_figures(game, FOLDER, [], [one])
    except (BadPlan, ladder.BadLadder) as error:
        raise Misuse(error) from None
    output.print_json(found) if arguments.json else output.print_seats(found)
    return FAILED if any(one.verdict == "missed" for one in found) else 0
