"""The socket of a table: what comes in is bounded, read into structs or refused, and answered."""

from __future__ import annotations

import asyncio
import logging
import re
from collections import deque
from collections.abc import Callable
from time import monotonic
from typing import Any, Final, cast

import msgspec
from litestar import WebSocket, websocket
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery

from ludotheque.protocol import messages
from ludotheque.protocol.close_codes import BAD_REQUEST, EARLIER, FOREIGN, NO_TABLE, TOO_FAST, TOO_MANY, TRY_AGAIN
from ludotheque.server.http.client_address import address_of
from ludotheque.server.http.session import from_here, guest
from ludotheque.server.metrics.counters import counters
from ludotheque.server.runtime.services import Services
from ludotheque.server.storage import StorageError
from ludotheque.server.tables.actor import TableActor
from ludotheque.server.tables.connection import Connection
from ludotheque.server.tables.errors import InvalidLog, OtherRulesEdition
from ludotheque.server.tables.service import UnknownTable
from ludotheque.server.websocket.framing import WebSocketTransport
from ludotheque.server.websocket.handshake import EXTENSION, Handshake
from ludotheque.server.websocket.limits import Admission, TooManySockets
from ludotheque.server.websocket.utf8 import is_text

log = logging.getLogger(__name__)
AnySocket = WebSocket[Any, Any, Any]

BROKEN: Final = 1011
UNHEARD: Final = 32
"""Messages that may wait to be answered before we stop reading from a socket ..."""
UNHEARD_BYTES: Final = 2 * messages.FRAME_BYTES
"""... and bytes of them."""

_NUMBER: Final = re.compile(r"-?[0-9]{1,18}")
_encode = msgspec.json.Encoder().encode
_decode: Callable[[str | bytes], messages.Incoming] = msgspec.json.Decoder(messages.Incoming).decode


@websocket("/api/tables/{table:str}/socket")
async def table_socket(
    socket: AnySocket,
    table: FromPath[str],
    services: NamedDependency[Services],
    since: FromQuery[str] = "0",
    said: FromQuery[str] = "0",
) -> None:
    """Follow a table, and play at it if one has a seat there.

    ``since`` and ``said`` are numbers; they are read here, so that a client that sends another thing is told so.
    """
    await socket.accept()
    if not (_NUMBER.fullmatch(since) and _NUMBER.fullmatch(said)):
        await socket.close(BAD_REQUEST, "bad_request")
        return
    if not from_here(socket, services.settings.origins):
        await socket.close(FOREIGN, "foreign_origin")
        return
    who = guest(socket)
    try:
        admission = services.socket_limits.admit(who, address_of(socket))
    except TooManySockets:
        counters.refusals["too_many_sockets"] += 1
        await socket.close(TOO_MANY, "too_many_sockets")
        return
    try:
        actor, found = await services.tables.find(table)
        handshake: Handshake = cast(Any, socket.scope["extensions"])[EXTENSION]
        line = handshake.hand_over()
        connection = Connection(who, line, admission.sender)
        actor.connect(connection, found, int(since), int(said))
        line.take(_Ear(line, actor, connection, admission))
    except UnknownTable:
        admission.give_back()
        await socket.send_text(_encode(messages.Refused(None, "no_table")))
        await socket.close(NO_TABLE, "no_table")
    except OtherRulesEdition as error:
        admission.give_back()
        code = "earlier_edition" if error.over else "earlier_unfinished"
        await socket.send_text(_encode(messages.Refused(None, code)))
        await socket.close(EARLIER, code)
    except (StorageError, InvalidLog):
        admission.give_back()
        await socket.close(TRY_AGAIN, "not_saved")
    except BaseException:
        admission.give_back()
        raise


class _Ear:
    """Receives what comes in over a socket, and answers one message after the other."""

    __slots__ = ("_actor", "_admission", "_answering", "_connection", "_heard", "_line", "_size", "_unheard")

    def __init__(
        self, line: WebSocketTransport, actor: TableActor, connection: Connection, admission: Admission
    ) -> None:
        self._line = line
        self._actor = actor
        self._connection = connection
        self._admission = admission
        self._heard = 0.0
        """When the answering of the present message began."""
        self._unheard: deque[bytes | None] = deque()
        """What waits to be answered; None for a message that came too fast."""
        self._size = 0
        """Bytes that wait."""
        self._answering: asyncio.Task[None] | None = None

    def hear(self, frame: bytes) -> None:
        haste = self._admission.pace.step(monotonic())
        if haste == 2:
            self._hang_up()
        elif self._answering is not None:
            self._wait(frame if haste == 0 else None)
        else:
            message = self._understand(frame if haste == 0 else None)
            if message is not None:
                self._answering = asyncio.get_running_loop().create_task(self._answer(message))

    def allows(self) -> bool:
        haste = self._admission.pace.step(monotonic())
        if haste == 2:
            self._hang_up()
        return haste == 0

    def lost(self) -> None:
        self._admission.give_back()
        self._actor.disconnect(self._connection)

    def _hang_up(self) -> None:
        counters.refusals["too_fast"] += 1
        self._line.close(TOO_FAST, "too_fast")

    def _wait(self, frame: bytes | None) -> None:
        """Keep a message until those before it are answered: answers come in the order of messages."""
        self._unheard.append(frame)
        self._size += len(frame or b"")
        if len(self._unheard) >= UNHEARD or self._size >= UNHEARD_BYTES:
            self._line.hush()

    async def _answer(self, message: messages.Incoming | None) -> None:
        """Answer, and what was sent meanwhile too."""
        try:
            while message is not None:
                answer = await self._actor.handle(self._connection, message)
                self._connection.send(_encode(answer))
                counters.answers.add(monotonic() - self._heard)
                if type(answer) is messages.Refused:
                    counters.refusals[answer.code] += 1
                message = None
                while self._unheard and message is None:
                    frame = self._unheard.popleft()
                    self._size -= len(frame or b"")
                    message = self._understand(frame)
                self._line.listen()
        except Exception:
            log.exception("a message could not be answered")
            self._line.close(BROKEN, "")
        finally:
            self._answering = None

    def _understand(self, frame: bytes | None) -> messages.Incoming | None:
        """What a frame says; None if it was refused already."""
        self._heard = monotonic()
        if frame is None:
            self._refuse("too_fast")
        elif len(frame) > messages.FRAME_BYTES:
            self._refuse("too_long")
        elif not is_text(frame):
            self._refuse("garbled")
        else:
            try:
                return _decode(frame)
            except (msgspec.DecodeError, RecursionError):
                self._refuse("garbled")
        return None

    def _refuse(self, code: str) -> None:
        counters.refusals[code] += 1
        self._connection.send(_encode(messages.Refused(None, code)))
