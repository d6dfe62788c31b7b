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
from ludotheque.server.accounts.signing import Signer
from ludotheque.server.bots.pool import BotPool
from ludotheque.server.cluster.local import LocalCluster
from ludotheque.server.logging import hashed_id, log_event
from ludotheque.server.metrics.counters import counters
from ludotheque.server.moderation.sanctions import Sanctions
from ludotheque.server.notifications.channels import Channels
from ludotheque.server.notifications.delivery import Delivery
from ludotheque.server.notifications.digest import Digest, Rhythm
from ludotheque.server.notifications.email import MailServer
from ludotheque.server.notifications.push import PushNotifications
from ludotheque.server.rate_limit import now_ms
from ludotheque.server.runtime.time import TableTime
from ludotheque.server.runtime.time_slices import TimeSlices
from ludotheque.server.settings.definitions import Settings
from ludotheque.server.storage import Storage, StorageError, open_storage
from ludotheque.server.tables import events, views
from ludotheque.server.tables.actor import TableActor
from ludotheque.server.tables.archive import Archive, Kept
from ludotheque.server.tables.context import TableContext
from ludotheque.server.tables.events import SeatPlan, SeatTaken, TableEvent, TableOpened
from ludotheque.server.tables.opening import SeatedPlayer, TableTerms, new_id
from ludotheque.server.tables.reindex import renew
from ludotheque.server.tables.table import InvalidLog, OtherRulesEdition, Table
from ludotheque.server.tournaments.results import ResultRecorder
from ludotheque.server.websocket.limits import SocketLimits

log = logging.getLogger(__name__)

HEARTBEAT: Final = 5.0
"""Seconds between two notes that the house is open, while clocks run."""
_ALMOST: Final = 60_000
"""Milliseconds before the house was last known to be open in which somebody may have been asked, and not noted."""


class InvalidSeats(ValueError):
    """Chairs that no table of this game can have."""


class UnknownTable(LookupError):
    """No such table."""


class _Opener(NamedTuple):
    guest: str
    name: str
    program: bool = False


class Services:
    """Finds rooms, opens tables, and forgets rooms that nobody is in."""

    def __init__(self, settings: Settings, storage: Storage) -> None:
        self.settings = settings
        self.storage = storage
        self.signer = Signer(storage.key)
        self._bots = BotPool(settings.bot_processes)
        self.channels = Channels(self.storage, self.signer, settings.push_nearby)
        self.delivery = _post(settings, self.signer)
        self.digest = _digest(settings, self.storage, self.channels, self.delivery, self._is_connected)
        self.push = PushNotifications(
            self.storage,
            self.signer,
            settings.contact,
            settings.push_nearby,
            settings.push_delay,
            settings.push_quiet,
            self.digest,
        )
        self.cluster = _neighbours(storage)
        self.archive = Archive(self.storage)
        self.accounts = Accounts(self.storage, self.signer)
        self.sanctions = Sanctions(self.storage)
        self.time_slices = TimeSlices()
        self._context = TableContext(
            self.storage,
            self._bots,
            self.signer,
            self.push,
            self.sanctions,
            now_ms(),
            cluster=self.cluster,
            bot_delay=settings.bot_delay,
            away_seconds=settings.away,
            lines_per_minute=settings.lines_per_minute,
            time_slices=self.time_slices,
            time=TableTime(),
        )
        self.results = ResultRecorder(self)
        self._context = dataclasses.replace(self._context, on_game_over=self.results.over)
        self.socket_limits = SocketLimits(
            settings.sockets_per_guest, settings.sockets_per_address, settings.frames_per_second
        )
        self.actors: dict[str, TableActor] = {}
        """Those in use."""
        self.ready = False
        """Whether the register is made, and guests may come."""
        self._heartbeat_task: asyncio.Task[None] | None = None
        self._digest_task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Bring the register up to date, and wake the tables at which clocks run: they did not while we were closed."""
        await renew(self.storage)
        if self.storage.shared:
            games.shelf()  # while the others do not yet count on us
        opening = await self.cluster.start(self)
        timed: Sequence[str] = ()
        if opening is not None:
            self._context = dataclasses.replace(self._context, opened_at=opening.at, alive_at=opening.alive_at)
            self._bots.get_ready()  # for the tables of a worker that dies, where nobody should have to wait
        else:
            self._context = dataclasses.replace(self._context, alive_at=await self.storage.last_alive())
            timed = await self.storage.tables_with_clocks()
            self._context.tables_with_clocks.update(timed)
        self._heartbeat_task = asyncio.create_task(self._heartbeat(timed))
        self.results.start()
        if self.digest is not None:
            self._digest_task = asyncio.create_task(self.digest.run((self._context.alive_at or 0) - _ALMOST))
        self.ready = True

    async def _heartbeat(self, timed: Sequence[str]) -> None:
        for id in timed:
            await self.wake_table(id)
        while True:
            await self._follow_wall_clock()
            if self._context.tables_with_clocks:
                with contextlib.suppress(StorageError):
                    await self.storage.record_alive(now_ms())
            await asyncio.sleep(HEARTBEAT)

    async def _follow_wall_clock(self) -> None:
        """After a jump of the wall clock, have every table at which clocks run follow it, in memory or not."""
        if not self._context.time.jump():
            return
        for id in {*self._context.tables_with_clocks, *self.actors}:
            try:
                await self.actor(id).keep_time()
            except (InvalidLog, StorageError, LookupError) as error:
                log.error("the clocks of table %s cannot be set (%s)", hashed_id(id), type(error).__name__)
        self._context.time.follow()

    async def wake_table(self, id: str) -> None:
        """Have a table in memory again, and let go on what goes on by itself there."""
        try:
            actor, _ = await self.find_table(id)
            actor.go_on()
        except OtherRulesEdition:
            pass  # its guests are told when they come
        except (InvalidLog, StorageError, UnknownTable, LookupError) as error:
            log.error("table %s cannot be woken (%s)", hashed_id(id), type(error).__name__)

    async def reload_table(self, id: str) -> None:
        """Another worker has rewritten lines of a table's log."""
        try:
            await self.actors[id].read_anew()
        except (InvalidLog, StorageError, LookupError) as error:
            log.error("table %s cannot be read anew (%s)", hashed_id(id), type(error).__name__)

    async def close(self) -> None:
        """Finish what is going on, and close the log."""
        self.ready = False
        if self._digest_task is not None:
            self._digest_task.cancel()
            await asyncio.gather(self._digest_task, return_exceptions=True)
        if self._heartbeat_task is not None:
            self._heartbeat_task.cancel()
            await asyncio.gather(self._heartbeat_task, return_exceptions=True)
            with contextlib.suppress(StorageError):
                await self.storage.record_alive(now_ms())
        for actor in list(self.actors.values()):
            await actor.close()
        await self.results.close()
        await self.cluster.close()
        await self.push.close()
        await self._bots.close()
        await self.archive.close()
        await self.storage.close()

    async def find_table(self, id: str) -> tuple[TableActor, Table]:
        """A room and its table; raises :class:`UnknownTable`, :class:`OtherEdition`."""
        if not id.isprintable():
            raise UnknownTable(id)
        actor = self.actor(id)
        try:
            table = await actor.table()
        except OtherRulesEdition as error:
            self.actors.pop(id, None)
            found = await self.archive.find(id)
            error.over = found is not None and found.over
            raise
        if table is None:
            self.actors.pop(id, None)
            raise UnknownTable(id)
        return actor, table

    async def open_table(self, order: http.OpenTable, name: str, guest: str) -> messages.TableCard:
        """Open a table, with its bots seated and a seat kept for its opener.

        Their nonce comes with :meth:`Chairs.join`, once they know the commitment.
        """
        game = find(order.game)
        places = _places(game, order)
        if order.by_lot:
            secrets.SystemRandom().shuffle(places)
        terms = TableTerms(public=order.public, clock=order.clock, watch_delay=order.watch_delay)
        opener = _Opener(guest, name, order.program)
        return await self._open_for(game, order.options, places, opener, terms)

    async def branch_table(self, found: Kept, order: http.Branch, name: str, guest: str) -> messages.TableCard:
        """Open a table that goes on from a finished one, with bots around one's own seat."""
        found.must_be_here()
        game = find(found.opened.game)
        level = order.level or list(game.levels)[-1]
        if level not in game.levels:
            raise InvalidSeats(f"{game.id} has no bot of level {level!r}: it has {', '.join(game.levels)}")
        given = await self.archive.first_moves(found, order.move, order.seat)
        places = [SeatPlan("bot", level) for _ in range(found.seats)]
        places[order.seat] = SeatPlan("me")
        terms = TableTerms(origin=messages.Origin(found.id, order.move), given=given)
        opener = _Opener(guest, name, order.program)
        return await self._open_for(game, found.opened.options, places, opener, terms)

    async def open_seated_table(
        self, id: str, game: Game, options: dict[str, Any], sitters: Sequence[SeatedPlayer], terms: TableTerms
    ) -> None:
        """Open a table of this id with a seat kept for everybody, as an evening wants it.

        Raises :class:`Conflict` if it is open already.
        """
        places = [SeatPlan("friend") if sitter.level is None else SeatPlan("bot", sitter.level) for sitter in sitters]
        at = self._context.time.now()
        sats = [SeatTaken(seat, sitter.name, "", at, sitter.guest, sitter.level) for seat, sitter in enumerate(sitters)]
        await self._create_table(id, game, options, places, sats, None, terms)

    async def _open_for(
        self, game: Game, options: dict[str, Any], places: list[SeatPlan], opener: _Opener, terms: TableTerms
    ) -> messages.TableCard:
        await self.sanctions.check_not_banned(opener.guest)
        at = self._context.time.now()
        sats = [_sat(seat, place, opener, at) for seat, place in enumerate(places)]
        seated = [sat for sat in sats if sat is not None]
        actor, table = await self._create_table(new_id(), game, options, places, seated, opener.guest, terms)
        return actor.card(table, opener.guest)

    async def _create_table(
        self,
        id: str,
        game: Game,
        options: dict[str, Any],
        places: list[SeatPlan],
        sats: Sequence[SeatTaken],
        opener: str | None,
        terms: TableTerms,
    ) -> tuple[TableActor, Table]:
        secret = new_secret()
        opened = TableOpened(
            game=game.id,
            version=game.rules.version,
            options=msgspec.to_builtins(game.options(options)),
            places=places,
            secret=secret,
            commitment=commitment(secret),
            at=self._context.time.now(),
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
        actor = self.actor(table.id)
        actor.opened(table)
        counters.opened += 1
        log_event(log, "table opened", table=hashed_id(table.id), game=game.id, seats=len(places), public=opened.public)
        return actor, table

    def _is_connected(self, table: str, seat: Seat) -> bool:
        """Whether somebody is at a table just now."""
        actor = self.actors.get(table)
        return actor is not None and seat in actor.audience.here()

    def is_in_memory(self, id: str) -> bool:
        """Whether a table has its room in memory."""
        return id in self.actors

    def sign_out_guest(self, guest: str) -> None:
        """Hang up on a guest who is nobody any more, wherever they are."""
        self.disconnect_guest(guest)
        self.cluster.announce_sign_out(guest)

    def disconnect_guest(self, guest: str) -> None:
        """Hang up on a guest in every room that is in memory here."""
        for actor in list(self.actors.values()):
            actor.send_away(guest)

    def actor(self, id: str) -> TableActor:
        """The room of a table."""
        actor = self.actors.get(id)
        if actor is None:
            actor = self.actors[id] = TableActor(id, self._context)
            asyncio.get_running_loop().call_later(self.settings.keep, self._unload_if_idle, id)
        return actor

    def _unload_if_idle(self, id: str) -> None:
        """Forget a room that nobody is in until its next clock runs out; look again later if somebody is."""
        loop = asyncio.get_running_loop()
        actor = self.actors.get(id)
        if actor is None:
            return
        if not actor.quiet:
            loop.call_later(self.settings.keep, self._unload_if_idle, id)
            return
        actor.rest()
        del self.actors[id]
        self.cluster.release(id, actor.clockwork.due is not None)
        if actor.clockwork.due is not None:
            wait = max(0, actor.clockwork.due - actor.time.now()) / 1000
            loop.call_later(wait, lambda: asyncio.ensure_future(self.wake_table(id)))


def _post(settings: Settings, signer: Signer) -> Delivery:
    """E-mail and webhooks; neither, as long as nobody says where the links in them lead."""
    address = settings.reached_at
    server = None
    if address and settings.mail_server:
        server = MailServer(settings.mail_server, settings.mail_from, settings.mail_user, settings.mail_password)
    return Delivery(signer, address, server, bool(address) and settings.call_webhooks, settings.push_nearby)


def _digest(
    settings: Settings, storage: Storage, ways: Channels, post: Delivery, here: Callable[[str, Seat], bool]
) -> Digest | None:
    if not post.mail and not post.hook:
        return None
    times = (settings.call_delay, settings.call_quiet, settings.call_warning)
    return Digest(storage, ways, post, Rhythm(*(int(1000 * time) for time in times)), here)


async def open_services(settings: Settings) -> Services:
    """A house with its database; raises :class:`StorageTrouble` if that cannot be used."""
    return Services(settings, await open_storage(settings.database))


def _neighbours(storage: Storage) -> LocalCluster:
    if not storage.shared:
        return LocalCluster()
    from ludotheque.server.cluster.postgres import PostgresCluster
    from ludotheque.server.storage.postgres import PostgresStorage

    assert isinstance(storage, PostgresStorage)
    return PostgresCluster(storage)


def _seated(id: str, opened: TableOpened, sats: Sequence[SeatTaken]) -> tuple[Table, Sequence[TableEvent]]:
    """A new table at which these sit, and the lines of its log after the first."""
    table = Table(id, opened)
    lines = table.seating(sats)
    for line in lines:
        table.happen(line)
    return table, lines


def _places(game: Game, order: http.OpenTable) -> list[SeatPlan]:
    """The chairs of an order, checked."""
    chairs = order.chairs
    if len(chairs) not in game.rules.seats:
        least, most = game.rules.seats[0], game.rules.seats[-1]
        count = str(least) if least == most else f"{least} to {most}"
        raise InvalidSeats(f"{game.id} is played by {count}, not {len(chairs)}")
    if sum(chair.kind == "me" for chair in chairs) > 1:
        raise InvalidSeats("you can sit on one chair only")
    for chair in chairs:
        if chair.kind == "bot" and chair.level not in game.levels:
            raise InvalidSeats(f"{game.id} has no bot of level {chair.level!r}: it has {', '.join(game.levels)}")
        if chair.kind != "bot" and chair.level is not None:
            raise InvalidSeats("only bots have a level")
    return [SeatPlan(chair.kind, chair.level) for chair in chairs]


def _sat(seat: int, place: SeatPlan, opener: _Opener, at: int) -> SeatTaken | None:
    if place.kind == "me":
        return SeatTaken(seat, opener.name, "", at, opener.guest, program=opener.program)
    if place.kind == "bot" and place.level is not None:
        return SeatTaken(seat, place.level, "", at, level=place.level)
    return None
