"""Heartbeat of all WebSockets of an event loop: one timer that pings them, and one flush per turn of the loop."""

from __future__ import annotations

import asyncio
import logging
from typing import ClassVar, Final, Protocol
from weakref import WeakKeyDictionary

log = logging.getLogger(__name__)

INTERVAL: Final = 20.0
"""Seconds between two pings to the same connection, which are also the time it has for its pong."""
_PARTS: Final = 20
"""Groups of connections that are pinged one after the other, so that no turn of the loop takes long."""


class Pinged(Protocol):
    """A connection."""

    def flush(self) -> None:
        """Write queued messages."""

    def ping(self) -> None:
        """Send a ping, or cut the connection if the last one is unanswered."""


class Heartbeat:
    """The connections of one event loop. One timer and one callback per turn, instead of some for each connection."""

    _all: ClassVar[WeakKeyDictionary[asyncio.AbstractEventLoop, Heartbeat]] = WeakKeyDictionary()

    def __init__(self) -> None:
        self._to_flush: list[Pinged] = []
        self._parts: tuple[set[Pinged], ...] = tuple(set() for _ in range(_PARTS))
        self._part = 0
        self._timer: asyncio.TimerHandle | None = None

    @classmethod
    def of(cls, loop: asyncio.AbstractEventLoop) -> Heartbeat:
        """The heartbeat of an event loop."""
        if loop not in cls._all:
            cls._all[loop] = cls()
        return cls._all[loop]

    def flush_soon(self, connection: Pinged) -> None:
        """Flush a connection at the end of this turn of the loop."""
        if not self._to_flush:
            asyncio.get_running_loop().call_soon(self._flush)
        self._to_flush.append(connection)

    def watch(self, connection: Pinged) -> None:
        """Ping a connection from now on."""
        self._part_of(connection).add(connection)
        if self._timer is None:
            self._start_timer()

    def unwatch(self, connection: Pinged) -> None:
        """Ping a connection no more."""
        self._part_of(connection).discard(connection)

    def _part_of(self, connection: Pinged) -> set[Pinged]:
        return self._parts[(id(connection) >> 6) % _PARTS]

    def _start_timer(self) -> None:
        self._timer = asyncio.get_running_loop().call_later(INTERVAL / _PARTS, self._ping)

    def _ping(self) -> None:
        self._part = (self._part + 1) % _PARTS
        for connection in list(self._parts[self._part]):
            connection.ping()
        self._timer = None
        if any(self._parts):
            self._start_timer()

    def _flush(self) -> None:
        connections, self._to_flush = self._to_flush, []
        for connection in connections:
            try:
                connection.flush()
            except Exception:  # a failure of one connection does not concern the others
                log.exception("a connection could not be written to")
