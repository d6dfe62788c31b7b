"""Bots think elsewhere, and a table goes on when they fail."""

from __future__ import annotations

import asyncio
import multiprocessing
from pathlib import Path

import msgspec
import pytest

from ludotheque.games import find
from ludotheque.server import wire
from ludotheque.server.bots import BotFailed, Bots, job_for
from ludotheque.server.connection import Connection
from ludotheque.server.house import open_house
from ludotheque.server.ledger import Opened, Place, Sat, encode
from ludotheque.server.settings import Settings
from ludotheque.server.storage.sqlite import SqliteStorage
from ludotheque.server.table import Table
from tests.patience import PATIENCE


def stratego(level: str) -> tuple[Opened, list[Sat]]:
    """A table of two bots, as a log has it."""
    options = msgspec.to_builtins(find("stratego").options({"army": "training", "no_fight": 20}))
    opened = Opened("stratego", 1, options, [Place("bot", level)] * 2, "5e" * 32, "", 0)
    return opened, [Sat(seat, level, str(seat), 0, level=level) for seat in (0, 1)]


def table_of(level: str) -> Table:
    opened, sats = stratego(level)
    table = Table("t", opened)
    for sat in sats:
        table.happen(sat)
    return table


async def test_a_process_that_dies_is_replaced() -> None:
    bots = Bots(1)
    job = job_for(table_of("random"), 0, "random")
    legal = msgspec.json.decode(job.legal)
    assert msgspec.json.decode(await bots.choose(job)) in legal
    for process in multiprocessing.active_children():
        process.kill()
        process.join()
    assert msgspec.json.decode(await bots.choose(job)) in legal
    await bots.close()


async def test_a_bot_that_fails_twice_is_said_to() -> None:
    bots = Bots(1)
    with pytest.raises(BotFailed, match="level retired"):
        await bots.choose(job_for(table_of("retired"), 0, "retired"))
    await bots.close()


async def test_a_bot_is_told_only_what_its_seat_sees() -> None:
    table = table_of("random")
    match = table.playing()
    for _ in range(40):
        move = match.legal(1)[0]
        table.accept(table.attempt(1, wire.Play("x", 0, [msgspec.Raw(msgspec.json.encode(move))]), 0))
    job = job_for(table, 0, "random")
    assert job.story == b'[{"did":"deployed","seat":1}]'
    assert table.opened.secret not in repr(job)


async def test_a_table_goes_on_without_its_bot(tmp_path: Path) -> None:
    """A level that is gone since the table was opened: the default is played for it, to the end."""
    opened, sats = stratego("retired")
    storage = SqliteStorage(tmp_path / "log.db")
    await storage.append("t", 0, [encode(line) for line in (opened, *sats)])
    await storage.close()
    house = await open_house(Settings(tmp_path / "log.db", bot_delay=0, bot_processes=1))
    room, table = await house.find("t")
    room.enter(Connection(None), table, 0)
    async with asyncio.timeout(PATIENCE):
        while not table.over:
            await asyncio.sleep(0.05)
    await house.close()
