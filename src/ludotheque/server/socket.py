"""The socket of a table: what comes in is bounded, read into structs or refused, and answered."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.di import NamedDependency
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath, FromQuery

from ludotheque.server import wire
from ludotheque.server.connection import Connection
from ludotheque.server.database import StorageTrouble
from ludotheque.server.guests import from_here, guest
from ludotheque.server.house import House, UnknownTable
from ludotheque.server.pace import Pace
from ludotheque.server.room import Room
from ludotheque.server.table import BadLog

AnySocket = WebSocket[Any, Any, Any]

# Close codes. A browser does not come back after 44xx.
FOREIGN, NO_TABLE, TOO_FAST, TRY_AGAIN = 4403, 4404, 4429, 4503

_encode = msgspec.json.Encoder().encode
_decode: Callable[[str | bytes], wire.Incoming] = msgspec.json.Decoder(wire.Incoming).decode


@websocket("/api/tables/{table:str}/socket")
async def table_socket(
    socket: AnySocket,
    table: FromPath[str],
    house: NamedDependency[House],
    since: FromQuery[int] = 0,
    said: FromQuery[int] = 0,
) -> None:
    """Follow a table, and play at it if one has a seat there."""
    await socket.accept()
    if not from_here(socket, house.settings.origins):
        await socket.close(FOREIGN, "foreign_origin")
        return
    try:
        room, found = await house.find(table)
    except UnknownTable:
        await socket.send_text(_encode(wire.Refused(None, "no_table")))
        await socket.close(NO_TABLE, "no_table")
        return
    except (StorageTrouble, BadLog):
        await socket.close(TRY_AGAIN, "not_saved")
        return
    connection = Connection(guest(socket))
    sending = asyncio.create_task(_send_all(socket, connection))
    room.enter(connection, found, since, said)
    try:
        await _hear_all(socket, room, connection, Pace(house.settings.frames_per_second))
    except WebSocketDisconnect:
        pass
    finally:
        room.leave(connection)
        connection.cut()
        await sending


async def _send_all(socket: AnySocket, connection: Connection) -> None:
    """Send until it is cut: by us on the way out, or because nobody read, who may then come back and catch up."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):  # it may have closed meanwhile
        await connection.pump(socket.send_text)
        await socket.close(TRY_AGAIN, "too_slow")


async def _hear_all(socket: AnySocket, room: Room, connection: Connection, pace: Pace) -> None:
    loop = asyncio.get_running_loop()
    while True:
        message = await socket.receive()
        if message["type"] != "websocket.receive":
            return
        haste = pace.step(loop.time())
        if haste == 2:
            await socket.close(TOO_FAST, "too_fast")
            return
        if haste == 1:
            connection.send(_encode(wire.Refused(None, "too_fast")))
            continue
        frame = message.get("text") or message.get("bytes") or b""
        connection.send(_encode(await _answer(room, connection, frame)))


async def _answer(room: Room, connection: Connection, frame: str | bytes) -> wire.Ack | wire.Refused:
    size = len(frame) if isinstance(frame, bytes) else len(frame.encode())
    if size > wire.FRAME_BYTES:
        return wire.Refused(None, "too_long")
    try:
        message = _decode(frame)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return wire.Refused(None, "garbled")
    return await room.answer(connection, message)
