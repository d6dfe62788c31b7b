"""Load test of two workers on one PostgreSQL: the two players of each table are connected to different workers.

Every move is committed by one worker, read by the other and sent to a client there, which answers it. The CPU time of
each process is measured, because the database and the clients share the cores with the workers here.

Three runs: players answer at once, at as many tables as with one process; the same at twice as many tables; and
players who think for a moment, which shows how long a move takes from one worker to the other.
"""

from __future__ import annotations

import asyncio
import os
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from ludotheque import games
from ludotheque.lab.figure import Figure
from ludotheque.lab.load.clients import PlayingClient, Tally
from ludotheque.lab.load.generator import SETTLE, TABLES, LoadGenerator, open_table
from ludotheque.lab.load.process import LIMITS, ServerProcess, run_on_server_loop, start_process
from ludotheque.lab.postgres import own_postgres

PACED: Final = 300
"""Tables at which players think ..."""
THINK: Final = 0.075
"""... for so many seconds on average."""
AIM: Final = 5000
FAN_OUT: Final = 10.0
"""Milliseconds in which half of the moves should have reached a client of the other worker."""


class CrossWorkerTable:
    """A table: when its last move was sent, and how long moves took to reach the other player."""

    def __init__(self, times: list[float]) -> None:
        self.sent = 0.0
        self.times = times


class CrossWorkerClient(PlayingClient):
    """A player whose opponent is connected to the other worker."""

    def __init__(self, seat: int, tally: Tally, rng: random.Random, duel: CrossWorkerTable, think: float) -> None:
        super().__init__(seat, tally, rng)
        self.duel = duel
        self._think = think
        self._thinking = False

    def play(self) -> None:
        """If this seat is asked, the other's move has arrived: note the time, think, and answer it."""
        if self._thinking or not self.is_asked():
            return
        duel = self.duel
        if duel.sent:
            duel.times.append(time.perf_counter() - duel.sent)
            duel.sent = 0.0
        if self._think:
            self._thinking = True
            asyncio.get_running_loop().call_later(self.rng.expovariate(1 / self._think), self._answer)
        else:
            self._answer()

    def _answer(self) -> None:
        self._thinking = False
        super().play()
        self.duel.sent = self.sent


class CrossWorkerLoad(LoadGenerator):
    """Many tables, each with a client of either worker."""

    def __init__(self, workers: Sequence[ServerProcess]) -> None:
        super().__init__(workers[0])
        self.workers = workers
        self.times: list[float] = []

    async def open_split_tables(self, tables: int, think: float) -> None:
        """Open tables at either worker in turn, and fill them with players who think for so long."""
        game = games.find("stratego")
        for number in range(tables):
            ports = [worker.port for worker in self.workers]
            table, cookies = await asyncio.to_thread(open_table, ports[number % 2], game, 2)
            duel = CrossWorkerTable(self.times)
            for seat, cookie in enumerate(cookies):
                player = CrossWorkerClient(seat, self.tally, self.rng, duel, think)
                port = ports[(number + seat) % 2]
                await self.connect(player, f"/api/tables/{table}/socket?since=0", cookie, port)


def cpu_of(pids: Sequence[int]) -> float:
    """Seconds of CPU time that some processes have used."""
    ticks = 0
    for pid in pids:
        fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def _process_tree(pid: int) -> list[int]:
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [pid, *map(int, children)]


@contextmanager
def _worker(address: str) -> Iterator[ServerProcess]:
    command = [sys.executable, "-m", "ludotheque", "serve", "--port", "0", "--database", address, *LIMITS]
    with start_process(command) as served:
        yield served


def measure_two_workers(moves: int, tick: Callable[[str], None]) -> list[Figure]:
    """Measure two workers on one PostgreSQL."""
    tick("two workers on PostgreSQL")
    full = _load(moves, TABLES, 0.0)
    tick("two workers on PostgreSQL, more tables")
    more = _load(moves, 2 * TABLES, 0.0)
    tick("two workers on PostgreSQL, at a pace")
    paced = _load(moves, PACED, THINK)
    name = f"two workers on PostgreSQL, {TABLES} two-seat tables"
    ours = (full.workers + full.database) * full.rate / 1e6
    return [
        Figure(f"{name}: durable moves", full.rate, "moves/s", f"≥ {AIM:,}", full.rate >= AIM),
        Figure(f"{name}: a move reaches the other, half of them", full.half, "ms", "< 10", full.half < FAN_OUT),
        Figure(f"{name}: … 99 of 100", full.most, "ms"),
        Figure(f"{name}: median answer", full.answer, "ms"),
        Figure(f"{name}: CPU of both workers", full.workers, "µs a move"),
        Figure(f"{name}: CPU of PostgreSQL", full.database, "µs a move"),
        Figure(f"{name}: CPU of the guests, who are not part of it", full.guests, "µs a move"),
        Figure(f"{name}: cores that workers and PostgreSQL kept busy", ours, "cores"),
        *_compared(f"{2 * TABLES} such tables", more),
        *_compared(f"{PACED} such tables, people think for {THINK * 1000:g} ms", paced),
    ]


def _compared(name: str, found: Measured) -> list[Figure]:
    return [
        Figure(f"{name}: durable moves", found.rate, "moves/s"),
        Figure(f"{name}: a move reaches the other, half of them", found.half, "ms"),
        Figure(f"{name}: … 99 of 100", found.most, "ms"),
        Figure(f"{name}: CPU of both workers", found.workers, "µs a move"),
        Figure(f"{name}: CPU of PostgreSQL", found.database, "µs a move"),
    ]


class Measured(NamedTuple):
    """Moves a second; milliseconds until half and most of them have arrived, and are answered; µs of CPU a move."""

    rate: float
    half: float
    most: float
    answer: float
    workers: float
    database: float
    guests: float


def _load(moves: int, tables: int, think: float) -> Measured:
    with own_postgres("max_wal_size=4GB") as postgres:
        address = postgres.address()
        with _worker(address) as one, _worker(address) as two:
            return run_on_server_loop(_measure(postgres.pid, [one, two], moves, tables, think))


async def _measure(postgres: int, workers: Sequence[ServerProcess], moves: int, tables: int, think: float) -> Measured:
    duels = CrossWorkerLoad(workers)
    await duels.open_split_tables(tables, think)
    duels.play()
    await duels.wait_for_answers(tables * SETTLE)
    database = _process_tree(postgres)
    duels.times.clear()
    duels.tally.waits.clear()

    def spent() -> list[float]:
        return [sum(worker.cpu() for worker in workers), cpu_of(database), time.process_time()]

    acks, before, begun = duels.tally.acks, spent(), time.perf_counter()
    await duels.wait_for_answers(acks + moves)
    seconds, after = time.perf_counter() - begun, spent()
    played = duels.tally.acks - acks
    duels.close()
    costs = [(end - start) / played * 1e6 for start, end in zip(before, after, strict=True)]
    times = sorted(duels.times)
    half, most = times[len(times) // 2] * 1000, times[len(times) * 99 // 100] * 1000
    return Measured(played / seconds, half, most, statistics.median(duels.tally.waits) * 1000, *costs)
