"""Somebody's open line to a table."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Final

from ludotheque.server import wire
from ludotheque.server.table import Viewer
from ludotheque.server.talk import Reader

UNREAD: Final = 256
"""Messages a connection may leave unread before it is cut: whoever comes back is told everything anyway."""


class Connection:
    """Somebody's open socket on a table, and how much they have been told."""

    def __init__(self, guest: str | None) -> None:
        self.guest = guest
        self.viewer: Viewer = None
        self.seq = 0
        """Entries of the story."""
        self.now: wire.Now | None = None
        self.reader: Reader = (None, False)
        self.said = 0
        """Lines of talk, of those that ``reader`` may read."""
        self.clocks = -1
        """The version of the clocks."""
        self._outbox: deque[bytes] = deque()
        self._ended = False
        self._pump: asyncio.Future[None] | None = None

    def send(self, message: bytes) -> None:
        """Leave a message to be sent; nobody waits for a slow reader."""
        if self._ended:
            return
        if len(self._outbox) >= UNREAD:
            self.cut()
            return
        self._outbox.append(message)
        self._wake()

    def cut(self) -> None:
        """Give up on whoever is at the other end."""
        self._outbox.clear()
        self._ended = True
        self._wake()

    async def pump(self, send: Callable[[bytes], Awaitable[None]]) -> None:
        """Send what is left here, until it is cut."""
        loop = asyncio.get_running_loop()
        while True:
            while self._outbox:
                await send(self._outbox.popleft())
            if self._ended:
                return
            self._pump = loop.create_future()
            await self._pump

    def _wake(self) -> None:
        if self._pump is not None and not self._pump.done():
            self._pump.set_result(None)
