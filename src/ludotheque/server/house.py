"""The house: every room that is in use, and how tables are opened in it."""

from __future__ import annotations

import asyncio
import secrets
from dataclasses import dataclass
from pathlib import Path

import msgspec

from ludotheque.engine.chance import commitment, new_secret
from ludotheque.engine.game import Game
from ludotheque.games import find
from ludotheque.server import ledger, wire
from ludotheque.server.bots import Bots
from ludotheque.server.ledger import Opened, Place, Sat
from ludotheque.server.room import Room, now_ms
from ludotheque.server.storage import Storage
from ludotheque.server.table import Table

_ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"
"""For table ids: 32 signs that nobody takes for one another."""


@dataclass(frozen=True)
class Settings:
    """How a house is run."""

    data: Path
    origins: tuple[str, ...] = ()
    """Origins besides the server's own that may talk to it, such as ``https://games.example.org``."""
    bot_delay: float = 0.4
    """Seconds a bot takes at least over its move, so that people can follow."""
    bot_processes: int | None = None
    posts_per_minute: int = 60
    """How many tables an address may open or join in a minute."""
    frames_per_second: int = 40
    """How many messages a socket may send in a second."""
    keep: float = 60.0
    """Seconds a table stays in memory after everybody has left."""


class BadChairs(ValueError):
    """Chairs that no table of this game can have."""


class UnknownTable(LookupError):
    """No such table."""


class House:
    """Finds rooms, opens tables, and forgets rooms that nobody is in."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._storage = Storage(settings.data)
        self._bots = Bots(settings.bot_processes)
        self._rooms: dict[str, Room] = {}

    async def close(self) -> None:
        """Finish what is going on, and close the log."""
        for room in list(self._rooms.values()):
            await room.close()
        await self._bots.close()
        await self._storage.close()

    async def find(self, id: str) -> tuple[Room, Table]:
        """A room and its table; raises :class:`UnknownTable`."""
        room = self._room(id)
        table = await room.table()
        if table is None:
            self._rooms.pop(id, None)
            raise UnknownTable(id)
        return room, table

    async def open(self, order: wire.OpenTable, name: str, guest: str) -> wire.TableCard:
        """Open a table, with its opener and its bots seated."""
        game = find(order.game)
        places = _places(game, order)
        if order.by_lot:
            secrets.SystemRandom().shuffle(places)
        secret = new_secret()
        opened = Opened(
            game=game.id,
            version=game.rules.version,
            options=msgspec.to_builtins(game.options(order.options)),
            places=places,
            secret=secret,
            commitment=commitment(secret),
            at=now_ms(),
            box=game.rules.box_mark,
        )
        table = Table("".join(secrets.choice(_ALPHABET) for _ in range(12)), opened)
        sats = [_sat(seat, place, name, order.nonce, guest, opened.at) for seat, place in enumerate(places)]
        lines = table.seating([sat for sat in sats if sat is not None])
        await self._storage.append(table.id, 0, [ledger.encode(line) for line in (opened, *lines)])
        for line in lines:
            table.happen(line)
        room = self._room(table.id)
        room.opened(table)
        return table.card(table.seat_of(guest), room.here())

    def _room(self, id: str) -> Room:
        room = self._rooms.get(id)
        if room is None:
            room = self._rooms[id] = Room(id, self._storage, self._bots, self.settings.bot_delay)
            asyncio.get_running_loop().call_later(self.settings.keep, self._tidy, id)
        return room

    def _tidy(self, id: str) -> None:
        """Forget a room that nobody is in; look again later if somebody is."""
        room = self._rooms.get(id)
        if room is None:
            return
        if room.quiet:
            del self._rooms[id]
        else:
            asyncio.get_running_loop().call_later(self.settings.keep, self._tidy, id)


def _places(game: Game, order: wire.OpenTable) -> list[Place]:
    """The chairs of an order, checked."""
    chairs = order.chairs
    if len(chairs) not in game.rules.seats:
        least, most = game.rules.seats[0], game.rules.seats[-1]
        count = str(least) if least == most else f"{least} to {most}"
        raise BadChairs(f"{game.id} is played by {count}, not {len(chairs)}")
    if sum(chair.kind == "me" for chair in chairs) > 1:
        raise BadChairs("you can sit on one chair only")
    for chair in chairs:
        if chair.kind == "bot" and chair.level not in game.levels:
            raise BadChairs(f"{game.id} has no bot of level {chair.level!r}: it has {', '.join(game.levels)}")
        if chair.kind != "bot" and chair.level is not None:
            raise BadChairs("only bots have a level")
    return [Place(chair.kind, chair.level) for chair in chairs]


def _sat(seat: int, place: Place, name: str, nonce: str, guest: str, at: int) -> Sat | None:
    if place.kind == "me":
        return Sat(seat, name, nonce, at, guest)
    if place.kind == "bot" and place.level is not None:
        return Sat(seat, place.level, secrets.token_hex(8), at, level=place.level)
    return None
