"""The sockets, lighter than uvicorn's own: fewer calls to the system for each message, and nothing kept that is over.

uvicorn and Litestar shake hands; then whoever answers takes the line, and what goes over it no longer passes through
them: no queue, no waiting task and no copy of the request stay behind for each of many hundred sockets.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Any, ClassVar, Final, Protocol, cast
from weakref import WeakKeyDictionary

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import apply_mask  # type: ignore[attr-defined]
from websockets.http11 import Request
from websockets.protocol import OPEN

log = logging.getLogger(__name__)

UNREAD: Final = 256
"""Messages that somebody may leave unread before they are cut: whoever comes back is told everything anyway."""
EXTENSION: Final = "ludotheque.line"
"""Where a request carries its line, among the extensions of its scope."""
_WHOLE_TEXT: Final = 0x81
_MASKED: Final = 0x80
_HEAD: Final = 14
"""Bytes at most that stand before what is in a frame."""


class Listener(Protocol):
    """Whoever takes a line."""

    def hear(self, frame: bytes) -> None:
        """A message came in."""

    def lost(self) -> None:
        """The line is closed; it may be said more than once."""


class TableProtocol(WebSocketsSansIOProtocol):
    """A line. uvicorn stops reading after every message and starts again for the next: two calls to the system each
    time; and it sends every message by itself, though an answer mostly comes with the news it brought about."""

    listener: Listener | None = None
    _begun = b""
    """The beginning of a frame."""
    _unread = 0
    _full = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        together = _Together(cast(asyncio.Transport, transport), _Post.of(self.loop))
        super().connection_made(cast(asyncio.Transport, together))

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            cast(dict[str, Any], self.scope["extensions"])[EXTENSION] = self

    async def run_asgi(self) -> None:
        """Shake hands; the line stays open if somebody has taken it then."""
        try:
            await self.app(self.scope, self.receive, self.send)
        except ClientDisconnected:
            pass
        except BaseException:
            self.logger.exception("Exception in ASGI application\n")
        self.send_500_response()  # it does so only where hands were not shaken
        if self.listener is None and self.close_timer is None:
            self.transport.close()

    def take(self, listener: Listener) -> None:
        """From now on ``listener`` hears what comes in, beginning with what has come already."""
        self.listener = listener
        waiting, self.queue = self.queue, cast("asyncio.Queue[Any]", _Hearsay(listener))
        while not waiting.empty():
            self.queue.put_nowait(waiting.get_nowait())
        self.listen()
        self.request.headers.clear()  # the protocol remembers the request for as long as the line is open
        del self.scope, self.request, self.response
        self.writable = _ANY_TIME
        self.transport.set_protocol(_Reader(self))

    # --- what comes in -------------------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        if not self.handshake_initiated:
            super().data_received(data)
            return
        if self._begun:
            data, self._begun = self._begun + data, b""
        while data:
            end = _end(data)
            if end > self.config.ws_max_size + _HEAD:
                super().data_received(data)  # it is not waited for: its beginning tells, and is the end of the line
                return
            if end > len(data):
                self._begun = data
                return
            self._frame(data[:end])
            data = data[end:]

    def _frame(self, frame: bytes) -> None:
        """A whole frame. Nearly all are a whole message in plain letters, and need no further looking at."""
        if self.listener is not None and frame[0] == _WHOLE_TEXT and frame[1] & _MASKED:
            conn, start = self.conn, 8 if frame[1] & 127 == 126 else 6
            small = frame[1] & 127 != 127 and len(frame) - start <= self.config.ws_max_size
            if small and conn.current_size is None and conn.state is OPEN:
                text: bytes = apply_mask(frame[start:], frame[start - 4 : start])
                if text.isascii():
                    self.listener.hear(text)
                    return
        super().data_received(frame)

    def send_receive_event_to_app(self) -> None:
        if self.listener is None:
            super().send_receive_event_to_app()
            return
        paused, self.read_paused = self.read_paused, True  # it does not pause what is paused already
        super().send_receive_event_to_app()
        self.read_paused = paused

    def hush(self) -> None:
        """Read nothing more for now."""
        if not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    def listen(self) -> None:
        """Read on."""
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()

    # --- what goes out -------------------------------------------------------------------------------------------

    def tell(self, message: bytes) -> None:
        """Leave a message to be sent; nobody waits for a slow reader."""
        if self.conn.state is not OPEN or self.disconnected:
            return
        if self._full:
            self._unread += 1
            if self._unread > UNREAD:
                self.transport.abort()  # a goodbye would not get through either
                return
        size = len(message)
        if size < 126:
            self.transport.write(b"\x81%c%b" % (size, message))
        elif size < 0x10000:
            self.transport.write(b"\x81\x7e%b%b" % (size.to_bytes(2, "big"), message))
        else:
            self.transport.write(b"\x81\x7f%b%b" % (size.to_bytes(8, "big"), message))

    def pause_writing(self) -> None:
        super().pause_writing()
        self._full = True

    def resume_writing(self) -> None:
        super().resume_writing()
        self._full, self._unread = False, 0

    def hang_up(self, code: int, reason: str) -> None:
        """Close the line, saying why."""
        if self.conn.state is OPEN and not self.transport.is_closing():
            self.conn.send_close(code, reason)
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
            self.listen()
            self.close_timer = self.loop.call_later(self.close_timeout, self.transport.close)


def _end(data: bytes) -> int:
    """Where the frame ends that ``data`` begins with; further on than ``data`` goes, if that cannot be told yet."""
    if len(data) < 2:
        return _HEAD
    length, start = data[1] & 127, 6 if data[1] & _MASKED else 2
    if length > 125:
        size = 2 if length == 126 else 8
        if len(data) < 2 + size:
            return _HEAD
        length, start = int.from_bytes(data[2 : 2 + size], "big"), start + size
    return start + length


class _Reader(asyncio.BufferedProtocol):
    """Reads for a line, into a place that all of them share: each is done with it before the next one comes.

    Without it asyncio sets a quarter of a megabyte aside for whatever comes in, which takes longer than all the rest.
    """

    __slots__ = ("_line",)
    _place: ClassVar = memoryview(bytearray(64 * 1024))

    def __init__(self, line: TableProtocol) -> None:
        self._line = line

    def get_buffer(self, sizehint: int) -> memoryview:
        return self._place

    def buffer_updated(self, nbytes: int) -> None:
        self._line.data_received(bytes(self._place[:nbytes]))

    def eof_received(self) -> None:
        self._line.eof_received()

    def connection_lost(self, exc: Exception | None) -> None:
        self._line.connection_lost(exc)

    def pause_writing(self) -> None:
        self._line.pause_writing()

    def resume_writing(self) -> None:
        self._line.resume_writing()


class _Always(asyncio.Event):
    """Nobody waits to write on a line that was taken; one for all of them."""

    def is_set(self) -> bool:
        return True

    def clear(self) -> None:
        """Stay as it is."""


_ANY_TIME: Final = _Always()


class _Hearsay:
    """Stands where uvicorn leaves its messages for an application that waits for them."""

    def __init__(self, listener: Listener) -> None:
        self._listener = listener

    def put_nowait(self, message: dict[str, Any]) -> None:
        if message["type"] == "websocket.receive":
            text: str | None = message.get("text")
            self._listener.hear(message["bytes"] if text is None else text.encode())
        else:
            self._listener.lost()


class _Post:
    """Goes round once a turn of the event loop, for all that is to be written in it."""

    _all: ClassVar[WeakKeyDictionary[asyncio.AbstractEventLoop, _Post]] = WeakKeyDictionary()

    def __init__(self) -> None:
        self._due: list[_Together] = []

    @classmethod
    def of(cls, loop: asyncio.AbstractEventLoop) -> _Post:
        """The one of an event loop."""
        if loop not in cls._all:
            cls._all[loop] = cls()
        return cls._all[loop]

    def call_at(self, together: _Together) -> None:
        """There is something to be written."""
        if not self._due:
            asyncio.get_running_loop().call_soon(self._round)
        self._due.append(together)

    def _round(self) -> None:
        due, self._due = self._due, []
        for together in due:
            try:
                together.flush()
            except Exception:  # one line's trouble is not the others'
                log.exception("a line could not be written to")


class _Together:
    """A transport that writes once a turn of the event loop."""

    __slots__ = ("_post", "_transport", "_waiting")

    def __init__(self, transport: asyncio.Transport, post: _Post) -> None:
        self._transport = transport
        self._post = post
        self._waiting: list[bytes] = []

    def write(self, data: bytes) -> None:
        if not self._waiting:
            self._post.call_at(self)
        self._waiting.append(data)

    def flush(self) -> None:
        if self._waiting:
            data = self._waiting[0] if len(self._waiting) == 1 else b"".join(self._waiting)
            self._waiting = []
            self._transport.write(data)

    def close(self) -> None:
        self.flush()
        self._transport.close()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)
