"""How late the event loop is: whoever holds it up makes everybody wait."""

from __future__ import annotations

import asyncio
import time
from typing import Final

from ludotheque.server.metrics.counters import counters

LOOK_EVERY: Final = 0.5
"""Seconds between two looks."""


async def watch_the_loop() -> None:
    """Take note, for ever, of how late the event loop comes round."""
    while True:
        due = time.perf_counter() + LOOK_EVERY
        await asyncio.sleep(LOOK_EVERY)
        counters.lag.add(max(0.0, time.perf_counter() - due))
