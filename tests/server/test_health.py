"""Whether a server lives and may be sent guests, as a proxy asks it."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import httpx
import pytest

from ludotheque.server import health
from ludotheque.server.health import READY, Doctor
from ludotheque.server.house import House, open_house
from ludotheque.server.settings import Settings
from ludotheque.server.storage import StorageTrouble
from tests.server.running import Running


async def ask(server: Running, path: str) -> tuple[int, dict[str, str]]:
    async with httpx.AsyncClient(base_url=server.address, verify=False) as http:
        answer = await http.get(path)
        return answer.status_code, answer.json()


async def test_a_server_that_is_open_lives_and_is_ready(server: Running) -> None:
    assert await ask(server, "/healthz") == (200, {"state": "alive", "detail": "the process runs"})
    assert await ask(server, "/readyz") == (200, {"state": "ready", "detail": "guests may come"})


async def test_nobody_is_told_to_ask_less_often(tmp_path: Path) -> None:
    """Opening tables is limited by address; asking for health is not."""
    server = Running(tmp_path / "house.db", "--posts-per-minute", "1").start()
    try:
        async with httpx.AsyncClient(base_url=server.address, verify=False) as http:
            for path in ["/healthz", "/readyz"] * 100:
                assert (await http.get(path)).status_code == 200
    finally:
        server.stop()


async def test_a_server_told_to_stop_lives_on_for_a_while_but_is_not_ready(tmp_path: Path) -> None:
    server = Running(tmp_path / "house.db", "--drain", "1.5").start()
    began = time.monotonic()
    server.tell_to_stop()
    while (found := await ask(server, "/readyz"))[0] == 200:
        assert time.monotonic() - began < 1.2
        await asyncio.sleep(0.02)
    assert found == (503, {"state": "closing", "detail": "the server was told to stop"})
    assert (await ask(server, "/healthz"))[0] == 200
    server.wait()
    assert 1.4 < time.monotonic() - began < 10


@pytest.fixture
async def closed(tmp_path: Path) -> House:
    """A house that is not open yet."""
    return await open_house(Settings(tmp_path / "house.db"))


async def test_a_house_whose_register_is_not_made_is_starting(closed: House) -> None:
    doctor = Doctor(closed)
    assert (await doctor.look()).state == "starting"
    await closed.start()
    assert await doctor.look() is READY
    await closed.close()
    assert (await doctor.look()).state == "starting"


async def test_a_storage_that_fails_or_is_silent_makes_it_not_ready(
    closed: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await closed.start()
    asked = 0

    async def fail() -> int:
        nonlocal asked
        asked += 1
        raise StorageTrouble("the disk is full")

    async def be_silent() -> int:
        await asyncio.sleep(60)
        raise AssertionError

    monkeypatch.setattr(health, "WITHIN", 0.05)
    monkeypatch.setattr(closed.storage, "alive", fail)
    doctor = Doctor(closed)
    found = await asyncio.gather(*(doctor.look() for _ in range(50)))
    assert {one.state for one in found} == {"no_storage"}
    assert asked == 1, "however many ask, the storage is asked once"
    assert [line.getMessage() for line in caplog.records] == ["the storage does not answer"]
    monkeypatch.setattr(closed.storage, "alive", be_silent)
    assert (await Doctor(closed).look()).state == "no_storage"
    monkeypatch.undo()
    await closed.close()
