"""Health checks, as a proxy asks for them."""

from __future__ import annotations

import asyncio
import os
import resource
import time
from pathlib import Path

import httpx
import pytest

from ludotheque.server import health
from ludotheque.server.health import READY, HealthChecks
from ludotheque.server.metrics.counters import counters
from ludotheque.server.runtime.services import Services, open_services
from ludotheque.server.settings.definitions import Settings
from ludotheque.server.storage import StorageError
from tests.patience import PATIENCE
from tests.server.running import Running


async def ask(server: Running, path: str) -> tuple[int, dict[str, str]]:
    async with httpx.AsyncClient(base_url=server.address, verify=False, timeout=PATIENCE) as http:
        answer = await http.get(path)
        return answer.status_code, answer.json()


async def test_running_server_is_alive_and_ready(server: Running) -> None:
    assert await ask(server, "/healthz") == (200, {"state": "alive", "detail": "the process runs"})
    assert await ask(server, "/readyz") == (200, {"state": "ready", "detail": "the server accepts requests"})


async def test_health_checks_are_not_rate_limited(tmp_path: Path) -> None:
    """Opening tables is limited by address; asking for health is not."""
    server = Running(tmp_path / "house.db", "--posts-per-minute", "1").start()
    try:
        async with httpx.AsyncClient(base_url=server.address, verify=False, timeout=PATIENCE) as http:
            for path in ["/healthz", "/readyz"] * 100:
                assert (await http.get(path)).status_code == 200
    finally:
        server.stop()


async def test_draining_server_is_alive_but_not_ready(tmp_path: Path) -> None:
    server = Running(tmp_path / "house.db", "--drain", "1.5").start()
    began = time.monotonic()
    server.request_stop()
    while (found := await ask(server, "/readyz"))[0] == 200:
        assert time.monotonic() - began < 1.2
        await asyncio.sleep(0.02)
    assert found == (503, {"state": "closing", "detail": "the server is stopping"})
    assert (await ask(server, "/healthz"))[0] == 200
    server.wait()
    assert 1.4 < time.monotonic() - began < 10


@pytest.fixture
async def closed(tmp_path: Path) -> Services:
    """Services that are not started."""
    return await open_services(Settings(tmp_path / "house.db"))


async def test_server_is_starting_until_the_index_is_up_to_date(closed: Services) -> None:
    doctor = HealthChecks(closed)
    assert (await doctor.check()).state == "starting"
    await closed.start()
    assert await doctor.check() is READY
    await closed.close()
    assert (await doctor.check()).state == "starting"


async def test_failing_or_silent_storage_makes_the_server_not_ready(
    closed: Services, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await closed.start()
    asked = 0

    async def fail() -> int:
        nonlocal asked
        asked += 1
        raise StorageError("the disk is full")

    async def be_silent() -> int:
        await asyncio.sleep(60)
        raise AssertionError

    monkeypatch.setattr(health, "TIMEOUT", 0.05)
    monkeypatch.setattr(closed.storage.metadata, "last_alive", fail)
    doctor = HealthChecks(closed)
    found = await asyncio.gather(*(doctor.check() for _ in range(50)))
    assert {one.state for one in found} == {"no_storage"}
    assert asked == 1, "however many ask, the storage is asked once"
    assert [line.getMessage() for line in caplog.records] == ["the storage does not answer"]
    monkeypatch.setattr(closed.storage.metadata, "last_alive", be_silent)
    assert (await HealthChecks(closed).check()).state == "no_storage"
    monkeypatch.undo()
    await closed.close()


async def test_file_that_cannot_grow_makes_the_server_not_ready(
    closed: Services, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(health, "_CHECK_EVERY", 0.0)
    caplog.set_level("INFO")
    await closed.start()
    storage = closed.storage
    ((pages,),) = await storage.rows("PRAGMA page_count")
    await storage.rows(f"PRAGMA max_page_count = {pages}")
    doctor = HealthChecks(closed)
    assert (await doctor.check()).state == "not_writable"
    assert "full" in str(vars(caplog.records[-1])["facts"]["why"])
    await storage.rows("PRAGMA max_page_count = 1000000")
    assert await doctor.check() is READY
    assert "the storage answers again" in caplog.text
    await closed.close()


async def test_write_check_runs_periodically_and_after_every_failure(
    closed: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "_CHECK_EVERY", 0.0)
    await closed.start()
    wrote = 0
    probe = closed.storage.check_writable

    async def count() -> None:
        nonlocal wrote
        wrote += 1
        await probe()

    monkeypatch.setattr(closed.storage, "check_writable", count)
    doctor = HealthChecks(closed)
    for _ in range(20):
        assert await doctor.check() is READY
    assert wrote == 1
    counters.storage_errors += 1
    assert await doctor.check() is READY
    assert wrote == 2
    await closed.close()


async def test_full_disk_makes_the_server_not_ready(
    closed: Services, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await closed.start()
    full = os.statvfs_result((4096, 4096, 1000, 3, 3, 100, 50, 50, 0, 255))
    monkeypatch.setattr(os, "statvfs", lambda path: full)
    assert (await HealthChecks(closed).check()).state == "not_writable"
    assert "is full" in str(vars(caplog.records[-1])["facts"]["why"])
    monkeypatch.undo()
    await closed.close()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no limits on files here")
async def test_server_with_a_file_size_limit_is_not_ready(tmp_path: Path) -> None:
    """The file size is limited from outside, as a full disk would: writes fail, reads go on."""
    server = Running(tmp_path / "house.db").start()
    try:
        assert (await ask(server, "/readyz"))[0] == 200
        assert server.pid is not None
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (4096, 4096))
        async with asyncio.timeout(20):
            while (found := await ask(server, "/readyz"))[0] == 200:
                await asyncio.sleep(0.2)
        assert found[1]["state"] == "not_writable"
        assert (await ask(server, "/healthz"))[0] == 200
    finally:
        server.kill()
