"""Somebody's open line to a table."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

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
        self.now = b""
        self.reader: Reader = (None, False)
        self.said = 0
        """Lines of talk, of those that ``reader`` may read."""
        self.clocks = -1
        """The version of the clocks."""
        self._outbox: asyncio.Queue[bytes | None] = asyncio.Queue(UNREAD)

    def send(self, message: bytes) -> None:
        """Leave a message to be sent; nobody waits for a slow reader."""
        if self._outbox.full():
            self.cut()
        else:
            self._outbox.put_nowait(message)

    def cut(self) -> None:
        """Give up on whoever is at the other end."""
        while not self._outbox.empty():
            self._outbox.get_nowait()
        self._outbox.put_nowait(None)

    async def pump(self, send: Callable[[bytes], Awaitable[None]]) -> None:
        """Send what is left here, until it is cut."""
        while (message := await self._outbox.get()) is not None:
            await send(message)
