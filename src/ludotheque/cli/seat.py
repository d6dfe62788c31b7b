"""``ludotheque seat``: a bot of this package at a table of any server."""

from __future__ import annotations

import argparse
import asyncio
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludotheque import games
from ludotheque.cli.options import FAILED, Misuse, read_level, read_options, takes_options

if TYPE_CHECKING:  # the client takes a while to import; --help is to be quick
    from ludotheque.client import Ended


def add_commands(commands: Any) -> None:
    """Add the command ``seat``."""
    seat = commands.add_parser("seat", help="let a bot of this package play at a table of any server")
    seat.add_argument("url", metavar="URL", help="the link of a table; or the address of a server, with --game")
    seat.add_argument("--bot", metavar="LEVEL", help="the bot that plays (“strong”)")
    seat.add_argument("--name", help="its name at the table (its level)")
    seat.add_argument("--game", help="open a table of this game")
    seat.add_argument("--against", default="", help="the other seats: levels of bots or “friend”, separated by commas")
    seat.add_argument("--players", type=int, metavar="K", help="number of seats at that table")
    seat.add_argument("--public", action="store_true", help="list that table in the lobby")
    seat.add_argument("--seed", help="seed of the bot's own chance")
    seat.add_argument("--save", type=Path, metavar="FILE", help="write the record of the game to this file")
    takes_options(seat)
    seat.set_defaults(run=_seat)


def _seat(arguments: argparse.Namespace) -> int:
    from ludotheque.client import ClientError
    from ludotheque.engine import record

    try:
        ended = asyncio.run(_play(arguments))
    except ClientError as error:
        print(f"ludotheque: {error}", file=sys.stderr)
        return FAILED
    if arguments.save:
        arguments.save.write_bytes(record.write(ended.record))
    names = ended.record.header.players
    if ended.outcome is None:
        print("Nobody won: the table voted to end it.")
    else:
        winners = ", ".join(names[seat] for seat in ended.outcome.winners) or "nobody: a draw"
        print(f"Winner: {winners} ({ended.outcome.reason}, {ended.outcome.clause}).")
    return 0


async def _play(arguments: argparse.Namespace) -> Ended:
    """Find the table, or open one; then play there."""
    from ludotheque.client import Address, Client, PlayerBot, sit

    address = Address.read(arguments.url)
    if (address.table is None) == (arguments.game is None):
        raise Misuse("say where to sit: the link of a table, or the address of a server and --game")
    async with Client(arguments.url) as client:
        if address.table is None:
            game = games.find(arguments.game)
        else:
            game = games.find((await client.table(address.table)).game)
        level = read_level(game, arguments.bot)
        client.name = arguments.name or level
        if address.table is None:
            options = read_options(game, arguments.option)
            seats = _seats(arguments, level, game.rules.seats[0])
            card = await client.open(game.id, seats, options, public=arguments.public)
        elif address.claim is not None:
            card = await client.claim(address.table, address.claim)
        else:
            card = await client.join(address.table)
        print(f"{client.name} plays {game.id} at {client.address}/t/{card.id}", file=sys.stderr)
        return await sit(client, card.id, PlayerBot(partial(game.make_player, level), arguments.seed))


def _seats(arguments: argparse.Namespace, level: str, least: int) -> list[str]:
    """Who takes each seat: the bot, then the others, repeated to fill the table."""
    others = [word for word in arguments.against.split(",") if word] or [level]
    count = (arguments.players or max(least, len(others) + 1)) - 1
    return ["me", *(others * (count // len(others) + 1))[:count]]
