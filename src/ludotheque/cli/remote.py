"""The commands that lead outside: seat a bot at a house elsewhere, and write finished games out for everybody."""

from __future__ import annotations

import argparse
import asyncio
import gzip
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final

import msgspec

from ludotheque import games
from ludotheque.cli.options import FAILED, Misuse, read_options, takes_options
from ludotheque.server.settings.sources import configure, takes_settings

if TYPE_CHECKING:
    from ludotheque.client import Ended
    from ludotheque.server.settings.definitions import Database
    from ludotheque.server.storage.table_index import FinishedFilter

_LISTED: Final = 1000
"""Games that are asked for at once."""


def add_commands(commands: Any) -> None:
    """Add them to the others."""
    seat = commands.add_parser("seat", help="seat one of our bots at a house elsewhere")
    seat.add_argument("url", metavar="URL", help="the link of a table, or the address of a house, with --game")
    seat.add_argument("--bot", metavar="LEVEL", help="the bot that plays (the best one)")
    seat.add_argument("--name", help="what it is called at the table (its level)")
    seat.add_argument("--game", help="open a table of this game")
    seat.add_argument("--against", default="", help="who sits there besides: levels or “friend”, separated by commas")
    seat.add_argument("--players", type=int, metavar="K", help="how many sit at that table")
    seat.add_argument("--public", action="store_true", help="show that table in the lobby")
    seat.add_argument("--seed", help="what the bot's own luck comes from")
    seat.add_argument("--save", type=Path, metavar="FILE", help="keep the record in this file")
    takes_options(seat)
    seat.set_defaults(run=_seat)

    export = commands.add_parser("export", help="write the finished public games of this house out, as records")
    export.add_argument("--output", type=Path, required=True, metavar="FILE", help="games.jsonl, or games.jsonl.gz")
    takes_settings(export, ["database"])
    export.add_argument("--game", help="of this game only")
    export.add_argument("--since", type=_day, metavar="DAY", help="ended on this day or later, as 2026-11-15")
    export.add_argument("--until", type=_day, metavar="DAY", help="ended before this day")
    export.set_defaults(run=_export)


def _day(text: str) -> int:
    try:
        return int(datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=UTC).timestamp() * 1000)
    except ValueError:
        raise argparse.ArgumentTypeError("a day is written 2026-11-15") from None


# --- a seat elsewhere ------------------------------------------------------------------------------------------------


def _seat(arguments: argparse.Namespace) -> int:
    from ludotheque.client import ClientTrouble
    from ludotheque.engine import record

    try:
        ended = asyncio.run(_play(arguments))
    except ClientTrouble as error:
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
    from ludotheque.client import Address, House, Seated, sit

    address = Address.read(arguments.url)
    if (address.table is None) == (arguments.game is None):
        raise Misuse("say where to sit: the link of a table, or the address of a house and --game")
    async with House(arguments.url) as house:
        if address.table is None:
            game = games.find(arguments.game)
        else:
            game = games.find((await house.table(address.table)).game)
        level = arguments.bot or list(game.levels)[-1]
        if level not in game.levels:
            raise Misuse(f"{game.id} has no bot “{level}”: there are {', '.join(game.levels)}")
        house.name = arguments.name or level
        if address.table is None:
            options = read_options(game, arguments.option)
            chairs = _chairs(arguments, level, game.rules.seats[0])
            card = await house.open(game.id, chairs, options, public=arguments.public)
        elif address.claim is not None:
            card = await house.claim(address.table, address.claim)
        else:
            card = await house.join(address.table)
        print(f"{house.name} plays {game.id} at {house.address}/t/{card.id}", file=sys.stderr)
        return await sit(house, card.id, Seated(game.levels[level], arguments.seed))


def _chairs(arguments: argparse.Namespace, level: str, least: int) -> list[str]:
    """The bot's own chair, and those of the others, repeated to fill the table."""
    others = [word for word in arguments.against.split(",") if word] or [level]
    count = (arguments.players or max(least, len(others) + 1)) - 1
    return ["me", *(others * (count // len(others) + 1))[:count]]


# --- finished games --------------------------------------------------------------------------------------------------


def _export(arguments: argparse.Namespace) -> int:
    from ludotheque.server.storage import StorageError
    from ludotheque.server.storage.table_index import FinishedFilter

    if arguments.game:
        games.find(arguments.game)
    database = configure(vars(arguments)).settings.database
    if isinstance(database, Path) and not database.is_file():
        raise Misuse(f"no tables in {database}: say where they are kept with --database")
    days = {"since": arguments.since, "until": arguments.until}
    wanted = FinishedFilter(arguments.game or "", **{name: day for name, day in days.items() if day is not None})
    part = arguments.output.with_name(arguments.output.name + ".part")
    try:
        with gzip.open(part, "wb") if arguments.output.suffix == ".gz" else part.open("wb") as file:
            written, left_out, earlier = asyncio.run(_write(database, wanted, file))
    except StorageError as error:
        part.unlink()
        print(f"ludotheque: {error}", file=sys.stderr)
        return FAILED
    except OSError as error:
        raise Misuse(f"cannot write {arguments.output}: {error.strerror}") from None
    part.replace(arguments.output)
    print(f"{written} game{'' if written == 1 else 's'} in {arguments.output}.")
    if earlier:
        print(f"ludotheque: played by another edition of the rules, and left out: {earlier}", file=sys.stderr)
    if left_out:
        print(f"ludotheque: could not be read back, and left out: {left_out}", file=sys.stderr)
    return FAILED if left_out else 0


async def _write(database: Database, wanted: FinishedFilter, file: IO[bytes]) -> tuple[int, int, int]:
    """Write games as they are read; how many are written, cannot be read, and are of another edition of the rules."""
    from ludotheque.lab import report
    from ludotheque.server.storage import open_storage
    from ludotheque.server.tables.export import export_records

    storage = await open_storage(database)
    written = left_out = earlier = 0
    try:
        tables: list[str] = []
        while found := await storage.index.finished(wanted, _LISTED):
            tables += [line.table for line in found]
            wanted = msgspec.structs.replace(wanted, after=found[-1])
        with report.progress("games", len(tables)) as tick:
            async for lines in export_records(storage, tables):
                tick(1)
                if lines is None:
                    earlier += 1
                elif lines:
                    file.write(lines)
                    written += 1
                else:
                    left_out += 1
    finally:
        await storage.close()
    return written, left_out, earlier
