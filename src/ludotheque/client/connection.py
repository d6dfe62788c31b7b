"""A connection to the socket of a table, which reconnects by itself.

After a cut it asks for the entries since the last one it has, and sends again what was not answered, under the same
id: the server plays a move once however often it is sent.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from collections.abc import Callable
from typing import Any, Final, NamedTuple, Self

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from ludotheque.client.client import COOKIE, Client
from ludotheque.client.errors import ClientError, ClosedByServer, Unreachable
from ludotheque.protocol import messages
from ludotheque.protocol.close_codes import TOO_FAST

FIRST_WAIT: Final = 0.25
LONGEST_WAIT: Final = 10.0
FINAL_CODES: Final = range(4400, 4500)
"""Close codes after which the connection is not opened again, ``TOO_FAST`` excepted."""
_PING_INTERVAL: Final = 10.0

_encode = msgspec.json.Encoder().encode


class Now(msgspec.Struct, frozen=True):
    """The state of the table as this seat sees it: a ``Now`` or ``Change`` message whose parts are not decoded yet."""

    sight: dict[str, msgspec.Raw]
    asked: list[int]
    question: int
    legal: list[msgspec.Raw]
    free: list[msgspec.Raw]


class _Welcome(msgspec.Struct):
    table: messages.TableCard
    seq: int
    story: list[messages.Entry]
    talk: list[messages.ChatEntry]
    now: Now | None = None


class _Progress(msgspec.Struct):
    seq: int
    story: list[messages.Entry]
    now: Now


class _Kind(msgspec.Struct):
    t: str


_kind = msgspec.json.Decoder(_Kind).decode
_DECODERS: Final[dict[str, msgspec.json.Decoder[Any]]] = {
    "welcome": msgspec.json.Decoder(_Welcome),
    "progress": msgspec.json.Decoder(_Progress),
    "seats": msgspec.json.Decoder(messages.Seats),
    "talk": msgspec.json.Decoder(messages.ChatMessages),
    "ack": msgspec.json.Decoder(messages.Ack),
    "refused": msgspec.json.Decoder(messages.Refused),
}
"""Messages that a program needs. All others, such as clocks, are ignored."""

Answer = messages.Ack | messages.Refused


class _Pending(NamedTuple):
    frame: bytes
    answer: asyncio.Future[Answer]


class Connection:
    """A connection to a table's socket. Use it with ``async with``; ``card`` is there once it is entered."""

    card: messages.TableCard

    def __init__(self, client: Client, table: str) -> None:
        self.now: Now | None = None
        """The state of the table; None until every seat is taken."""
        self.version = 0
        """Rises with every change of the state."""
        self.seq = 0
        """How many entries of our story were received."""
        self.unread: list[messages.Entry] = []
        """Entries that :meth:`take` has not returned yet."""
        self.talk: list[messages.ChatEntry] = []
        """The chat, as far as we may read it."""
        self._client = client
        self._url = client.socket(table)
        self._socket: ClientConnection | None = None
        self._welcomed = False
        self._pending: dict[str, _Pending] = {}
        self._changed = asyncio.Event()
        self._error: ClientError | None = None
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self._stay_connected())
        try:
            await self.until(lambda: self._welcomed)
        except BaseException:
            await self.__aexit__()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def until(self, true: Callable[[], bool]) -> None:
        """Wait until a condition holds; raises the error that has closed the connection for good."""
        while not true():
            if self._error is not None:
                raise self._error
            await self._changed.wait()

    async def ask(self, message: messages.Incoming) -> Answer:
        """Send a message and return its answer, over reconnections. If it came too fast, wait and send it again."""
        until = time.monotonic() + self._client.patience
        wait = FIRST_WAIT
        while True:
            answer = await self._send(message)
            again = isinstance(answer, messages.Refused) and answer.code in ("too_fast", "not_saved")
            if not again or time.monotonic() > until:
                return answer
            await asyncio.sleep(wait)
            wait = min(2 * wait, LONGEST_WAIT)

    def take(self) -> list[messages.Entry]:
        """Return the entries received since the last call."""
        found, self.unread = self.unread, []
        return found

    async def _send(self, message: messages.Incoming) -> Answer:
        if self._error is not None:
            raise self._error
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._pending[message.id] = pending = _Pending(_encode(message), answer)
        if self._socket is not None:  # otherwise it is sent with the next welcome
            with contextlib.suppress(ConnectionClosed):
                await self._socket.send(pending.frame, text=True)
        try:
            return await answer
        finally:
            self._pending.pop(message.id, None)

    # --- the socket ----------------------------------------------------------------------------------------------

    async def _stay_connected(self) -> None:
        """Keep the socket open until the connection is left, or closed for good."""
        wait, lost = FIRST_WAIT, time.monotonic()
        while True:
            code, reason = await self._receive_all()
            if self._socket is not None:
                self._socket, wait, lost = None, FIRST_WAIT, time.monotonic()
            if code in FINAL_CODES and code != TOO_FAST:
                return self._fail(ClosedByServer(code, reason))
            if time.monotonic() - lost > self._client.patience:
                return self._fail(Unreachable(f"{self._client.address} does not answer: {reason}"))
            if code == TOO_FAST:
                wait = LONGEST_WAIT
            # A restart of the server cuts every connection: they must not all come back at once.
            await asyncio.sleep(wait * random.uniform(0.75, 1.25))
            wait = min(2 * wait, LONGEST_WAIT)

    async def _receive_all(self) -> tuple[int, str]:
        """Connect and receive until the socket is closed; return the close code and the reason."""
        guest = self._client.guest
        try:
            async with connect(
                f"{self._url}?since={self.seq}&said={self.talk[-1].seq if self.talk else 0}",
                additional_headers={"Cookie": f"{COOKIE}={guest}"} if guest else None,
                user_agent_header="ludotheque-client",
                compression=None,
                max_size=None,
                ping_interval=_PING_INTERVAL,
                ping_timeout=_PING_INTERVAL,
                close_timeout=1,
                proxy=None,
                ssl=self._client.trusted,
            ) as socket:
                while True:
                    await self._receive(socket, await socket.recv(decode=False))
        except ConnectionClosed as closed:
            return (closed.rcvd.code, closed.rcvd.reason) if closed.rcvd is not None else (0, "the connection was cut")
        except (OSError, InvalidHandshake, TimeoutError) as error:
            return 0, str(error) or type(error).__name__
        except msgspec.DecodeError as error:
            return FINAL_CODES[0], f"it sent what is no message ({error})"

    def _fail(self, error: ClientError) -> None:
        self._error = error
        for pending in self._pending.values():
            if not pending.answer.done():
                pending.answer.set_exception(error)
        self._notify()

    def _notify(self) -> None:
        """Wake those who wait in :meth:`until`."""
        self._changed.set()
        self._changed = asyncio.Event()

    async def _receive(self, socket: ClientConnection, frame: bytes) -> None:
        decoder = _DECODERS.get(_kind(frame).t)
        if decoder is None:
            return
        message = decoder.decode(frame)
        match message:
            case _Welcome():
                self.card, self._welcomed = message.table, True
                self.talk += message.talk
                self._update(message.seq, message.story, message.now)
                self._socket = socket
                for pending in list(self._pending.values()):
                    await socket.send(pending.frame, text=True)
            case _Progress():
                known = self.now.sight if self.now is not None else {}
                now = msgspec.structs.replace(message.now, sight={**known, **message.now.sight})
                self._update(message.seq, message.story, now)
            case messages.Seats():
                self.card = message.table
            case messages.ChatMessages():
                self.talk = message.lines if message.anew else self.talk + message.lines
            case messages.Ack() | messages.Refused():
                self._answered(message)
        self._notify()

    def _update(self, seq: int, story: list[messages.Entry], now: Now | None) -> None:
        self.unread += [entry for entry in story if entry.seq > self.seq]
        self.seq, self.now = max(self.seq, seq), now
        self.version += 1

    def _answered(self, answer: Answer) -> None:
        # What the server could not read has no id: it answers in order, so the oldest is meant.
        id = answer.id if answer.id is not None else next(iter(self._pending), None)
        pending = self._pending.get(id) if id is not None else None
        if pending is not None and not pending.answer.done():
            pending.answer.set_result(answer)
