"""Lines that are cut, houses that fall over: no move of a program is lost, and none is played twice."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections import Counter
from collections.abc import Callable

import pytest

from ludotheque import games
from ludotheque.client import Client, ClosedByServer, Seat
from ludotheque.client import connection as client_line
from ludotheque.engine import record
from ludotheque.server.storage.sqlite_file import connect
from ludotheque.server.tables.events import MovesPlayed, decode
from tests.patience import PATIENCE
from tests.server.client import FRIEND, ME, Guest, bot
from tests.server.running import Running

LONG = {"no_fight": 2000}


def written(server: Running, table: str, seat: int) -> list[str]:
    """The ids under which a seat's moves are in the log."""
    connection = connect(server.data)
    rows = connection.execute('SELECT body FROM entry WHERE "table" = ? ORDER BY seq', (table,)).fetchall()
    connection.close()
    lines = [decode(body) for (body,) in rows]
    return [line.client or "" for line in lines if isinstance(line, MovesPlayed) and line.seat == seat]


async def play_on(seat: Seat, enough: Callable[[int], bool]) -> int:
    """Play at random; how many moves the server acknowledged."""
    played, luck = 0, random.Random(1)
    while not enough(played) and (turn := await seat.turn()) is not None:
        played += await seat.play(turn, luck.choice(turn.legal))
    return played


async def cutting(seat: Seat, every: float) -> None:
    """Cut the line again and again, as a bad network does: no goodbye."""
    while True:
        await asyncio.sleep(every)
        if seat.connection._socket is not None:
            seat.connection._socket.transport.abort()


async def test_cut_connections_lose_and_repeat_no_move(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client_line, "FIRST_WAIT", 0.01)
    async with Client(server.address, "Tenace") as client:
        table = (await client.open("stratego", ["me", "random"], LONG)).id
        async with Seat(client, table) as seat:
            cuts = asyncio.create_task(cutting(seat, 0.05))
            async with asyncio.timeout(PATIENCE):
                played = await play_on(seat, lambda played: played >= 150)
            cuts.cancel()
            ids = written(server, table, 0)
            over = seat.connection.card.over
    assert played >= 150 or over
    assert len(ids) == played
    assert max(Counter(ids).values()) == 1


async def test_move_whose_answer_was_lost_is_not_played_again(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every move is on record before the line is cut, and its answer never heard."""
    monkeypatch.setattr(client_line, "FIRST_WAIT", 0.01)
    async with Client(server.address, "Tenace") as client:
        table = (await client.open("stratego", ["me", "random"], LONG)).id
        async with Seat(client, table) as seat:
            for number in range(12):
                await seat.connection.until(lambda: seat.connection._socket is not None)
                turn, socket = await seat.turn(), seat.connection._socket
                assert turn is not None
                assert socket is not None
                socket.transport.pause_reading()
                playing = asyncio.create_task(seat.play(turn, turn.legal[0]))
                async with asyncio.timeout(PATIENCE):
                    while len(written(server, table, 0)) <= number:
                        await asyncio.sleep(0.005)
                    assert not playing.done()
                    socket.transport.abort()
                    assert await playing
            ids = written(server, table, 0)
            assert len(ids) == len(set(ids)) == 12


async def test_client_waits_for_a_server_that_restarts(own_server: Running) -> None:
    """Three power cuts, each after some more moves, with one of them on its way or not."""
    async with Client(own_server.address, "Tenace") as client:
        table = (await client.open("stratego", ["me", "random"], LONG)).id
        async with Seat(client, table) as seat, asyncio.timeout(200):
            reached = 0

            def enough(played: int) -> bool:
                nonlocal reached
                reached = played
                return played >= 48

            playing = asyncio.create_task(play_on(seat, enough))
            for moves in (12, 24, 36):
                while reached < moves:
                    await asyncio.sleep(0.001)
                await asyncio.to_thread(own_server.kill)
                await asyncio.to_thread(own_server.start)
            played = await playing
            ids = written(own_server, table, 0)
            assert len(ids) == len(set(ids)) == played == 48


async def test_restarted_program_finds_its_game(server: Running) -> None:
    """Another process with the same guest: what it knows of the game it is told again."""
    async with Client(server.address, "Tenace") as client:
        table = (await client.open("stratego", ["me", "random"], {"army": "training"})).id
        async with Seat(client, table) as seat:
            assert await play_on(seat, lambda played: played == 12) == 12
    async with Client(server.address, "Tenace", guest=client.guest) as again, Seat(again, table) as seat:
        turn = await seat.turn()
        assert turn is not None
        assert [entry.seq for entry in turn.story] == list(range(1, len(turn.story) + 1))
        assert sum(event["did"] == "placed" for event in turn.events) == 12
        assert await seat.play(turn, turn.legal[0])
        await play_on(seat, lambda _: False)
        ended = await seat.ended()
    assert record.verify(games.find("stratego"), ended.record).sealed


async def test_program_takes_its_seat_back_from_the_bot(own_server: Running) -> None:
    """The others had a bot play for it. It sits down again by itself, and plays on."""
    own_server.stop()
    own_server._options = ("--away", "0")
    own_server.start()
    anne = Guest(own_server, "Anne")
    table = (await anne.open(ME, FRIEND))["id"]
    async with Client(own_server.address, "Absent") as client:
        await client.join(table)
        line = await anne.sit(table)
        async with Seat(client, table):
            pass
        await line.until(lambda: not line.card["seats"][1]["here"])
        assert (await line.ask("propose", kind="remove", seat=1))["t"] == "ack", (
            "programs do not vote: one yes is enough"
        )
        await line.until(lambda: line.card["seats"][1]["proxy"] is not None)
        async with Seat(client, table) as seat, asyncio.timeout(PATIENCE):
            assert await seat.turn() is not None or seat.connection.card.over
            assert seat.connection.card.seats[1].proxy is None
        await line.until(lambda: line.card["seats"][1]["proxy"] is None)


async def test_program_closed_for_being_too_fast_reconnects(
    own_server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client_line, "LONGEST_WAIT", 0.3)
    own_server.stop()
    own_server._options = ("--frames-per-second", "5")
    own_server.start()
    async with Client(own_server.address, "Pressé") as client:
        table = (await client.open("stratego", ["me", "random"])).id
        async with Seat(client, table) as seat, asyncio.timeout(PATIENCE):
            first = seat.connection._socket
            assert first is not None
            with contextlib.suppress(Exception):
                for _ in range(100):
                    await first.send("hello")
            await seat.connection.until(lambda: seat.connection._socket not in (None, first))
            assert first.close_code == 4429
            await asyncio.sleep(1)
            assert await play_on(seat, lambda played: played == 3) == 3


async def test_client_does_not_reconnect_to_an_unknown_table(server: Running) -> None:
    async with Client(server.address) as client:
        await client.open("stratego", ["me", "friend"])
        with pytest.raises(ClosedByServer):
            await asyncio.wait_for(Seat(client, "nowhere").__aenter__(), 5)


async def test_events_during_thinking_do_not_spoil_the_answer(server: Running) -> None:
    async with Client(server.address, "Lent") as client:
        anne = Guest(server, "Anne")
        table = (await anne.open(ME, FRIEND, bot("random"), game="koalition"))["id"]
        await client.join(table)
        line = await anne.sit(table)
        async with Seat(client, table) as seat:
            turn = await seat.turn()
            assert turn is not None
            assert line.now is not None
            await line.play(line.now["legal"][0])  # while the other thinks
            await seat.connection.until(lambda: seat.connection.version > turn.version)
            assert await seat.play(turn, turn.legal[0])
