"""Time slices: long work on the event loop, interrupted so that everything else runs in between."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from time import perf_counter
from typing import Final, TypeVar

SLICE: Final = 0.004
"""Seconds of work after which other work on the event loop runs."""
T = TypeVar("T")


class TimeSlices:
    """The long work of an event loop: one slice of it per iteration, however much there is."""

    def __init__(self) -> None:
        self._lock = asyncio.Lock()

    async def run(self, steps: Iterator[T]) -> T:
        """Do all steps, at least one; the result of the last."""
        last: list[T] = []
        while True:
            async with self._lock:  # waiting work gets the lock in order
                until = perf_counter() + SLICE
                for step in steps:
                    last[:] = [step]
                    if perf_counter() >= until:
                        break
                else:
                    return last[0]
            await asyncio.sleep(0)
