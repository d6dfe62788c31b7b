"""Somebody's open line to a table."""

from __future__ import annotations

from typing import Protocol

from ludotheque.server.tables.chat import Reader
from ludotheque.server.tables.diff import Shown
from ludotheque.server.tables.stories import Viewer


class Transport(Protocol):
    """What messages go over."""

    def tell(self, message: bytes) -> None:
        """Leave a message to be sent; nobody waits for a slow reader."""

    def hang_up(self, code: int, reason: str) -> None:
        """Close the line, saying why."""


class Connection:
    """Somebody's open socket on a table, and how much they have been told."""

    __slots__ = ("_line", "clocks", "guest", "informed", "reader", "said", "sender", "seq", "shown", "viewer")

    def __init__(self, guest: str | None, line: Transport | None = None, sender: str | None = None) -> None:
        self.guest = guest
        self.sender = sender or guest
        """Whose messages take turns with these: the guest's, or those from the same address without a cookie."""
        self.viewer: Viewer = None
        self.seq = 0
        """Entries of the story."""
        self.shown: Shown | None = None
        self.reader: Reader = (None, False)
        self.said = 0
        """Lines of talk, of those that ``reader`` may read."""
        self.informed = 0
        """News of what happened around the game."""
        self.clocks = -1
        """The version of the clocks."""
        self._line = line

    def send(self, message: bytes) -> None:
        """Have a message sent."""
        if self._line is not None:
            self._line.tell(message)

    def hang_up(self, code: int, reason: str) -> None:
        """Have the line closed."""
        if self._line is not None:
            self._line.hang_up(code, reason)
