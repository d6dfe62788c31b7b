"""A viewer's connection to a table, and how much of the table it has been sent."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from ludotheque.engine.rules import Seat
from ludotheque.server.tables.chat import Reader
from ludotheque.server.tables.devices import device_guest
from ludotheque.server.tables.stories import Viewer
from ludotheque.server.tables.views import View


class Transport(Protocol):
    """Carries messages to a client."""

    def send(self, message: bytes) -> None:
        """Queue a message; nothing waits for a slow client."""

    def close(self, code: int, reason: str) -> None:
        """Close the connection with a close code."""


class Connection:
    """A viewer's open connection to a table."""

    __slots__ = (
        "_transport",
        "clocks",
        "device",
        "guest",
        "informed",
        "is_live",
        "is_screen",
        "reader",
        "said",
        "seats",
        "sender",
        "seq",
        "shown",
        "standing",
        "viewer",
        "waited_until",
    )

    def __init__(
        self,
        guest: str | None,
        transport: Transport | None = None,
        sender: str | None = None,
        device: str | None = None,
        is_screen: bool = False,
    ) -> None:
        self.guest = guest
        self.device = device or guest
        """The guest whose device it is: one that goes round and is between two players has no ``guest``."""
        self.is_screen = is_screen
        """A screen that the whole room sees."""
        self.is_live = False
        """The delay of spectators does not apply."""
        self.sender = sender or guest
        """Whose messages take turns with these: the guest's, or those of the same address without a cookie."""
        self.viewer: Viewer = None
        self.seats: Sequence[Seat] = ()
        """The seats that are played on its device, ``viewer`` among them."""
        self.seq = 0
        """Entries of the story that were sent."""
        self.shown: View | None = None
        """The moment that was sent last."""
        self.reader: Reader = (None, False)
        self.said = 0
        """Chat messages that were sent, of those that ``reader`` may read."""
        self.informed = 0
        """Notices that were sent."""
        self.clocks = -1
        """The version of the clocks that was sent."""
        self.waited_until: int | None = None
        """Until when bots wait for the viewer, as was sent."""
        self.standing = 0
        """The version of the seat's standing answers that was sent."""
        self._transport = transport

    def is_of(self, guest: str) -> bool:
        """Whether it is a connection of a guest, or of a companion on the guest's device."""
        return self.device is not None and device_guest(self.device) == guest

    def send(self, message: bytes) -> None:
        """Send a message."""
        if self._transport is not None:
            self._transport.send(message)

    def close(self, code: int, reason: str) -> None:
        """Close the connection."""
        if self._transport is not None:
            self._transport.close(code, reason)
