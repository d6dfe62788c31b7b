"""``ludotheque ratings``: computes the ratings anew, and prints the ladder of a game."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from ludotheque import games
from ludotheque.cli.options import Failure
from ludotheque.server.settings.definitions import Database
from ludotheque.server.settings.sources import configure, takes_settings

if TYPE_CHECKING:  # the storage takes a while to import; --help is to be quick
    from ludotheque.server.storage import Storage


def add_commands(commands: Any) -> None:
    """Add the command ``ratings``."""
    ratings = commands.add_parser("ratings", help="show or recompute the ratings of players")
    verbs = ratings.add_subparsers(required=True, metavar="VERB")
    verbs.add_parser("rebuild", help="recompute all ratings from the logs, in the order in which games ended")
    show = verbs.add_parser("show", help="print the ratings of a game, bots included")
    show.add_argument("game", metavar="GAME")
    for verb in verbs.choices.values():
        takes_settings(verb, ["database"])
        verb.set_defaults(run=_ratings)


def _ratings(arguments: argparse.Namespace) -> None:
    from ludotheque.server.storage import StorageError

    game = games.find(arguments.game).id if "game" in arguments else None
    database = configure(vars(arguments)).settings.database
    try:
        _show(database, game) if game else _rebuild(database)
    except StorageError as error:
        raise Failure(error) from None


def _rebuild(database: Database) -> None:
    """Compute all ratings anew from the logs; raises :class:`StorageError`."""
    from ludotheque.server.tournaments.ratings import rebuild_ratings

    async def run(storage: Storage) -> None:
        print(f"Rebuilt the ratings from {await rebuild_ratings(storage)} games.")

    asyncio.run(_with_storage(database, run))


def _show(database: Database, game: str) -> None:
    """Print the ladder of a game; raises :class:`StorageError`."""
    from ludotheque.server.tournaments.players import PlayerService

    async def run(storage: Storage) -> None:
        ladder = await PlayerService(storage).ladder(game, None)
        for line in ladder.lines:
            print(_row(f"{line.place}.", line.name, line.shown, line.give, line.games))
        for bot in ladder.bots:
            print(_row("", f"bot {bot.level}", bot.shown, bot.give, bot.games))
        if not ladder.lines and not ladder.bots:
            print("Nobody yet: public games and tournaments are rated when they end.")

    asyncio.run(_with_storage(database, run))


def _row(place: str, name: str, shown: int, give: int, games: int) -> str:
    return f"{place:>5} {name:24} {shown:>5} ± {give:<4} ({games} {'game' if games == 1 else 'games'})"


async def _with_storage(database: Database, work: Callable[[Storage], Awaitable[None]]) -> None:
    """Open a database, which a server may use at the same time, for some work."""
    from ludotheque.server.storage import open_storage

    storage = await open_storage(database)
    try:
        await work(storage)
    finally:
        await storage.close()
