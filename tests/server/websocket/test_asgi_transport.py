"""The plain ASGI path of a table's socket: the same answers where our own framing cannot take the connection over."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import uvicorn
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from ludotheque.protocol import messages
from ludotheque.protocol.close_codes import NO_TABLE, TOO_FAST
from ludotheque.server.app import create_app
from ludotheque.server.settings.definitions import Settings
from tests.patience import PATIENCE
from tests.server.client import FRIEND, ME, SETUP, Guest


class PlainServer:
    """A server that is run by uvicorn alone, with its own WebSocket protocol."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.socket_address = address.replace("http", "ws", 1)


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[PlainServer]:
    app = create_app(Settings(tmp_path / "ludotheque.db", bot_delay=0.0, frames_per_second=20))
    config = uvicorn.Config(
        app, port=0, ws="websockets-sansio", ws_max_size=2 * messages.FRAME_BYTES, access_log=False, log_config=None
    )
    running = uvicorn.Server(config)
    serving = asyncio.create_task(running.serve())
    async with asyncio.timeout(PATIENCE):
        while not running.started:
            await asyncio.sleep(0.02)
    port = running.servers[0].sockets[0].getsockname()[1]
    yield PlainServer(f"http://127.0.0.1:{port}")
    running.should_exit = True
    await serving


async def test_two_players_play_over_plain_asgi(server: PlainServer) -> None:
    anne, bruno = Guest(server, "Anne"), Guest(server, "Bruno")  # type: ignore[arg-type]
    table = (await anne.open(ME, FRIEND))["id"]
    await bruno.join(table)
    red, blue = await anne.sit(table), await bruno.sit(table)
    for line in (red, blue):
        assert (await line.play(*SETUP))["t"] == "ack"
    await red.until(lambda: red.to_move and red.now is not None and red.now["sight"]["turn"] == 0)
    assert red.now is not None
    assert (await red.play(red.now["legal"][0]))["t"] == "ack"
    await blue.until(lambda: blue.now is not None and blue.now["sight"]["turn"] == 1)


async def test_garbled_and_long_messages_are_refused(server: PlainServer) -> None:
    anne = Guest(server, "Anne")  # type: ignore[arg-type]
    line = await anne.sit((await anne.open(ME, FRIEND))["id"])
    for frame, code in (("{", "garbled"), (b"\xff\xfe", "garbled"), ("x" * (messages.FRAME_BYTES + 1), "too_long")):
        await line.send(frame)
        assert (await line.receive_until("refused"))["code"] == code


async def test_unknown_table_is_closed_with_its_code(server: PlainServer) -> None:
    async with connect(f"{server.socket_address}/api/tables/nowhere/socket") as socket:
        assert '"no_table"' in str(await socket.recv())
        with pytest.raises(ConnectionClosed):
            await socket.recv()
        assert socket.close_code == NO_TABLE


async def test_sender_over_the_rate_limit_is_cut(server: PlainServer) -> None:
    anne = Guest(server, "Anne")  # type: ignore[arg-type]
    line = await anne.sit((await anne.open(ME, FRIEND))["id"])
    for _ in range(60):
        await line.send("{}")
    assert await line.closed() == TOO_FAST
