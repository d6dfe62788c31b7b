"""``ludotheque games``: the games that can be played."""

from __future__ import annotations

import argparse
from typing import Any

from ludotheque import games
from ludotheque.engine.words import LANGUAGES


def add_commands(commands: Any) -> None:
    """Add the command ``games``."""
    listing = commands.add_parser("games", help="list the games, their number of players and their bots")
    listing.add_argument("--lang", choices=LANGUAGES, default="fr", help="language of titles (fr)")
    listing.set_defaults(run=_games)


def _games(arguments: argparse.Namespace) -> None:
    for game in games.shelf().values():
        words = game.words(arguments.lang)
        least, most = game.rules.seats[0], game.rules.seats[-1]
        print(f"{game.id:12} {words['title']}, {least if least == most else f'{least}–{most}'}: {words['tagline']}")
        print(f"{'':12} bots: {', '.join(game.levels)}")
