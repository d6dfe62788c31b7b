"""WebSockets through plain ASGI: the fallback where our own framing cannot take the connection over.

Every message passes through the queues of the ASGI server; control frames are answered by it and cannot be counted.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Any

from litestar import WebSocket

from ludotheque.server.websocket.interface import UNREAD, Receiver


class AsgiTransport:
    """A WebSocket that is read and written through ASGI."""

    def __init__(self, socket: WebSocket[Any, Any, Any]) -> None:
        self._socket = socket
        self._receiver: Receiver | None = None
        self._outgoing: deque[bytes] = deque()
        self._wake_writer = asyncio.Event()
        self._may_read = asyncio.Event()
        self._may_read.set()
        self._closing: tuple[int, str] | None = None

    def start(self, receiver: Receiver) -> None:
        """Hand everything that comes in to ``receiver``, once :meth:`run` runs."""
        self._receiver = receiver

    def pause(self) -> None:
        """Read nothing more for now."""
        self._may_read.clear()

    def resume(self) -> None:
        """Read on."""
        self._may_read.set()

    def send(self, message: bytes) -> None:
        """Queue a message; a client that leaves too many unread is cut."""
        if self._closing is None:
            if len(self._outgoing) >= UNREAD:
                self._outgoing.clear()
                self.close(1008, "")
            else:
                self._outgoing.append(message)
                self._wake_writer.set()

    def close(self, code: int, reason: str) -> None:
        """Close the connection with a close code."""
        if self._closing is None:
            self._closing = (code, reason)
            self._may_read.set()
            self._wake_writer.set()

    async def run(self) -> None:
        """Read and write until the connection is closed."""
        assert self._receiver is not None
        reader, writer = asyncio.create_task(self._read(self._receiver)), asyncio.create_task(self._write())
        try:
            await asyncio.wait({reader, writer}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            reader.cancel()
            writer.cancel()
            await asyncio.gather(reader, writer, return_exceptions=True)
            self._closing = self._closing or (1000, "")
            self._receiver.closed()

    async def _read(self, receiver: Receiver) -> None:
        while True:
            await self._may_read.wait()
            event: Any = await self._socket.receive()
            if event["type"] == "websocket.disconnect":
                return
            if self._closing is None:
                text = event.get("text")
                receiver.receive(event["bytes"] if text is None else text.encode())

    async def _write(self) -> None:
        while True:
            while self._outgoing:
                await self._socket.send_data(self._outgoing.popleft(), mode="text")
            if self._closing is not None:
                await self._socket.close(*self._closing)
                return
            self._wake_writer.clear()
            await self._wake_writer.wait()
