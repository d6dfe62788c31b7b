"""What a server counts while it works: plain numbers, so that counting costs next to nothing.

They are read on request; see :mod:`ludotheque.server.metrics.prometheus`. There is one tally a process, as for its
memory and its CPU time. It knows no table and no guest.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from typing import Final

_QUICK: Final = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 5.0)
_SLOW: Final = (0.01, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0)


class Histogram:
    """How often something took how long."""

    __slots__ = ("bounds", "counts", "total")

    def __init__(self, bounds: tuple[float, ...]) -> None:
        self.bounds = bounds
        self.counts = [0] * (len(bounds) + 1)
        """How many took no longer than each bound and longer than the one before; the last, longer than all."""
        self.total = 0.0

    def add(self, seconds: float) -> None:
        """It took so long, once more."""
        self.counts[bisect_left(self.bounds, seconds)] += 1
        self.total += seconds


class Counters:
    """The numbers."""

    def __init__(self) -> None:
        self.moves = 0
        """Answers that were played, be they of one move or, as a deployment, of many."""
        self.opened = 0
        self.over = 0
        self.entries = 0
        """Lines of tables' logs that are safely written."""
        self.commits = Histogram(_QUICK)
        """How long it took to have lines on the disk."""
        self.answers = Histogram(_QUICK)
        """How long it took to answer a message on a socket."""
        self.thinking = Histogram(_SLOW)
        """How long bots took over a move, with the wait for their turn to think."""
        self.lag = Histogram(_QUICK)
        """How much later than it should the event loop came round."""
        self.bot_failures = 0
        self.storage_errors = 0
        self.refusals: Counter[str] = Counter()
        """By the code that somebody was refused with, on a socket or over HTTP."""
        self.pushes: Counter[str] = Counter()
        """By how they went."""


counters: Final = Counters()
