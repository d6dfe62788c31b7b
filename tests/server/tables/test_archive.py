"""The archive: replays of long games, and loading of long logs, do not block other tables."""

from __future__ import annotations

import asyncio
import itertools
import os
import random
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from ludotheque.engine import record
from ludotheque.games import find
from ludotheque.protocol import messages
from ludotheque.server.runtime import time_slices
from ludotheque.server.runtime.services import open_services
from ludotheque.server.runtime.time_slices import SLICE, TimeSlices
from ludotheque.server.settings.definitions import Settings
from ludotheque.server.storage import open_storage
from ludotheque.server.tables import archive, archive_worker, commands, events, index_entries
from ludotheque.server.tables.archive import Archive, Busy
from ludotheque.server.tables.errors import InvalidLog
from ludotheque.server.tables.events import SeatPlan, SeatTaken, TableEvent, TableOpened
from ludotheque.server.tables.starting import seat_players
from ludotheque.server.tables.table import Table
from tests.server.client import Guest, deployed
from tests.server.running import Running

LONG = 1000


def played(id: str, seed: int) -> tuple[Table, list[TableEvent]]:
    """A public game of Stratego between two who play anything, and its log."""
    options = msgspec.to_builtins(find("stratego").options({"no_fight": 2000}))
    opened = TableOpened("stratego", 1, options, [SeatPlan("friend")] * 2, "5e" * 32, "", 0, public=True)
    table, lines, luck = Table(id, opened), list[TableEvent]([opened]), random.Random(seed)
    for sat in seat_players(table, [SeatTaken(seat, name, name, 0, f"guest {seat}") for seat, name in enumerate("AB")]):
        table.apply(sat)
        lines.append(sat)
    while not table.over:
        match = table.playing()
        seat = match.asked()[0]
        move = msgspec.Raw(msgspec.json.encode(luck.choice(match.legal(seat))))
        message = messages.Play(f"m{table.length}", match.rules.question(match.state), [move])
        decision = commands.play(table, seat, message, 1)
        for event in decision.events:
            table.apply(event, decision.attempt)
            lines.append(event)
    return table, lines


@pytest.fixture(scope="module")
def long_game() -> tuple[Table, list[bytes]]:
    for seed in itertools.count(1):
        table, lines = played("long", seed)
        if len(lines) > LONG:
            return table, [events.encode(line) for line in lines]
    raise AssertionError


@pytest.fixture
def server(tmp_path: Path, long_game: tuple[Table, list[bytes]]) -> Iterator[Running]:
    """One in whose database a long game lies."""

    async def write_log() -> None:
        table, bodies = long_game
        storage = await open_storage(tmp_path / "house.db")
        await storage.append("long", 0, bodies, index_entries.entry(table))
        await storage.close()

    asyncio.run(write_log())
    running = Running(tmp_path / "house.db").start()
    yield running
    running.stop()


async def test_play_is_not_delayed_by_twenty_long_replays(server: Running) -> None:
    anne, bruno = await deployed(server)
    guest = Guest(server, "Chloé")
    eyes = ["all", "spectator", "0", "1"]

    async def look(number: int) -> int:
        page = await guest.get(f"/api/tables/long/replay?eyes={eyes[number % 4]}&start={LONG - 50 * (number % 10)}")
        return len(page["steps"])

    async def take() -> bytes:
        return (await guest.http.get("/api/tables/long/record?eyes=0")).content

    await look(0)  # the process starts with the first request
    looking = asyncio.gather(*(look(number) for number in range(20)), *(take() for _ in range(4)))
    waited, luck = list[float](), random.Random(3)
    began = time.perf_counter()
    for line in itertools.cycle((anne, bruno)):
        if looking.done() and len(waited) > 10:
            break
        await line.until(lambda line=line: line.to_move)  # type: ignore[misc]
        assert line.now is not None
        sent = time.perf_counter()
        assert (await line.play(luck.choice(line.now["legal"])))["t"] == "ack"
        waited.append(time.perf_counter() - sent)
        if line.card["over"]:
            break
    await looking
    took = time.perf_counter() - began
    slow = max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))
    assert sorted(waited)[len(waited) // 2] < 0.05 * slow, (took, sorted(waited)[-5:])
    assert max(waited) < 0.5 * slow, (took, sorted(waited)[-5:])


async def test_long_log_is_loaded_in_time_slices(
    tmp_path: Path, long_game: tuple[Table, list[bytes]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With slices of no length at all, so that a machine that is held up makes no difference."""
    monkeypatch.setattr(time_slices, "SLICE", 0.0)
    table, bodies = long_game
    services = await open_services(Settings(tmp_path / "house.db"))
    await services.storage.append("long", 0, bodies, index_entries.entry(table))
    turns = 0

    async def others() -> None:
        nonlocal turns
        while True:
            await asyncio.sleep(0)
            turns += 1

    watching = asyncio.create_task(others())
    await asyncio.sleep(0)
    turns = 0
    _, found = await services.tables.find("long")
    watching.cancel()
    assert found.length == len(bodies)
    assert msgspec.json.encode(found.stories[0]) == msgspec.json.encode(table.stories[0])
    assert turns >= len(bodies)
    await services.close()


async def test_time_slices_alternate_between_works() -> None:
    slices, done = TimeSlices(), list[str]()

    def steps(name: str) -> Iterator[str]:
        for _ in range(3):
            time.sleep(SLICE)
            done.append(name)
            yield name

    first, second = await asyncio.gather(slices.run(steps("a")), slices.run(steps("b")))
    assert (first, second) == ("a", "b")
    assert done == ["a", "b"] * 3


def test_archive_gives_the_same_record(long_game: tuple[Table, list[bytes]]) -> None:
    table, bodies = long_game
    assert archive_worker.record("long", bodies, None, "all") == archive_worker.public_record("long", bodies)
    found = record.read(archive_worker.record("long", bodies, "guest 0", "all"))
    assert record.verify(find("stratego"), found).moves == len(table.playing().record.moves)


async def test_too_many_replays_are_refused(
    tmp_path: Path, long_game: tuple[Table, list[bytes]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive, "QUEUE_LIMIT", 2)
    table, bodies = long_game
    services = await open_services(Settings(tmp_path / "house.db"))
    await services.storage.append("long", 0, bodies, index_entries.entry(table))
    found = await services.archive.find("long")
    assert found is not None
    answers = await asyncio.gather(
        *(services.archive.replay(found, None, "all", 0) for _ in range(3)), return_exceptions=True
    )
    assert [type(answer) for answer in answers] == [bytes, bytes, Busy]
    await services.close()


def sleeps(*_: object) -> bytes:
    time.sleep(3600)
    return b""


async def test_endless_replay_is_killed(
    tmp_path: Path, long_game: tuple[Table, list[bytes]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive, "TIMEOUT", 0.5)
    table, bodies = long_game
    storage = await open_storage(tmp_path / "house.db")
    await storage.append("long", 0, bodies, index_entries.entry(table))
    shelf = Archive(storage)
    found = await shelf.find("long")
    assert found is not None
    with monkeypatch.context() as patched:
        patched.setattr(archive_worker, "replay", sleeps)
        with pytest.raises(InvalidLog, match="too long"):
            await shelf.replay(found, None, "all", 0)
    monkeypatch.setattr(archive, "TIMEOUT", 30.0)
    assert await shelf.replay(found, None, "all", 0)
    await shelf.close()
    await storage.close()


async def test_replays_are_rate_limited_by_address(tmp_path: Path) -> None:
    server = Running(tmp_path / "house.db", "--posts-per-minute", "2").start()
    try:
        guest = Guest(server, "Anne")
        found = [(await guest.http.get("/api/tables/none/replay")).status_code for _ in range(9)]
        assert found == [404] * 8 + [429]
        assert (await guest.http.get("/api/tables/none")).status_code == 404, "looking at a table is not counted there"
    finally:
        server.stop()
