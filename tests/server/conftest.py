"""One server for the tests that leave it as they found it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from tests.server.client import everybody_leaves
from tests.server.running import Running


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    running = Running(tmp_path_factory.mktemp("server") / "ludotheque.db").start()
    yield running
    running.stop()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Running]:
    """One that may be killed."""
    running = Running(tmp_path / "ludotheque.db").start()
    yield running
    running.stop()


@pytest.fixture(autouse=True)
async def evening() -> AsyncIterator[None]:
    """After each test the guests go home."""
    yield
    await everybody_leaves()
