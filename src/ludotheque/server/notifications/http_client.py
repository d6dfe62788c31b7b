"""The HTTP client for push services and webhooks: bounded in connections and time, and kept off private networks."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterable, Sequence
from typing import Final

import httpcore

from ludotheque.server.notifications.destinations import check_address, is_public

_TIMEOUTS: Final = {"connect": 5.0, "read": 10.0, "write": 10.0, "pool": 30.0}
_MAX_REQUESTS: Final = 32
_NETWORK_ERRORS: Final = (OSError, httpcore.NetworkError, httpcore.TimeoutException, httpcore.ProtocolError)


class Unreachable(Exception):
    """A service cannot be reached; the text is the kind of error, without the address."""


class PublicNetworkBackend(httpcore.AnyIOBackend):
    """Connects to public IP addresses only.

    It looks a name up once, checks the result and connects to that very address, so that a name cannot change its
    meaning in between.
    """

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
        failure: Exception = httpcore.ConnectError("this name has no address on the public internet")
        for address in dict.fromkeys(str(info[4][0]) for info in found):
            if is_public(address):
                try:
                    return await super().connect_tcp(address, port, timeout, local_address, socket_options)
                except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                    failure = error
        raise failure


class HttpClient:
    """Posts to addresses that guests have named."""

    def __init__(self, allow_private: bool = False) -> None:
        self._allow_private = allow_private
        self._pool: httpcore.AsyncConnectionPool | None = None
        self._requests = asyncio.Semaphore(_MAX_REQUESTS)

    async def post(self, address: str, headers: Sequence[tuple[str, str]], body: bytes) -> int:
        """Post to an address; the status of the response. Redirects are not followed.

        Raises :class:`Unreachable`, or :class:`~ludotheque.server.notifications.destinations.BadAddress`.
        """
        async with self._requests:
            check_address(address, self._allow_private)
            timeouts = {"timeout": _TIMEOUTS}
            try:
                pool = await self._connection_pool()
                async with (
                    asyncio.timeout(sum(_TIMEOUTS.values())),
                    pool.stream("POST", address, headers=headers, content=body, extensions=timeouts) as response,
                ):
                    return response.status  # its body is not read
            except _NETWORK_ERRORS as error:
                raise Unreachable(type(error).__name__) from error

    async def close(self) -> None:
        """Close the connections."""
        if self._pool is not None:
            await self._pool.aclose()

    async def _connection_pool(self) -> httpcore.AsyncConnectionPool:
        """The pool, made at the first request: loading the trusted certificates takes a while."""
        if self._pool is None:
            trusted = await asyncio.to_thread(httpcore.default_ssl_context)
            if self._pool is None:  # another request may have made it meanwhile
                backend = httpcore.AnyIOBackend() if self._allow_private else PublicNetworkBackend()
                self._pool = httpcore.AsyncConnectionPool(
                    trusted, max_connections=_MAX_REQUESTS, network_backend=backend
                )
        return self._pool
