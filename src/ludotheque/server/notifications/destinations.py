"""Places outside that guests name and the house then calls, such as a push service or a webhook.

They may be anywhere on the open internet and nowhere else: no such address may lead to the machines around us.
"""

from __future__ import annotations

import asyncio
import ipaddress
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from httpcore import AsyncConnectionPool

_PATIENCE: Final = {"connect": 5.0, "read": 10.0, "write": 10.0, "pool": 30.0}
_CALLS_AT_ONCE: Final = 32
_TRANSLATED: Final = (ipaddress.ip_network("64:ff9b::/96"), ipaddress.ip_network("2002::/16"))
"""IPv6 addresses that stand for an IPv4 one, which may be anybody's."""


class Unreachable(Exception):
    """Nobody answers there as they should; the word is the kind of trouble, and does not say where."""


class BadAddress(ValueError):
    """An address that the house does not call; the sentence says why."""


def check_address(address: str, nearby: bool) -> None:
    """Raise :class:`BadAddress` for what cannot be a service's; ``nearby`` are those on our own network let in."""
    if any(not "!" <= sign <= "~" or sign == "\\" for sign in address):
        raise BadAddress("this is no plain web address")
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        raise BadAddress("this is no web address") from None
    if not parts.hostname or parts.username is not None or parts.password is not None or parts.fragment:
        raise BadAddress("this address has no host, or somebody's name in it")
    if parts.scheme not in (("https", "http") if nearby else ("https",)):
        raise BadAddress("this address does not begin with https")
    if not nearby and (port not in (None, 443) or _is_closed(parts.hostname)):
        raise BadAddress("this address is not on the open internet")


def _is_closed(host: str) -> bool:
    """Whether a host is an address on which no service can be; of a name nobody knows yet."""
    try:
        return not is_open(host)
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def is_open(address: str) -> bool:
    """Whether an address is anywhere on the open internet, and not on our own network."""
    ip = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(ip, ipaddress.IPv6Address) and (ip.ipv4_mapped or any(ip in network for network in _TRANSLATED)):
        return False
    return ip.is_global and not (ip.is_multicast or ip.is_reserved or ip.is_unspecified)


class Outside:
    """The way out: a few connections at once, and patience that ends."""

    def __init__(self, nearby: bool = False) -> None:
        self._nearby = nearby
        self._pool: AsyncConnectionPool | None = None
        self._turns = asyncio.Semaphore(_CALLS_AT_ONCE)

    async def post(self, address: str, headers: Sequence[tuple[str, str]], body: bytes) -> int:
        """Send something there; the answer, a status of HTTP. Nobody is led on to another address.

        Raises :class:`Unreachable`, or :class:`BadAddress`.
        """
        from ludotheque.server.notifications.http_client import TROUBLES

        async with self._turns:
            check_address(address, self._nearby)
            patience = {"timeout": _PATIENCE}
            try:
                pool = await self._connections()
                async with (
                    asyncio.timeout(sum(_PATIENCE.values())),
                    pool.stream("POST", address, headers=headers, content=body, extensions=patience) as response,
                ):
                    return response.status  # what it says besides is nobody's business here, and not even read
            except TROUBLES as error:
                raise Unreachable(type(error).__name__) from error

    async def close(self) -> None:
        """Hang up."""
        if self._pool is not None:
            await self._pool.aclose()

    async def _connections(self) -> AsyncConnectionPool:
        """Made when first needed: reading the world's certificates takes a moment."""
        from ludotheque.server.notifications.http_client import connections, trusted

        if self._pool is None:
            certificates = await asyncio.to_thread(trusted)
            self._pool = self._pool or connections(certificates, self._nearby, _CALLS_AT_ONCE)
        return self._pool
