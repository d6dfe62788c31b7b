"""Backups of PostgreSQL: taken while two workers write, restored into both kinds of databases."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import pytest

from ludotheque.lab.postgres import OwnPostgres
from ludotheque.server.storage import Storage, open_storage
from ludotheque.server.tables.table import Table
from tests.patience import PATIENCE
from tests.server.postgres import ask, emptied
from tests.server.running import Running
from tests.server.storage.test_backup import AcknowledgedMoves, command, read_logs
from tests.server.test_kill import seated

TABLES = 4


async def everything(database: Path | str, tables: list[str]) -> dict[str, list[bytes]]:
    storage: Storage = await open_storage(database)
    found = {table: list(await storage.load(table)) for table in tables}
    await storage.close()
    return found


async def command_error(*words: str) -> str:
    """What a command that cannot be done says."""
    with pytest.raises(AssertionError) as failed:
        await command(*words)
    return str(failed.value)


async def test_backup_under_load_is_restored_into_both_databases(
    postgres: OwnPostgres, postgres_address: str, tmp_path: Path
) -> None:
    server = Running(postgres_address, "--workers", "2").start()
    file = tmp_path / "backup.sqlite"
    try:
        players = [player for number in range(TABLES) for player in await seated(server, number)]
        tables = sorted({player.line.table for player in players})
        tasks = [asyncio.create_task(player.play_on()) for player in players]
        while sum(player.moves for player in players) < 600:
            await asyncio.sleep(0.01)
        promised = [AcknowledgedMoves(player) for player in players]
        assert f"holds {TABLES} tables" in await command("backup", str(file), "--database", postgres_address)
        moves = sum(player.moves for player in players)
        while sum(player.moves for player in players) < moves + 100:
            await asyncio.sleep(0.01)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        in_use = await command_error("restore", str(file), "--database", postgres_address, "--force")
        assert "stop them first" in in_use
        assert postgres.password not in in_use
    finally:
        server.stop()

    kept, written = read_logs(file), await everything(postgres_address, tables)
    assert sorted(kept) == tables
    for table, bodies in kept.items():
        assert bodies == written[table][: len(bodies)], "a backup is the log up to a moment"
        Table.load(table, bodies)
    for promise in promised:
        promise.check_in(kept[promise.player.line.table])

    async with asyncio.timeout(PATIENCE):  # a worker that a busy machine has cut short counts as serving for a while
        while "stop them first" in (
            without_force := await command_error("restore", str(file), "--database", postgres_address)
        ):
            await asyncio.sleep(0.5)
    assert "use --force to replace" in without_force
    other = emptied(postgres, "restored")
    for database in (tmp_path / "house.db", other, postgres_address):
        assert f"holds {TABLES} tables" in await command("restore", str(file), "--database", str(database), "--force")
        assert await everything(database, tables) == kept
    again = Running(other).start()
    try:
        for player in players:
            player.line.guest.server = again
            line = await player.line.guest.sit(player.line.table)
            assert line.seat == player.line.seat, "the signing key is restored too, so that cookies stay valid"
            await line.close()
    finally:
        again.stop()


async def test_backup_and_restore_keep_every_table(postgres_address: str, tmp_path: Path) -> None:
    """Whatever tables there are by now: from SQLite into PostgreSQL and back they are the same, row by row."""
    first, file, back = tmp_path / "first.db", tmp_path / "there.sqlite", tmp_path / "back.sqlite"
    server = Running(first).start()
    players = await seated(server, 0)
    assert players[0].line.seat == 0
    server.stop()
    await command("backup", str(file), "--database", str(first))
    await command("restore", str(file), "--database", postgres_address)
    await command("backup", str(back), "--database", postgres_address)
    one, two = sqlite3.connect(file), sqlite3.connect(back)
    tables = [name for (name,) in one.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")]
    assert len(tables) >= 5
    for table in tables:
        rows = [sorted(map(repr, database.execute(f'SELECT * FROM "{table}"'))) for database in (one, two)]
        assert rows[0] == rows[1]
    assert one.execute("SELECT count(*) FROM summary").fetchone() == (1,)
    assert "up to date" in await command("migrate", "--database", postgres_address)
    ask(postgres_address, "UPDATE ludotheque SET version = 1000")
    for words in (["migrate"], ["migrate", "--dry-run"], ["backup", str(tmp_path / "another.sqlite")]):
        assert "newer" in await command_error(*words, "--database", postgres_address)
