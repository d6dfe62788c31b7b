"""The time that tables go by: that of the wall, without its jumps.

A wall clock is set now and then, and stands still for a suspended machine without anybody noticing. Whatever a table
writes into its log is as late as the machine's steady clock says since the line before; where the wall clock has
jumped, a line of the log says by how much before the table follows it (see ``Woke`` in the events of a table).
"""

from __future__ import annotations

import time
from typing import Final

from ludotheque.server.rate_limit import now_ms

JUMP: Final = 1000
"""Milliseconds from which on the wall clock has jumped. Being kept right it is moved by far less."""


def steady_ms() -> int:
    """Milliseconds since some moment or other; nobody sets this clock."""
    return time.monotonic_ns() // 1_000_000


class TableTime:
    """A clock that shows the wall clock's time as of when it last followed it, and runs on steadily from there."""

    __slots__ = ("_offset",)

    def __init__(self, like: TableTime | None = None) -> None:
        self._offset: int = now_ms() - steady_ms() if like is None else like._offset

    def now(self) -> int:
        """Milliseconds since 1970."""
        return steady_ms() + self._offset

    def jump(self) -> int:
        """By how many milliseconds the wall clock has jumped, forward or (less than 0) back; 0 if it has not."""
        jump = now_ms() - self.now()
        return jump if abs(jump) >= JUMP else 0

    def follow(self) -> None:
        """Show what the wall clock shows."""
        self._offset = now_ms() - steady_ms()
