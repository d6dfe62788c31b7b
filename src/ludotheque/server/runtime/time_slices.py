"""Long work on the event loop, done in slices, so that everything else has its turn in between."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from time import perf_counter
from typing import Final, TypeVar

SLICE: Final = 0.004
"""Seconds after which others have their turn."""
T = TypeVar("T")


class TimeSlices:
    """The long work of an event loop: however much there is, one slice of it a turn."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()

    async def run(self, steps: Iterator[T]) -> T:
        """Take every step; the last one's result. There must be one."""
        last: list[T] = []
        while True:
            async with self._turn:  # those who wait take it in the order in which they came
                until = perf_counter() + SLICE
                for step in steps:
                    last[:] = [step]
                    if perf_counter() >= until:
                        break
                else:
                    return last[0]
            await asyncio.sleep(0)
