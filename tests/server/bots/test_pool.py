"""The pool of bot processes, and tables whose bots fail."""

from __future__ import annotations

import asyncio
import multiprocessing
import time
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from ludotheque.engine.chance import QuickChance, pick
from ludotheque.games import find, shelf
from ludotheque.protocol import http, messages
from ludotheque.server.bots import pool as bot_module
from ludotheque.server.bots.pool import BotFailed, BotPool
from ludotheque.server.bots.worker import Job
from ludotheque.server.runtime.services import open_services
from ludotheque.server.settings.definitions import Settings
from ludotheque.server.storage.sqlite import SqliteStorage
from ludotheque.server.tables import commands
from ludotheque.server.tables.connection import Connection
from ludotheque.server.tables.events import SeatPlan, SeatTaken, TableOpened, encode
from ludotheque.server.tables.table import Table
from ludotheque.server.tables.timers import bot_job
from tests.patience import PATIENCE
from tests.server import hanging_bots


def stratego(level: str) -> tuple[TableOpened, list[SeatTaken]]:
    """A table of two bots, as a log has it."""
    options = msgspec.to_builtins(find("stratego").options({"army": "training", "no_fight": 20}))
    opened = TableOpened("stratego", 1, options, [SeatPlan("bot", level)] * 2, "5e" * 32, "", 0)
    return opened, [SeatTaken(seat, level, str(seat), 0, level=level) for seat in (0, 1)]


def table_of(level: str) -> Table:
    opened, sats = stratego(level)
    table = Table("t", opened)
    for sat in sats:
        table.apply(sat)
    return table


async def test_dead_process_is_replaced() -> None:
    bots = BotPool(1)
    job = bot_job(table_of("random"), 0, "random")
    legal = msgspec.json.decode(job.legal)
    assert msgspec.json.decode(await bots.choose(job)) in legal
    for process in multiprocessing.active_children():
        process.kill()
        process.join()
    assert msgspec.json.decode(await bots.choose(job)) in legal
    await bots.close()


async def test_bot_that_fails_twice_raises_an_error() -> None:
    bots = BotPool(1)
    with pytest.raises(BotFailed, match="level retired"):
        await bots.choose(bot_job(table_of("retired"), 0, "retired"))
    await bots.close()


@pytest.fixture
def short_timeout(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_module, "MOVE_TIMEOUT", 1.0)


@pytest.mark.parametrize("hangs", [hanging_bots.choose_or_sleep, hanging_bots.choose_or_spin])
async def test_hanging_process_is_logged_and_replaced(
    hangs: Callable[[Job], bytes],
    short_timeout: None,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(bot_module, "choose_move", hangs)
    bots = BotPool(1)
    job = bot_job(table_of("random"), 0, hanging_bots.HANGING_LEVEL)
    legal = msgspec.json.decode(job.legal)
    waiting = [asyncio.ensure_future(bots.choose(job))]
    waiting += [asyncio.ensure_future(bots.choose(job._replace(table=f"other {n}", level="random"))) for n in range(3)]
    async with asyncio.timeout(60):
        failed, *others = await asyncio.gather(*waiting, return_exceptions=True)
    assert isinstance(failed, BotFailed)
    assert all(isinstance(move, bytes) and msgspec.json.decode(move) in legal for move in others), (
        "other jobs are not affected"
    )
    said = [record.getMessage() for record in caplog.records if "chose no move" in record.getMessage()]
    assert said == ["a bot chose no move within 1 s"] * 2
    began = time.monotonic()
    assert msgspec.json.decode(await bots.choose(job)) in legal, "from now on a simpler bot decides at this seat"
    assert time.monotonic() - began < 30
    await bots.close()


async def test_seat_whose_bots_all_hang_is_given_up(short_timeout: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_module, "choose_move", hanging_bots.sleep_always)
    bots = BotPool(1)
    job = bot_job(table_of("random"), 0, "strategist")
    for _ in range(2):
        with pytest.raises(BotFailed):
            await bots.choose(job)
    asked: list[Job] = []
    monkeypatch.setattr(bots, "_choose", asked.append)
    with pytest.raises(BotFailed):
        await bots.choose(job)
    assert asked == []
    await bots.close()


async def test_pool_closes_at_once_though_a_bot_hangs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_module, "choose_move", hanging_bots.sleep_always)
    bots = BotPool(1)
    waiting = asyncio.ensure_future(bots.choose(bot_job(table_of("random"), 0, "random")))
    await asyncio.sleep(0.1)
    waiting.cancel()
    async with asyncio.timeout(20):
        await bots.close()


async def test_table_continues_though_its_bot_hangs(
    short_timeout: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_module, "choose_move", hanging_bots.choose_or_sleep)
    services = await open_services(Settings(tmp_path / "log.db", bot_delay=0, bot_processes=1))
    chairs = [http.SeatRequest("me"), http.SeatRequest("bot", hanging_bots.HANGING_LEVEL)]
    order = http.OpenTable("stratego", "Anne", chairs, {"army": "training"})
    card = await services.tables.opening.open(order, "Anne", "guest 0")
    room, table = await services.tables.find(card.id)
    await services.tables.join(room.id, "guest 0", "Anne", "a")
    async with asyncio.timeout(PATIENCE):
        while 1 in table.playing().asked():
            await asyncio.sleep(0.05)
    await services.close()


async def test_bot_gets_only_what_its_seat_may_know() -> None:
    table = table_of("random")
    match = table.playing()
    for _ in range(40):
        move = match.legal(1)[0]
        decision = commands.play(table, 1, messages.Play("x", 0, [msgspec.Raw(msgspec.json.encode(move))]), 0)
        table.apply(decision.events[0], decision.attempt)
    job = bot_job(table, 0, "random")
    assert job.story == b'[{"did":"deployed","seat":1}]'
    assert table.opened.secret not in repr(job)


@pytest.mark.parametrize("game", shelf())
def test_bot_is_given_the_same_whether_people_or_bots_sit_opposite(game: str) -> None:
    """So it cannot favour other bots, nor know whom to gang up on."""
    jobs = [jobs_of_first_seat(game, person) for person in (False, True)]
    assert jobs[0] == jobs[1]
    assert len(set(jobs[0])) > 10


def jobs_of_first_seat(game: str, person: bool) -> list[Job]:
    """The jobs of the bot on the first seat in the first moves of a game, with people or bots on the other seats."""
    found = find(game)
    players = found.rules.seats[0]
    kinds = [SeatPlan("bot", "strong"), *[SeatPlan("friend") if person else SeatPlan("bot", "strong")] * (players - 1)]
    options = msgspec.to_builtins(found.options({}))
    table = Table("t", TableOpened(game, found.rules.version, options, kinds, "5e" * 32, "", 0))
    for seat, kind in enumerate(kinds):
        guest = None if kind.level else f"{seat:064x}"
        table.apply(SeatTaken(seat, f"Player {seat}", "aa", 0, guest, kind.level))
    rng = QuickChance(3)
    jobs: list[Job] = []
    match = table.playing()
    match.begin(0)
    while len(jobs) < 60 and (asked := [seat for seat in match.asked() if match.legal(seat)]):
        jobs.append(bot_job(table, 0, "strong"))
        move = msgspec.Raw(msgspec.json.encode(pick(rng, match.legal(asked[0]))))
        play = messages.Play("x", match.rules.question(match.state), [move])
        decision = commands.play(table, asked[0], play, 0)
        table.apply(decision.events[0], decision.attempt)
    return jobs


async def test_table_continues_without_its_bot(tmp_path: Path) -> None:
    """A level that is gone since the table was opened: the default is played for it, to the end."""
    opened, sats = stratego("retired")
    storage = SqliteStorage(tmp_path / "log.db")
    await storage.append("t", 0, [encode(line) for line in (opened, *sats)])
    await storage.close()
    services = await open_services(Settings(tmp_path / "log.db", bot_delay=0, bot_processes=1))
    room, table = await services.tables.find("t")
    room.connect(Connection(None), table, 0)
    async with asyncio.timeout(PATIENCE):
        while not table.over:
            await asyncio.sleep(0.05)
    await services.close()


def koalition_job() -> Job:
    """The job of a master who has cards to choose from."""
    game = find("koalition")
    options = msgspec.to_builtins(game.options({"countries": 1}))
    opened = TableOpened("koalition", game.rules.version, options, [SeatPlan("bot", "master")] * 3, "5e" * 32, "", 0)
    table = Table("t", opened)
    for seat in range(3):
        table.apply(SeatTaken(seat, "master", str(seat), 0, level="master"))
    match = table.playing()
    match.begin()
    while match.state.stack.what != "lay":
        asked = match.asked()[0]
        match.play(asked, match.legal(asked)[0])
    return bot_job(table, match.asked()[0], "master")


async def test_search_is_split_over_idle_processes_at_the_same_cost() -> None:
    bots = BotPool(2, thinking=1.0)
    job = koalition_job()
    legal = msgspec.json.decode(job.legal)
    bots.get_ready()
    assert msgspec.json.decode(await bots.choose(job)) in legal
    begun = time.perf_counter()
    assert msgspec.json.decode(await bots.choose(job)) in legal
    assert time.perf_counter() - begun < 1.0 * PATIENCE
    await bots.close()


async def test_search_answers_at_once_when_its_table_is_left() -> None:
    bots = BotPool(1, thinking=3600.0)
    job = koalition_job()
    thought = asyncio.ensure_future(bots.choose(job))
    while not bots._searches:
        await asyncio.sleep(0)
    process = bots._processes[0]
    while process is None or not process.waiting:
        await asyncio.sleep(0.01)
        process = bots._processes[0]
    bots.stop_thinking("another table")
    assert not thought.done()
    while not thought.done():
        bots.stop_thinking(job.table)
        await asyncio.sleep(0.01)
    assert msgspec.json.decode(thought.result()) in msgspec.json.decode(job.legal)
    await bots.close()


async def test_many_searches_share_the_time_of_one() -> None:
    bots = BotPool(1, thinking=0.3)
    job = koalition_job()
    legal = msgspec.json.decode(job.legal)
    moves = await asyncio.gather(*(bots.choose(job._replace(table=f"t{number}")) for number in range(6)))
    assert all(msgspec.json.decode(move) in legal for move in moves)
    await bots.close()
