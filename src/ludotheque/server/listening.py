"""The sockets, a little lighter than uvicorn's own: fewer calls to the system for each message."""

from __future__ import annotations

import asyncio
from typing import Any, Final, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

UNHEARD: Final = 32
"""Messages that may wait to be heard before we stop reading from a socket."""


class TableProtocol(WebSocketsSansIOProtocol):
    """Reads on while a message is being answered, and sends what belongs together in one piece.

    uvicorn stops reading after every message and starts again for the next, which are two calls to the system each
    time; and it sends every message by itself, though an answer mostly comes with the news it brought about.
    """

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        together = _Together(cast(asyncio.Transport, transport), self.loop)
        super().connection_made(cast(asyncio.Transport, together))

    def send_receive_event_to_app(self) -> None:
        if self.queue.qsize() >= UNHEARD:
            super().send_receive_event_to_app()
            return
        paused, self.read_paused = self.read_paused, True  # it does not pause what is paused already
        super().send_receive_event_to_app()
        self.read_paused = paused


class _Together:
    """A transport that writes once a turn of the event loop."""

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport = transport
        self._loop = loop
        self._waiting: list[bytes] = []

    def write(self, data: bytes) -> None:
        if not self._waiting:
            self._loop.call_soon(self._flush)
        self._waiting.append(data)

    def _flush(self) -> None:
        if self._waiting:
            data = self._waiting[0] if len(self._waiting) == 1 else b"".join(self._waiting)
            self._waiting = []
            self._transport.write(data)

    def close(self) -> None:
        self._flush()
        self._transport.close()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)
