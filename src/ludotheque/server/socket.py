"""The socket of a table: what comes in is bounded, read into structs or refused, and answered."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from time import monotonic
from typing import Any, Final, cast

import msgspec
from litestar import WebSocket, websocket
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery

from ludotheque.server import wire
from ludotheque.server.connection import Connection
from ludotheque.server.guests import from_here, guest
from ludotheque.server.house import House, UnknownTable
from ludotheque.server.listening import EXTENSION, Handshake
from ludotheque.server.pace import Pace
from ludotheque.server.room import Room
from ludotheque.server.socket_line import SocketLine
from ludotheque.server.storage import StorageTrouble
from ludotheque.server.table import BadLog, OtherEdition
from ludotheque.server.tally import tally

log = logging.getLogger(__name__)
AnySocket = WebSocket[Any, Any, Any]

# Close codes. A browser does not come back after 44xx.
FOREIGN, NO_TABLE, EARLIER, TOO_FAST, TRY_AGAIN = 4403, 4404, 4410, 4429, 4503
BROKEN: Final = 1011
UNHEARD: Final = 32
"""Messages that may wait to be heard before we stop reading from a socket."""

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
    except OtherEdition as error:
        code = "earlier_edition" if error.over else "earlier_unfinished"
        await socket.send_text(_encode(wire.Refused(None, code)))
        await socket.close(EARLIER, code)
        return
    except (StorageTrouble, BadLog):
        await socket.close(TRY_AGAIN, "not_saved")
        return
    handshake: Handshake = cast(Any, socket.scope["extensions"])[EXTENSION]
    line = handshake.hand_over()
    connection = Connection(guest(socket), line)
    room.enter(connection, found, since, said)
    line.take(_Ear(line, room, connection, Pace(house.settings.frames_per_second)))


class _Ear:
    """Hears what somebody sends, and answers one message after the other."""

    __slots__ = ("_answering", "_connection", "_heard", "_line", "_pace", "_room", "_unheard")

    def __init__(self, line: SocketLine, room: Room, connection: Connection, pace: Pace) -> None:
        self._line = line
        self._room = room
        self._connection = connection
        self._pace = pace
        self._heard = 0.0
        """When the message came in that is being answered."""
        self._unheard: list[bytes] = []
        self._answering: asyncio.Task[None] | None = None

    def hear(self, frame: bytes) -> None:
        if self._answering is not None:
            self._unheard.append(frame)
            if len(self._unheard) >= UNHEARD:
                self._line.hush()
            return
        message = self._understand(frame)
        if message is not None:
            self._answering = asyncio.get_running_loop().create_task(self._answer(message))

    def lost(self) -> None:
        self._room.leave(self._connection)

    async def _answer(self, message: wire.Incoming | None) -> None:
        """Answer, and what was sent meanwhile too."""
        try:
            while message is not None:
                answer = await self._room.answer(self._connection, message)
                self._connection.send(_encode(answer))
                tally.answers.add(monotonic() - self._heard)
                if type(answer) is wire.Refused:
                    tally.refusals[answer.code] += 1
                message = None
                while self._unheard and message is None:
                    message = self._understand(self._unheard.pop(0))
                self._line.listen()
        except Exception:
            log.exception("a message could not be answered")
            self._line.hang_up(BROKEN, "")
        finally:
            self._answering = None

    def _understand(self, frame: bytes) -> wire.Incoming | None:
        """What a frame says; None if it was refused already."""
        self._heard = monotonic()
        haste = self._pace.step(self._heard)
        if haste == 2:
            tally.refusals["too_fast"] += 1
            self._line.hang_up(TOO_FAST, "too_fast")
        elif haste == 1:
            self._refuse("too_fast")
        elif len(frame) > wire.FRAME_BYTES:
            self._refuse("too_long")
        else:
            try:
                return _decode(frame)
            except (msgspec.DecodeError, UnicodeDecodeError):
                self._refuse("garbled")
        return None

    def _refuse(self, code: str) -> None:
        tally.refusals[code] += 1
        self._connection.send(_encode(wire.Refused(None, code)))
