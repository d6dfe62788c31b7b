"""Calling guests to the table: a push message to their browser when it is their turn, or the game is over, and they are
not there.

A call is a courtesy: it is made in a moment, by the side of the game, and if it fails nobody waits for it. It says
nothing but where one is asked, which everybody at the table knows. Where the host has set them up, e-mail and salons
follow later, for those who still have not come: see :mod:`~ludotheque.server.notifications.digest`.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

import msgspec

from ludotheque.engine.game import Game
from ludotheque.engine.rules import Seat
from ludotheque.engine.words import house_words, say
from ludotheque.protocol import http
from ludotheque.server.accounts.signing import Signer
from ludotheque.server.metrics.counters import counters
from ludotheque.server.notifications.destinations import Unreachable, check_address
from ludotheque.server.notifications.digest import Digest
from ludotheque.server.notifications.webpush import BrowserKeys, Sender, new_key, read_keys
from ludotheque.server.storage import Statement, Storage, StorageError
from ludotheque.server.tables.table import Table

log = logging.getLogger(__name__)

BROWSERS: Final = 5
"""Browsers of one guest that are called: a cookie belongs to one, but browsers subscribe anew at times."""
FORGOTTEN_AFTER: Final = 180 * 24 * 3600 * 1000
"""Milliseconds after which a browser that never came back is called no more."""
_GONE: Final = (404, 410)

_KEEP: Final = """
INSERT INTO push (guest, endpoint, p256dh, auth, lang, at) VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT (guest, endpoint) DO UPDATE SET
    p256dh = excluded.p256dh, auth = excluded.auth, lang = excluded.lang, at = excluded.at
"""
_OLD: Final = "DELETE FROM push WHERE at < $1"
_TOO_MANY: Final = """
DELETE FROM push WHERE guest = $1 AND endpoint NOT IN
    (SELECT endpoint FROM push WHERE guest = $1 ORDER BY at DESC, endpoint LIMIT $2)
"""
_BROWSERS_OF: Final = "SELECT endpoint, p256dh, auth, lang FROM push WHERE guest = $1"
_FORGET: Final = "DELETE FROM push WHERE guest = $1 AND endpoint = $2"


class _Browser(NamedTuple):
    guest: str
    endpoint: str
    keys: BrowserKeys
    lang: str


class PushNotifications:
    """Who wants to be called, and who has been."""

    def __init__(
        self,
        storage: Storage,
        keys: Signer,
        contact: str,
        nearby: bool = False,
        delay: float = 5.0,
        quiet: float = 600.0,
        digest: Digest | None = None,
    ) -> None:
        self._storage = storage
        self._keys = keys
        self._contact = contact
        self._nearby = nearby
        self._delay = delay
        self._quiet = quiet
        self._digest = digest
        self._calling: dict[tuple[str, Seat], asyncio.Task[None]] = {}
        """Those who are being called, or have been a short while ago."""
        self._sending: set[asyncio.Future[list[None]]] = set()
        """Calls under way: what is answered to them counts, even if whoever is called comes back meanwhile."""
        self._sender: Sender | None = None

    # --- subscribing ---------------------------------------------------------------------------------------------

    async def public_key(self) -> str:
        """What browsers subscribe with."""
        return (await self._services()).public_key

    async def subscribe(self, guest: str, wish: http.Subscribe, at: int) -> None:
        """Call this browser too from now on; raises :class:`BadSubscription` or :class:`BadAddress`."""
        check_address(wish.endpoint, self._nearby)
        row = (guest, wish.endpoint, *read_keys(wish.p256dh, wish.auth), wish.lang, at)
        await self._storage.write(
            Statement(_KEEP, row),
            Statement(_TOO_MANY, (guest, BROWSERS)),
            Statement(_OLD, (at - FORGOTTEN_AFTER,)),
        )

    async def unsubscribe(self, guest: str, endpoint: str) -> None:
        """Do not call this browser any more."""
        await self._storage.write(Statement(_FORGET, (guest, endpoint)))

    # --- calling -------------------------------------------------------------------------------------------------

    def notify_turn(self, table: Table, seat: Seat, still: Callable[[], bool]) -> None:
        """It has become the turn of somebody who is not there: call them in a moment, if that is ``still`` so then.

        They may only be reloading the page, or be on their way to a table that was just opened. Once called, they are
        left alone for some minutes, unless they have been back.
        """
        place = (table.id, seat)
        if place not in self._calling:
            if self._digest is not None:
                self._digest.asked(table, seat, _sitting(table, seat))
            self._start(table, seat, "yours", still)

    def notify_game_over(self, table: Table, seat: Seat, still: Callable[[], bool]) -> None:
        """A game is over, and a guest who sits there is not connected: send a call, if that is ``still`` so then."""
        task = self._calling.pop((table.id, seat), None)
        if task is not None:
            task.cancel()
        self._start(table, seat, "is_over", still)

    def _start(self, table: Table, seat: Seat, what: str, still: Callable[[], bool]) -> None:
        place = (table.id, seat)
        task = asyncio.create_task(self._call(table.id, table.game, _sitting(table, seat), what, still))
        self._calling[place] = task
        task.add_done_callback(partial(self._forget, place))

    def cancel(self, table: str, seat: Seat) -> None:
        """Somebody is at the table again: no need to call them, and once they have left they may be called again."""
        task = self._calling.pop((table, seat), None)
        if task is not None:
            task.cancel()
        if self._digest is not None:
            self._digest.back(table, seat)

    def remind_later(self, table: Table, seat: Seat) -> None:
        """Somebody has left whose turn it is. They know, but on a long clock they may forget."""
        if self._digest is not None:
            self._digest.left(table, seat, _sitting(table, seat))

    def _forget(self, place: tuple[str, Seat], task: asyncio.Task[None]) -> None:
        if self._calling.get(place) is task:
            del self._calling[place]

    async def close(self) -> None:
        """Call nobody any more."""
        tasks: list[asyncio.Future[Any]] = [*self._calling.values(), *self._sending]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._sender is not None:
            await self._sender.close()

    async def _call(self, table: str, game: Game, guests: Sequence[str], what: str, still: Callable[[], bool]) -> None:
        """Send what is under ``what`` in the table's words to all browsers of some guests, after a moment."""
        await asyncio.sleep(self._delay)
        if not still():
            return
        try:
            browsers = await self._browsers(guests)
        except StorageError as error:
            log.error("nobody can be called: %s", error)
            return
        if browsers:
            sending = asyncio.gather(*(self._send(browser, table, game, what) for browser in browsers))
            self._sending.add(sending)
            sending.add_done_callback(self._sending.discard)
            await asyncio.shield(sending)
            await asyncio.sleep(self._quiet)

    async def _browsers(self, guests: Sequence[str]) -> list[_Browser]:
        found = []
        for guest in guests:
            for endpoint, p256dh, auth, lang in await self._storage.rows(_BROWSERS_OF, guest):
                found.append(_Browser(guest, endpoint, BrowserKeys(p256dh, auth), lang))
        return found

    async def _send(self, browser: _Browser, table: str, game: Game, what: str) -> None:
        """Call one browser. What goes wrong is told without its address, which is a key to it."""
        service = urlsplit(browser.endpoint).hostname
        call = http.Call(table, game.id, say(game.words(browser.lang), "title"), _text(browser.lang, what))
        try:
            sender = await self._services()
            topic = self._keys.push_topic(table, browser.guest)
            status = await sender.send(browser.endpoint, browser.keys, msgspec.json.encode(call), topic)
            counters.pushes["gone" if status in _GONE else "refused" if status >= 300 else "taken"] += 1
            if status in _GONE:
                await self.unsubscribe(browser.guest, browser.endpoint)
            elif status >= 300:
                log.warning("%s did not take a call: it answered %s", service, status)
        except Unreachable as error:
            counters.pushes["unreachable"] += 1
            log.warning("%s cannot be reached for a call (%s)", service, error)
        except Exception as error:  # its words could tell the address
            counters.pushes["failed"] += 1
            log.error("a call failed (%s)", type(error).__name__)

    async def _services(self) -> Sender:
        if self._sender is None:
            key = await self._storage.metadata.secret("push", new_key())
            self._sender = self._sender or Sender(key, self._contact, self._nearby)
        return self._sender


def _sitting(table: Table, seat: Seat) -> list[str]:
    return [guest for guest, sits in table.seats.guests.items() if sits == seat]


def _text(lang: str, what: str) -> str:
    return say(house_words(lang), f"table.{what}")
