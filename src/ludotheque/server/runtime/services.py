"""The services of one worker, built from its settings, started and closed together."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Final

from ludotheque import games
from ludotheque.engine.rules import Seat
from ludotheque.server.accounts.accounts import Accounts
from ludotheque.server.accounts.erase import GuestEraser
from ludotheque.server.accounts.merge import GuestMerger
from ludotheque.server.accounts.personal_data import PersonalData
from ludotheque.server.accounts.signing import Signer
from ludotheque.server.bots.pool import BotPool
from ludotheque.server.cluster.local import LocalCluster
from ludotheque.server.moderation.reports import Reports
from ludotheque.server.moderation.sanctions import Sanctions
from ludotheque.server.notifications.channels import Channels
from ludotheque.server.notifications.delivery import Delivery
from ludotheque.server.notifications.digest import DigestScheduler, DigestTiming
from ludotheque.server.notifications.email import MailServer
from ludotheque.server.notifications.push import PushNotifications
from ludotheque.server.printing.service import Printer
from ludotheque.server.runtime.time import now_ms
from ludotheque.server.runtime.time_slices import TimeSlices
from ludotheque.server.settings.definitions import Settings
from ludotheque.server.storage import Storage, open_storage
from ludotheque.server.tables.archive import Archive
from ludotheque.server.tables.context import TableContext
from ludotheque.server.tables.service import TableService
from ludotheque.server.tables.table import Table
from ludotheque.server.tournaments.clubs import ClubService
from ludotheque.server.tournaments.players import PlayerService
from ludotheque.server.tournaments.results import ResultRecorder
from ludotheque.server.tournaments.service import TournamentService
from ludotheque.server.websocket.limits import SocketLimits

_ASKED_WITHIN: Final = 60_000
"""Milliseconds before the last record that the server ran in which a player may have been asked without a digest."""


class Services:
    """The services of one worker."""

    def __init__(self, settings: Settings, storage: Storage) -> None:
        self.settings = settings
        self.storage = storage
        self.signer = Signer(storage.key)
        self.accounts = Accounts(storage, self.signer)
        self.sanctions = Sanctions(storage)
        self.channels = Channels(storage, self.signer, settings.push_nearby)
        self.delivery = _delivery(settings, self.signer)
        self.digest = _digest(settings, storage, self.channels, self.delivery, self._is_connected)
        self.push = PushNotifications(
            storage,
            self.signer,
            settings.contact,
            settings.push_nearby,
            settings.push_delay,
            settings.push_quiet,
            self.digest,
        )
        self.cluster = _cluster(storage)
        self.archive = Archive(storage)
        self.printer = Printer()
        self.bots = BotPool(settings.bot_processes, settings.bot_thinking)
        self.time_slices = TimeSlices()
        context = TableContext(
            storage,
            self.bots,
            self.signer,
            self.push,
            self.sanctions,
            now_ms(),
            cluster=self.cluster,
            bot_delay=settings.bot_delay,
            reaction_time=settings.reaction_time,
            answer_delay=settings.answer_delay,
            away_seconds=settings.away,
            lines_per_minute=settings.lines_per_minute,
            time_slices=self.time_slices,
            on_game_over=self._record_result,
        )
        self.tables = TableService(context, self.archive, settings.keep)
        self.results = ResultRecorder(storage, self.tables)
        self.clubs = ClubService(storage, self.signer, self.sanctions)
        self.tournaments = TournamentService(storage, self.signer, self.sanctions, self.clubs, self.tables)
        self.players = PlayerService(storage)
        self.socket_limits = SocketLimits(
            settings.sockets_per_guest, settings.sockets_per_address, settings.frames_per_second
        )
        self.reports = Reports(storage, self.signer, self.tables, self.sanctions)
        self.guest_merger = GuestMerger(storage, self.tables, self.sanctions)
        self.guest_eraser = GuestEraser(
            storage, self.signer, self.tables, self.accounts, self.sanctions, self.time_slices
        )
        self.personal_data = PersonalData(storage, self.signer, self.accounts, self.archive)
        self.ready = False
        """Whether the table index is up to date, and requests may come."""
        self._digest_task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Bring the table index up to date, join the cluster, and wake the tables at which clocks run."""
        await self.tables.reindex()
        if self.storage.shared:
            games.shelf()  # while the other workers do not yet count on this one
        opening = await self.cluster.start(self.tables)
        with_clocks: Sequence[str] = ()
        if opening is not None:
            alive_at = opening.alive_at
            self.bots.get_ready()  # for the tables of a worker that dies, where nobody should have to wait
        else:
            alive_at = await self.storage.metadata.last_alive()
            with_clocks = await self.storage.index.tables_with_clocks()
        self.tables.start(None if opening is None else opening.at, alive_at, with_clocks)
        self.results.start()
        if self.digest is not None:
            self._digest_task = asyncio.create_task(self.digest.run((alive_at or 0) - _ASKED_WITHIN))
        self.ready = True

    async def close(self) -> None:
        """Finish what is under way, and close the database."""
        self.ready = False
        if self._digest_task is not None:
            self._digest_task.cancel()
            await asyncio.gather(self._digest_task, return_exceptions=True)
        await self.tables.close()
        await self.results.close()
        await self.cluster.close()
        await self.push.close()
        if self.digest is not None:
            await self.digest.close()
        await self.bots.close()
        await self.archive.close()
        await self.printer.close()
        await self.storage.close()

    def _record_result(self, table: Table) -> None:
        self.results.record_soon(table)

    def _is_connected(self, table: str, seat: Seat) -> bool:
        return self.tables.is_connected(table, seat)


async def open_services(settings: Settings) -> Services:
    """The services over the database of some settings; raises :class:`StorageError` if it cannot be used."""
    return Services(settings, await open_storage(settings.database))


def _delivery(settings: Settings, signer: Signer) -> Delivery:
    """E-mail and webhooks; neither, unless a setting says where the links in them lead."""
    address = settings.reached_at
    server = None
    if address and settings.mail_server:
        server = MailServer(settings.mail_server, settings.mail_from, settings.mail_user, settings.mail_password)
    return Delivery(signer, address, server, bool(address) and settings.call_webhooks, settings.push_nearby)


def _digest(
    settings: Settings,
    storage: Storage,
    channels: Channels,
    delivery: Delivery,
    is_connected: Callable[[str, Seat], bool],
) -> DigestScheduler | None:
    if not delivery.email_enabled and not delivery.webhooks_enabled:
        return None
    times = (settings.call_delay, settings.call_quiet, settings.call_warning)
    return DigestScheduler(
        storage, channels, delivery, DigestTiming(*(int(1000 * time) for time in times)), is_connected
    )


def _cluster(storage: Storage) -> LocalCluster:
    if not storage.shared:
        return LocalCluster()
    # Only where PostgreSQL is used, as in storage/database.py.
    from ludotheque.server.cluster.postgres import PostgresCluster
    from ludotheque.server.storage.postgres import PostgresStorage

    assert isinstance(storage, PostgresStorage)
    return PostgresCluster(storage)
