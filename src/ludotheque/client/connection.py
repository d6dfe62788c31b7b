"""The socket of a table, for as long as a program needs it: lost lines are dialled again, and nothing is lost.

After a cut the line asks for the story since the last entry it knows, and sends again what was not answered, under
the same id: the house plays a move once however often it is sent.
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

from ludotheque.client.client import COOKIE, House
from ludotheque.client.errors import ClientTrouble, LineClosed, Unreachable
from ludotheque.protocol import messages

FIRST_WAIT: Final = 0.25
LONGEST_WAIT: Final = 10.0
TOO_FAST: Final = 4429
"""The close code for a program that went on after it was told that it was too fast."""
FOR_GOOD: Final = range(4400, 4500)
"""Close codes that the house means: it is not rung again, unless it was only too fast for it."""
_PINGS: Final = 10.0

_encode = msgspec.json.Encoder().encode


class Now(msgspec.Struct, frozen=True):
    """How things stand, as it came: a :class:`wire.Now` or a :class:`wire.Change` whose parts nobody has read yet."""

    sight: dict[str, msgspec.Raw]
    asked: list[int]
    question: int
    legal: list[msgspec.Raw]
    free: list[msgspec.Raw]


class _Welcome(msgspec.Struct):
    table: messages.TableCard
    seq: int
    story: list[messages.Entry]
    talk: list[messages.TalkLine]
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
    "talk": msgspec.json.Decoder(messages.Talk),
    "ack": msgspec.json.Decoder(messages.Ack),
    "refused": msgspec.json.Decoder(messages.Refused),
}
"""What a program listens to. Anything else, clocks and news among it, is none of its business: it is let pass."""

Answer = messages.Ack | messages.Refused


class _Pending(NamedTuple):
    frame: bytes
    answer: asyncio.Future[Answer]


class Line:
    """A table's socket. Use it with ``async with``; the table is known once one is inside."""

    card: messages.TableCard

    def __init__(self, house: House, table: str) -> None:
        self.now: Now | None = None
        """How things stand; None until everybody sits."""
        self.version = 0
        """Goes up whenever things stand otherwise."""
        self.seq = 0
        """How many entries of our story we have heard."""
        self.unread: list[messages.Entry] = []
        """Those that nobody has taken yet."""
        self.talk: list[messages.TalkLine] = []
        """What was said, as far as we may read it."""
        self._house = house
        self._url = house.socket(table)
        self._socket: ClientConnection | None = None
        self._welcomed = False
        self._pending: dict[str, _Pending] = {}
        self._changed = asyncio.Event()
        self._trouble: ClientTrouble | None = None
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self._keep())
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
        """Wait until something is so; raises what has become of the line if it is lost for good."""
        while not true():
            if self._trouble is not None:
                raise self._trouble
            await self._changed.wait()

    async def ask(self, message: messages.Incoming) -> Answer:
        """Send something, and have its answer, through lost lines. Told to slow down, it waits and sends it again."""
        until = time.monotonic() + self._house.patience
        wait = FIRST_WAIT
        while True:
            answer = await self._send(message)
            again = isinstance(answer, messages.Refused) and answer.code in ("too_fast", "not_saved")
            if not again or time.monotonic() > until:
                return answer
            await asyncio.sleep(wait)
            wait = min(2 * wait, LONGEST_WAIT)

    def take(self) -> list[messages.Entry]:
        """The entries that nobody has taken yet."""
        found, self.unread = self.unread, []
        return found

    async def _send(self, message: messages.Incoming) -> Answer:
        if self._trouble is not None:
            raise self._trouble
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._pending[message.id] = pending = _Pending(_encode(message), answer)
        if self._socket is not None:  # otherwise it is sent with the next welcome
            with contextlib.suppress(ConnectionClosed):
                await self._socket.send(pending.frame, text=True)
        try:
            return await answer
        finally:
            self._pending.pop(message.id, None)

    # --- the line itself -----------------------------------------------------------------------------------------

    async def _keep(self) -> None:
        """Hold the line until it is hung up, or lost for good."""
        wait, lost = FIRST_WAIT, time.monotonic()
        while True:
            code, reason = await self._hold()
            if self._socket is not None:
                self._socket, wait, lost = None, FIRST_WAIT, time.monotonic()
            if code in FOR_GOOD and code != TOO_FAST:
                return self._fail(LineClosed(code, reason))
            if time.monotonic() - lost > self._house.patience:
                return self._fail(Unreachable(f"{self._house.address} does not answer: {reason}"))
            if code == TOO_FAST:
                wait = LONGEST_WAIT
            # Everybody's line is lost when a house is closed for a moment: they must not all ring at once.
            await asyncio.sleep(wait * random.uniform(0.75, 1.25))
            wait = min(2 * wait, LONGEST_WAIT)

    async def _hold(self) -> tuple[int, str]:
        """Dial, and listen for as long as the line holds; how it was closed."""
        guest = self._house.guest
        try:
            async with connect(
                f"{self._url}?since={self.seq}&said={self.talk[-1].seq if self.talk else 0}",
                additional_headers={"Cookie": f"{COOKIE}={guest}"} if guest else None,
                user_agent_header="ludotheque-client",
                compression=None,
                max_size=None,
                ping_interval=_PINGS,
                ping_timeout=_PINGS,
                close_timeout=1,
                proxy=None,
                ssl=self._house.trusted,
            ) as socket:
                while True:
                    await self._hear(socket, await socket.recv(decode=False))
        except ConnectionClosed as closed:
            return (closed.rcvd.code, closed.rcvd.reason) if closed.rcvd is not None else (0, "the line was cut")
        except (OSError, InvalidHandshake, TimeoutError) as error:
            return 0, str(error) or type(error).__name__
        except msgspec.DecodeError as error:
            return FOR_GOOD[0], f"it says something that is no message ({error})"

    def _fail(self, trouble: ClientTrouble) -> None:
        self._trouble = trouble
        for pending in self._pending.values():
            if not pending.answer.done():
                pending.answer.set_exception(trouble)
        self._tell()

    def _tell(self) -> None:
        """Wake whoever waits for something to be so."""
        self._changed.set()
        self._changed = asyncio.Event()

    async def _hear(self, socket: ClientConnection, frame: bytes) -> None:
        decoder = _DECODERS.get(_kind(frame).t)
        if decoder is None:
            return
        message = decoder.decode(frame)
        match message:
            case _Welcome():
                self.card, self._welcomed = message.table, True
                self.talk += message.talk
                self._stands(message.seq, message.story, message.now)
                self._socket = socket
                for pending in list(self._pending.values()):
                    await socket.send(pending.frame, text=True)
            case _Progress():
                known = self.now.sight if self.now is not None else {}
                now = msgspec.structs.replace(message.now, sight={**known, **message.now.sight})
                self._stands(message.seq, message.story, now)
            case messages.Seats():
                self.card = message.table
            case messages.Talk():
                self.talk = message.lines if message.anew else self.talk + message.lines
            case messages.Ack() | messages.Refused():
                self._answered(message)
        self._tell()

    def _stands(self, seq: int, story: list[messages.Entry], now: Now | None) -> None:
        self.unread += [entry for entry in story if entry.seq > self.seq]
        self.seq, self.now = max(self.seq, seq), now
        self.version += 1

    def _answered(self, answer: Answer) -> None:
        # What the house could not read has no id: it answers in order, so the oldest is meant.
        id = answer.id if answer.id is not None else next(iter(self._pending), None)
        pending = self._pending.get(id) if id is not None else None
        if pending is not None and not pending.answer.done():
            pending.answer.set_result(answer)
