"""Load-generating clients: they play any legal move at once, and decode as little as they can.

Frames are decoded here rather than by a library, so that the server is what the benchmark measures.
"""

from __future__ import annotations

import asyncio
import base64
import os
import random
import struct
import time
from abc import ABC, abstractmethod
from typing import ClassVar, cast

import msgspec

_TEXT, _PING, _PONG = 1, 9, 10


class _Now(msgspec.Struct):
    asked: list[int]
    question: int
    legal: list[msgspec.Raw]


class _Received(msgspec.Struct):
    t: str
    id: str | None = None
    now: _Now | None = None


_decode = msgspec.json.Decoder(_Received).decode


class Tally:
    """Counts of answers, and how long each took."""

    def __init__(self) -> None:
        self.acks = 0
        self.waits: list[float] = []
        self.refused = 0


class LoadClient(asyncio.BufferedProtocol, ABC):
    """A client at a table that plays any move at once. Most bytes of a frame are never decoded."""

    _place: ClassVar = memoryview(bytearray(256 * 1024))
    """One read buffer for all clients: allocating one for each read would take longer."""

    def __init__(self, seat: int | None, tally: Tally, rng: random.Random) -> None:
        self.seat = seat
        self.tally = tally
        self.rng = rng
        self.playing = False
        self.welcome = asyncio.get_running_loop().create_future()
        self.sent = 0.0
        """When the move was sent that is not answered yet."""
        self._buffer = bytearray()
        self._upgraded = False
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the transport."""
        self._transport = cast(asyncio.Transport, transport)

    def send_handshake(self, path: str, port: int, cookie: str) -> None:
        """Send the handshake for the socket of a table."""
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [
            f"GET {path} HTTP/1.1",
            f"Host: 127.0.0.1:{port}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {key}",
            "Sec-WebSocket-Version: 13",
            *([f"Cookie: {cookie}"] if cookie else []),
        ]
        assert self._transport is not None
        self._transport.write(("\r\n".join(lines) + "\r\n\r\n").encode())

    def get_buffer(self, sizehint: int) -> memoryview:
        """Where to read to: the shared buffer."""
        return self._place

    def buffer_updated(self, nbytes: int) -> None:
        """Split what was received into frames."""
        buffer = self._buffer
        buffer += self._place[:nbytes]
        if not self._upgraded:
            end = buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            del buffer[: end + 4]
            self._upgraded = True
        while (frame := _frame(buffer)) is not None:
            kind, body = frame
            if kind == _TEXT:
                self.take(body)
            elif kind == _PING and self._transport is not None:
                self._transport.write(_masked(body, _PONG))

    @abstractmethod
    def take(self, frame: bytes) -> None:
        """Handle a message."""

    @abstractmethod
    def play(self) -> None:
        """Play if this seat is asked."""

    def send(self, text: bytes) -> None:
        """Send a message."""
        assert self._transport is not None
        self._transport.write(_masked(text))

    def count_answer(self) -> None:
        """Count the answer to the move that was sent."""
        self.tally.acks += 1
        self.tally.waits.append(time.perf_counter() - self.sent)
        self.sent = 0.0

    def close(self) -> None:
        """Close the connection."""
        if self._transport is not None:
            self._transport.abort()


class PlayingClient(LoadClient):
    """A player at a table of ours."""

    _now: _Now | None = None
    _count = 0

    def take(self, frame: bytes) -> None:
        """Handle a message."""
        if frame[:11] == b'{"t":"clock' or frame[:10] == b'{"t":"seat':
            return
        received = _decode(frame)
        if received.t == "welcome":
            self.welcome.set_result(None)
        elif received.t == "ack":
            self.count_answer()
        elif received.t == "refused":
            self.tally.refused += 1
            self.sent = 0.0
        if received.now is not None:
            self._now = received.now
        self.play()

    def is_asked(self) -> bool:
        """Whether there is something to play."""
        now = self._now
        return self.playing and now is not None and not self.sent and self.seat in now.asked and bool(now.legal)

    def play(self) -> None:
        """Play if this seat is asked."""
        now = self._now
        if now is None or not self.is_asked():
            return
        self._count += 1
        self._now = None
        move = bytes(self.rng.choice(now.legal))
        text = b'{"t":"play","id":"%d","question":%d,"moves":[%b]}' % (self._count, now.question, move)
        self.sent = time.perf_counter()
        self.send(text)


def _frame(buffer: bytearray) -> tuple[int, bytes] | None:
    """The next whole frame, taken out of the buffer: its kind, and what is in it."""
    if len(buffer) < 2:
        return None
    length, start = buffer[1] & 127, 2
    if length == 126:
        if len(buffer) < 4:
            return None
        length, start = struct.unpack_from(">H", buffer, 2)[0], 4
    elif length == 127:
        if len(buffer) < 10:
            return None
        length, start = struct.unpack_from(">Q", buffer, 2)[0], 10
    if len(buffer) < start + length:
        return None
    kind, body = buffer[0] & 15, bytes(buffer[start : start + length])
    del buffer[: start + length]
    return kind, body


def _masked(text: bytes, kind: int = _TEXT) -> bytes:
    """A frame from a client; a mask of zeros is as good as any here, and costs nothing."""
    length = len(text)
    head = bytes((0x80 | kind, 0x80 | min(length, 126))) + (struct.pack(">H", length) if length > 125 else b"")
    return head + b"\0\0\0\0" + text
