"""Connections that do not send their request, or do not read its answer, are closed."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.client import FRIEND, ME, Guest
from tests.server.running import Running

HEAD = b"GET /api/shelf HTTP/1.1\r\nHost: here\r\n"
UPGRADE = b"GET /api/tables/x/socket HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
BODY = b"POST /api/tables HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{"


@pytest.fixture(scope="module")
def hurried_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """One that waits for a second only."""
    folder = tmp_path_factory.mktemp("hurried")
    running = Running(folder / "ludotheque.db", "--request-seconds", "1", log=folder / "log.txt").start()
    yield running
    running.stop()
    assert (folder / "log.txt").read_text() == "", "it is nothing to be logged as an error"


Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def connected(server: Running) -> Streams:
    host, port = server.address.removeprefix("http://").split(":")
    return await asyncio.open_connection(host, int(port))


async def until_closed(streams: Streams, trickle: bytes = b"") -> bytes:
    """What is read until the server closes; meanwhile ``trickle`` is sent byte by byte."""
    reader, writer = streams

    async def send() -> None:
        with contextlib.suppress(ConnectionError):
            for number in range(10_000):
                writer.write(trickle[number % len(trickle) :][:1])
                await writer.drain()
                await asyncio.sleep(0.02)

    sending = asyncio.create_task(send()) if trickle else None
    found = b""
    with contextlib.suppress(ConnectionError):
        async with asyncio.timeout(40):
            while data := await reader.read(1 << 16):
                found += data
    if sending is not None:
        sending.cancel()
    writer.close()
    return found


async def test_hundreds_of_silent_connections_are_all_closed(hurried_server: Running) -> None:
    crowd = [await connected(hurried_server) for _ in range(300)]
    assert await asyncio.gather(*map(until_closed, crowd)) == [b""] * 300
    assert (await Guest(hurried_server, "Anne").get("/api/shelf"))["games"]


@pytest.mark.parametrize(
    ("begun", "trickle"),
    [
        (b"GET /api", b""),
        (HEAD, b""),
        (b"GET /", b"a"),
        (HEAD, b"X-A: b\r\n"),
        (UPGRADE, b""),
        (UPGRADE, b"X-A: b\r\n"),
        (BODY, b""),
        (BODY, b" "),
    ],
    ids=[
        "line",
        "head",
        "line bit by bit",
        "head bit by bit",
        "socket",
        "socket bit by bit",
        "body",
        "body bit by bit",
    ],
)
async def test_incomplete_request_times_out(hurried_server: Running, begun: bytes, trickle: bytes) -> None:
    streams = await connected(hurried_server)
    streams[1].write(begun)
    answer = await until_closed(streams, trickle)
    assert answer.startswith(b"HTTP/1.1 408 ") or (trickle and answer == b""), answer


async def test_next_request_of_a_connection_times_out_too(hurried_server: Running) -> None:
    streams = await connected(hurried_server)
    streams[1].write(HEAD + b"\r\n")
    await streams[0].readuntil(b"\r\n\r\n")
    streams[1].write(b"GET /api/shelf")
    answer = await until_closed(streams, b"x")
    assert b"HTTP/1.1 408 " in answer or b"games" in answer


async def test_idle_connection_is_closed(hurried_server: Running) -> None:
    streams = await connected(hurried_server)
    streams[1].write(HEAD + b"\r\n")
    assert (await until_closed(streams)).endswith(b"}")


async def test_slow_request_within_the_limit_is_answered(hurried_server: Running) -> None:
    """Within the second, in several pieces, and several on one connection."""
    body = json.dumps({"game": "stratego", "name": "Anne", "chairs": [ME, FRIEND]}).encode()
    head = b"POST /api/tables HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
    reader, writer = await connected(hurried_server)
    began = time.monotonic()
    while time.monotonic() - began < 2.5:
        for piece in (head % len(body), body[:40], body[40:]):
            writer.write(piece)
            await writer.drain()
            await asyncio.sleep(0.05)
        answer = await reader.readuntil(b"\r\n\r\n")
        assert b" 201 " in answer.splitlines()[0]
        length = next(line for line in answer.lower().splitlines() if line.startswith(b"content-length"))
        await reader.readexactly(int(length.split(b":")[1]))
    writer.close()


async def test_socket_stays_open_longer_than_the_request_time_limit(hurried_server: Running) -> None:
    anne = Guest(hurried_server, "Anne")
    line = await anne.sit((await anne.open(ME, FRIEND))["id"])
    assert await line.receives_nothing(2.5)
    assert (await line.ask("say", text="still here"))["t"] == "ack"


async def test_unread_answer_times_out(hurried_server: Running, tmp_path: Path) -> None:
    """Requests one after the other, and not one of their answers read: at last the server gives up."""
    reader, writer = await connected(hurried_server)
    request = b"GET /api/words/fr HTTP/1.1\r\nHost: here\r\n\r\n"
    reader._transport.pause_reading()  # type: ignore[attr-defined]
    async with asyncio.timeout(60):
        with contextlib.suppress(ConnectionError):
            while True:
                writer.write(request * 10)
                await writer.drain()
                await asyncio.sleep(0.01)
