"""Lag of the event loop: how long work on it makes everything else wait."""

from __future__ import annotations

import asyncio
import time
from typing import Final

from ludotheque.server.metrics.counters import counters

MEASURE_EVERY: Final = 0.5
"""Seconds between two measurements."""


async def measure_loop_lag() -> None:
    """Measure, until cancelled, how late the event loop wakes this task."""
    while True:
        due = time.perf_counter() + MEASURE_EVERY
        await asyncio.sleep(MEASURE_EVERY)
        counters.lag.add(max(0.0, time.perf_counter() - due))
