"""The handshake: uvicorn and Litestar do it, then the connection is taken over by our own framing.

Its messages no longer pass through them: no queue, no waiting task and no copy of the request stay in memory. This
relies on attributes of uvicorn and websockets that are not part of their public interfaces, so their minor versions are
pinned in pyproject.toml; where this module cannot be imported, :mod:`.asgi` is used instead.
"""

from __future__ import annotations

from typing import Any, cast

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from ludotheque.server.websocket.frames import HEAD
from ludotheque.server.websocket.interface import EXTENSION
from ludotheque.server.websocket.tcp_transport import TcpTransport


class Handshake(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket protocol until our framing takes over."""

    _early = b""
    """What came in before the take-over."""
    _taken_over = False

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
        """Run the handshake; the connection stays open if it was taken over."""
        try:
            await self.app(self.scope, self.receive, self.send)
        except ClientDisconnected:
            pass
        except BaseException:
            self.logger.exception("Exception in ASGI application\n")
        self.send_500_response()  # it does so only if the handshake was not done
        if not self._taken_over and self.close_timer is None:
            self.transport.close()

    def take_over(self) -> TcpTransport:
        """Take the connection over, after the handshake."""
        self._taken_over = True
        self.connections.discard(self)
        transport = TcpTransport(self.transport, self.connections, self.config.ws_max_size, self._early)
        if self.disconnected:
            transport.connection_lost(None)
        else:
            self.transport.pause_reading()  # event loops choose how they read when they begin to
            self.transport.set_protocol(transport)
            self.transport.resume_reading()
        # Litestar's part of the handshake is in a reference cycle with this object, and stays until the next garbage
        # collection; the rest need not.
        self.conn.parser.close()
        del self.scope, self.conn, self.queue, self.request, self.response
        return transport
