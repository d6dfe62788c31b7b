"""Connections to places outside, by httpcore; read in when the house first calls one."""

from __future__ import annotations

import asyncio
import socket
import ssl
from collections.abc import Iterable
from typing import Final

import httpcore

from ludotheque.server.notifications.destinations import is_open

TROUBLES: Final = (OSError, httpcore.NetworkError, httpcore.TimeoutException, httpcore.ProtocolError)
"""What goes wrong where nobody answers as they should."""


def trusted() -> ssl.SSLContext:
    """The world's certificates."""
    return httpcore.default_ssl_context()


def connections(certificates: ssl.SSLContext, nearby: bool, most: int) -> httpcore.AsyncConnectionPool:
    """So many connections at most; to our own network only if ``nearby``."""
    backend = httpcore.AnyIOBackend() if nearby else OpenInternet()
    return httpcore.AsyncConnectionPool(certificates, max_connections=most, network_backend=backend)


class OpenInternet(httpcore.AnyIOBackend):
    """Connects to what a name stands for at this very moment, if that is on the open internet."""

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
        trouble: Exception = httpcore.ConnectError("this name leads to no place on the open internet")
        for address in dict.fromkeys(str(info[4][0]) for info in found):
            if is_open(address):
                try:
                    return await super().connect_tcp(address, port, timeout, local_address, socket_options)
                except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                    trouble = error
        raise trouble
