"""Kill −9 of one of two workers on one PostgreSQL, under load: no acknowledged move is lost or doubled, and the other
worker takes over its tables within three seconds, even those with bots only."""

from __future__ import annotations

import asyncio
import random
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from ludotheque.server.storage import Storage, open_storage
from ludotheque.server.tables.table import Table
from tests.patience import PATIENCE
from tests.server.client import FRIEND, ME, Guest, bot
from tests.server.running import Running, within
from tests.server.test_kill import Newcomer, Scripted, check_logs, check_seats

TABLES = 6


async def seated(workers: list[Running], number: int) -> list[Scripted]:
    """Two scripted players at a table of their own: both at one worker, or each at another."""
    one, two = Guest(workers[number % 2], "Anne"), Guest(workers[number // 2 % 2], "Bruno")
    table = (await one.open(ME, FRIEND, options={"no_fight": 2000, "max_moves": 20000}))["id"]
    await two.join(table)
    return [Scripted(await guest.sit(table), 2 * number + seat) for seat, guest in enumerate((one, two))]


class Scenario:
    """People who play while workers are killed under them."""

    def __init__(self, address: str) -> None:
        self.workers = [Running(address), Running(address)]
        self.newcomer = Newcomer(*self.workers)
        self.players: list[Scripted] = []
        self.tasks: list[asyncio.Task[None]] = []
        self.waits: list[float] = []
        """How long the tables of the dead stood still."""
        self.bots_waits: list[float] = []
        self._storage: Storage
        self._address = address
        self._luck = random.Random(7)

    async def begin(self) -> None:
        with ThreadPoolExecutor() as threads:
            list(threads.map(Running.start, self.workers))
        self._storage = await open_storage(self._address)
        await self._fill()
        self.tasks.append(asyncio.create_task(self.newcomer.come_and_go()))

    async def _fill(self) -> None:
        """A new table for each at which the game is over."""
        for number in range(TABLES - len([player for player in self.players if not player.line.card["over"]]) // 2):
            pair = await seated(self.workers, number)
            self.players += pair
            self.tasks += [asyncio.create_task(player.play_on()) for player in pair]

    async def play(self, moves: int) -> None:
        until = self._played() + moves
        while self._played() < until:
            await asyncio.sleep(0.005)

    def _played(self) -> int:
        for task in self.tasks:
            if task.done():
                task.result()
        return sum(player.moves for player in self.players)

    async def kill(self, number: int) -> None:
        """Kill a worker; the people connected to it go to the other, and half of them back when it has risen."""
        dead, other = self.workers[number], self.workers[1 - number]
        await self._bots_play(other)  # it is as ready as a worker that runs for a while: its bots' processes are there
        bots = await self._bots_play(dead)
        await self._fill()
        hit = [player for player in self.players if player.line.guest.server is dead]
        for player in hit:
            player.elsewhere = other
        dead.kill()
        killed = time.monotonic()
        seen = len(await self._storage.load(bots))
        going_on = asyncio.create_task(self._seconds_until_next_event(bots, seen, killed))
        tables = {player.line.table for player in hit}
        at_them = [player for player in self.players if player.line.table in tables]
        while waiting := {
            table
            for table in tables
            if not any(p.answered_at > killed or p.line.card["over"] for p in at_them if p.line.table == table)
        }:
            assert time.monotonic() - killed < 20, f"{len(waiting)} tables stand still"
            await asyncio.sleep(0.005)
            self._played()
        self.waits.append(time.monotonic() - killed)
        self.bots_waits.append(await going_on)
        await asyncio.to_thread(dead.start)
        for player in self._luck.sample(self.players, len(self.players) // 2):
            player.elsewhere = dead if player.line.guest.server is other else None

    async def _bots_play(self, worker: Running) -> str:
        """A table of bots, at which they have begun to play."""
        table: str = (await Guest(worker, "Anne").open(*[bot("random")] * 4, game="politico"))["id"]
        async with asyncio.timeout(PATIENCE):
            while len(await self._storage.load(table)) < 5:
                await asyncio.sleep(0.02)
        return table

    async def _seconds_until_next_event(self, table: str, seen: int, since: float) -> float:
        """Seconds until bots play on at an unwatched table."""
        while len(bodies := await self._storage.load(table)) == seen and not Table.load(table, bodies).over:
            if time.monotonic() - since > 20:
                lease = 'SELECT lease.worker, until FROM lease LEFT JOIN worker ON id = lease.worker WHERE "table" = $1'
                raise AssertionError(f"no worker runs it: {await self._storage.rows(lease, table)}")
            await asyncio.sleep(0.02)
        return time.monotonic() - since

    async def end(self) -> None:
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        await check_seats(self.newcomer)
        for worker in self.workers:
            worker.kill()
        await check_logs(self._address, self.players)
        await self._storage.close()
        for whose, waits in (("people", self.waits), ("bots", self.bots_waits)):
            print(f"{whose}’s tables stood still for {', '.join(f'{wait:.2f}' for wait in sorted(waits))} s")
        assert max(self.waits) < within()
        assert max(self.bots_waits) < within()


async def survive(address: str, kills: int, moves_between: int) -> None:
    scenario = Scenario(address)
    try:
        await scenario.begin()
        for kill in range(kills):
            await scenario.play(moves_between)
            await scenario.kill(kill % 2)
        await scenario.play(moves_between)
        await scenario.end()
    finally:
        for worker in scenario.workers:
            worker.kill()


async def test_kill_minus_nine_of_a_worker(postgres_address: str) -> None:
    await survive(postgres_address, 1, 200)


@pytest.mark.slow
@pytest.mark.timeout(1200)
async def test_kill_minus_nine_of_a_worker_twenty_times(postgres_address: str) -> None:
    await survive(postgres_address, 20, 120)
