"""A real PostgreSQL for the tests: one server a run, started by itself and without root; an empty database a test."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path

import asyncpg
import pytest

from ludotheque.lab.postgres import OwnPostgres, own_postgres


@pytest.fixture(scope="session")
def postgres() -> Iterator[OwnPostgres]:
    """A server for every test; one that stops it starts it again."""
    # Nobody pulls the plug of this machine in a test: what is committed need not wait for the disk.
    with own_postgres("fsync=off", "max_connections=200") as server:
        yield server


@pytest.fixture
def postgres_address(postgres: OwnPostgres) -> str:
    """The address of a database with nothing in it."""
    return emptied(postgres, "house")


def emptied(server: OwnPostgres, name: str) -> str:
    """The address of a database with nothing in it: making one takes longer than to empty it."""
    if not ask(server.address(), f"SELECT 1 FROM pg_database WHERE datname = '{name}'"):
        ask(server.address(), f"CREATE DATABASE {name}")
        return server.address(name)
    ask(server.address(), f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'")
    ask(server.address(name), "DROP SCHEMA public CASCADE; CREATE SCHEMA public")
    return server.address(name)


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Path | str:
    """The address of a database; a test with this fixture runs on each kind of database."""
    if request.param == "sqlite":
        return tmp_path / "log.db"
    address: str = request.getfixturevalue("postgres_address")
    return address


def ask(address: str, sql: str) -> list[tuple[object, ...]]:
    """Ask a database something, whether or not there is an event loop in this thread."""
    found: list[tuple[object, ...]] = []

    async def asking() -> None:
        connection = await asyncpg.connect(address)
        if sql.startswith("SELECT"):
            found.extend(map(tuple, await connection.fetch(sql)))
        else:
            await connection.execute(sql)
        await connection.close()

    thread = threading.Thread(target=asyncio.run, args=(asking(),))
    thread.start()
    thread.join()
    return found
