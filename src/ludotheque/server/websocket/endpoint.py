"""The WebSocket endpoint of a table: messages are bounded, decoded or refused, and answered in order."""

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
from ludotheque.protocol.close_codes import (
    BAD_REQUEST,
    BROKEN,
    EARLIER,
    FOREIGN,
    NO_SEAT,
    NO_TABLE,
    TOO_FAST,
    TOO_MANY,
    TRY_AGAIN,
)
from ludotheque.server.http.client_address import address_of
from ludotheque.server.http.session import current_guest, is_allowed_origin
from ludotheque.server.metrics.counters import counters
from ludotheque.server.rate_limit import Verdict
from ludotheque.server.runtime.services import Services
from ludotheque.server.storage import StorageError
from ludotheque.server.tables.actor import TableActor
from ludotheque.server.tables.connection import Connection
from ludotheque.server.tables.devices import NotYourSeat
from ludotheque.server.tables.errors import InvalidLog, OtherRulesEdition
from ludotheque.server.tables.service import UnknownTable
from ludotheque.server.tables.table import Table
from ludotheque.server.websocket.asgi_transport import AsgiTransport
from ludotheque.server.websocket.frames import is_text
from ludotheque.server.websocket.interface import EXTENSION, OpenHandshake, SocketTransport
from ludotheque.server.websocket.limits import Admission, TooManySockets

log = logging.getLogger(__name__)
AnySocket = WebSocket[Any, Any, Any]

UNANSWERED: Final = 32
"""Messages that may wait to be answered before reading from a socket is paused ..."""
UNANSWERED_BYTES: Final = 2 * messages.FRAME_BYTES
"""... and bytes of them."""

_ACCEPT, _CLOSE = Verdict.ACCEPT, Verdict.CLOSE  # looked up once: every message is counted
_NUMBER: Final = re.compile(r"-?[0-9]{1,18}")
_VIEW: Final = re.compile(r"own|screen|public|[0-9]{1,2}")
_encode = msgspec.json.Encoder().encode
_decode: Callable[[str | bytes], messages.Incoming] = msgspec.json.Decoder(messages.Incoming).decode


@websocket("/api/tables/{table:str}/socket")
async def table_socket(
    socket: AnySocket,
    table: FromPath[str],
    services: NamedDependency[Services],
    since: FromQuery[str] = "0",
    said: FromQuery[str] = "0",
    view: FromQuery[str] = "own",
) -> None:
    """Follow a table, and play at it with a seat there.

    ``since`` and ``said`` are numbers; they are parsed here, so that a client that sends anything else gets an error.
    ``view`` is ``own``; ``screen`` for a screen that the whole room sees, which is a spectator; or, on a device that
    goes round, the number of one of its seats, or ``public`` between two players.
    """
    await socket.accept()
    if not (_NUMBER.fullmatch(since) and _NUMBER.fullmatch(said) and _VIEW.fullmatch(view)):
        await socket.close(BAD_REQUEST, "bad_request")
        return
    if not is_allowed_origin(socket, services.settings.origins):
        await socket.close(FOREIGN, "foreign_origin")
        return
    who = current_guest(socket)
    try:
        admission = services.socket_limits.admit(who, address_of(socket))
    except TooManySockets:
        counters.refusals["too_many_sockets"] += 1
        await socket.close(TOO_MANY, "too_many_sockets")
        return
    try:
        actor, found = await services.tables.find(table)
        guest = _guest_of_view(view, who, found)
        handshake: OpenHandshake | None = cast(Any, socket.scope.get("extensions") or {}).get(EXTENSION)
        transport: SocketTransport = AsgiTransport(socket) if handshake is None else handshake.take_over()
        connection = Connection(guest, transport, admission.sender, None if view == "screen" else who, view == "screen")
        actor.connect(connection, found, int(since), int(said))
        transport.start(_Receiver(transport, actor, connection, admission))
        if isinstance(transport, AsgiTransport):
            await transport.run()
    except UnknownTable:
        admission.release()
        await socket.send_text(_encode(messages.Refused(None, "no_table")))
        await socket.close(NO_TABLE, "no_table")
    except NotYourSeat:
        admission.release()
        await socket.send_text(_encode(messages.Refused(None, "not_your_seat")))
        await socket.close(NO_SEAT, "not_your_seat")
    except OtherRulesEdition as error:
        admission.release()
        code = "earlier_edition" if error.over else "earlier_unfinished"
        await socket.send_text(_encode(messages.Refused(None, code)))
        await socket.close(EARLIER, code)
    except (StorageError, InvalidLog):
        admission.release()
        await socket.close(TRY_AGAIN, "not_saved")
    except BaseException:
        admission.release()
        raise


def _guest_of_view(view: str, who: str | None, table: Table) -> str | None:
    """The guest as whom a socket is connected: none for a screen, or a device between two players."""
    if view == "own":
        return who
    if view in ("screen", "public"):
        return None
    return table.seats.guest_at(who or "", int(view))


class _Receiver:
    """Receives the messages of a socket, and answers one after the other."""

    __slots__ = ("_actor", "_admission", "_answering", "_began", "_connection", "_size", "_transport", "_unanswered")

    def __init__(
        self, transport: SocketTransport, actor: TableActor, connection: Connection, admission: Admission
    ) -> None:
        self._transport = transport
        self._actor = actor
        self._connection = connection
        self._admission = admission
        self._began = 0.0
        """When the answering of the present message began."""
        self._unanswered: deque[bytes | None] = deque()
        """Messages that wait; None for one that came too fast."""
        self._size = 0
        """Bytes that wait."""
        self._answering: asyncio.Task[None] | None = None

    def receive(self, message: bytes) -> None:
        """Take a message."""
        verdict = self._admission.rate_limit.count(monotonic())
        if verdict is _CLOSE:
            self._close_too_fast()
            return
        accepted = message if verdict is _ACCEPT else None
        if self._answering is not None:
            self._queue(accepted)
        else:
            decoded = self._decode(accepted)
            if decoded is not None:
                self._answering = asyncio.get_running_loop().create_task(self._answer(decoded))

    def allow_control(self) -> bool:
        """Count a frame that is no message; whether it may be answered."""
        verdict = self._admission.rate_limit.count(monotonic())
        if verdict is _CLOSE:
            self._close_too_fast()
        return verdict is _ACCEPT

    def closed(self) -> None:
        """The connection is closed."""
        self._admission.release()
        self._actor.disconnect(self._connection)

    def _close_too_fast(self) -> None:
        counters.refusals["too_fast"] += 1
        self._transport.close(TOO_FAST, "too_fast")

    def _queue(self, message: bytes | None) -> None:
        """Keep a message until those before it are answered: answers come in the order of messages."""
        self._unanswered.append(message)
        self._size += len(message or b"")
        if len(self._unanswered) >= UNANSWERED or self._size >= UNANSWERED_BYTES:
            self._transport.pause()

    async def _answer(self, message: messages.Incoming | None) -> None:
        """Answer a message, and those that came meanwhile."""
        try:
            while message is not None:
                answer = await self._actor.handle(self._connection, message)
                self._connection.send(_encode(answer))
                counters.answers.add(monotonic() - self._began)
                if type(answer) is messages.Refused:
                    counters.refusals[answer.code] += 1
                message = None
                while self._unanswered and message is None:
                    waiting = self._unanswered.popleft()
                    self._size -= len(waiting or b"")
                    message = self._decode(waiting)
                self._transport.resume()
        except Exception:
            log.exception("a message could not be answered")
            self._transport.close(BROKEN, "")
        finally:
            self._answering = None

    def _decode(self, message: bytes | None) -> messages.Incoming | None:
        """A decoded message; None if it was refused already."""
        self._began = monotonic()
        if message is None:
            self._refuse("too_fast")
        elif len(message) > messages.FRAME_BYTES:
            self._refuse("too_long")
        elif not is_text(message):
            self._refuse("garbled")
        else:
            try:
                return _decode(message)
            except (msgspec.DecodeError, RecursionError):
                self._refuse("garbled")
        return None

    def _refuse(self, code: str) -> None:
        counters.refusals[code] += 1
        self._connection.send(_encode(messages.Refused(None, code)))
