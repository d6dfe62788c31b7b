"""``ludotheque play``: a game in this terminal, against bots."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from ludotheque import games
from ludotheque.cli.options import Misuse, read_level, read_options, takes_options
from ludotheque.engine.words import LANGUAGES


def add_commands(commands: Any) -> None:
    """Add the command ``play``."""
    play = commands.add_parser("play", help="play a game in this terminal, against bots")
    play.add_argument("game", metavar="GAME")
    play.add_argument("--seat", type=int, default=0, help="your seat, from 0")
    play.add_argument("--bot", help="the level of the bots (“strong”)")
    play.add_argument("--lang", choices=LANGUAGES, default="fr")
    play.add_argument("--save", type=Path, help="write the record of the game to this file")
    takes_options(play)
    play.set_defaults(run=_play)


def _play(arguments: argparse.Namespace) -> None:
    from ludotheque.cli import terminal
    from ludotheque.engine import record

    game = games.find(arguments.game)
    level = read_level(game, arguments.bot)
    if not 0 <= arguments.seat < game.rules.seats[0]:
        raise Misuse(f"there is no seat {arguments.seat}: take one from 0 to {game.rules.seats[0] - 1}")
    try:
        match = terminal.play(game, read_options(game, arguments.option), arguments.seat, level, arguments.lang)
    except terminal.PlayerLeft:
        return
    if arguments.save:
        arguments.save.write_bytes(record.write(match.record))
