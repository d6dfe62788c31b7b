"""A real PostgreSQL for the tests: one server a run, started by itself and without root; a fresh database a test."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Iterator
from pathlib import Path

import asyncpg
import pytest

from ludotheque.lab.postgres import OwnPostgres, own_postgres

_numbers = itertools.count(1)


@pytest.fixture(scope="session")
def postgres() -> Iterator[OwnPostgres]:
    """A server for every test that leaves it running."""
    # Nobody pulls the plug of this machine in a test: what is committed need not wait for the disk.
    with own_postgres("fsync=off", "max_connections=200") as server:
        yield server


def fresh(server: OwnPostgres) -> str:
    """The address of a database with nothing in it."""
    name = f"house_{next(_numbers)}"

    async def make() -> None:
        connection = await asyncpg.connect(server.address())
        await connection.execute(f"CREATE DATABASE {name}")
        await connection.close()

    # In a thread, because there may be an event loop in this one.
    import threading

    thread = threading.Thread(target=asyncio.run, args=(make(),))
    thread.start()
    thread.join()
    return server.address(name)


@pytest.fixture
def postgres_address(postgres: OwnPostgres) -> str:
    return fresh(postgres)


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Path | str:
    """Where a house keeps its games: a test with this runs on each kind of database."""
    if request.param == "sqlite":
        return tmp_path / "log.db"
    address: str = request.getfixturevalue("postgres_address")
    return address
