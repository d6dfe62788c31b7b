"""Messages between workers, by PostgreSQL's ``NOTIFY``.

A message is sent after the commit it is about, on a connection of its own: inside the transaction that writes, it
would serialise all commits. What comes up within a moment goes into one message.

Appended entries are sent along, so that nobody has to load them, unless they are too long. Everyone who may use the
database can listen to its notifications, so messages are encrypted.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Iterable, Iterator
from typing import Final, TypeVar

import msgspec

from ludotheque.server.cluster.encryption import Cipher, DecryptionError
from ludotheque.server.storage.log import AppendedEntries
from ludotheque.server.storage.postgres_connect import Connection
from ludotheque.server.storage.postgres_notify import CONNECTION_ERRORS, NotifyConnection, listen

log = logging.getLogger(__name__)

EVERY: Final = 0.0005
"""Seconds between two messages of a worker, for each worker that receives them: all workers together send two thousand
a second at most."""
BYTES: Final = 5500
"""Size of a message at most: a notification of PostgreSQL is limited to 8,000 bytes of text."""
TABLES: Final = 150
"""Tables in one message at most, for the same reason."""
GUESTS: Final = 50
"""Guests in one message at most."""
_RETRY_AFTER: Final = 0.25
_SEPARATOR: Final = " "
"""Stands between the sender's id and the message: a worker does not decrypt its own."""
T = TypeVar("T")


class WorkerMessage(msgspec.Struct, array_like=True):
    """A message from a worker to the others."""

    appended: list[AppendedEntries] = []
    lengths: dict[str, int] = {}
    """The lengths of logs to which entries were appended that are too long to be sent along."""
    seats: dict[str, list[int]] = {}
    """The seats that are now connected to this worker, of the tables where that has changed."""
    rewritten: list[str] = []
    """Tables whose logs were rewritten."""
    signed_out: list[str] = []
    """Guests who have signed out."""
    leaves: bool = False
    """Whether this worker stops, and leaves its tables to the others."""


class Outbox:
    """What is yet to be sent."""

    def __init__(self) -> None:
        self.appended: list[AppendedEntries] = []
        self.lengths: dict[str, int] = {}
        self.seats: dict[str, list[int]] = {}
        self.rewritten: set[str] = set()
        self.signed_out: set[str] = set()

    def put_back(self, unsent: Outbox) -> None:
        """Take back what could not be sent; of appended entries, only the lengths of their logs."""
        lengths = unsent.lengths | {entries.table: entries.length for entries in unsent.appended}
        self.lengths = lengths | self.lengths
        self.seats = unsent.seats | self.seats
        self.rewritten |= unsent.rewritten
        self.signed_out |= unsent.signed_out

    def messages(self) -> Iterator[WorkerMessage]:
        """Messages with all of it, each small enough."""
        lengths, short = dict(self.lengths), []
        for entries in self.appended:
            if sum(map(len, entries.bodies)) < BYTES // 2:
                short.append(entries)
            else:
                lengths[entries.table] = entries.length
        for appended in _split_by_size(short):
            yield WorkerMessage(appended=appended)
        for some in _split(lengths.items(), TABLES):
            yield WorkerMessage(lengths=dict(some))
        for tables in _split(self.seats.items(), TABLES):
            yield WorkerMessage(seats=dict(tables))
        for ids in _split(sorted(self.rewritten), TABLES):
            yield WorkerMessage(rewritten=ids)
        for guests in _split(sorted(self.signed_out), GUESTS):
            yield WorkerMessage(signed_out=guests)


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(WorkerMessage).decode


class NotifyChannel:
    """Sends and receives messages, and reconnects after lost connections."""

    def __init__(
        self,
        address: str,
        worker: str,
        key: bytes,
        on_message: Callable[[str, WorkerMessage], None],
        on_gap: Callable[[], None],
        save_seats: Callable[[Connection, dict[str, list[int]]], Awaitable[None]],
    ) -> None:
        self._address = address
        self._worker = worker
        self._cipher = Cipher(key)
        self._on_message = on_message
        self._on_gap = on_gap
        """Called when messages may have been missed."""
        self._save_seats = save_seats
        """Records connected seats before a message about them is sent."""
        self._outbox = Outbox()
        self.receivers = 1
        """How many other workers there are."""
        self._leaves = False
        self._unreadable = False
        self._wake = asyncio.Event()
        self._tasks = [asyncio.create_task(self._send_forever()), asyncio.create_task(self._listen_forever())]
        self.listening = asyncio.Event()

    def send_appended(self, appended: AppendedEntries) -> None:
        """Notify that entries were appended to a table's log."""
        self._outbox.appended.append(appended)
        self._wake.set()

    def send_rewritten(self, table: str) -> None:
        """Notify that a table's log was rewritten."""
        self._outbox.rewritten.add(table)
        self._wake.set()

    def send_sign_out(self, guest: str) -> None:
        """Notify that a guest has signed out."""
        self._outbox.signed_out.add(guest)
        self._wake.set()

    def send_seats(self, table: str, seats: list[int]) -> None:
        """Notify which seats of a table are now connected to this worker."""
        self._outbox.seats[table] = seats
        self._wake.set()

    async def close(self, within: float = 2.0) -> None:
        """Send what is left, and that this worker leaves."""
        self._leaves = True
        self._wake.set()
        sending, listening = self._tasks
        listening.cancel()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(sending, within)
        await asyncio.gather(sending, listening, return_exceptions=True)

    # --- sending -------------------------------------------------------------------------------------------------

    async def _send_forever(self) -> None:
        connection: NotifyConnection | None = None
        try:
            while True:
                await self._wake.wait()
                self._wake.clear()
                sent, self._outbox = self._outbox, Outbox()
                try:
                    if connection is None or connection.is_closed:
                        connection = await NotifyConnection.open(self._address, self._worker)
                    if sent.seats:
                        await self._save_seats(connection.connection, sent.seats)
                    for message in self._messages(sent):
                        encrypted = self._cipher.encrypt(_encode(message), self._worker)
                        await connection.send(self._worker + _SEPARATOR + encrypted)
                except CONNECTION_ERRORS as error:
                    log.warning("messages to the other workers are delayed (%s)", type(error).__name__)
                    self._outbox.put_back(sent)
                    if connection is not None:
                        connection.terminate()
                        connection = None
                    self._wake.set()
                    await asyncio.sleep(_RETRY_AFTER)
                    continue
                if self._leaves and not self._wake.is_set():
                    return
                await asyncio.sleep(EVERY * self.receivers)
        finally:
            if connection is not None:
                connection.terminate()

    def _messages(self, sent: Outbox) -> Iterator[WorkerMessage]:
        yield from sent.messages()
        if self._leaves:
            yield WorkerMessage(leaves=True)

    # --- receiving -----------------------------------------------------------------------------------------------

    async def _listen_forever(self) -> None:
        while True:
            try:
                await listen(self._address, self._worker, self._receive, self._is_listening)
            except CONNECTION_ERRORS as error:
                log.warning("messages of the other workers are delayed (%s)", type(error).__name__)
            await asyncio.sleep(_RETRY_AFTER)

    def _is_listening(self) -> None:
        self.listening.set()
        self._on_gap()

    def _receive(self, payload: str) -> None:
        sender, _, encrypted = payload.partition(_SEPARATOR)
        if sender == self._worker:
            return
        try:
            message = _decode(self._cipher.decrypt(encrypted, sender))
        except (DecryptionError, msgspec.DecodeError):
            if not self._unreadable:  # of another version, while the workers are updated one by one
                log.warning("a message of another worker could not be read")
            self._unreadable = True
            self._on_gap()
            return
        self._on_message(sender, message)


def _split_by_size(appended: Iterable[AppendedEntries]) -> Iterator[list[AppendedEntries]]:
    """Parts that each fit into a message."""
    part: list[AppendedEntries] = []
    size = 0
    for entries in appended:
        added = sum(map(len, entries.bodies)) + len(entries.table) + 16
        if part and size + added > BYTES:
            yield part
            part, size = [], 0
        part.append(entries)
        size += added
    if part:
        yield part


def _split(items: Iterable[T], count: int) -> Iterator[list[T]]:
    """Parts of at most ``count`` items."""
    all_ = list(items)
    for start in range(0, len(all_), count):
        yield all_[start : start + count]
