"""How sockets begin: uvicorn and Litestar shake hands, then the line is handed over to whoever answers.

What goes over it no longer passes through them: no queue, no waiting task and no copy of the request stay behind.
"""

from __future__ import annotations

from typing import Any, Final, cast

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from ludotheque.server.websocket.framing import WebSocketTransport
from ludotheque.server.websocket.utf8 import HEAD

EXTENSION: Final = "ludotheque.handshake"
"""Where a request carries its handshake, among the extensions of its scope."""


class Handshake(WebSocketsSansIOProtocol):
    """A socket until it is a line."""

    _early = b""
    """What came in before the line was handed over."""
    _handed_over = False

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            cast(dict[str, Any], self.scope["extensions"])[EXTENSION] = self

    def data_received(self, data: bytes) -> None:
        if self.handshake_initiated and not self.close_sent:
            self._early += data
            if len(self._early) > self.config.ws_max_size + HEAD:
                self.transport.pause_reading()
        else:
            data, self._early = self._early + data, b""
            super().data_received(data)

    async def run_asgi(self) -> None:
        """Shake hands; the socket stays open if the line was handed over then."""
        try:
            await self.app(self.scope, self.receive, self.send)
        except ClientDisconnected:
            pass
        except BaseException:
            self.logger.exception("Exception in ASGI application\n")
        self.send_500_response()  # it does so only where hands were not shaken
        if not self._handed_over and self.close_timer is None:
            self.transport.close()

    def hand_over(self) -> WebSocketTransport:
        """The line, now that hands are shaken."""
        self._handed_over = True
        self.connections.discard(self)
        line = WebSocketTransport(self.transport, self.connections, self.config.ws_max_size, self._early)
        if self.disconnected:
            line.connection_lost(None)
        else:
            self.transport.pause_reading()  # event loops choose how they read when they begin to
            self.transport.set_protocol(line)
            self.transport.resume_reading()
        # Litestar's part of the handshake knows itself and us, and stays until the next sweep; the rest need not.
        self.conn.parser.close()
        del self.scope, self.conn, self.queue, self.request, self.response
        return line
