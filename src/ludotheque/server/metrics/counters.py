"""The counters of the server: plain numbers, so that counting costs almost nothing.

They are read on request; see :mod:`ludotheque.server.metrics.prometheus`. There is one set per process, as for its
memory and its CPU time. It contains nothing about single tables or guests.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from typing import Final

_SHORT: Final = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 5.0)
_LONG: Final = (0.01, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0)


class Histogram:
    """A histogram of durations."""

    __slots__ = ("bounds", "counts", "total")

    def __init__(self, bounds: tuple[float, ...]) -> None:
        self.bounds = bounds
        self.counts = [0] * (len(bounds) + 1)
        """How many were at most each bound and above the one before; the last number is for those above all bounds."""
        self.total = 0.0

    def add(self, seconds: float) -> None:
        """Count a duration."""
        self.counts[bisect_left(self.bounds, seconds)] += 1
        self.total += seconds


class Counters:
    """The counters of a process."""

    def __init__(self) -> None:
        self.moves = 0
        """Commands that were played, whether of one move or, as a deployment, of many."""
        self.opened = 0
        self.over = 0
        self.entries = 0
        """Log entries of tables that are durable."""
        self.commits = Histogram(_SHORT)
        """Durations of commits."""
        self.answers = Histogram(_SHORT)
        """Durations of answering a message on a socket."""
        self.thinking = Histogram(_LONG)
        """Durations of choosing a bot's move, including the wait for its process."""
        self.lag = Histogram(_SHORT)
        """Delays of the event loop."""
        self.bot_failures = 0
        self.storage_errors = 0
        self.refusals: Counter[str] = Counter()
        """By the code of the error, on a socket or over HTTP."""
        self.pushes: Counter[str] = Counter()
        """By outcome."""


counters: Final = Counters()
