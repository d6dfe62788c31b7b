"""Digests by e-mail and webhook: one notification for all turns of a player, not one for every move.

A turn that comes while its player is disconnected is saved in the database, so that a restart neither loses nor repeats
a notification. After a delay, unless the player has been back, one digest lists all their turns; turns that come in the
quiet time after it go into the next one. Before a long clock runs out the player is reminded once, quiet time or not.

Several workers may share a database. A worker leases a channel before it sends to it, and only one can have the lease,
so that each digest is sent once. If a worker dies while it sends, the digest is sent again, with the same id.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Callable, Collection, Coroutine, Iterable, Sequence
from typing import Any, Final, NamedTuple

from ludotheque.engine.rules import Seat
from ludotheque.server.notifications.channels import Channels
from ludotheque.server.notifications.delivery import Delivery, DeliveryResult
from ludotheque.server.notifications.texts import Notification, listed_turn, turn_notification
from ludotheque.server.runtime.time import now_ms
from ludotheque.server.storage import Storage, StorageError
from ludotheque.server.storage.notification_channels import Channel
from ludotheque.server.storage.notification_digests import DAY, DigestRepository, Lease, TurnStatus, WaitingTurn
from ludotheque.server.tables.table import Table

log = logging.getLogger(__name__)

MAX_FAILURES: Final = 10
"""After so many failures in a row a channel is deleted."""
_LEASE: Final = 120 * 1000
"""Milliseconds of a lease: longer than it ever takes to send a digest."""
_BATCH: Final = 20
_POLL_INTERVAL: Final = 15.0
"""Seconds between two searches for channels that are due."""
_CLOSE_TIMEOUT: Final = 10.0
"""Seconds that a digest under way has when the server closes."""
_MAX_RETRY_DELAY: Final = 6 * 3600 * 1000


class DigestTiming(NamedTuple):
    """When digests are sent, all in milliseconds."""

    delay: int
    """After a turn has come."""
    quiet: int
    """Between two digests at least, for channels that are not daily."""
    warning: int
    """Before a clock runs out, if it has more than that to begin with."""


class DigestScheduler:
    """Records the turns of disconnected players, and sends the digests that are due."""

    def __init__(
        self,
        storage: Storage,
        channels: Channels,
        delivery: Delivery,
        timing: DigestTiming,
        is_connected: Callable[[str, Seat], bool],
    ) -> None:
        self._repository = DigestRepository(storage, timing.delay, timing.quiet)
        self._channels = channels
        self._delivery = delivery
        self._timing = timing
        self._is_connected = is_connected
        """Whether a seat is connected to its table, as far as this worker knows."""
        self._lock = asyncio.Lock()
        """Keeps changes in their order, so that a player who comes and goes ends up as they last were."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._woken = asyncio.Event()

    # --- recording turns -----------------------------------------------------------------------------------------

    def add_turn(self, table: Table, seat: Seat, guests: Iterable[str]) -> None:
        """Record a turn that has come while its player was disconnected."""
        self._start(self._save_turn(table.id, seat, list(guests), _clock_end(table), known=False))

    def add_known_turn(self, table: Table, seat: Seat, guests: Iterable[str]) -> None:
        """Record the turn of a player who has just disconnected: they know of it, and may want a reminder."""
        self._start(self._save_turn(table.id, seat, list(guests), _clock_end(table), known=True))

    def mark_known(self, table: str, seat: Seat) -> None:
        """Record that a player has connected, and knows of their turn."""
        self._start(self._repository.mark_known(table, seat))

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        self._track(self._run_in_order(work))

    def _track(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _run_in_order(self, work: Coroutine[Any, Any, None]) -> None:
        async with self._lock:
            try:
                await work
            except StorageError as error:
                log.error("a turn was not recorded for the digests: %s", error)

    async def _save_turn(self, table: str, seat: Seat, guests: Sequence[str], due: int | None, known: bool) -> None:
        at = now_ms()
        channels = await self._repository.channels_to_notify(table, guests)
        if channels:
            remind_at = self._reminder(due, at)
            await self._repository.save_turns(
                [WaitingTurn(channel, table, seat, at, known, remind_at) for channel in channels]
            )

    def _reminder(self, due: int | None, at: int) -> int | None:
        """When a player is reminded of a clock; never, if it has too little time to begin with."""
        return None if due is None or due - at <= self._timing.warning else due - self._timing.warning

    # --- sending digests -----------------------------------------------------------------------------------------

    def wake(self) -> None:
        """Look for channels that are due now, without waiting for the next time."""
        self._woken.set()

    async def run(self, since: int) -> None:
        """Send digests until cancelled. Turns after ``since`` that a stopped server did not record are added first."""
        await self._save_unsaved_turns(since)
        interval = max(0.05, min(_POLL_INTERVAL, self._timing.delay / 4000))
        while True:
            try:
                while await self._send_due():
                    pass
            except StorageError as error:
                log.error("digests cannot be sent: %s", error)
            except Exception as error:  # its text could contain an address
                log.error("sending digests failed (%s)", type(error).__name__)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._woken.wait(), interval)
            self._woken.clear()

    async def close(self) -> None:
        """Finish what is being recorded or sent, within a time limit."""
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=_CLOSE_TIMEOUT)
        await self._delivery.close()

    async def _save_unsaved_turns(self, since: int) -> None:
        try:
            turns = [
                WaitingTurn(
                    turn.channel, turn.table, turn.seat, turn.since, False, self._reminder(turn.due, turn.since)
                )
                for turn in await self._repository.unsaved_turns(since)
            ]
            if turns:
                await self._repository.save_turns(turns)
        except StorageError as error:
            log.error("turns from before the start were not recorded for the digests: %s", error)

    async def _send_due(self) -> bool:
        """Send a batch of the digests that are due; whether there may be more."""
        found = await self._repository.due_channels(now_ms(), _BATCH)
        # What has begun is finished even while the server closes, or it would be sent again after the next start.
        await asyncio.gather(*(asyncio.shield(self._track(self._send_to(id))) for id in found))
        return len(found) == _BATCH

    async def _send_to(self, id: str) -> None:
        at = now_ms()
        lease = await self._repository.lease(id, secrets.token_hex(8), at, at + _LEASE)
        if lease is not None:
            await (self._send_digest(lease) if lease.channel.confirmed else self._request_confirmation(lease))

    async def _request_confirmation(self, lease: Lease) -> None:
        result = await self._delivery.request_confirmation(lease.channel)
        if result is DeliveryResult.DELIVERED:
            await self._repository.release_asked(lease)
        else:
            await self._retry_or_delete(lease, result)

    async def _send_digest(self, lease: Lease) -> None:
        """Send a digest of all turns, if any is new or urgent, and schedule the next."""
        at, channel = now_ms(), lease.channel
        statuses = await self._repository.turns_of_channel(channel.id)
        still_open = [one for one in statuses if one.is_open]
        away = [one for one in still_open if not self._is_connected(one.turn.table, one.turn.seat)]
        reminded = [one for one in still_open if one.turn.remind_at is not None and one.turn.remind_at <= at]
        urgent = {
            one.turn.table
            for one in reminded
            if one in away and one.due is not None and self._reminder(one.due, at) is None
        }
        new = [one for one in away if not one.turn.known and one.turn.since + self._timing.delay <= at]
        rested = at >= channel.sent + (DAY if channel.daily else self._timing.quiet)
        digest = await self._digest(channel, away, urgent, at) if urgent or (new and rested) else None
        known, sent_at = [one for one in still_open if one not in away], None
        if digest is not None:
            result = await self._delivery.deliver(channel, digest)
            if result is not DeliveryResult.DELIVERED:
                await self._retry_or_delete(lease, result)
                return
            known, sent_at = still_open, now_ms()
        await self._repository.release(
            lease,
            closed=[one.turn for one in statuses if not one.is_open],
            known=[one.turn for one in known],
            reminded=[one.turn._replace(remind_at=self._reminder(one.due, at)) for one in reminded],
            sent_at=sent_at,
        )

    async def _digest(
        self, channel: Channel, away: Sequence[TurnStatus], urgent: Collection[str], at: int
    ) -> Notification | None:
        id = f"{channel.id}.{channel.number + 1}"
        if channel.table:
            first, names = away[0], [one.player for one in away]
            link = self._delivery.table_link(channel, channel.table)
            turn = listed_turn(channel.lang, first.game, link, first.due, at, bool(urgent), names)
            return turn_notification(id, channel.lang, [turn], of_table=True)
        turns = [
            listed_turn(
                channel.lang,
                turn.game,
                self._delivery.table_link(channel, turn.table),
                turn.due,
                at,
                turn.table in urgent,
                (),
            )
            for turn in await self._repository.turns_of_guest(channel.guest)
            if not self._is_connected(turn.table, turn.seat)
        ]
        return turn_notification(id, channel.lang, turns) if turns else None

    async def _retry_or_delete(self, lease: Lease, result: DeliveryResult) -> None:
        """Try again later, with growing delays; or delete a channel that is gone or fails too often."""
        channel, unavailable = lease.channel, result is DeliveryResult.UNAVAILABLE
        failures = channel.failures + (not unavailable)
        if result is DeliveryResult.GONE or failures >= MAX_FAILURES:
            log.warning("a notification channel (%s) is deleted after %s failures", channel.kind, failures)
            await self._channels.delete(channel.id)
            return
        # The quiet time's sixtieth (a minute of an hour), doubled for every failure.
        delay = max(1, self._timing.quiet // 60) * 2 ** (5 if unavailable else failures)
        await self._repository.release_failed(lease, failures, now_ms() + min(_MAX_RETRY_DELAY, delay))


def _clock_end(table: Table) -> int | None:
    return None if table.clocks is None else table.clocks.due()
