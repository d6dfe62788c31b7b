"""``ludotheque serve --workers``: processes on one port that are restarted when they die."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Iterator

import httpx
import pytest

from tests.patience import PATIENCE
from tests.server.client import FRIEND, ME, SETUP, Guest, TableSocket
from tests.server.postgres import ask
from tests.server.running import Running


@pytest.fixture
def several(postgres_address: str) -> Iterator[Running]:
    running = Running(postgres_address, "--workers", "2").start()
    yield running
    running.stop()


def worker_rows(address: str) -> set[object]:
    return {id for (id,) in ask(address, "SELECT id FROM worker")}


async def test_workers_share_a_port_and_are_restarted(several: Running, postgres_address: str) -> None:
    assert ask(postgres_address, "SELECT count(*) FROM worker") == [(2,)]
    anne, bruno = Guest(several, "Anne"), Guest(several, "Bruno")
    table = (await anne.open(ME, FRIEND))["id"]
    await bruno.join(table)
    lines = [await anne.sit(table), await bruno.sit(table)]
    await _play(lines[0], lines[1], 0)

    # Whichever worker they are connected to, it dies; a lost connection is opened again on the same port.
    pids = several.children()
    assert len(pids) == 2
    for pid in pids:
        before = worker_rows(postgres_address)
        os.kill(pid, signal.SIGKILL)
        async with asyncio.timeout(PATIENCE):
            while len(after := worker_rows(postgres_address)) != 2 or after == before:
                await asyncio.sleep(0.1)
    assert not set(pids) & set(several.children())
    again = [await anne.sit(table), await bruno.sit(table)]
    assert again[0].seq == lines[0].seq
    await _play(again[0], again[1], 1)

    left = several.children()
    assert several.stop() == 0
    assert [pid for pid in left if _lives(pid)] == []
    assert ask(postgres_address, "SELECT 1 FROM worker") == []
    with pytest.raises(httpx.HTTPError):
        await anne.get("/healthz")


async def test_workers_end_with_the_supervisor(several: Running) -> None:
    pids = several.children()
    several.kill()
    async with asyncio.timeout(PATIENCE):
        while any(map(_lives, pids)):
            await asyncio.sleep(0.05)


async def _play(mover: TableSocket, other: TableSocket, half: int) -> None:
    """Half of a deployment by either side."""
    for line in (mover, other):
        assert (await line.play(*SETUP[20 * half : 20 * half + 20]))["t"] == "ack"


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
