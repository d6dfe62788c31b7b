"""Connections that send too much, and guests with too many of them: other guests do not wait."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import itertools
import os
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from ludotheque import games
from ludotheque.lab.load.hostile import SOCKETS, measure_waits
from ludotheque.lab.load.process import run_on_server_loop
from ludotheque.server.runtime.services import Services
from ludotheque.server.tables.fair_queue import FairQueue, QueueTurn
from ludotheque.server.websocket.limits import SocketLimits, TooManySockets
from tests.server.client import Guest, TableSocket, two_at_a_table
from tests.server.played_table import RecordingConnection, open_played_table
from tests.server.running import Running
from tests.server.websocket.test_tcp_transport import CLOSE, MORE, PING, PONG, frame

TOO_MANY, TOO_FAST = 4508, 4429


@pytest.fixture
def strict_server(tmp_path: Path) -> Iterator[Running]:
    """A server with the default limits, but for few sockets."""
    limits = ("--frames-per-second", "40", "--sockets-per-guest", "3", "--sockets-per-address", "5")
    running = Running(tmp_path / "ludotheque.db", *limits).start()
    yield running
    running.stop()


class Raw:
    """A socket whose bytes are written by hand."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    async def send(self, data: bytes) -> None:
        """Send until it is all sent, or the server takes no more."""
        with contextlib.suppress(ConnectionError):
            for start in range(0, len(data), 1 << 16):
                self.writer.write(data[start : start + (1 << 16)])
                await self.writer.drain()

    async def closed(self) -> int:
        """The code that the server closes with; 1006 if it does not say."""
        with contextlib.suppress(asyncio.IncompleteReadError, ConnectionError):
            while True:
                head = await self.reader.readexactly(2)
                size = head[1]
                if size > 125:
                    size = int.from_bytes(await self.reader.readexactly(2 if size == 126 else 8), "big")
                body = await self.reader.readexactly(size)
                if head[0] & 15 == CLOSE:
                    return int.from_bytes(body[:2], "big") or 1005  # a close frame without a code
        return 1006


@asynccontextmanager
async def raw(line: TableSocket) -> AsyncIterator[Raw]:
    """Another socket to the same table, without a cookie."""
    host, port = line.guest.server.address.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    key = base64.b64encode(os.urandom(16)).decode()
    lines = [f"GET /api/tables/{line.table}/socket HTTP/1.1", f"Host: {host}", "Upgrade: websocket"]
    lines += ["Connection: Upgrade", f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13"]
    writer.write("\r\n".join([*lines, "\r\n"]).encode())
    assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
    async with asyncio.timeout(60):
        yield Raw(reader, writer)
    writer.close()


# --- control frames ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "flood",
    [
        frame(b"", PING),
        frame(b"", PONG),
        frame(b"x" * 120, PING),
        frame(b"hello"),
        frame(b"", MORE, last=False),
    ],
    ids=["pings", "pongs", "long pings", "messages", "empty fragments"],
)
async def test_two_megabytes_of_frames_are_cut_off_and_cost_next_to_nothing(
    strict_server: Running, flood: bytes
) -> None:
    anne, _ = await two_at_a_table(strict_server)
    async with raw(anne) as flooder:
        before = strict_server.cpu()
        begun = frame(b"{", last=False) if flood[0] & 15 == MORE else b""
        await flooder.send(begun + flood * (2_000_000 // len(flood)))
        assert await flooder.closed() == TOO_FAST
        assert (await anne.ask("say", text="still here"))["t"] == "ack"
    # It took four seconds to look at each of them; a tenth of one is enough, and machines may be slow.
    assert strict_server.cpu() - before < 1.0


async def test_pings_within_the_limit_are_answered(strict_server: Running) -> None:
    anne, _ = await two_at_a_table(strict_server)
    assert anne.socket is not None
    for _ in range(10):
        async with asyncio.timeout(10):
            await (await anne.socket.ping())


async def test_all_sockets_of_a_guest_share_one_rate(strict_server: Running) -> None:
    anne, _ = await two_at_a_table(strict_server)
    second = await anne.guest.sit(anne.table)
    for line, _ in itertools.product((anne, second), range(30)):
        await line.send("hello")
    answers = [await line.receive_until("refused") for line, _ in itertools.product((anne, second), range(30))]
    assert [answer["code"] for answer in answers].count("garbled") == 40
    assert answers[-1]["code"] == "too_fast"


# --- how many sockets --------------------------------------------------------------------------------------------


async def closed_at_once(line: TableSocket) -> int:
    """The code that a socket is closed with before any message comes."""
    with contextlib.suppress(Exception):
        await line.connect()
    return await line.closed()


async def test_sockets_per_guest_are_limited(strict_server: Running) -> None:
    anne, bruno = await two_at_a_table(strict_server)
    second, third = [await anne.guest.sit(anne.table) for _ in range(2)]
    assert await closed_at_once(TableSocket(anne.guest, anne.table)) == TOO_MANY
    assert (await bruno.ask("say", text="not my fault"))["t"] == "ack"
    await second.close()
    fourth = await again(anne.guest, anne.table)
    assert {line.seat for line in (third, fourth)} == {0}


async def test_sockets_per_address_are_limited(strict_server: Running) -> None:
    anne, _ = await two_at_a_table(strict_server)
    others = [Guest(strict_server, f"Guest {number}") for number in range(4)]
    for guest in others[:3]:
        await guest.sit(anne.table)
    assert await closed_at_once(TableSocket(others[3], anne.table)) == TOO_MANY
    # Behind a proxy, the address that it names counts; of IPv6, the network.
    for address in ("192.0.2.7", "2001:db8:1:2::1"):
        elsewhere = TableSocket(others[3], anne.table, forwarded_for=address)
        assert (await elsewhere.connect())["t"] == "welcome"
        await elsewhere.close()
    crowd = [Guest(strict_server, f"Neighbour {number}") for number in range(6)]
    lines = [
        TableSocket(guest, anne.table, forwarded_for=f"2001:db8:1:3::{number}") for number, guest in enumerate(crowd)
    ]
    for line in lines[:5]:
        assert (await line.connect())["t"] == "welcome"
    assert await closed_at_once(lines[5]) == TOO_MANY


async def again(guest: Guest, table: str) -> TableSocket:
    """Connect once the server has noticed that another socket is closed."""
    for _ in range(100):
        line = TableSocket(guest, table)
        with contextlib.suppress(Exception):
            await line.connect()
            return line
        await asyncio.sleep(0.1)
    raise AssertionError("a closed socket counts for ever")


async def test_admission_is_released_once() -> None:
    callers = SocketLimits(per_guest=1, per_address=2, frames_per_second=10)
    first = callers.admit("anne", "192.0.2.1")
    with pytest.raises(TooManySockets):
        callers.admit("anne", "192.0.2.2")
    first.release()
    first.release()
    again = callers.admit("anne", "192.0.2.1")
    assert again.rate_limit is first.rate_limit, "reconnecting does not start the rate anew"
    callers.admit("bruno", "192.0.2.1")
    with pytest.raises(TooManySockets):
        callers.admit(None, "192.0.2.1")


# --- one guest's many sockets ------------------------------------------------------------------------------------


def test_many_sockets_of_a_guest_take_turns_with_the_other_player(tmp_path: Path) -> None:
    """The other player's message is the next or the next but one, and does not wait for hundreds.

    How long that takes depends on the machine: ``ludotheque bench --server hostile`` measures it.
    """
    server = Running(tmp_path / "ludotheque.db", "--sockets-per-guest", "1000", "--sockets-per-address", "1000").start()
    try:
        port = int(server.address.rsplit(":", 1)[1])
        found = run_on_server_loop(measure_waits(port, games.find("stratego"), SOCKETS, 10))
    finally:
        server.stop()
    # What arrives while the answer is on its way is counted too: on average a few, instead of 300 each.
    assert sum(wait.others for wait in found) < 10 * SOCKETS / 10


async def test_each_seat_and_the_spectators_have_one_message_in_progress(parlour: Services) -> None:
    played = await open_played_table(parlour)
    done: list[str] = []
    numbers = itertools.count()

    async def say(person: RecordingConnection, who: str) -> None:
        answer = await played.send(person, {"t": "say", "id": f"{next(numbers)}", "text": "hello", "name": "Zoé"})
        assert answer["t"] == "ack"
        done.append(who)

    crowd = [RecordingConnection("guest 0") for _ in range(20)]
    watchers = [RecordingConnection(f"guest {10 + number % 4}") for number in range(20)]
    for person in (*crowd, *watchers):
        played.actor.connect(person, played.table, 0)
    sent = [say(person, "crowd") for person in crowd] + [say(person, person.guest or "") for person in watchers]
    waiting = [asyncio.create_task(work) for work in sent]
    await asyncio.sleep(0)
    await asyncio.create_task(say(played.players[1], "player"))
    assert done.index("player") <= 3, done
    await asyncio.gather(*waiting)
    first = [who for who in done if who.startswith("guest")][:8]
    assert sorted(first) == sorted([f"guest {10 + number}" for number in range(4)] * 2), first


async def test_cancelled_wait_for_a_turn_blocks_no_other() -> None:
    lanes, entered = FairQueue(), []

    async def work(number: int) -> None:
        async with QueueTurn(lanes, None, "zoé"):
            entered.append(number)
            await asyncio.sleep(0)

    tasks = [asyncio.create_task(work(number)) for number in range(5)]
    await asyncio.sleep(0)
    tasks[1].cancel()
    tasks[3].cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    assert entered == [0, 2, 4]
    async with asyncio.timeout(5), QueueTurn(lanes, None, "zoé"):
        pass


# --- a seat that was never lost ----------------------------------------------------------------------------------


async def test_asking_for_a_seat_that_was_never_lost_writes_nothing(server: Running) -> None:
    anne, bruno = await two_at_a_table(server)
    await anne.receive_until("seats")
    first, second = await anne.ask("back"), await anne.ask("back", id="again")
    assert (first["t"], second["t"]) == ("ack", "ack")
    assert second == await anne.ask("back", id="again")
    assert await bruno.receives_nothing()
    card = await anne.guest.get(f"/api/tables/{anne.table}")
    assert card["seats"][0]["proxy"] is None


async def test_asking_for_a_seat_that_was_never_lost_leaves_the_log_as_it_is(parlour: Services) -> None:
    played = await open_played_table(parlour)
    length, heard = played.table.length, len(played.players[1].received)
    for _ in range(10):
        assert (await played.send(played.players[0], {"t": "back"}))["t"] == "ack"
    assert played.table.length == length
    assert len(await parlour.storage.load(played.table.id)) == length
    assert len(played.players[1].received) == heard
