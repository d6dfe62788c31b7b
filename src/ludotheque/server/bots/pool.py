"""The pool of processes in which bots choose moves, so that they do not block the event loop.

A quick bot thinks in the process of its table. A search is split over the processes that have nothing to do, and costs
no more processor time for that; where many searches wait, each gets less. So the setting ``bot_processes`` bounds the
share of the machine that all bots have together, and ``bot_thinking`` the time that one move costs.
"""

from __future__ import annotations

import asyncio
import logging
import os
import time
import zlib
from collections.abc import Callable
from itertools import count
from typing import Final

import msgspec

from ludotheque.bots.findings import Findings, merge
from ludotheque.bots.search import is_searching
from ludotheque.engine.rules import Seat
from ludotheque.games import find
from ludotheque.server.bots.worker import Job, choose_move, give_advice, search_move
from ludotheque.server.logging import log_event
from ludotheque.server.metrics.counters import counters
from ludotheque.server.runtime.child_process import import_games
from ludotheque.server.runtime.work_process import ProcessEnded, WorkProcess

log = logging.getLogger(__name__)

MOVE_TIMEOUT: Final = 4.0
"""Seconds that a bot may take to choose a move, without the wait for its process and its thinking time."""
TRIES: Final = 2
"""Processes in which a bot may fail before it is given up for that move."""
GIVEN_UP_FOR: Final = 600.0
"""Seconds for which a simpler bot plays for a seat whose own has failed."""
_IMPORT_TIMEOUT: Final = 60.0
DESERTED: Final = 0.1
"""The share of its thinking time that a bot has while its table has no viewers."""


class BotFailed(Exception):
    """A bot that did not choose a move, in all tries."""


class BotPool:
    """The processes of the bots, started when they are first needed."""

    def __init__(self, processes: int | None = None, thinking: float = 1.0) -> None:
        self._processes: list[WorkProcess | None] = [None] * (processes or min(2, os.cpu_count() or 1))
        self._given_up: dict[tuple[str, Seat], tuple[float, int]] = {}
        """The seats whose bots have failed: until when they are given up, and how many levels."""
        self.thinking = thinking
        """Processor seconds that a search may take."""
        self._numbers = count(1)
        self._searches: dict[int, tuple[str, list[int]]] = {}
        """The searches under way: for each its table, and the processes that work on it."""

    def get_ready(self) -> None:
        """Start the processes before they are needed."""
        for number in range(len(self._processes)):
            task = asyncio.ensure_future(self._process(number).run(_IMPORT_TIMEOUT, import_games))
            task.add_done_callback(lambda done: done.cancelled() or done.exception())  # the next move reports it

    def _process(self, number: int) -> WorkProcess:
        process = self._processes[number]
        if process is None or process.ended:
            process = self._processes[number] = WorkProcess()
        return process

    async def choose(self, job: Job) -> bytes:
        """The move that a bot chooses; raises :class:`BotFailed`.

        A process that dies or hangs is replaced, and the bot tried once more. After that a simpler bot plays for this
        seat for a while, and if that fails too, none does.
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

    async def advise(self, job: Job) -> bytes:
        """The advice of a bot, encoded; raises :class:`BotFailed` if it gives none in time."""
        return await self._run(give_advice, job, 1)

    def _simpler(self, job: Job) -> Job:
        """The job, for a simpler bot if the seat's own is given up; raises :class:`BotFailed` if that one is, too."""
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
        if is_searching(find(job.game), job.level):
            return await self._search(job)
        return await self._run(choose_move, job, TRIES)

    async def _search(self, job: Job) -> bytes:
        """The move that a search finds, in all processes that have nothing to do, or in the one with the least."""
        waiting = [0 if process is None else process.waiting for process in self._processes]
        idle = [number for number, tasks in enumerate(waiting) if not tasks]
        processes = idle or [waiting.index(min(waiting))]
        crowd = max(1.0, (len(self._searches) + 1) / len(self._processes))
        seconds = self.thinking / crowd / len(processes) * (DESERTED if job.deserted else 1.0)
        search = next(self._numbers)
        self._searches[search] = job.table, processes
        parts = [
            self._run(search_move, job._replace(number=search, part=part, milliseconds=1000 * seconds), TRIES, process)
            for part, process in enumerate(processes)
        ]
        try:
            found = await asyncio.gather(*parts, return_exceptions=True)
        except asyncio.CancelledError:
            self._stop(search)
            raise
        finally:
            del self._searches[search]
        findings = [msgspec.json.decode(part, type=Findings) for part in found if isinstance(part, bytes)]
        if not findings:
            raise BotFailed(f"{job.game}, level {job.level}")
        return msgspec.json.encode(merge(findings).move)

    def stop_thinking(self, table: str) -> None:
        """Let the searches for a table answer at once, with what they have found: all people have left it."""
        for search, (searched, _) in self._searches.items():
            if searched == table:
                self._stop(search)

    def _stop(self, search: int) -> None:
        for number in self._searches[search][1]:
            process = self._processes[number]
            if process is not None:
                process.stop_task(search)

    async def _run(self, work: Callable[[Job], bytes], job: Job, tries: int, number: int | None = None) -> bytes:
        """The result of ``work`` in a process; in that of the table, if no other is named."""
        if number is None:
            number = zlib.crc32(job.table.encode()) % len(self._processes)
        timeout = MOVE_TIMEOUT + job.milliseconds / 1000
        failures = 0
        while failures < tries:
            try:
                found: bytes = await self._process(number).run_for_game(job.game, timeout, work, job)
                return found
            except ProcessEnded as ended:
                if ended.guilty:  # otherwise another job has ended it: try again
                    failures += 1
                    what = f"a bot chose no move within {timeout:g} s" if ended.slow else "a bot's process died"
                    log_event(log, what, level=logging.ERROR, game=job.game, bot=job.level)
            except Exception:
                failures += 1
                log.exception("a bot failed (%s, level %s)", job.game, job.level)
        raise BotFailed(f"{job.game}, level {job.level}")

    async def close(self) -> None:
        """End the processes."""
        for process in self._processes:
            if process is not None:
                await process.close()
