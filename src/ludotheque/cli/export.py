"""``ludotheque export``: the finished public games of a server, as records."""

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
from ludotheque.cli.options import FAILED, Misuse
from ludotheque.server.settings.definitions import Database
from ludotheque.server.settings.sources import configure, takes_settings

if TYPE_CHECKING:  # the storage takes a while to import; --help is to be quick
    from ludotheque.server.storage.table_index import FinishedFilter

_PAGE: Final = 1000
"""Games listed by one query."""


def add_commands(commands: Any) -> None:
    """Add the command ``export``."""
    export = commands.add_parser("export", help="write the records of all finished public games to a file")
    export.add_argument("--output", type=Path, required=True, metavar="FILE", help="games.jsonl, or games.jsonl.gz")
    takes_settings(export, ["database"])
    export.add_argument("--game", help="only games of this kind")
    export.add_argument("--since", type=_day, metavar="DAY", help="ended on this day or later, as 2026-11-15")
    export.add_argument("--until", type=_day, metavar="DAY", help="ended before this day")
    export.set_defaults(run=_export)


def _day(text: str) -> int:
    try:
        return int(datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=UTC).timestamp() * 1000)
    except ValueError:
        raise argparse.ArgumentTypeError("a day is written 2026-11-15") from None


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
    from ludotheque.cli import output
    from ludotheque.server.storage import open_storage
    from ludotheque.server.tables.export import export_records

    storage = await open_storage(database)
    written = left_out = earlier = 0
    try:
        tables: list[str] = []
        while found := await storage.index.finished(wanted, _PAGE):
            tables += [line.table for line in found]
            wanted = msgspec.structs.replace(wanted, after=found[-1])
        with output.progress("games", len(tables)) as tick:
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
