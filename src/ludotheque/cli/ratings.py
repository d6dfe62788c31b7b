"""``ludotheque ratings``: what a host does with the book of strengths from a terminal."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from ludotheque.server.settings.definitions import Database
from ludotheque.server.storage import Storage, open_storage
from ludotheque.server.tournaments import players, ratings


def rebuild(database: Database) -> None:
    """Count all strengths anew; raises :class:`StorageTrouble`."""

    async def count(storage: Storage) -> None:
        print(f"Counted anew: {await ratings.rebuild(storage)} games.")

    asyncio.run(_with(database, count))


def show(database: Database, game: str) -> None:
    """Print the ladder of a game; raises :class:`StorageTrouble`."""

    async def tell(storage: Storage) -> None:
        ladder = await players.ladder(storage, game, None)
        for line in ladder.lines:
            print(_line(f"{line.place}.", line.name, line.shown, line.give, line.games))
        for bot in ladder.bots:
            print(_line("", f"bot {bot.level}", bot.shown, bot.give, bot.games))
        if not ladder.lines and not ladder.bots:
            print("Nobody yet: public tables and evenings of clubs are counted as they end.")

    asyncio.run(_with(database, tell))


def _line(place: str, name: str, shown: int, give: int, games: int) -> str:
    return f"{place:>5} {name:24} {shown:>5} ± {give:<4} ({games} {'game' if games == 1 else 'games'})"


async def _with(database: Database, deed: Callable[[Storage], Awaitable[None]]) -> None:
    """Do something with a house's database, which may be open at the same time."""
    storage = await open_storage(database)
    try:
        await deed(storage)
    finally:
        await storage.close()
