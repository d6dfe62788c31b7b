"""Rate limits."""

from __future__ import annotations


class RateLimiter:
    """Rate limiter: at most ``limit`` messages in some seconds; as many again are refused, more end the connection."""

    def __init__(self, limit: int, seconds: float = 1.0) -> None:
        self._limit = limit
        self._seconds = seconds
        self._since = 0.0
        self._count = 0

    def step(self, now: float) -> int:
        """Count a message: 0 if it is accepted, 1 if it is refused, 2 if the connection is to be closed."""
        if now - self._since >= self._seconds:
            self._since, self._count = now, 0
        self._count += 1
        return 0 if self._count <= self._limit else 1 if self._count <= 2 * self._limit else 2
