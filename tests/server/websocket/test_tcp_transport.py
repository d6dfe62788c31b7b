"""The lines themselves, byte by byte: frames in any number of pieces, and readers who do not read."""

from __future__ import annotations

import asyncio
import base64
import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from weakref import WeakKeyDictionary

import pytest
import uvicorn
from uvicorn.server import ServerState

from ludotheque.server.websocket import heartbeat
from ludotheque.server.websocket.handshake import Handshake
from ludotheque.server.websocket.interface import EXTENSION, UNREAD
from ludotheque.server.websocket.tcp_transport import FRAMES_AT_ONCE
from tests.patience import PATIENCE

TEXT, MORE, CLOSE, PING, PONG = 1, 0, 8, 9, 10


def frame(body: bytes, kind: int = TEXT, last: bool = True, mask: bytes = b"\x21\x43\x65\x87") -> bytes:
    size = len(body)
    length = bytes([0x80 | size]) if size < 126 else b"\xfe" + struct.pack(">H", size)
    masked = bytes(byte ^ mask[number % 4] for number, byte in enumerate(body))
    return bytes([kind | (0x80 if last else 0)]) + length + mask + masked


class EchoServer:
    """An application that takes the connection over, keeps its messages and sends them back."""

    def __init__(self, wait: float) -> None:
        self.transport: Any = None
        self.wait = wait
        self.received: list[bytes] = []
        self.control_frames = 0
        """Frames that were no messages ..."""
        self.max_control_frames = 1000
        """... and how many of them are allowed."""
        self.gone = asyncio.Event()

    def receive(self, message: bytes) -> None:
        self.received.append(message)
        self.transport.send(message)

    def allow_control(self) -> bool:
        self.control_frames += 1
        if self.control_frames > self.max_control_frames:
            self.transport.close(4429, "too_fast")
        return self.control_frames <= self.max_control_frames

    def closed(self) -> None:
        self.gone.set()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        await asyncio.sleep(self.wait)
        self.transport = scope["extensions"][EXTENSION].take_over()
        self.transport.start(self)


class RawClient:
    """A client that sends and reads bytes."""

    def __init__(self, server: EchoServer, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.server = server
        self.reader = reader
        self.writer = writer

    async def send(self, *pieces: bytes) -> None:
        for piece in pieces:
            self.writer.write(piece)
            await self.writer.drain()
            await asyncio.sleep(0.002)

    async def read(self) -> tuple[int, bytes]:
        head = await self.reader.readexactly(2)
        size = head[1]
        if size > 125:
            size = int.from_bytes(await self.reader.readexactly(2 if size == 126 else 8), "big")
        return head[0] & 15, await self.reader.readexactly(size)

    async def closed(self) -> int:
        kind, body = await self.read()
        assert kind == CLOSE
        await self.server.gone.wait()
        return int.from_bytes(body[:2], "big")


@pytest.fixture(autouse=True)
def no_heartbeat(monkeypatch: pytest.MonkeyPatch) -> None:
    """No pings: on a slow machine one would come in the middle of a test."""
    monkeypatch.setattr(heartbeat, "INTERVAL", 1200.0)
    monkeypatch.setattr(heartbeat.Heartbeat, "_all", WeakKeyDictionary())  # its timers would still be another test's


@asynccontextmanager
async def connected(wait: float = 0) -> AsyncIterator[RawClient]:
    services = EchoServer(wait)
    config = uvicorn.Config(services, ws_max_size=1000, ws_per_message_deflate=False, log_config=None, lifespan="off")
    config.load()
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: Handshake(config, ServerState(), {}), "127.0.0.1", 0)
    reader, writer = await asyncio.open_connection("127.0.0.1", server.sockets[0].getsockname()[1])
    key = base64.b64encode(b"sixteen letters.").decode()
    lines = ["GET / HTTP/1.1", "Host: here", "Upgrade: websocket", "Connection: Upgrade", f"Sec-WebSocket-Key: {key}"]
    writer.write("\r\n".join([*lines, "Sec-WebSocket-Version: 13", "\r\n"]).encode())
    assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
    async with asyncio.timeout(PATIENCE):
        yield RawClient(services, reader, writer)
    writer.close()
    server.close()


@pytest.mark.parametrize("size", [0, 1, 125, 126, 300])
async def test_frame_is_received_once_complete_however_it_is_split(size: int) -> None:
    body = b"x" * size
    async with connected() as caller:
        await caller.send(*(bytes([byte]) for byte in frame(body)))
        assert await caller.read() == (TEXT, body)
        await caller.send(frame(body) + frame(b"again")[:7], frame(b"again")[7:] + frame(b"and"))
        assert [await caller.read() for _ in range(3)] == [(TEXT, body), (TEXT, b"again"), (TEXT, b"and")]


async def test_very_many_small_frames_at_once_are_all_received() -> None:
    async with connected() as caller:
        await caller.send(b"".join(frame(b"%d" % number) for number in range(5000)))
        assert [await caller.read() for _ in range(5000)] == [(TEXT, b"%d" % number) for number in range(5000)]


async def test_fragmented_message_with_a_ping_between_is_received() -> None:
    async with connected() as caller:
        await caller.send(frame(b"one ", last=False), frame(b"still?", PING), frame(b"two ", MORE, last=False))
        assert await caller.read() == (PONG, b"still?")
        await caller.send(frame(b"three", MORE) + frame("et voilà".encode()))
        assert await caller.read() == (TEXT, b"one two three")
        assert await caller.read() == (TEXT, "et voilà".encode())


@pytest.mark.parametrize(
    ("bad", "code"),
    [
        (frame(b"\xff\xfe\xfd"), 1007),
        (b"\x81\x05hello", 1002),  # a client's frames are masked
        (frame(b"one", last=False) + frame(b"two"), 1002),
        (frame(b"two", MORE), 1002),
        (frame(b"x" * 1001), 1009),
        (frame(b"x" * 1015)[:8], 1009),
        (b"\x81\xff" + (2**40).to_bytes(8, "big"), 1009),
        (frame(b"x" * 600, last=False) + frame(b"x" * 600, MORE), 1009),
    ],
)
async def test_invalid_frame_closes_the_connection(bad: bytes, code: int) -> None:
    async with connected() as caller:
        await caller.send(bad)
        assert await caller.closed() == code
        assert caller.server.received == []


async def test_close_frame_is_answered_and_nothing_is_received_after_it() -> None:
    async with connected() as caller:
        await caller.send(frame((1000).to_bytes(2, "big"), CLOSE) + frame(b"too late"))
        assert await caller.closed() == 1000
        caller.server.transport.send(b"too late")
        assert caller.server.received == []


async def test_close_has_a_code() -> None:
    async with connected() as caller:
        await caller.send(frame(b"hello"))
        await caller.read()
        caller.server.transport.close(4429, "too_fast")
        assert await caller.read() == (CLOSE, (4429).to_bytes(2, "big") + b"too_fast")
        await caller.send(frame(b"but"), frame((4429).to_bytes(2, "big"), CLOSE))
        await caller.server.gone.wait()
        assert caller.server.received == [b"hello"]


async def test_long_messages_arrive_whole() -> None:
    async with connected() as caller:
        await caller.send(frame(b"hello"))
        await caller.read()
        for size in (125, 126, 65535, 65536, 200_000):
            caller.server.transport.send(b"y" * size)
            assert await caller.read() == (TEXT, b"y" * size)


async def test_client_that_never_reads_is_cut_and_a_slow_one_is_not() -> None:
    async with connected() as caller:
        await caller.send(frame(b"hello"))
        await caller.read()
        line, told = caller.server.transport, 0
        while not caller.server.gone.is_set():
            line.send(b"z" * 60_000)
            told += 1
            await asyncio.sleep(0)
            assert told < 5000
        assert told > UNREAD
    async with connected() as caller:
        await caller.send(frame(b"hello"))
        await caller.read()
        for _ in range(2):
            for _ in range(UNREAD):
                caller.server.transport.send(b"z" * 60_000)
                await asyncio.sleep(0)
            for _ in range(UNREAD):
                await caller.read()
        assert not caller.server.gone.is_set()


async def test_heartbeat_keeps_a_live_client_and_cuts_a_dead_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heartbeat, "INTERVAL", 0.2)
    async with connected() as caller:
        for _ in range(3):
            assert await caller.read() == (PING, b"")
            await caller.send(frame(b"", PONG))
        assert not caller.server.gone.is_set()
        assert await caller.read() == (PING, b"")
        await caller.server.gone.wait()
        assert await caller.reader.read() == b"", "no more than one question is left open"


async def test_stopping_server_sends_a_close_code() -> None:
    async with connected() as caller:
        await caller.send(frame(b"hello"))
        await caller.read()
        caller.server.transport.shutdown()
        assert await caller.closed() == 1012


async def test_data_before_the_take_over_is_received() -> None:
    async with connected(wait=0.05) as caller:
        await caller.send(frame(b"hello")[:5], frame(b"hello")[5:] + frame(b"you"))
        assert [await caller.read() for _ in range(2)] == [(TEXT, b"hello"), (TEXT, b"you")]


async def test_client_gone_before_the_take_over_is_reported_lost() -> None:
    async with connected(wait=0.1) as caller:
        caller.writer.transport.abort()
        await caller.server.gone.wait()
        caller.server.transport.send(b"nobody there")
        assert caller.server.received == []


async def test_much_data_before_the_take_over_is_read_no_further_and_received_after_it() -> None:
    async with connected(wait=0.05) as client:
        await client.send(*(frame(b"x" * 900) for _ in range(20)))
        for _ in range(20):
            assert await client.read() == (TEXT, b"x" * 900)


async def test_application_that_fails_during_the_handshake_is_logged_and_answered_with_500(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail(server: EchoServer, scope: Any, receive: Any, send: Any) -> None:
        raise ValueError("broken")

    monkeypatch.setattr(EchoServer, "__call__", fail)
    with pytest.raises(AssertionError):
        async with connected():
            pass
    assert "Exception in ASGI application" in caplog.text


async def test_paused_client_is_not_cut_by_the_heartbeat(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heartbeat, "INTERVAL", 0.1)
    async with connected() as caller:
        await caller.send(frame(b"hello"))
        while await caller.read() != (TEXT, b"hello"):
            await caller.send(frame(b"", PONG))
        assert await caller.read() == (PING, b"")
        caller.server.transport.pause()
        await caller.send(frame(b"", PONG))
        await asyncio.sleep(0.5)
        assert not caller.server.gone.is_set()
        caller.server.transport.resume()
        assert await caller.read() == (PING, b"")


async def test_pongs_that_are_not_read_do_not_pile_up() -> None:
    async with connected() as caller:
        caller.server.max_control_frames = 1_000_000
        pings = frame(b"p" * 120, PING) * 200
        for _ in range(400):  # 10 MB in all
            caller.writer.write(pings)
            await asyncio.sleep(0)
        await caller.writer.drain()
        while caller.server.control_frames < 200 * 400:
            await asyncio.sleep(0.01)
            assert waiting_to_be_written(caller) < 500_000
        assert not caller.server.gone.is_set()


def waiting_to_be_written(caller: RawClient) -> int:
    line = caller.server.transport
    size: int = line._transport.get_write_buffer_size() + sum(map(len, line._outgoing))
    return size


async def test_control_frames_over_the_limit_close_the_connection() -> None:
    async with connected() as caller:
        caller.server.max_control_frames = 10
        await caller.send(frame(b"", PING) * 200_000)
        pongs = [await caller.read() for _ in range(10)]
        assert pongs == [(PONG, b"")] * 10
        assert await caller.read() == (CLOSE, (4429).to_bytes(2, "big") + b"too_fast")
        assert caller.server.control_frames == 11
        await caller.send(frame((4429).to_bytes(2, "big"), CLOSE))
        assert await caller.reader.read() == b""
        caller.writer.close()
        await caller.server.gone.wait()


async def test_empty_fragments_count_and_do_not_pile_up() -> None:
    async with connected() as caller:
        await caller.send(frame(b"one", last=False) + frame(b"", MORE, last=False) * 900 + frame(b" two", MORE))
        assert await caller.read() == (TEXT, b"one two")
        assert caller.server.control_frames == 901
        assert len(caller.server.transport._fragments) == 0


async def test_huge_frame_is_answered_with_a_close_code() -> None:
    async with connected() as caller:
        writing = asyncio.create_task(caller.send(b"\x81\xff" + (2**40).to_bytes(8, "big") + b"x" * 8_000_000))
        assert await caller.closed() == 1009
        await writing
        assert await caller.reader.read() == b""


async def test_one_connection_does_not_hold_up_the_others() -> None:
    """Between two lots of frames the event loop runs everything else."""
    async with connected() as caller:
        turns = 0

        async def count() -> None:
            nonlocal turns
            while True:
                turns += 1
                await asyncio.sleep(0)

        await caller.send(frame(b"hello"))
        await caller.read()
        line, counting = caller.server.transport, asyncio.create_task(count())
        line._read(frame(b"x") * 5000)
        before, heard = turns, len(caller.server.received)
        assert heard <= 1 + FRAMES_AT_ONCE
        while len(caller.server.received) < 5001:
            await asyncio.sleep(0)
        assert turns - before >= 5000 // FRAMES_AT_ONCE
        counting.cancel()


async def test_waiting_messages_are_received_in_order_after_resuming() -> None:
    async with connected() as caller:
        await caller.send(frame(b"hello"))
        await caller.read()
        caller.server.transport.pause()
        caller.server.transport._read(b"".join(frame(b"%d" % number) for number in range(300)))
        assert caller.server.received == [b"hello"]
        caller.server.transport.resume()
        assert [await caller.read() for _ in range(300)] == [(TEXT, b"%d" % number) for number in range(300)]
