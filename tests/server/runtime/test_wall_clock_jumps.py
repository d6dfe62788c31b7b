"""Jumps of the wall clock, forwards or backwards, do not change the remaining time of players."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from ludotheque.protocol import http
from ludotheque.protocol.messages import DaysClock, LiveClock
from ludotheque.server.runtime import services as services_module
from ludotheque.server.runtime import time
from ludotheque.server.runtime.services import Services, open_services
from ludotheque.server.settings.definitions import Settings
from ludotheque.server.tables import service as service_module
from ludotheque.server.tables.events import ClocksShifted, decode
from ludotheque.server.tables.table import Table
from ludotheque.server.tables.table_card import build_clocks
from ludotheque.server.tables.timeouts import next_timeout
from tests.server.played_table import PlayedTable, open_played_table, wait_until

HOUR = 3_600_000
BANK = 600_000
SLACK = 60_000
"""What a slow machine may take over a test, in milliseconds; the jumps are far longer."""


_real_now_ms = time.now_ms


class WallClock:
    """The wall clock, which the test sets; the monotonic clock runs on."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.jumped = 0
        for module in (time, services_module, service_module):
            monkeypatch.setattr(module, "now_ms", self.now)

    def now(self) -> int:
        return _real_now_ms() + self.jumped


@pytest.fixture
def wall_clock(monkeypatch: pytest.MonkeyPatch) -> WallClock:
    monkeypatch.setattr(service_module, "HEARTBEAT", 0.05)
    return WallClock(monkeypatch)


@pytest.fixture
async def services(parlour: Services, wall_clock: WallClock) -> Services:
    """Services with running clocks."""
    if not parlour.storage.shared:
        await parlour.start()
    return parlour


def remaining(table: Table, at: int) -> list[int]:
    clocks = build_clocks(table, 0, at)
    assert clocks is not None
    return [card.left_ms for card in clocks.seats if card is not None]


async def jump_events(services: Services, played: PlayedTable) -> list[int]:
    lines = [decode(body) for body in await services.storage.load(played.table.id)]
    return [line.slept for line in lines if isinstance(line, ClocksShifted)]


@pytest.mark.parametrize("jump", [2 * HOUR, -2 * HOUR])
async def test_jump_does_not_change_remaining_time(services: Services, wall_clock: WallClock, jump: int) -> None:
    played = await open_played_table(services, clock=LiveClock(BANK // 1000, 0))
    wall_clock.jumped = jump
    assert (await played.play(0))["t"] == "ack", "before the jump is noticed"
    await wait_until(lambda: abs(played.actor.time.now() - wall_clock.now()) < 1000, 30)
    assert (await played.play(1))["t"] == "ack"
    assert not played.table.seats.proxies
    assert all(BANK - SLACK < time <= BANK for time in remaining(played.table, played.actor.time.now()))
    [slept] = await jump_events(services, played)
    assert abs(slept - jump) < 1000
    again = Table.load(played.table.id, await services.storage.load(played.table.id))
    assert remaining(again, wall_clock.now()) == pytest.approx(remaining(played.table, wall_clock.now()), abs=1000), (
        "a restart agrees"
    )
    assert abs(played.table.updated - wall_clock.now()) < SLACK, "the log has the time of the wall clock"
    due = next_timeout(played.table)
    assert due is not None
    assert 0 < due - wall_clock.now() <= BANK


async def test_table_not_in_memory_follows_a_jump(services: Services, wall_clock: WallClock, tmp_path: Path) -> None:
    services.tables._keep_seconds = 0.05
    played = await open_played_table(services, clock=DaysClock(2))
    for person in (*played.players, played.spectator):
        played.actor.disconnect(person)
    await wait_until(lambda: played.table.id not in services.tables.actors)
    wall_clock.jumped = 30 * 24 * HOUR
    async with asyncio.timeout(30):
        while not await jump_events(services, played):
            await asyncio.sleep(0.02)
    actor, table = await services.tables.find(played.table.id)
    assert not table.seats.proxies
    assert all(time > 2 * 24 * HOUR - SLACK for time in remaining(table, actor.time.now()))


async def test_jump_before_a_restart_does_not_change_remaining_time(wall_clock: WallClock, tmp_path: Path) -> None:
    services = await open_services(Settings(tmp_path / "log.db"))
    await services.start()
    chairs = [http.SeatRequest("me"), http.SeatRequest("friend")]
    order = http.OpenTable("stratego", "Anne", chairs, clock=LiveClock(BANK // 1000, 0))
    card = await services.tables.opening.open(order, "Anne", "guest 0")
    actor, _ = await services.tables.find(card.id)
    await services.tables.join(actor.id, "guest 0", "Anne", "a")
    await services.tables.join(actor.id, "guest 1", "Bruno", "b")
    wall_clock.jumped = HOUR
    await wait_until(lambda: abs(actor.time.now() - wall_clock.now()) < 1000)
    await services.close()
    wall_clock.jumped = 3 * HOUR
    services = await open_services(Settings(tmp_path / "log.db"))
    await services.start()
    actor, table = await services.tables.find(card.id)
    assert all(BANK - SLACK < time <= BANK for time in remaining(table, actor.time.now()))
    await services.close()


async def test_table_without_clocks_logs_no_jump(services: Services, wall_clock: WallClock) -> None:
    played = await open_played_table(services)
    length = played.table.length
    wall_clock.jumped = HOUR
    await wait_until(lambda: abs(played.actor.time.now() - wall_clock.now()) < 1000)
    assert played.table.length == length
    await played.play(0)
    assert abs(played.table.updated - wall_clock.now()) < SLACK


def test_small_corrections_are_not_jumps(wall_clock: WallClock) -> None:
    clock = time.TableTime()
    wall_clock.jumped = 400
    assert clock.jump() == 0
    wall_clock.jumped = -1500
    assert abs(clock.jump() + 1500) < 200
