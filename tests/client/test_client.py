"""A program plays at a real server, gets errors that name what is wrong, and waits when it is too fast."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import pytest

from ludotheque import games
from ludotheque.client import (
    Address,
    BadAddress,
    Client,
    ClosedByServer,
    Ended,
    MoveRefused,
    NoTable,
    NotSeated,
    PlayerBot,
    RequestRefused,
    Seat,
    TableFull,
    TooFast,
    Turn,
    Unreachable,
    play,
    play_async,
    sit,
)
from ludotheque.client.connection import Connection
from ludotheque.engine import record
from ludotheque.games.stratego.moves import Step
from ludotheque.server.tables.bot_names import bot_name
from tests.server.client import SETUP, Guest, Json
from tests.server.running import Running

TRAINING = {"army": "training"}


def anything(turn: Turn) -> Json:
    return random.choice(turn.legal)


# --- a whole game ----------------------------------------------------------------------------------------------------


def test_play_plays_a_whole_game(server: Running) -> None:
    turns: list[Turn] = []

    def bot(turn: Turn) -> Json:
        turns.append(turn)
        return anything(turn)

    ended = play(server.address, bot, game="stratego", chairs=["random", "me"], options=TRAINING, name="Essai")
    assert isinstance(ended, Ended)
    assert ended.outcome is not None
    assert ended.won == (1 in ended.outcome.winners)
    assert ended.record.closing is not None
    assert ended.record.closing.outcome == ended.outcome
    assert ended.record.header.players == [bot_name(0), "Essai"]
    assert record.verify(games.find("stratego"), ended.record).sealed
    first = turns[0]
    assert (first.seat, first.game, first.table.options["army"]) == (1, "stratego", "training")
    assert (first.asked, first.legal[0]["do"], first.free) == ([0, 1], "place", first.free)
    seen = [event["did"] for turn in turns for event in turn.events]
    assert "began" in seen
    assert seen.count("placed") >= 10


async def test_two_programs_play_each_other(server: Running) -> None:
    async with Client(server.address, "Rouge") as red, Client(server.address, "Bleu") as blue:
        table = (await red.open("stratego", ["me", "friend"], TRAINING)).id
        await blue.join(table)
        strategist = games.find("stratego").levels["strong"]
        ended = await asyncio.gather(sit(red, table, PlayerBot(strategist, 1)), sit(blue, table, anything))
    assert ended[0].outcome == ended[1].outcome
    assert [one.seat for one in ended] == [0, 1]
    assert ended[0].record == ended[1].record


async def test_async_bot_sends_several_moves_in_one_answer(server: Running) -> None:
    sizes: list[int] = []

    async def bot(turn: Turn) -> list[Json] | Json:
        await asyncio.sleep(0)
        sizes.append(len(turn.legal))
        return SETUP if turn.sight["turn"] is None else {"do": "resign"}

    ended = await play_async(server.address, bot, game="stratego", chairs=["me", "random"])
    assert ended.outcome is not None
    assert (ended.outcome.reason, ended.won, len(sizes)) == ("resigned", False, 2)


async def test_eager_bot_acts_without_being_asked(server: Running) -> None:
    """It has deployed, the other has not: it is not asked, and may resign."""

    def bot(turn: Turn) -> list[Json] | Json | None:
        if turn.legal:
            return SETUP
        return next((move for move in turn.free if move["do"] == "resign"), None)

    async with Client(server.address, "Hâte") as client:
        table = (await client.open("stratego", ["me", "friend"])).id
        await Guest(server, "Anne").join(table)
        ended = await asyncio.wait_for(sit(client, table, bot, eager=True), 20)
    assert ended.outcome is not None
    assert (ended.outcome.reason, ended.won) == ("resigned", False)


async def test_client_with_the_same_guest_has_its_seats_again(server: Running) -> None:
    async with Client(server.address, "Anne") as first:
        card = await first.open("stratego", ["me", "friend"])
    async with Client(server.address, "Anne", guest=first.guest) as again:
        assert (await again.join(card.id)).you == 0
        assert [line.id for line in (await again.mine()).tables] == [card.id]
    async with Client(server.address, "Anne") as elsewhere:
        assert (await elsewhere.table(card.id)).you is None
        assert (await elsewhere.claim(card.id, card.claim or "")).you == 0


async def test_program_sends_and_reads_chat(server: Running) -> None:
    async with Client(server.address, "Bavard") as client:
        table = (await client.open("koalition", ["me", "friend", "friend"])).id
        anne = Guest(server, "Anne")
        await anne.join(table)
        async with Seat(client, table) as seat, await anne.sit(table) as line:
            await seat.say("bonsoir")
            await line.until(lambda: bool(line.chat))
            await line.ask("say", text="et à toi", to=[0])
            await seat.connection.until(lambda: len(seat.connection.talk) == 2)
            assert [said.text for said in seat.connection.talk] == ["bonsoir", "et à toi"]
            with pytest.raises(MoveRefused, match="nobody"):
                await seat.say("?", to=[7])


# --- what goes wrong -------------------------------------------------------------------------------------------------


def test_address_is_parsed_or_refused() -> None:
    assert Address.read("http://localhost:8000/") == Address("http://localhost:8000", None, None)
    assert Address.read("https://a.example/t/abc/claim/x-y") == Address("https://a.example", "abc", "x-y")
    for wrong in ("localhost:8000", "ftp://a.example", "http://", "/t/abc"):
        with pytest.raises(BadAddress):
            Address.read(wrong)
    with pytest.raises(BadAddress, match="say which table"):
        play("http://localhost:1", anything)


async def test_server_that_does_not_answer_is_unreachable() -> None:
    with pytest.raises(Unreachable, match="does not answer"):
        await play_async("http://127.0.0.1:9/t/abc", anything)
    async with Client("http://127.0.0.1:9", patience=0.1) as client:
        with pytest.raises(Unreachable):
            await sit(client, "abc", anything)


async def test_refused_request_raises_the_error_of_its_code(server: Running) -> None:
    async with Client(server.address) as client:
        with pytest.raises(NoTable):
            await client.join("nowhere")
        full = (await client.open("stratego", ["me", "random"])).id
        with pytest.raises(RequestRefused, match="armies") as error:
            await client.open("stratego", ["me", "random"], {"armies": 3})
        assert (error.value.status, error.value.code) == (400, "bad_options")
        with pytest.raises(RequestRefused, match="bad_chairs"):
            await client.open("stratego", ["me", "genius"])
        with pytest.raises(RequestRefused, match="not_over"):
            await client.record(full)
    async with Client(server.address) as other:
        with pytest.raises(TableFull):
            await other.join(full)
        with pytest.raises(NotSeated):
            await sit(other, full, anything)
        with pytest.raises(ClosedByServer, match="no_table") as closed:
            await sit(other, "nowhere", anything)
        assert closed.value.code == 4404


async def test_illegal_move_raises_with_its_clause(server: Running) -> None:
    def deploys(after: object) -> Callable[[Turn], object]:
        return lambda turn: SETUP if turn.sight["turn"] is None else after

    for wrong, code, clause in (
        (Step("a4", "b5"), "rule", "stratego.move.step"),
        ({"do": "fly"}, "garbled", None),
        ("a4-a5", "garbled", None),
    ):
        with pytest.raises(MoveRefused) as refused:
            await play_async(server.address, deploys(wrong), game="stratego", chairs=["me", "random"])
        assert (refused.value.code, refused.value.clause) == (code, clause)
        assert refused.value.moves == [wrong]
    with pytest.raises(ZeroDivisionError):
        await play_async(server.address, lambda turn: 1 // 0, game="stratego", chairs=["me", "random"])


# --- slowly ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def strict(tmp_path: Path) -> Running:
    """A server with low rate limits."""
    return Running(tmp_path / "log.db", "--posts-per-minute", "4", "--frames-per-second", "6")


async def test_client_waits_when_it_is_too_fast(strict: Running) -> None:
    strict.start()
    try:
        async with Client(strict.address) as client:
            table = (await client.open("stratego", ["me", "random"], TRAINING)).id
            begun = time.monotonic()
            async with Seat(client, table) as seat:
                played = 0
                while played < 20 and (turn := await seat.turn()) is not None:
                    played += await seat.play(turn, anything(turn))
            assert played == 20, "told that it was too fast, it waited and sent its move again"
            assert time.monotonic() - begun > 2
            client.patience = 0.5
            await client.open("stratego", ["me", "random"])
            with pytest.raises(TooFast) as error:
                await client.open("stratego", ["me", "random"])
            assert error.value.status == 429
    finally:
        strict.stop()


@asynccontextmanager
async def answering(*answers: bytes) -> AsyncIterator[tuple[str, list[float]]]:
    """A server that gives these answers, one a request; its address, and when it was asked."""
    asked: list[float] = []
    left = list(answers)

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while left:
            try:
                await reader.readuntil(b"\r\n\r\n")
            except (asyncio.IncompleteReadError, ConnectionError):
                break
            asked.append(time.monotonic())
            writer.write(left.pop(0))
            await writer.drain()
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    async with server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}", asked


def http(status: str, body: bytes, headers: str = "") -> bytes:
    return f"HTTP/1.1 {status}\r\nContent-Length: {len(body)}\r\n{headers}\r\n".encode() + body


async def test_client_waits_for_the_delay_that_the_server_names() -> None:
    slow = http("429 Too Many Requests", b'{"code":"too_fast","detail":"slowly"}', "Retry-After: 1\r\n")
    ill = http("503 Service Unavailable", b'{"code":"not_saved","detail":"later"}')
    async with answering(slow, ill, http("200 OK", b'{"games":[]}')) as (address, asked), Client(address) as client:
        assert (await client.shelf()).games == []
    assert len(asked) == 3
    assert asked[1] - asked[0] >= 1
    assert asked[2] - asked[1] >= 1


async def test_answer_of_a_proxy_is_an_error_with_its_status() -> None:
    async with answering(http("502 Bad Gateway", b"<h1>oops</h1>")) as (address, _), Client(address) as client:
        with pytest.raises(RequestRefused, match="the answer was 502"):
            await client.shelf()


async def test_unknown_messages_are_ignored(server: Running) -> None:
    """A newer server may send more than this client knows."""
    async with Client(server.address) as client:
        connection = Connection(client, (await client.open("stratego", ["me", "friend"])).id)
        async with connection:
            socket = connection._socket
            assert socket is not None
            before = msgspec.json.encode(connection.card)
            await connection._receive(socket, b'{"t":"fanfare","notes":[1,2]}')
            await connection._receive(socket, b'{"t":"ack","id":"unheard of","seq":0,"mood":"good"}')
            assert msgspec.json.encode(connection.card) == before
