"""Word that goes round among the workers of a house, by PostgreSQL's ``NOTIFY``.

A notice is sent after the commit it is about, on a connection of its own: inside the transaction that writes, it
would make all of them wait in line. What comes up within a few milliseconds goes in one.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Iterator
from itertools import islice
from typing import Any, Final

import asyncpg
import msgspec

from ludotheque.server.storage.postgres_opening import LOST, Connection, reach

log = logging.getLogger(__name__)

CHANNEL: Final = "ludotheque"
EVERY: Final = 0.003
"""Seconds between two notices."""
TABLES: Final = 150
"""Tables in one notice at most: PostgreSQL takes 8,000 bytes."""
GUESTS: Final = 50
_AGAIN: Final = 0.25
_NOTIFY: Final = f"SELECT pg_notify('{CHANNEL}', $1)"


class Notice(msgspec.Struct, array_like=True):
    """What a worker lets the others know. It says nothing about a game but that there is something new to read."""

    worker: str
    tables: dict[str, int] = {}
    """Tables that were added to, and how long their logs are."""
    seats: dict[str, list[int]] = {}
    """Tables whose people connected to this worker have changed, and who they are now."""
    anew: list[str] = []
    """Tables of which lines were rewritten."""
    away: list[str] = []
    """Guests who are nobody any more."""
    gone: bool = False
    """This worker stops, and leaves its tables to the others."""


_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Notice).decode


class Notices:
    """Sends them and hears them, through lost connections."""

    def __init__(
        self,
        address: str,
        worker: str,
        heard: Callable[[Notice], None],
        missed: Callable[[], None],
        first: Callable[[Connection, dict[str, list[int]]], Awaitable[None]],
    ) -> None:
        self._address = address
        self._worker = worker
        self._heard = heard
        self._missed = missed
        """Called when notices may have been lost."""
        self._first = first
        """What is to be written down before a notice of who is where goes out."""
        self._tables: dict[str, int] = {}
        self._seats: dict[str, list[int]] = {}
        self._anew: set[str] = set()
        self._away: set[str] = set()
        self._gone = False
        self._wake = asyncio.Event()
        self._tasks = [asyncio.create_task(self._send_on()), asyncio.create_task(self._listen_on())]
        self.listening = asyncio.Event()

    def written(self, table: str, length: int) -> None:
        """A table was added to."""
        self._tables[table] = length
        self._wake.set()

    def rewritten(self, table: str) -> None:
        """Lines of a table's log were rewritten."""
        self._anew.add(table)
        self._wake.set()

    def sent_away(self, guest: str) -> None:
        """A guest is nobody any more."""
        self._away.add(guest)
        self._wake.set()

    def seats(self, table: str, seats: list[int]) -> None:
        """Somebody has come or gone."""
        self._seats[table] = seats
        self._wake.set()

    async def close(self, within: float = 2.0) -> None:
        """Say goodbye."""
        self._gone = True
        self._wake.set()
        sending, listening = self._tasks
        listening.cancel()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(sending, within)
        await asyncio.gather(sending, listening, return_exceptions=True)

    # --- out -----------------------------------------------------------------------------------------------------

    async def _send_on(self) -> None:
        connection: Connection | None = None
        try:
            while True:
                await self._wake.wait()
                self._wake.clear()
                tables, self._tables = self._tables, {}
                seats, self._seats = self._seats, {}
                anew, self._anew = self._anew, set()
                away, self._away = self._away, set()
                try:
                    if connection is None or connection.is_closed():
                        connection = await reach(self._address, self._worker, synchronous_commit="off")
                    if seats:
                        await self._first(connection, seats)
                    for notice in self._notices(tables, seats, sorted(anew), sorted(away)):
                        await connection.execute(_NOTIFY, _encode(notice).decode())
                except (asyncpg.PostgresError, *LOST) as error:
                    log.warning("the other workers are not told for now (%s)", type(error).__name__)
                    self._tables, self._seats = tables | self._tables, seats | self._seats
                    self._anew |= anew
                    self._away |= away
                    if connection is not None:
                        connection.terminate()
                        connection = None
                    self._wake.set()
                    await asyncio.sleep(_AGAIN)
                    continue
                if self._gone and not self._wake.is_set():
                    return
                await asyncio.sleep(EVERY)
        finally:
            if connection is not None:
                connection.terminate()

    def _notices(
        self, tables: dict[str, int], seats: dict[str, list[int]], anew: list[str], away: list[str]
    ) -> Iterator[Notice]:
        for some in _some(tables):
            yield Notice(self._worker, tables=some)
        for few in _some(seats):
            yield Notice(self._worker, seats=few)
        for start in range(0, len(anew), TABLES):
            yield Notice(self._worker, anew=anew[start : start + TABLES])
        for start in range(0, len(away), GUESTS):
            yield Notice(self._worker, away=away[start : start + GUESTS])
        if self._gone:
            yield Notice(self._worker, gone=True)

    # --- in ------------------------------------------------------------------------------------------------------

    async def _listen_on(self) -> None:
        while True:
            broken = asyncio.get_running_loop().create_future()
            connection: Connection | None = None
            try:
                connection = await reach(self._address, self._worker)
                connection.add_termination_listener(lambda _, broken=broken: broken.done() or broken.set_result(None))
                await connection.add_listener(CHANNEL, self._hear)
                self.listening.set()
                self._missed()
                while not broken.done():  # a line that is dead without a word is found out by asking
                    await asyncio.wait([broken], timeout=30)
                    if not broken.done():
                        await connection.execute("SELECT 1")
            except (asyncpg.PostgresError, *LOST) as error:
                log.warning("the other workers are not heard for now (%s)", type(error).__name__)
            finally:
                if connection is not None:
                    connection.terminate()
            await asyncio.sleep(_AGAIN)

    def _hear(self, connection: Any, pid: int, channel: str, payload: str) -> None:
        try:
            notice = _decode(payload)
        except msgspec.DecodeError:
            log.warning("a notice could not be read")
            return
        if notice.worker != self._worker:
            self._heard(notice)


def _some(all_: dict[str, Any]) -> Iterator[dict[str, Any]]:
    items = iter(all_.items())
    while some := dict(islice(items, TABLES)):
        yield some
