"""Rate limits: which messages are accepted, which are refused, and which senders are cut off."""

from __future__ import annotations

from enum import Enum


class Verdict(Enum):
    """What becomes of a message."""

    ACCEPT = "accept"
    REFUSE = "refuse"
    """It came too fast: its sender gets an error."""
    CLOSE = "close"
    """Its sender goes on sending more than twice too fast: their connection is closed."""


_ACCEPT, _REFUSE, _CLOSE = Verdict  # looked up once: every message is counted


class RateLimiter:
    """Rate limiter: at most ``limit`` messages in some seconds; as many again are refused, more end the connection."""

    def __init__(self, limit: int, seconds: float = 1.0) -> None:
        self._limit = limit
        self._seconds = seconds
        self._since = 0.0
        self._count = 0

    def count(self, now: float) -> Verdict:
        """Count a message, and say what becomes of it."""
        if now - self._since >= self._seconds:
            self._since, self._count = now, 0
        self._count += 1
        return _ACCEPT if self._count <= self._limit else _REFUSE if self._count <= 2 * self._limit else _CLOSE
