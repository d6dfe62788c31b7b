"""Bots at the tables: they think in other processes, so that nobody waits for them on the event loop."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import multiprocessing
import os
import time
import zlib
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool

import msgspec

from ludotheque.engine.rules import Seat
from ludotheque.server.logs import tell
from ludotheque.server.table import Table
from ludotheque.server.tally import tally
from ludotheque.server.worker import Job, prepare, think

log = logging.getLogger(__name__)

_encode = msgspec.json.Encoder().encode


class BotFailed(Exception):
    """A bot that did not find a move, twice."""


class Bots:
    """Processes with bots in them, started when they are first needed. Each table keeps to one of them."""

    def __init__(self, processes: int | None = None) -> None:
        self._pools: list[ProcessPoolExecutor | None] = [None] * (processes or min(2, os.cpu_count() or 1))

    async def choose(self, job: Job) -> bytes:
        """The move a bot plays. A process that dies over it is replaced, and the bot asked once more."""
        began = time.perf_counter()
        try:
            return await self._choose(job)
        except BotFailed:
            tally.bot_failures += 1
            raise
        finally:
            tally.thinking.add(time.perf_counter() - began)

    async def _choose(self, job: Job) -> bytes:
        place = zlib.crc32(job.table.encode()) % len(self._pools)
        for _ in range(2):
            pool = self._pools[place]
            if pool is None:
                # Spawned, never forked: a fork would inherit the server's sockets and its threads' locks.
                pool = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), prepare)
                self._pools[place] = pool
            try:
                return await asyncio.get_running_loop().run_in_executor(pool, think, job)
            except BrokenProcessPool:
                tell(log, "a bot's process died", level=logging.ERROR, game=job.game, bot=job.level)
                if self._pools[place] is pool:
                    self._pools[place] = None
                pool.shutdown(wait=False)
            except Exception:
                log.exception("a bot failed (%s, level %s)", job.game, job.level)
        raise BotFailed(f"{job.game}, level {job.level}")

    async def close(self) -> None:
        """Let the processes go."""
        for pool in self._pools:
            if pool is not None:
                await asyncio.to_thread(pool.shutdown, cancel_futures=True)


def job_for(table: Table, seat: Seat, level: str) -> Job:
    """What a bot is told: what its seat saw and sees, and a seed that nobody can guess."""
    now = table.now(seat)
    seed = hashlib.sha256(f"{table.opened.secret} bot {seat}".encode()).hexdigest()
    story = b",".join(bytes(event) for entry in table.stories[seat] for event in entry.events)
    return Job(
        table=table.id,
        game=table.game.id,
        level=level,
        seat=seat,
        seed=seed,
        story=b"[" + story + b"]",
        sight=_encode(now.sight),
        legal=_encode(now.legal),
        free=_encode(now.free),
    )
