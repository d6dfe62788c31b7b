"""A wire between a browser and the server that can be cut and mended, as trains and tunnels do it."""

from __future__ import annotations

import asyncio
from typing import Self
from urllib.parse import urlsplit


class Wire:
    """Carries bytes as they come, both ways, while it is whole."""

    def __init__(self, address: str) -> None:
        self._there = urlsplit(address).port
        self._whole = True
        self._ends: set[asyncio.StreamWriter] = set()
        self.address = ""

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._carry, "127.0.0.1", 0)
        self.address = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"
        return self

    async def __aexit__(self, *_: object) -> None:
        self.cut()
        self._server.close()

    def cut(self) -> None:
        """Everything that is being said breaks off, and nobody gets through."""
        self._whole = False
        for end in self._ends:
            end.transport.abort()

    def mend(self) -> None:
        self._whole = True

    async def _carry(self, here: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        try:
            if not self._whole:
                raise ConnectionError
            there, forth = await asyncio.open_connection("127.0.0.1", self._there)
        except ConnectionError:  # cut, or nobody is at home there
            back.transport.abort()
            return
        self._ends |= {back, forth}
        await asyncio.gather(self._pump(here, forth), self._pump(there, back))
        self._ends -= {back, forth}

    async def _pump(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        try:
            while said := await source.read(1 << 16):
                sink.write(said)
                await sink.drain()
        except ConnectionError:
            pass
        finally:
            sink.close()
