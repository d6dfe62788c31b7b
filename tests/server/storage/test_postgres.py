"""The PostgreSQL storage: databases that cannot be used, lost connections, durable commits."""

from __future__ import annotations

import asyncio
import importlib
import pkgutil
import re
import subprocess
import sys

import asyncpg
import pytest

from ludotheque import server
from ludotheque.lab.postgres import OwnPostgres
from ludotheque.server.storage import StorageError, open_storage
from ludotheque.server.storage.postgres import PostgresStorage
from ludotheque.server.storage.schema import VERSION
from tests.patience import PATIENCE
from tests.server.postgres import ask


async def open_error(address: str) -> str:
    with pytest.raises(StorageError) as trouble:
        await open_storage(address)
    return str(trouble.value)


async def test_unreachable_database_is_reported(postgres: OwnPostgres) -> None:
    sentence = await open_error(f"postgresql://ludotheque:{postgres.password}@127.0.0.1:1/house")
    assert "cannot be reached" in sentence
    assert postgres.password not in sentence
    assert "postgresql://ludotheque:***@127.0.0.1:1/house" in sentence


async def test_wrong_password_is_reported(postgres: OwnPostgres) -> None:
    address = postgres.address().replace(postgres.password, "letmein")
    sentence = await open_error(address)
    assert "refuses the login" in sentence
    assert "letmein" not in sentence


async def test_missing_database_is_reported(postgres: OwnPostgres) -> None:
    sentence = await open_error(postgres.address("nowhere"))
    assert "does not exist: create it first" in sentence
    assert postgres.password not in sentence


async def test_database_of_another_program_is_refused(postgres_address: str) -> None:
    ask(postgres_address, "CREATE TABLE recipes (name TEXT)")
    assert "is another program's database" in await open_error(postgres_address)
    assert ask(postgres_address, "SELECT tablename FROM pg_tables WHERE schemaname = 'public'") == [("recipes",)]


async def test_database_of_a_newer_version_is_refused(postgres_address: str) -> None:
    await (await open_storage(postgres_address)).close()
    ask(postgres_address, f"UPDATE ludotheque SET version = {VERSION + 1}")
    assert "written by a newer Ludothèque" in await open_error(postgres_address)


async def test_workers_that_start_together_create_the_tables_once(postgres_address: str) -> None:
    found = await asyncio.gather(*(open_storage(postgres_address) for _ in range(6)))
    assert len({storage.key for storage in found}) == 1
    for storage in found:
        await storage.close()


async def test_commits_are_synchronous_whatever_the_default_of_the_database(postgres_address: str) -> None:
    ask(postgres_address, "ALTER DATABASE house SET synchronous_commit = off")
    storage = await open_storage(postgres_address)
    assert await storage.rows("SELECT current_setting('synchronous_commit')") == [("on",)]
    await storage.close()
    ask(postgres_address, "ALTER DATABASE house RESET synchronous_commit")


async def test_append_over_a_lost_connection_is_written_exactly_once(postgres_address: str) -> None:
    """The connection is cut repeatedly while entries are written; every acknowledged one is there, once."""
    storage = await open_storage(postgres_address)
    assert isinstance(storage, PostgresStorage)
    saboteur = await asyncpg.connect(postgres_address)
    mine = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1"
    done: dict[str, int] = dict.fromkeys((f"table {n}" for n in range(20)), 0)

    async def write(table: str) -> None:
        while done[table] < 60:
            await storage.append(table, done[table], [f"{table} {done[table]}".encode()])
            done[table] += 1

    writing = asyncio.gather(*map(write, done))
    for _ in range(8):
        await asyncio.sleep(0.05)
        await saboteur.execute(mine, f"ludotheque {storage.worker}")
    await writing
    for table, count in done.items():
        assert await storage.load(table) == [f"{table} {number}".encode() for number in range(count)]
    await storage.close()
    await saboteur.close()


def test_serve_reports_an_unusable_database(postgres: OwnPostgres) -> None:
    for words in (["--database", postgres.address("nowhere")], ["--data", "somewhere.db", "--workers", "2"]):
        command = [sys.executable, "-m", "ludotheque", "serve", "--port", "0", *words]
        ended = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
        assert ended.returncode in (1, 2)
        assert ended.stderr.splitlines()[-1].startswith("ludotheque: ")
        assert "Traceback" not in ended.stderr
        assert postgres.password not in ended.stderr


async def test_every_statement_is_valid_for_postgresql(postgres_address: str) -> None:
    """Whatever SQL a module of the server keeps under a name is prepared, with its values' types made out."""
    await (await open_storage(postgres_address)).close()
    connection = await asyncpg.connect(postgres_address)
    checked = 0
    for found in pkgutil.walk_packages(server.__path__, f"{server.__name__}."):
        if ".storage.sqlite" in found.name:
            continue
        for name, value in vars(importlib.import_module(found.name)).items():
            if isinstance(value, str) and re.match(r"\s*(SELECT|INSERT|UPDATE|DELETE|WITH)\s[^;]*$", value):
                try:
                    await connection.prepare(value)
                except asyncpg.PostgresError as error:
                    raise AssertionError(f"{found.name}.{name}: {error}") from error
                checked += 1
    assert checked > 20
    await connection.close()
