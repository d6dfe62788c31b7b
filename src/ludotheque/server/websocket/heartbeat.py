"""What goes round the open lines of an event loop: each turn to write, and now and then to ask who is still there."""

from __future__ import annotations

import asyncio
import logging
from typing import ClassVar, Final, Protocol
from weakref import WeakKeyDictionary

log = logging.getLogger(__name__)

EVERY: Final = 20.0
"""Seconds between two questions to the same line, which are also those it has for its answer."""
_PARTS: Final = 20
"""In how many parts all lines are asked one after the other, so that nobody has to wait for it."""


class Visited(Protocol):
    """A line."""

    def flush(self) -> None:
        """Write what is to be written."""

    def ask(self) -> None:
        """Find out whether somebody is still there."""


class Heartbeat:
    """Those of one event loop. One timer for all lines, and one call a turn, instead of some for each."""

    _all: ClassVar[WeakKeyDictionary[asyncio.AbstractEventLoop, Heartbeat]] = WeakKeyDictionary()

    def __init__(self) -> None:
        self._due: list[Visited] = []
        self._parts: tuple[set[Visited], ...] = tuple(set() for _ in range(_PARTS))
        self._part = 0
        self._timer: asyncio.TimerHandle | None = None

    @classmethod
    def of(cls, loop: asyncio.AbstractEventLoop) -> Heartbeat:
        """Those of an event loop."""
        if loop not in cls._all:
            cls._all[loop] = cls()
        return cls._all[loop]

    def call_at(self, line: Visited) -> None:
        """There is something to be written."""
        if not self._due:
            asyncio.get_running_loop().call_soon(self._write)
        self._due.append(line)

    def watch(self, line: Visited) -> None:
        """Ask from time to time whether somebody is still there."""
        self._part_of(line).add(line)
        if self._timer is None:
            self._wait()

    def forget(self, line: Visited) -> None:
        """Nobody is there any more."""
        self._part_of(line).discard(line)

    def _part_of(self, line: Visited) -> set[Visited]:
        return self._parts[(id(line) >> 6) % _PARTS]

    def _wait(self) -> None:
        self._timer = asyncio.get_running_loop().call_later(EVERY / _PARTS, self._ask)

    def _ask(self) -> None:
        self._part = (self._part + 1) % _PARTS
        for line in list(self._parts[self._part]):
            line.ask()
        self._timer = None
        if any(self._parts):
            self._wait()

    def _write(self) -> None:
        due, self._due = self._due, []
        for line in due:
            try:
                line.flush()
            except Exception:  # one line's trouble is not the others'
                log.exception("a line could not be written to")
