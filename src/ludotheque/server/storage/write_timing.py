"""Timing of commits: the metric, and a log line for slow ones."""

from __future__ import annotations

import logging
from typing import Final

from ludotheque.server.logging import log_event
from ludotheque.server.metrics.counters import counters

log = logging.getLogger(__name__)

SLOW: Final = 0.5
"""Seconds from which on a commit is logged as slow."""


def record_commit(seconds: float, changes: int) -> None:
    """Record how long a commit took, whether it succeeded or not."""
    counters.commits.add(seconds)
    if seconds >= SLOW:
        log_event(log, "slow commit", level=logging.WARNING, seconds=round(seconds, 3), changes=changes)
