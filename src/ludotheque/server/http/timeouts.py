"""HTTP connections with time-outs: a request arrives within so many seconds, and its answer is taken.

uvicorn closes a connection that is idle after an answer, and no other: one that never sends a request, or sends it byte
by byte, would stay for ever.
"""

from __future__ import annotations

import asyncio
from typing import Any, ClassVar, Final

import h11
from uvicorn.protocols.http.h11_impl import STATUS_PHRASES, H11Protocol

_TIMEOUT: Final = 408
_ARRIVING: Final = (h11.IDLE, h11.SEND_BODY)
"""What the client is doing while the server waits."""


class TimedRequests(H11Protocol):
    """A connection, whose whole request must have arrived ``seconds`` after its beginning."""

    seconds: ClassVar[float] = 20.0

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self._due: asyncio.TimerHandle | None = None
        """Ends the wait for a request."""
        self._unread: asyncio.TimerHandle | None = None
        """Ends the wait for an answer to be read, or for a closed connection to be gone."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for the first request."""
        super().connection_made(transport)
        self._await_request()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait for nothing any more."""
        self._stop_waiting()
        self._stop_watching()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """See whether the request is whole."""
        super().data_received(data)
        if self.conn.their_state in _ARRIVING and self in self.connections and not self.transport.is_closing():
            self._await_request()
        else:
            self._stop_waiting()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Leave the connection to the WebSocket: it asks by itself whether the other end is still there."""
        self._stop_waiting()
        self._stop_watching()
        super().handle_websocket_upgrade(event)

    def on_response_complete(self) -> None:
        """The next request is waited for by uvicorn's own timer until it begins; the rest of this one by ours."""
        super().on_response_complete()
        if self.transport.is_closing():
            self._watch()
        elif self.conn.their_state is h11.IDLE and not self.conn.trailing_data[0]:
            self._stop_waiting()

    # --- requests that do not arrive -----------------------------------------------------------------------------

    def _await_request(self) -> None:
        if self._due is None:
            self._due = self.loop.call_later(self.seconds, self._give_up)

    def _stop_waiting(self) -> None:
        if self._due is not None:
            self._due.cancel()
            self._due = None

    def _give_up(self) -> None:
        self._due = None
        if self.transport.is_closing():
            return
        begun = self.conn.their_state is h11.SEND_BODY or bool(self.conn.trailing_data[0])
        if begun and self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            self._say_too_late()
        if self.cycle is not None and not self.cycle.response_complete:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        self.transport.close()
        self._watch()

    def _say_too_late(self) -> None:
        phrase = STATUS_PHRASES[_TIMEOUT]
        headers = [("content-type", "text/plain; charset=utf-8"), ("connection", "close")]
        response = h11.Response(status_code=_TIMEOUT, headers=headers, reason=phrase)
        for event in (response, h11.Data(data=phrase), h11.EndOfMessage()):
            self.transport.write(self.conn.send(event) or b"")

    # --- answers that are not read -------------------------------------------------------------------------------

    def pause_writing(self) -> None:
        """The client reads too slowly: watch it."""
        super().pause_writing()
        self._watch()

    def resume_writing(self) -> None:
        """The client has caught up."""
        super().resume_writing()
        self._stop_watching()

    def timeout_keep_alive_handler(self) -> None:
        """No further request came: close, even if the last answer is never read."""
        super().timeout_keep_alive_handler()
        self._watch()

    def _watch(self) -> None:
        self._stop_watching()
        left = self.transport.get_write_buffer_size()
        self._unread = self.loop.call_later(self.seconds, self._look_again, left)

    def _stop_watching(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None

    def _look_again(self, left: int) -> None:
        self._unread = None
        if self.transport.get_write_buffer_size() < left:
            self._watch()  # slow, but reading
        else:
            self.transport.abort()


def timed_requests(seconds: float) -> type[TimedRequests]:
    """The protocol class with a time limit of so many seconds."""
    return type("TimedRequests", (TimedRequests,), {"seconds": seconds})
