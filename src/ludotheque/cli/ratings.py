"""``ludotheque ratings``: computes the ratings anew, and prints the ladder of a game."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from ludotheque.server.settings.definitions import Database
from ludotheque.server.storage import Storage, open_storage
from ludotheque.server.tournaments.players import PlayerService
from ludotheque.server.tournaments.ratings import rebuild_ratings


def rebuild(database: Database) -> None:
    """Compute all ratings anew from the logs; raises :class:`StorageError`."""

    async def run(storage: Storage) -> None:
        print(f"Rebuilt the ratings from {await rebuild_ratings(storage)} games.")

    asyncio.run(_with_storage(database, run))


def show(database: Database, game: str) -> None:
    """Print the ladder of a game; raises :class:`StorageError`."""

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
    storage = await open_storage(database)
    try:
        await work(storage)
    finally:
        await storage.close()
