"""How long it takes to have things written down."""

from __future__ import annotations

import logging
from typing import Final

from ludotheque.server.logging import log_event
from ludotheque.server.metrics.counters import counters

log = logging.getLogger(__name__)

SLOW: Final = 0.5
"""Seconds from which on a commit is worth a line in the log."""


def committed(seconds: float, changes: int) -> None:
    """A commit of so many changes is done, or has failed."""
    counters.commits.add(seconds)
    if seconds >= SLOW:
        log_event(log, "slow commit", level=logging.WARNING, seconds=round(seconds, 3), changes=changes)
