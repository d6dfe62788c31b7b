"""Bots at the tables: they think in other processes, so that nobody waits for them on the event loop."""

from __future__ import annotations

import asyncio
import logging
import os
import time
import zlib
from typing import Final

from ludotheque.engine.rules import Seat
from ludotheque.games import find
from ludotheque.server.bots.worker import Job, get_ready, think
from ludotheque.server.logging import log_event
from ludotheque.server.metrics.counters import counters
from ludotheque.server.runtime.work_process import ProcessEnded, WorkProcess

log = logging.getLogger(__name__)

THINKS_WITHIN: Final = 4.0
"""Seconds in which a bot must have decided, from its turn in the process on; they take far less."""
TRIES: Final = 2
"""So many processes a bot may fail in before it is given up for that decision."""
GIVEN_UP_FOR: Final = 600.0
"""Seconds for which a simpler bot decides for a seat whose own has failed."""
_READY_WITHIN: Final = 60.0


class BotFailed(Exception):
    """A bot that did not find a move, twice."""


class BotPool:
    """Processes with bots in them, started when they are first needed. Each table keeps to one of them."""

    def __init__(self, processes: int | None = None) -> None:
        self._processes: list[WorkProcess | None] = [None] * (processes or min(2, os.cpu_count() or 1))
        self._given_up: dict[tuple[str, Seat], tuple[float, int]] = {}
        """The seats whose bots have failed: until when, and how many levels."""

    def get_ready(self) -> None:
        """Have the processes started before anybody waits for them."""
        for place in range(len(self._processes)):
            task = asyncio.ensure_future(self._process(place).run(_READY_WITHIN, get_ready))
            task.add_done_callback(lambda done: done.cancelled() or done.exception())  # the next decision tells

    def _process(self, place: int) -> WorkProcess:
        process = self._processes[place]
        if process is None or process.ended:
            process = self._processes[place] = WorkProcess()
        return process

    async def choose(self, job: Job) -> bytes:
        """The move a bot plays; raises :class:`BotFailed`.

        A process that dies or hangs over it is replaced, and the bot asked once more. After that a simpler bot decides
        for this seat for a while, and if that fails too, none does.
        """
        began = time.perf_counter()
        try:
            return await self._choose(self._simpler(job))
        except BotFailed:
            counters.bot_failures += 1
            self._give_up(job)
            raise
        finally:
            counters.thinking.add(time.perf_counter() - began)

    def _simpler(self, job: Job) -> Job:
        """What to ask, of which bot, after failures at this seat."""
        until, failures = self._given_up.get((job.table, job.seat), (0.0, 0))
        if not failures:
            return job
        if until <= time.monotonic():
            del self._given_up[job.table, job.seat]
            return job
        levels = list(find(job.game).levels)
        if failures > 1 or not levels or levels[0] == job.level:
            raise BotFailed(f"{job.game}, level {job.level}")
        return job._replace(level=levels[0])

    def _give_up(self, job: Job) -> None:
        now = time.monotonic()
        _, failures = self._given_up.get((job.table, job.seat), (0.0, 0))
        self._given_up = {seat: given for seat, given in self._given_up.items() if given[0] > now}
        self._given_up[job.table, job.seat] = (now + GIVEN_UP_FOR, failures + 1)

    async def _choose(self, job: Job) -> bytes:
        place = zlib.crc32(job.table.encode()) % len(self._processes)
        failures = 0
        while failures < TRIES:
            try:
                found: bytes = await self._process(place).run_for_game(job.game, THINKS_WITHIN, think, job)
                return found
            except ProcessEnded as ended:
                if ended.guilty:  # otherwise it was another's fault, and we ask again
                    failures += 1
                    what = f"a bot did not decide within {THINKS_WITHIN:g} s" if ended.slow else "a bot's process died"
                    log_event(log, what, level=logging.ERROR, game=job.game, bot=job.level)
            except Exception:
                failures += 1
                log.exception("a bot failed (%s, level %s)", job.game, job.level)
        raise BotFailed(f"{job.game}, level {job.level}")

    async def close(self) -> None:
        """Let the processes go."""
        for process in self._processes:
            if process is not None:
                await process.close()
