"""Word that goes round among the workers of a house, by PostgreSQL's ``NOTIFY``.

A notice is sent after the commit it is about, on a connection of its own: inside the transaction that writes, it
would make all of them wait in line. What comes up within a moment goes in one.

It brings what was written along, so that nobody has to ask for it; what is too long for it is asked for. Whoever may
use the database may listen to its notices, so they are sealed.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple, TypeVar

import asyncpg
import msgspec

from ludotheque.server.cluster.encryption import Cipher, DecryptionError
from ludotheque.server.storage.postgres_connect import LOST, Connection, reach

log = logging.getLogger(__name__)

CHANNEL: Final = "ludotheque"
EVERY: Final = 0.0005
"""Seconds between two notices, for each worker that hears them: however many there are, all of them together send two
thousand a second at most."""
BYTES: Final = 5500
"""What a notice says at most: PostgreSQL takes 8,000 bytes of text."""
TABLES: Final = 150
"""Tables, or guests, in one notice at most, for the same reason."""
GUESTS: Final = 50
_AGAIN: Final = 0.25
_NOTIFY: Final = f"SELECT pg_notify('{CHANNEL}', $1)"
_ENDS: Final = " "
"""Stands between a worker's name and what it has to say: nobody opens what they have sealed themselves."""
T = TypeVar("T")


class AppendedEntries(NamedTuple):
    """Entries that were added to a table's log, from number ``start`` on."""

    table: str
    start: int
    bodies: Sequence[bytes]

    @property
    def length(self) -> int:
        """That of the table's log, with these."""
        return self.start + len(self.bodies)


class WorkerMessage(msgspec.Struct, array_like=True):
    """What a worker lets the others know."""

    written: list[AppendedEntries] = []
    tables: dict[str, int] = {}
    """Tables that were added to, what is too long to be brought along, and how long their logs are."""
    seats: dict[str, list[int]] = {}
    """Tables whose people connected to this worker have changed, and who they are now."""
    anew: list[str] = []
    """Tables of which lines were rewritten."""
    away: list[str] = []
    """Guests who are nobody any more."""
    gone: bool = False
    """This worker stops, and leaves its tables to the others."""


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(WorkerMessage).decode


class NotifyChannel:
    """Sends them and hears them, through lost connections."""

    def __init__(
        self,
        address: str,
        worker: str,
        key: bytes,
        heard: Callable[[str, WorkerMessage], None],
        missed: Callable[[], None],
        first: Callable[[Connection, dict[str, list[int]]], Awaitable[None]],
    ) -> None:
        self._address = address
        self._worker = worker
        self._seal = Cipher(key)
        self._heard = heard
        self._missed = missed
        """Called when notices may have been lost."""
        self._first = first
        """What is to be written down before a notice of who is where goes out."""
        self._written: list[AppendedEntries] = []
        self._tables: dict[str, int] = {}
        self._seats: dict[str, list[int]] = {}
        self._anew: set[str] = set()
        self._away: set[str] = set()
        self.hearers = 1
        """How many other workers there are."""
        self._gone = False
        self._puzzled = False
        self._wake = asyncio.Event()
        self._tasks = [asyncio.create_task(self._send_on()), asyncio.create_task(self._listen_on())]
        self.listening = asyncio.Event()

    def written(self, written: AppendedEntries) -> None:
        """A table was added to."""
        self._written.append(written)
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
        notify: Any = None
        try:
            while True:
                await self._wake.wait()
                self._wake.clear()
                written, self._written = self._written, []
                tables, self._tables = self._tables, {}
                seats, self._seats = self._seats, {}
                anew, self._anew = self._anew, set()
                away, self._away = self._away, set()
                try:
                    if connection is None or connection.is_closed():
                        connection = await reach(self._address, self._worker, synchronous_commit="off")
                        notify = await connection.prepare(_NOTIFY)
                    if seats:
                        await self._first(connection, seats)
                    for notice in self._notices(written, tables, seats, sorted(anew), sorted(away)):
                        sealed = self._seal.close(_encode(notice), self._worker)
                        await notify.fetchval(self._worker + _ENDS + sealed)
                except (asyncpg.PostgresError, *LOST) as error:
                    log.warning("the other workers are not told for now (%s)", type(error).__name__)
                    tables |= {each.table: each.length for each in written}  # no more than that is kept meanwhile
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
                await asyncio.sleep(EVERY * self.hearers)
        finally:
            if connection is not None:
                connection.terminate()

    def _notices(
        self,
        written: list[AppendedEntries],
        tables: dict[str, int],
        seats: dict[str, list[int]],
        anew: list[str],
        away: list[str],
    ) -> Iterator[WorkerMessage]:
        brought = []
        for each in written:
            if sum(map(len, each.bodies)) < BYTES // 2:
                brought.append(each)
            else:
                tables[each.table] = each.length
        for some in _fitting(brought):
            yield WorkerMessage(written=some)
        for few in _some(tables.items(), TABLES):
            yield WorkerMessage(tables=dict(few))
        for those in _some(seats.items(), TABLES):
            yield WorkerMessage(seats=dict(those))
        for ids in _some(anew, TABLES):
            yield WorkerMessage(anew=ids)
        for guests in _some(away, GUESTS):
            yield WorkerMessage(away=guests)
        if self._gone:
            yield WorkerMessage(gone=True)

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
        sender, _, sealed = payload.partition(_ENDS)
        if sender == self._worker:
            return
        try:
            notice = _decode(self._seal.open(sealed, sender))
        except (DecryptionError, msgspec.DecodeError):
            if not self._puzzled:  # another edition's, while a house is brought up to date
                log.warning("a notice could not be read")
            self._puzzled = True
            self._missed()
            return
        self._heard(sender, notice)


def _fitting(written: Iterable[AppendedEntries]) -> Iterator[list[AppendedEntries]]:
    """As much at a time as a notice can say."""
    some: list[AppendedEntries] = []
    size = 0
    for each in written:
        long = sum(map(len, each.bodies)) + len(each.table) + 16
        if some and size + long > BYTES:
            yield some
            some, size = [], 0
        some.append(each)
        size += long
    if some:
        yield some


def _some(all_: Iterable[T], count: int) -> Iterator[list[T]]:
    items = list(all_)
    for start in range(0, len(items), count):
        yield items[start : start + count]
