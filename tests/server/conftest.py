"""Fixtures: servers, services in this process, databases."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from ludotheque import games
from ludotheque.server.runtime.services import Services, open_services
from ludotheque.server.settings.definitions import Settings
from ludotheque.server.tables.archive import ArchivedTable
from tests.engine.parlour.game import GAME
from tests.server.client import close_all_guests
from tests.server.postgres import database, postgres, postgres_address
from tests.server.running import Running

__all__ = ["database", "postgres", "postgres_address"]


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    running = Running(tmp_path_factory.mktemp("server") / "ludotheque.db").start()
    yield running
    running.stop()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Running]:
    """A server of the test's own, which may be killed."""
    running = Running(tmp_path / "ludotheque.db").start()
    yield running
    running.stop()


@pytest.fixture
def either_server(database: Path | str) -> Iterator[Running]:
    """A server of the test's own, on either kind of database."""
    running = Running(database).start()
    yield running
    running.stop()


async def _here(kept: ArchivedTable, work: Callable[..., Any], *arguments: object) -> Any:
    return work(kept.id, kept.bodies, *arguments)


@pytest.fixture
async def parlour(database: Path | str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Services]:
    """Services in this process with the parlour game alone, on either kind of database."""
    monkeypatch.setattr(games, "_names", lambda: ("parlour",))
    monkeypatch.setattr(games, "_open", {"parlour": GAME}.__getitem__)
    services = await open_services(Settings(database, bot_delay=0, reaction_time=0, bot_processes=1, away=0))
    monkeypatch.setattr(services.archive, "_run", _here)  # other processes do not know this game
    if services.storage.shared:
        await services.start()
    yield services
    await services.close()


@pytest.fixture(autouse=True)
async def close_guests() -> AsyncIterator[None]:
    """Close the clients of all guests after each test."""
    yield
    await close_all_guests()
