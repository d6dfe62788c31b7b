"""Time, and how quickly somebody may send things."""

from __future__ import annotations

import time


def now_ms() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class RateLimiter:
    """Counts messages: so many in some seconds are heard, as many again are refused, then it is enough."""

    def __init__(self, limit: int, seconds: float = 1.0) -> None:
        self._limit = limit
        self._seconds = seconds
        self._since = 0.0
        self._count = 0

    def step(self, now: float) -> int:
        """0: heard; 1: too fast; 2: enough."""
        if now - self._since >= self._seconds:
            self._since, self._count = now, 0
        self._count += 1
        return 0 if self._count <= self._limit else 1 if self._count <= 2 * self._limit else 2
