"""``ludotheque perft``: how many positions so many moves lead to."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from ludotheque import games
from ludotheque.cli.options import Misuse, read_options, takes_options

if TYPE_CHECKING:
    from ludotheque.lab.perft import Position


def add_commands(commands: Any) -> None:
    """Add the command ``perft``."""
    perft = commands.add_parser("perft", help="count the positions that so many moves lead to")
    perft.add_argument("game", metavar="GAME")
    perft.add_argument("--depth", type=int, default=2, metavar="N", help="number of moves (2)")
    perft.add_argument("--players", type=int, metavar="K", help="number of players (the least the game needs)")
    perft.add_argument("--record", type=Path, metavar="FILE", help="begin in this recorded game, not at the opening")
    perft.add_argument("--after", type=int, default=0, metavar="M", help="after so many moves of the record (0)")
    perft.add_argument("--every", action="store_true", help="count every move of every seat, also out of turn")
    perft.add_argument("--divide", action="store_true", help="print the count after each first move")
    takes_options(perft)
    perft.set_defaults(run=_perft)


def _perft(arguments: argparse.Namespace) -> None:
    from ludotheque.lab.perft import TooManyOutcomes, count_positions, divide

    if arguments.depth < 1:
        raise Misuse("count at least one move: --depth 1")
    position = _position(arguments)
    try:
        if arguments.divide:
            counts = divide(position, arguments.depth, arguments.every)
            lines = [(seat, json.dumps(msgspec.to_builtins(move)), count) for (seat, move), count in counts.items()]
            for seat, move, count in sorted(lines):
                print(f"{count:>12}  {seat}  {move}")
        for depth in range(1, arguments.depth + 1):
            print(f"{depth}: {count_positions(position, depth, arguments.every)}")
    except TooManyOutcomes as error:
        raise Misuse(f"{error}, with --record FILE --after M") from None


def _position(arguments: argparse.Namespace) -> Position:
    """The position to count from."""
    from ludotheque.lab.perft import Position, position_in_record

    game = games.find(arguments.game)
    if arguments.record is not None:
        try:
            found = position_in_record(arguments.record, arguments.after)
        except OSError as error:
            raise Misuse(f"cannot read {arguments.record}: {error.strerror}") from None
        except IndexError as error:
            raise Misuse(str(error)) from None
        if found.game is not game:
            raise Misuse(f"{arguments.record} is a game of {found.game.id}")
        return found
    options = game.options(read_options(game, arguments.option))
    players = game.rules.seats[0] if arguments.players is None else arguments.players
    if players not in game.rules.seats:
        raise Misuse(f"{game.id} is played by {game.rules.seats[0]} to {game.rules.seats[-1]}, not {players}")
    return Position(game, players, game.rules.setup(options, players))
