"""A TCP proxy between a browser and the server, whose connections can be cut, silenced and restored."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Self
from urllib.parse import urlsplit


class _Connection:
    """A connection from a browser: whether a WebSocket has taken it over, and whether it is silent."""

    def __init__(self) -> None:
        self.is_socket = False
        self.is_silent = False

    def look_for_upgrade(self, data: bytes) -> None:
        if data.startswith(b"GET ") and b"upgrade: websocket" in data.lower():
            self.is_socket = True


class ConnectionProxy:
    """Forwards bytes both ways, unless it is cut."""

    def __init__(self, address: str) -> None:
        self._there = urlsplit(address).port
        self._up = True
        self._ends: set[asyncio.StreamWriter] = set()
        self._connections: set[_Connection] = set()
        self.received = 0
        """Bytes that came from the server, without those of WebSockets."""
        self.address = ""

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._forward, "127.0.0.1", 0)
        self.address = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"
        return self

    async def __aexit__(self, *_: object) -> None:
        self.cut()
        self._server.close()

    def cut(self) -> None:
        """Abort all connections, and refuse new ones."""
        self._up = False
        for end in self._ends:
            end.transport.abort()

    def silence(self) -> None:
        """Forward nothing more on the connections that are open, without closing them; new ones work."""
        for connection in self._connections:
            connection.is_silent = True

    def restore(self) -> None:
        self._up = True

    async def _forward(self, here: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        try:
            if not self._up:
                raise ConnectionError
            there, forth = await asyncio.open_connection("127.0.0.1", self._there)
        except ConnectionError:  # cut, or the server is down
            back.transport.abort()
            return
        self._ends |= {back, forth}
        connection = _Connection()
        self._connections.add(connection)
        await asyncio.gather(
            self._pump(here, forth, connection, connection.look_for_upgrade),
            self._pump(there, back, connection, lambda data: self._count(connection, data)),
        )
        self._connections.discard(connection)
        self._ends -= {back, forth}

    def _count(self, connection: _Connection, data: bytes) -> None:
        if not connection.is_socket:
            self.received += len(data)

    async def _pump(
        self,
        source: asyncio.StreamReader,
        sink: asyncio.StreamWriter,
        connection: _Connection,
        look: Callable[[bytes], None],
    ) -> None:
        try:
            while data := await source.read(1 << 16):
                if connection.is_silent:
                    continue
                look(data)
                sink.write(data)
                await sink.drain()
        except ConnectionError:
            pass
        finally:
            sink.close()
