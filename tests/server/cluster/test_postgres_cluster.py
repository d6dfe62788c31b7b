"""Two workers on one PostgreSQL database: players at the same table, connected to different workers."""

from __future__ import annotations

import asyncio
import contextlib
import random
import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from ludotheque.lab.postgres import OwnPostgres
from ludotheque.server.storage import open_storage
from ludotheque.server.tables.events import ChatPosted, MovesPlayed, SeatTaken, decode
from ludotheque.server.tables.table import Table
from tests.patience import PATIENCE
from tests.server.account_guest import AccountGuest
from tests.server.client import FRIEND, ME, SETUP, Guest, TableSocket, any_move, bot
from tests.server.played_table import wait_until
from tests.server.postgres import ask, emptied
from tests.server.running import Running, within

Pair = tuple[Running, Running]


@pytest.fixture(scope="module")
def address(postgres: OwnPostgres) -> str:
    return emptied(postgres, "pair")


@pytest.fixture(scope="module")
def pair(address: str) -> Iterator[Pair]:
    """Two workers that all tests share; at the second, a player who has left may be replaced at once."""
    with ThreadPoolExecutor() as threads:
        workers = [Running(address), Running(address, "--away", "0")]
        list(threads.map(Running.start, workers))
    yield workers[0], workers[1]
    for worker in workers:
        worker.stop()


@pytest.fixture
def killable_pair(pair: Pair, address: str) -> Iterator[Pair]:
    """One that may be killed, and one of the two that stay."""
    worker = Running(address).start()
    yield worker, pair[1]
    worker.stop()


async def at_both_workers(pair: Pair, **order: Any) -> tuple[TableSocket, TableSocket]:
    """Anne at one worker and Bruno at the other, at the same table, the game begun."""
    anne, bruno = Guest(pair[0], "Anne"), Guest(pair[1], "Bruno")
    table = (await anne.open(ME, FRIEND, **order))["id"]
    await bruno.join(table)
    return await anne.sit(table), await bruno.sit(table)


def _last(line: TableSocket) -> tuple[int, int]:
    return line.story[-1]["seat"], line.story[-1]["at"]


async def load_events(address: str, table: str) -> list[object]:
    storage = await open_storage(address)
    bodies = await storage.load(table)
    await storage.close()
    return [decode(body) for body in bodies]


async def test_moves_chat_and_presence_reach_the_other_worker(pair: Pair) -> None:
    anne, bruno = await at_both_workers(pair)
    await anne.until(lambda: anne.card["seats"][1]["here"])
    assert anne.card["seats"][1]["name"] == "Bruno"
    await bruno.until(lambda: bruno.card["seats"][0]["here"])
    for line in (anne, bruno):
        assert (await line.play(*SETUP))["t"] == "ack"
    luck = random.Random(1)
    for _ in range(10):
        for mover, other in ((anne, bruno), (bruno, anne)):
            await mover.until(lambda mover=mover: mover.to_move)  # type: ignore[misc]
            assert (await mover.play(any_move(mover, luck)))["t"] == "ack"
            await other.until(lambda mover=mover, other=other: _last(other) == _last(mover))  # type: ignore[misc]
    told = [[(entry["seat"], entry["at"]) for entry in line.story[-20:]] for line in (anne, bruno)]
    assert told[0] == told[1]
    assert [seat for seat, _ in told[0]] == [0, 1] * 10
    assert (await bruno.ask("say", text="bien joué"))["t"] == "ack"
    await anne.until(lambda: bool(anne.chat))
    assert [line["text"] for line in anne.chat] == ["bien joué"]
    await bruno.close()
    await anne.until(lambda: not anne.card["seats"][1]["here"])


async def test_screen_at_one_worker_is_known_at_the_other(pair: Pair) -> None:
    anne, bruno = await at_both_workers(pair)
    screen = await bruno.guest.watch_on_screen(bruno.table)
    assert (screen.seat, screen.card["screen"]) == (None, True)
    await anne.until(lambda: anne.card["screen"])
    for line in (anne, bruno):
        assert (await line.play(*SETUP))["t"] == "ack"
    await screen.until(lambda: screen.now is not None and screen.now["sight"]["turn"] == 0)
    await screen.close()
    for line in (anne, bruno):
        await line.until(lambda line=line: not line.card["screen"])  # type: ignore[misc]


async def test_either_worker_gives_advice_and_the_other_learns_of_it(pair: Pair) -> None:
    anne, bruno = await at_both_workers(pair, hints=True)
    for number, (asker, other) in enumerate(((anne, bruno), (bruno, anne))):
        answer = await asker.ask("advise", question=0)
        assert answer["t"] == "advice"
        await other.until(lambda other=other, number=number: other.card["seats"][number]["advised"] == 1)  # type: ignore[misc]
        assert not any('"t":"advice"' in text and f'"{answer["id"]}"' in text for text in other.received)


async def test_rematch_asked_for_at_both_workers_at_once_is_one_table(pair: Pair) -> None:
    anne, bruno = await at_both_workers(pair)
    for line in (anne, bruno):
        assert (await line.play(*SETUP))["t"] == "ack"
    await anne.until(lambda: anne.to_move)
    assert (await anne.play({"do": "resign"}))["t"] == "ack"
    await bruno.until(lambda: bruno.card["over"])
    kept = await asyncio.gather(*(line.guest.post(f"/api/tables/{line.table}/rematch", {}) for line in (anne, bruno)))
    assert kept[0]["id"] == kept[1]["id"]
    assert [card["you"] for card in kept] == [1, 0], "they exchange their sides"
    joined = await asyncio.gather(*(line.guest.join(kept[0]["id"]) for line in (anne, bruno)))
    assert any(card["started"] for card in joined)


async def test_player_at_the_other_worker_is_not_away(pair: Pair) -> None:
    anne, bruno = await at_both_workers(pair)
    await bruno.until(lambda: bruno.card["seats"][0]["here"])
    assert (await bruno.ask("propose", kind="remove", seat=0))["code"] == "still_here"
    await anne.close()
    await bruno.until(lambda: not bruno.card["seats"][0]["here"])
    assert (await bruno.ask("propose", kind="remove", seat=0))["t"] == "ack"
    await bruno.until(lambda: bruno.card["seats"][0]["proxy"] is not None)


async def test_guests_joining_at_both_workers_get_different_seats(pair: Pair, address: str) -> None:
    opener = Guest(pair[0], "Anne")
    chairs = [FRIEND] * 3
    for _ in range(5):
        table = (await opener.open(*chairs, game="politico", status=201))["id"]
        guests = [Guest(pair[number % 2], f"guest {number}") for number in range(5)]
        names = {"name": "x", "nonce": "x"}
        answers = await asyncio.gather(*(guest.http.post(f"/api/tables/{table}/join", json=names) for guest in guests))
        assert sorted(answer.status_code for answer in answers) == [200, 200, 200, 409, 409]
        seats = [answer.json()["you"] for answer in answers if answer.status_code == 200]
        assert sorted(seats) == [0, 1, 2]
        sats = [line for line in await load_events(address, table) if isinstance(line, SeatTaken)]
        assert sorted(sat.seat for sat in sats) == [0, 1, 2]


async def test_one_of_two_simultaneous_nonces_counts(pair: Pair, address: str) -> None:
    for _ in range(5):
        anne = Guest(pair[0], "Anne")
        table = (await anne.offer(ME, bot("random")))["id"]
        there = Guest(pair[1], "Anne")
        there.http.cookies = anne.http.cookies
        cards = await asyncio.gather(*(guest.join(table, nonce=f"nonce {i}") for i, guest in enumerate([anne, there])))
        [sat] = [line for line in await load_events(address, table) if isinstance(line, SeatTaken) and line.nonce]
        assert [card["nonce"] for card in cards] == [sat.nonce, sat.nonce]


async def test_simultaneous_chat_messages_arrive_exactly_once(pair: Pair, address: str) -> None:
    """Both players chat and deploy at once, each at their own worker: every message is saved, once."""
    anne, bruno = await at_both_workers(pair)

    async def talk(line: TableSocket) -> None:
        for number in range(40):
            assert (await line.ask("say", id=f"talk {number}", text=f"{number}"))["t"] == "ack"
            assert (await line.play(SETUP[number], id=f"move {number}"))["t"] == "ack"

    await asyncio.gather(talk(anne), talk(bruno))
    lines = await load_events(address, anne.table)
    for seat in (0, 1):
        said = [line.text for line in lines if isinstance(line, ChatPosted) and line.by == seat]
        assert said == [str(number) for number in range(40)]
        acted = [line.client for line in lines if isinstance(line, MovesPlayed) and line.seat == seat]
        assert acted == [f"move {number}" for number in range(40)]
    for line in (anne, bruno):
        await line.until(lambda line=line: len(line.chat) == 80)  # type: ignore[misc]
    assert [line["text"] for line in anne.chat] == [line["text"] for line in bruno.chat]


async def test_message_sent_to_both_workers_is_played_once(pair: Pair, address: str) -> None:
    anne, bruno = await at_both_workers(pair)
    twin = Guest(pair[1], "Anne")
    twin.http.cookies = anne.guest.http.cookies
    again = await twin.sit(anne.table)
    assert again.seat == 0
    answers = await asyncio.gather(anne.play(*SETUP, id="all"), again.play(*SETUP, id="all"))
    assert answers[0] == answers[1]
    assert answers[0]["t"] == "ack"
    acted = [line for line in await load_events(address, anne.table) if isinstance(line, MovesPlayed)]
    assert [line.client for line in acted] == ["all"]
    await anne.close()
    while not await bruno.receives_nothing():
        pass
    assert bruno.card["seats"][0]["here"], "she is still here, from her other browser"


async def test_messages_arrive_after_a_lost_notify_connection(pair: Pair, address: str) -> None:
    anne, bruno = await at_both_workers(pair)
    lines = "SELECT pid FROM pg_stat_activity WHERE application_name LIKE 'ludotheque %'"
    cut = lines.replace("pid", "pg_terminate_backend(pid)", 1)
    for number in range(3):
        await wait_until(lambda: len(ask(address, lines)) >= 4)  # each listens and notifies on a connection of its own
        ask(address, cut)
        assert (await anne.ask("say", text=f"{number}"))["t"] == "ack"
        await bruno.until(lambda number=number: len(bruno.chat) == number + 1)  # type: ignore[misc]


async def test_signing_out_everywhere_disconnects_at_both_workers(pair: Pair) -> None:
    anne, elsewhere = AccountGuest(pair[0], "Anne"), AccountGuest(pair[1], "elsewhere")
    table = (await anne.open(ME, FRIEND))["id"]
    key = anne.new_authenticator()
    await anne.add_passkey(key)
    key.origin = elsewhere.origin  # the same site, by another door
    await elsewhere.sign_in(key)
    line = await elsewhere.sit(table)
    await anne.sign_out(everywhere=True)
    assert await line.closed() == 4401


async def test_play_continues_after_a_restart_of_the_database(postgres: OwnPostgres, pair: Pair, address: str) -> None:
    """They wait for as long as it takes, and no move is lost or doubled; in a crash of the database neither."""
    lines = await at_both_workers(pair)
    for line in lines:
        assert (await line.play(*SETUP))["t"] == "ack"
    acks: list[list[str]] = [[], []]
    ended = False

    async def play_on(seat: int) -> None:
        line, luck = lines[seat], random.Random(seat)
        while not ended:
            if not line.to_move:
                with contextlib.suppress(TimeoutError):
                    await line.receive(0.2)
            else:
                id = f"move {len(acks[seat])}"
                answer = await line.play(any_move(line, luck), id=id)
                assert answer["t"] == "ack", answer
                acks[seat].append(id)

    tasks = [asyncio.create_task(play_on(seat)) for seat in (0, 1)]
    for how in (signal.SIGINT, signal.SIGQUIT):
        played = len(acks[0])
        await _until(lambda played=played: len(acks[0]) > played + 5)  # type: ignore[misc]
        await asyncio.to_thread(postgres.stop, how)
        await asyncio.sleep(0.5)
        await asyncio.to_thread(postgres.start)
    played = len(acks[0])
    await _until(lambda: len(acks[0]) > played + 5)
    ended = True
    await asyncio.gather(*tasks)
    log = await load_events(address, lines[0].table)
    for seat in (0, 1):
        acted = [line.client for line in log if isinstance(line, MovesPlayed) and line.seat == seat]
        assert acted[1:] == acks[seat]


async def _until(true: Callable[[], bool], within: float = 30) -> float:
    begun = time.monotonic()
    async with asyncio.timeout(within):
        while not true():
            await asyncio.sleep(0.02)
    return time.monotonic() - begun


@pytest.mark.parametrize("goodbye", [False, True])
async def test_other_worker_takes_over_the_bots_of_an_unwatched_table(
    killable_pair: Pair, address: str, goodbye: bool
) -> None:
    table = (await Guest(killable_pair[0], "Anne").open(*[bot("random")] * 3, game="politico"))["id"]
    storage = await open_storage(address)

    async def count() -> int:
        return len(await storage.load(table))

    async with asyncio.timeout(PATIENCE):
        while await count() < 10:
            await asyncio.sleep(0.02)
    (killable_pair[0].stop if goodbye else killable_pair[0].kill)()
    killed, begun = await count(), time.monotonic()
    async with asyncio.timeout(PATIENCE):
        while await count() == killed and not _over(await storage.load(table), table):
            await asyncio.sleep(0.02)
    assert time.monotonic() - begun < within(), "no worker took the table over in time"
    await storage.close()


def _over(bodies: list[bytes], table: str) -> bool:
    return Table.load(table, bodies).over


async def test_other_worker_takes_over_a_running_clock(killable_pair: Pair) -> None:
    anne, _ = await at_both_workers(killable_pair, clock={"kind": "live", "bank": 6, "increment": 0})
    guest = Guest(killable_pair[1], "Anne")
    guest.http.cookies = anne.guest.http.cookies
    begun = time.monotonic()
    killable_pair[0].kill()
    again = await guest.sit(anne.table)
    assert again.clocks is not None
    await again.until(lambda: any(news["kind"] == "late" for news in again.notices))
    assert 4 < time.monotonic() - begun < 9


async def test_stopping_worker_sends_its_players_to_the_other(killable_pair: Pair) -> None:
    anne, bruno = await at_both_workers(killable_pair)
    await anne.until(lambda: anne.card["seats"][1]["here"])
    killable_pair[0].request_stop()
    assert await anne.closed() == 1012
    await bruno.until(lambda: not bruno.card["seats"][0]["here"])
    guest = Guest(killable_pair[1], "Anne")
    guest.http.cookies = anne.guest.http.cookies
    again = await guest.sit(anne.table)
    assert again.seat == 0
    await bruno.until(lambda: bruno.card["seats"][0]["here"])
