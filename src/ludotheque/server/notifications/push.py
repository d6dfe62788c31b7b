"""Push notifications: a message to a player's browsers when it is their turn, or the game is over, and they are away.

They are sent after a short delay and beside the game, which never waits for them. A message names the table and the
game, and nothing that not every player of the table knows. Where the host has set them up, e-mails and webhooks follow
later for players who are still away: see :mod:`~ludotheque.server.notifications.digest`.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec

from ludotheque.engine.game import Game
from ludotheque.engine.rules import Seat
from ludotheque.engine.words import common_words, say
from ludotheque.protocol import http
from ludotheque.server.accounts.signing import Signer
from ludotheque.server.metrics.counters import counters
from ludotheque.server.notifications.destinations import check_address
from ludotheque.server.notifications.digest import DigestScheduler
from ludotheque.server.notifications.http_client import Unreachable
from ludotheque.server.notifications.webpush import BrowserKeys, WebPushClient, new_key, read_keys
from ludotheque.server.storage import Storage, StorageError
from ludotheque.server.storage.push_subscriptions import PushSubscription, PushSubscriptionRepository
from ludotheque.server.tables.table import Table

log = logging.getLogger(__name__)

MAX_BROWSERS: Final = 5
"""How many subscriptions a guest has: a guest is one browser, but browsers subscribe anew at times."""
SUBSCRIPTION_LIFETIME: Final = 180 * 24 * 3600 * 1000
"""Milliseconds after which a subscription that was not renewed is deleted."""
_GONE: Final = (404, 410)


class PushNotifications:
    """Sends push notifications to the browsers that have subscribed."""

    def __init__(
        self,
        storage: Storage,
        signer: Signer,
        contact: str,
        allow_private: bool = False,
        delay: float = 5.0,
        quiet: float = 600.0,
        digest: DigestScheduler | None = None,
    ) -> None:
        self._storage = storage
        self._repository = PushSubscriptionRepository(storage)
        self._signer = signer
        self._contact = contact
        self._allow_private = allow_private
        self._delay = delay
        self._quiet = quiet
        self._digest = digest
        self._notifying: dict[tuple[str, Seat], asyncio.Task[None]] = {}
        """Seats that are being notified, or have been within the quiet time."""
        self._sending: set[asyncio.Future[list[None]]] = set()
        """Messages under way: their responses are handled even if the player comes back meanwhile."""
        self._client: WebPushClient | None = None

    # --- subscriptions -------------------------------------------------------------------------------------------

    async def public_key(self) -> str:
        """The server's public key, with which browsers subscribe."""
        return (await self._web_push()).public_key

    async def subscribe(self, guest: str, order: http.Subscribe, at: int) -> None:
        """Add a browser of a guest; raises :class:`BadSubscription` or :class:`BadAddress`."""
        check_address(order.endpoint, self._allow_private)
        keys = read_keys(order.p256dh, order.auth)
        subscription = PushSubscription(guest, order.endpoint, keys.p256dh, keys.auth, order.lang)
        await self._repository.save(subscription, at, MAX_BROWSERS, at - SUBSCRIPTION_LIFETIME)

    async def unsubscribe(self, guest: str, endpoint: str) -> None:
        """Remove a browser of a guest."""
        await self._repository.delete(guest, endpoint)

    # --- notifications -------------------------------------------------------------------------------------------

    def notify_turn(self, table: Table, seat: Seat, still: Callable[[], bool]) -> None:
        """Notify a disconnected player that it is their turn, after a delay and if that is ``still`` so.

        They may only be reloading the page, or about to connect to a table that was just opened. After a notification
        they get no other for a while, unless they have been connected in between.
        """
        if (table.id, seat) not in self._notifying:
            if self._digest is not None:
                self._digest.add_turn(table, seat, _guests(table, seat))
            self._start(table, seat, "yours", still)

    def notify_game_over(self, table: Table, seat: Seat, still: Callable[[], bool]) -> None:
        """Notify a disconnected player that the game is over, after a delay and if they are ``still`` away."""
        task = self._notifying.pop((table.id, seat), None)
        if task is not None:
            task.cancel()
        self._start(table, seat, "is_over", still)

    def cancel(self, table: str, seat: Seat) -> None:
        """Cancel what is not yet sent to a player who has connected. Once they are away they may be notified anew."""
        task = self._notifying.pop((table, seat), None)
        if task is not None:
            task.cancel()
        if self._digest is not None:
            self._digest.mark_known(table, seat)

    def remind_later(self, table: Table, seat: Seat) -> None:
        """Schedule a reminder for a player who has disconnected on their turn, for clocks that are long enough."""
        if self._digest is not None:
            self._digest.add_known_turn(table, seat, _guests(table, seat))

    async def close(self) -> None:
        """Cancel everything that is not yet sent."""
        tasks: list[asyncio.Future[Any]] = [*self._notifying.values(), *self._sending]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._client is not None:
            await self._client.close()

    def _start(self, table: Table, seat: Seat, text: str, still: Callable[[], bool]) -> None:
        place = (table.id, seat)
        task = asyncio.create_task(self._notify(table.id, table.game, _guests(table, seat), text, still))
        self._notifying[place] = task
        task.add_done_callback(partial(self._remove_task, place))

    def _remove_task(self, place: tuple[str, Seat], task: asyncio.Task[None]) -> None:
        if self._notifying.get(place) is task:
            del self._notifying[place]

    async def _notify(
        self, table: str, game: Game, guests: Sequence[str], text: str, still: Callable[[], bool]
    ) -> None:
        """Send a text to all browsers of some guests after the delay, then wait for the quiet time."""
        await asyncio.sleep(self._delay)
        if not still():
            return
        try:
            subscriptions = await self._repository.of_guests(guests)
        except StorageError as error:
            log.error("push subscriptions cannot be read: %s", error)
            return
        if subscriptions:
            sending = asyncio.gather(*(self._send(one, table, game, text) for one in subscriptions))
            self._sending.add(sending)
            sending.add_done_callback(self._sending.discard)
            await asyncio.shield(sending)
            await asyncio.sleep(self._quiet)

    async def _send(self, subscription: PushSubscription, table: str, game: Game, text: str) -> None:
        """Send a message to one browser. Failures are logged without the endpoint, which is a secret."""
        guest, endpoint, lang = subscription.guest, subscription.endpoint, subscription.lang
        service = urlsplit(endpoint).hostname
        title = say(game.words(lang), "title")
        message = http.PushNotification(table, game.id, title, say(common_words(lang), f"table.{text}"))
        try:
            client = await self._web_push()
            keys = BrowserKeys(subscription.p256dh, subscription.auth)
            topic = self._signer.push_topic(table, guest)
            status = await client.send(endpoint, keys, msgspec.json.encode(message), topic)
            counters.pushes["gone" if status in _GONE else "refused" if status >= 300 else "taken"] += 1
            if status in _GONE:
                await self.unsubscribe(guest, endpoint)
            elif status >= 300:
                log.warning("push service %s refused a message: status %s", service, status)
        except Unreachable as error:
            counters.pushes["unreachable"] += 1
            log.warning("push service %s is unreachable (%s)", service, error)
        except Exception as error:  # its text could contain the endpoint
            counters.pushes["failed"] += 1
            log.error("a push message failed (%s)", type(error).__name__)

    async def _web_push(self) -> WebPushClient:
        if self._client is None:
            key = await self._storage.metadata.secret("push", new_key())
            self._client = self._client or WebPushClient(key, self._contact, self._allow_private)
        return self._client


def _guests(table: Table, seat: Seat) -> list[str]:
    """The guests who play at a seat."""
    return table.seats.guests_at(seat)
