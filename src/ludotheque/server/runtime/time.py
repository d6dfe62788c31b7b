"""Time: the wall clock, the monotonic clock, and the time of tables, which is the wall clock's without its jumps.

A wall clock is set now and then, and jumps after a machine was suspended. The times of a table's events differ as the
monotonic clock says; where the wall clock has jumped, an event says by how much before the table follows it (see the
events of a table).
"""

from __future__ import annotations

import time
from typing import Final

JUMP: Final = 1000
"""Milliseconds from which on a difference counts as a jump. A synchronised clock is adjusted by far less."""


def now_ms() -> int:
    """Milliseconds since 1970, by the wall clock."""
    return time.time_ns() // 1_000_000


def steady_ms() -> int:
    """Milliseconds of the monotonic clock."""
    return time.monotonic_ns() // 1_000_000


class TableTime:
    """A clock that was set by the wall clock when it last followed it, and runs on with the monotonic clock."""

    __slots__ = ("_offset",)

    def __init__(self, like: TableTime | None = None) -> None:
        self._offset: int = now_ms() - steady_ms() if like is None else like._offset

    def now(self) -> int:
        """Milliseconds since 1970."""
        return steady_ms() + self._offset

    def jump(self) -> int:
        """By how many milliseconds the wall clock has jumped, forwards or (below 0) backwards; 0 if it has not."""
        jump = now_ms() - self.now()
        return jump if abs(jump) >= JUMP else 0

    def follow(self) -> None:
        """Set this clock by the wall clock."""
        self._offset = now_ms() - steady_ms()
