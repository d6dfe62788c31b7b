"""The house: every room that is in use, and how tables are opened in it."""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import logging
import secrets
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from ludotheque import games
from ludotheque.engine.chance import commitment, new_secret
from ludotheque.engine.game import Game
from ludotheque.engine.rules import Seat
from ludotheque.games import find
from ludotheque.protocol import http, messages
from ludotheque.server.accounts.accounts import Accounts
from ludotheque.server.accounts.signing import Keys
from ludotheque.server.bots.pool import Bots
from ludotheque.server.cluster.local import Neighbours
from ludotheque.server.logging import mark, tell
from ludotheque.server.metrics.counters import tally
from ludotheque.server.moderation.sanctions import Manners
from ludotheque.server.notifications.channels import Ways
from ludotheque.server.notifications.delivery import Post
from ludotheque.server.notifications.digest import Digest, Rhythm
from ludotheque.server.notifications.email import MailServer
from ludotheque.server.notifications.push import Calls
from ludotheque.server.rate_limit import now_ms
from ludotheque.server.runtime.time import Time
from ludotheque.server.runtime.time_slices import Slices
from ludotheque.server.settings.definitions import Settings
from ludotheque.server.storage import Storage, StorageTrouble, open_storage
from ludotheque.server.tables import events, views
from ludotheque.server.tables.actor import Room
from ludotheque.server.tables.archive import Archive, Kept
from ludotheque.server.tables.context import Hall
from ludotheque.server.tables.events import Line, Opened, Place, Sat
from ludotheque.server.tables.opening import Sitter, Terms, new_id
from ludotheque.server.tables.reindex import renew
from ludotheque.server.tables.table import BadLog, OtherEdition, Table
from ludotheque.server.tournaments.results import Endings
from ludotheque.server.websocket.limits import Callers

log = logging.getLogger(__name__)

HEARTBEAT: Final = 5.0
"""Seconds between two notes that the house is open, while clocks run."""
_ALMOST: Final = 60_000
"""Milliseconds before the house was last known to be open in which somebody may have been asked, and not noted."""


class BadChairs(ValueError):
    """Chairs that no table of this game can have."""


class UnknownTable(LookupError):
    """No such table."""


class _Opener(NamedTuple):
    guest: str
    name: str
    program: bool = False


class House:
    """Finds rooms, opens tables, and forgets rooms that nobody is in."""

    def __init__(self, settings: Settings, storage: Storage) -> None:
        self.settings = settings
        self.storage = storage
        self.keys = Keys(storage.key)
        self._bots = Bots(settings.bot_processes)
        self.ways = Ways(self.storage, self.keys, settings.push_nearby)
        self.post = _post(settings, self.keys)
        self.digest = _digest(settings, self.storage, self.ways, self.post, self._is_here)
        self.calls = Calls(
            self.storage,
            self.keys,
            settings.contact,
            settings.push_nearby,
            settings.push_delay,
            settings.push_quiet,
            self.digest,
        )
        self.neighbours = _neighbours(storage)
        self.archive = Archive(self.storage)
        self.accounts = Accounts(self.storage, self.keys)
        self.manners = Manners(self.storage)
        self.slices = Slices()
        self._hall = Hall(
            self.storage,
            self._bots,
            self.keys,
            self.calls,
            self.manners,
            now_ms(),
            neighbours=self.neighbours,
            bot_delay=settings.bot_delay,
            away=settings.away,
            lines_per_minute=settings.lines_per_minute,
            slices=self.slices,
            time=Time(),
        )
        self.endings = Endings(self)
        self._hall = dataclasses.replace(self._hall, ended=self.endings.over)
        self.callers = Callers(settings.sockets_per_guest, settings.sockets_per_address, settings.frames_per_second)
        self.rooms: dict[str, Room] = {}
        """Those in use."""
        self.ready = False
        """Whether the register is made, and guests may come."""
        self._heart: asyncio.Task[None] | None = None
        self._postman: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Bring the register up to date, and wake the tables at which clocks run: they did not while we were closed."""
        await renew(self.storage)
        if self.storage.shared:
            games.shelf()  # while the others do not yet count on us
        opening = await self.neighbours.start(self)
        timed: Sequence[str] = ()
        if opening is not None:
            self._hall = dataclasses.replace(self._hall, opened_at=opening.at, alive_at=opening.alive_at)
            self._bots.get_ready()  # for the tables of a worker that dies, where nobody should have to wait
        else:
            self._hall = dataclasses.replace(self._hall, alive_at=await self.storage.alive())
            timed = await self.storage.with_clocks()
            self._hall.timed.update(timed)
        self._heart = asyncio.create_task(self._beat(timed))
        self.endings.start()
        if self.digest is not None:
            self._postman = asyncio.create_task(self.digest.run((self._hall.alive_at or 0) - _ALMOST))
        self.ready = True

    async def _beat(self, timed: Sequence[str]) -> None:
        for id in timed:
            await self.rouse(id)
        while True:
            await self._keep_time()
            if self._hall.timed:
                with contextlib.suppress(StorageTrouble):
                    await self.storage.beat(now_ms())
            await asyncio.sleep(HEARTBEAT)

    async def _keep_time(self) -> None:
        """After a jump of the wall clock, have every table at which clocks run follow it, in memory or not."""
        if not self._hall.time.jump():
            return
        for id in {*self._hall.timed, *self.rooms}:
            try:
                await self.room(id).keep_time()
            except (BadLog, StorageTrouble, LookupError) as error:
                log.error("the clocks of table %s cannot be set (%s)", mark(id), type(error).__name__)
        self._hall.time.follow()

    async def rouse(self, id: str) -> None:
        """Have a table in memory again, and let go on what goes on by itself there."""
        try:
            room, _ = await self.find(id)
            room.go_on()
        except OtherEdition:
            pass  # its guests are told when they come
        except (BadLog, StorageTrouble, UnknownTable, LookupError) as error:
            log.error("table %s cannot be woken (%s)", mark(id), type(error).__name__)

    async def read_anew(self, id: str) -> None:
        """Another worker has rewritten lines of a table's log."""
        try:
            await self.rooms[id].read_anew()
        except (BadLog, StorageTrouble, LookupError) as error:
            log.error("table %s cannot be read anew (%s)", mark(id), type(error).__name__)

    async def close(self) -> None:
        """Finish what is going on, and close the log."""
        self.ready = False
        if self._postman is not None:
            self._postman.cancel()
            await asyncio.gather(self._postman, return_exceptions=True)
        if self._heart is not None:
            self._heart.cancel()
            await asyncio.gather(self._heart, return_exceptions=True)
            with contextlib.suppress(StorageTrouble):
                await self.storage.beat(now_ms())
        for room in list(self.rooms.values()):
            await room.close()
        await self.endings.close()
        await self.neighbours.close()
        await self.calls.close()
        await self._bots.close()
        await self.archive.close()
        await self.storage.close()

    async def find(self, id: str) -> tuple[Room, Table]:
        """A room and its table; raises :class:`UnknownTable`, :class:`OtherEdition`."""
        if not id.isprintable():
            raise UnknownTable(id)
        room = self.room(id)
        try:
            table = await room.table()
        except OtherEdition as error:
            self.rooms.pop(id, None)
            found = await self.archive.find(id)
            error.over = found is not None and found.over
            raise
        if table is None:
            self.rooms.pop(id, None)
            raise UnknownTable(id)
        return room, table

    async def open(self, order: http.OpenTable, name: str, guest: str) -> messages.TableCard:
        """Open a table, with its bots seated and a seat kept for its opener.

        Their nonce comes with :meth:`Chairs.join`, once they know the commitment.
        """
        game = find(order.game)
        places = _places(game, order)
        if order.by_lot:
            secrets.SystemRandom().shuffle(places)
        terms = Terms(public=order.public, clock=order.clock, watch_delay=order.watch_delay)
        opener = _Opener(guest, name, order.program)
        return await self._open(game, order.options, places, opener, terms)

    async def branch(self, found: Kept, order: http.Branch, name: str, guest: str) -> messages.TableCard:
        """Open a table that goes on from a finished one, with bots around one's own seat."""
        found.must_be_here()
        game = find(found.opened.game)
        level = order.level or list(game.levels)[-1]
        if level not in game.levels:
            raise BadChairs(f"{game.id} has no bot of level {level!r}: it has {', '.join(game.levels)}")
        given = await self.archive.first_moves(found, order.move, order.seat)
        places = [Place("bot", level) for _ in range(found.seats)]
        places[order.seat] = Place("me")
        terms = Terms(origin=messages.Origin(found.id, order.move), given=given)
        opener = _Opener(guest, name, order.program)
        return await self._open(game, found.opened.options, places, opener, terms)

    async def seat(self, id: str, game: Game, options: dict[str, Any], sitters: Sequence[Sitter], terms: Terms) -> None:
        """Open a table of this id with a seat kept for everybody, as an evening wants it.

        Raises :class:`Conflict` if it is open already.
        """
        places = [Place("friend") if sitter.level is None else Place("bot", sitter.level) for sitter in sitters]
        at = self._hall.time.now()
        sats = [Sat(seat, sitter.name, "", at, sitter.guest, sitter.level) for seat, sitter in enumerate(sitters)]
        await self._set(id, game, options, places, sats, None, terms)

    async def _open(
        self, game: Game, options: dict[str, Any], places: list[Place], opener: _Opener, terms: Terms
    ) -> messages.TableCard:
        await self.manners.welcome(opener.guest)
        at = self._hall.time.now()
        sats = [_sat(seat, place, opener, at) for seat, place in enumerate(places)]
        seated = [sat for sat in sats if sat is not None]
        room, table = await self._set(new_id(), game, options, places, seated, opener.guest, terms)
        return room.card(table, opener.guest)

    async def _set(
        self,
        id: str,
        game: Game,
        options: dict[str, Any],
        places: list[Place],
        sats: Sequence[Sat],
        opener: str | None,
        terms: Terms,
    ) -> tuple[Room, Table]:
        secret = new_secret()
        opened = Opened(
            game=game.id,
            version=game.rules.version,
            options=msgspec.to_builtins(game.options(options)),
            places=places,
            secret=secret,
            commitment=commitment(secret),
            at=self._hall.time.now(),
            box=game.rules.box_mark,
            opener=opener,
            **terms,
        )
        if opened.given:  # they are all played again, and may be thousands
            table, lines = await asyncio.to_thread(_seated, id, opened, sats)
        else:
            table, lines = _seated(id, opened, sats)
        bodies = [events.encode(line) for line in (opened, *lines)]
        await self.storage.append(table.id, 0, bodies, views.noted(table, views.everybody(table)))
        room = self.room(table.id)
        room.opened(table)
        tally.opened += 1
        tell(log, "table opened", table=mark(table.id), game=game.id, seats=len(places), public=opened.public)
        return room, table

    def _is_here(self, table: str, seat: Seat) -> bool:
        """Whether somebody is at a table just now."""
        room = self.rooms.get(table)
        return room is not None and seat in room.audience.here()

    def in_use(self, id: str) -> bool:
        """Whether a table has its room in memory."""
        return id in self.rooms

    def send_away(self, guest: str) -> None:
        """Hang up on a guest who is nobody any more, wherever they are."""
        self.hang_up_on(guest)
        self.neighbours.sent_away(guest)

    def hang_up_on(self, guest: str) -> None:
        """Hang up on a guest in every room that is in memory here."""
        for room in list(self.rooms.values()):
            room.send_away(guest)

    def room(self, id: str) -> Room:
        """The room of a table."""
        room = self.rooms.get(id)
        if room is None:
            room = self.rooms[id] = Room(id, self._hall)
            asyncio.get_running_loop().call_later(self.settings.keep, self._tidy, id)
        return room

    def _tidy(self, id: str) -> None:
        """Forget a room that nobody is in until its next clock runs out; look again later if somebody is."""
        loop = asyncio.get_running_loop()
        room = self.rooms.get(id)
        if room is None:
            return
        if not room.quiet:
            loop.call_later(self.settings.keep, self._tidy, id)
            return
        room.rest()
        del self.rooms[id]
        self.neighbours.forget(id, room.clockwork.due is not None)
        if room.clockwork.due is not None:
            wait = max(0, room.clockwork.due - room.time.now()) / 1000
            loop.call_later(wait, lambda: asyncio.ensure_future(self.rouse(id)))


def _post(settings: Settings, keys: Keys) -> Post:
    """E-mail and webhooks; neither, as long as nobody says where the links in them lead."""
    address = settings.reached_at
    server = None
    if address and settings.mail_server:
        server = MailServer(settings.mail_server, settings.mail_from, settings.mail_user, settings.mail_password)
    return Post(keys, address, server, bool(address) and settings.call_webhooks, settings.push_nearby)


def _digest(
    settings: Settings, storage: Storage, ways: Ways, post: Post, here: Callable[[str, Seat], bool]
) -> Digest | None:
    if not post.mail and not post.hook:
        return None
    times = (settings.call_delay, settings.call_quiet, settings.call_warning)
    return Digest(storage, ways, post, Rhythm(*(int(1000 * time) for time in times)), here)


async def open_house(settings: Settings) -> House:
    """A house with its database; raises :class:`StorageTrouble` if that cannot be used."""
    return House(settings, await open_storage(settings.database))


def _neighbours(storage: Storage) -> Neighbours:
    if not storage.shared:
        return Neighbours()
    from ludotheque.server.cluster.postgres import Coworkers
    from ludotheque.server.storage.postgres import PostgresStorage

    assert isinstance(storage, PostgresStorage)
    return Coworkers(storage)


def _seated(id: str, opened: Opened, sats: Sequence[Sat]) -> tuple[Table, Sequence[Line]]:
    """A new table at which these sit, and the lines of its log after the first."""
    table = Table(id, opened)
    lines = table.seating(sats)
    for line in lines:
        table.happen(line)
    return table, lines


def _places(game: Game, order: http.OpenTable) -> list[Place]:
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


def _sat(seat: int, place: Place, opener: _Opener, at: int) -> Sat | None:
    if place.kind == "me":
        return Sat(seat, opener.name, "", at, opener.guest, program=opener.program)
    if place.kind == "bot" and place.level is not None:
        return Sat(seat, place.level, "", at, level=place.level)
    return None
