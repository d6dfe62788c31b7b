"""The interface between a WebSocket and the code that answers its messages."""

from __future__ import annotations

from typing import Final, Protocol

from ludotheque.server.tables.connection import Transport

UNREAD: Final = 256
"""Messages that a client may leave unread before its connection is cut: a client that returns is sent everything."""


EXTENSION: Final = "ludotheque.handshake"
"""The key of the :class:`OpenHandshake` among the extensions of a request's scope; absent under plain ASGI."""


class Receiver(Protocol):
    """Answers what comes in over a WebSocket."""

    def receive(self, message: bytes) -> None:
        """Take a message."""

    def allow_control(self) -> bool:
        """Count a frame that is no message, such as a ping or a fragment; whether it may be answered."""

    def closed(self) -> None:
        """The connection is closed; this may be called more than once."""


class SocketTransport(Transport, Protocol):
    """A WebSocket: whole messages in, whole messages out."""

    def start(self, receiver: Receiver) -> None:
        """Hand everything that comes in to ``receiver``, beginning with what has come already."""

    def pause(self) -> None:
        """Read nothing more for now."""

    def resume(self) -> None:
        """Read on."""


class OpenHandshake(Protocol):
    """A finished handshake whose connection our own framing can take over."""

    def take_over(self) -> SocketTransport:
        """Take the connection over."""
