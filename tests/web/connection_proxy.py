"""A TCP proxy between a browser and the server, whose connections can be cut and restored."""

from __future__ import annotations

import asyncio
from typing import Self
from urllib.parse import urlsplit


class ConnectionProxy:
    """Forwards bytes both ways, unless it is cut."""

    def __init__(self, address: str) -> None:
        self._there = urlsplit(address).port
        self._up = True
        self._ends: set[asyncio.StreamWriter] = set()
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
        await asyncio.gather(self._pump(here, forth), self._pump(there, back))
        self._ends -= {back, forth}

    async def _pump(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        try:
            while data := await source.read(1 << 16):
                sink.write(data)
                await sink.drain()
        except ConnectionError:
            pass
        finally:
            sink.close()
