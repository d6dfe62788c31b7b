"""``ludotheque ratings``: its arguments; the command itself is in ``ratings.py``."""

from __future__ import annotations

import argparse
from typing import Any

from ludotheque import games
from ludotheque.cli.options import Failure
from ludotheque.server.settings.sources import configure, takes_settings


def add_commands(commands: Any) -> None:
    """Add the commands of this group."""
    ratings = commands.add_parser("ratings", help="show or recompute the ratings of players")
    verbs = ratings.add_subparsers(required=True, metavar="VERB")
    verbs.add_parser("rebuild", help="recompute all ratings from the logs, in the order in which games ended")
    show = verbs.add_parser("show", help="print the ratings of a game, bots included")
    show.add_argument("game", metavar="GAME")
    for verb in verbs.choices.values():
        takes_settings(verb, ["database"])
        verb.set_defaults(run=_ratings)


def _ratings(arguments: argparse.Namespace) -> None:
    from ludotheque.cli import ratings
    from ludotheque.server.storage import StorageError

    game = games.find(arguments.game).id if "game" in arguments else None
    database = configure(vars(arguments)).settings.database
    try:
        ratings.show(database, game) if game else ratings.rebuild(database)
    except StorageError as error:
        raise Failure(error) from None
