"""Web push, as the browsers' push services want it.

A message is sealed so that nobody but the subscriber's browser reads it (RFC 8291), signed so that the service knows
which house sends it (RFC 8292), and sent nowhere but to the open internet: a subscription is an address that a guest
names and the house then calls, so it must not lead to the machines around us.
"""

from __future__ import annotations

import asyncio
import base64
import binascii
import ipaddress
import socket
import time
from collections.abc import Iterable
from typing import Final, NamedTuple
from urllib.parse import urlsplit

import http_ece  # type: ignore[import-untyped]
import httpcore
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_der_private_key,
)
from py_vapid import Vapid02  # type: ignore[import-untyped]

KEPT_FOR: Final = 24 * 3600
"""Seconds for which a push service tries to reach a browser that is switched off."""
_SIGNED_FOR: Final = 12 * 3600
_PATIENCE: Final = {"connect": 5.0, "read": 10.0, "write": 10.0, "pool": 30.0}
_CALLS_AT_ONCE: Final = 32
_TRANSLATED: Final = (ipaddress.ip_network("64:ff9b::/96"), ipaddress.ip_network("2002::/16"))
"""IPv6 addresses that stand for an IPv4 one, which may be anybody's."""


class BadSubscription(ValueError):
    """A subscription that no push service gives out; the sentence says why."""


class BrowserKeys(NamedTuple):
    """What a browser gave out to have messages sealed for it."""

    p256dh: bytes
    auth: bytes


def read_keys(p256dh: str, auth: str) -> BrowserKeys:
    """The keys of a subscription, as the browser writes them; raises :class:`BadSubscription`."""
    keys = BrowserKeys(_unwrapped(p256dh), _unwrapped(auth))
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), keys.p256dh)
    except ValueError:
        raise BadSubscription("p256dh is no point of P-256") from None
    if len(keys.auth) != 16:
        raise BadSubscription("auth is 16 bytes long")
    return keys


def check_endpoint(endpoint: str, nearby: bool) -> None:
    """Raise :class:`BadSubscription` for an address that cannot be a push service's."""
    if any(not "!" <= sign <= "~" or sign == "\\" for sign in endpoint):
        raise BadSubscription("an endpoint is a plain web address")
    try:
        parts = urlsplit(endpoint)
        port = parts.port
    except ValueError:
        raise BadSubscription("an endpoint is a web address") from None
    if not parts.hostname or parts.username is not None or parts.password is not None or parts.fragment:
        raise BadSubscription("an endpoint is a web address with a host, and nobody's name in it")
    if parts.scheme not in (("https", "http") if nearby else ("https",)):
        raise BadSubscription("an endpoint begins with https")
    if not nearby and (port not in (None, 443) or _is_closed(parts.hostname)):
        raise BadSubscription("an endpoint lies on the open internet")


def _is_closed(host: str) -> bool:
    """Whether a host is an address on which no push service can be; of a name nobody knows yet."""
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


class Sender:
    """The house, as push services know it: by its key, and by whom to write to if it misbehaves."""

    def __init__(self, key: bytes, contact: str, nearby: bool = False) -> None:
        private = load_der_private_key(key, None)
        assert isinstance(private, ec.EllipticCurvePrivateKey)
        self._vapid = Vapid02(private, {"no-strict": True})  # its own idea of a contact knows no ports
        self._contact = contact
        self._nearby = nearby
        self._pool: httpcore.AsyncConnectionPool | None = None
        self._turns = asyncio.Semaphore(_CALLS_AT_ONCE)
        self.public_key = _wrapped(private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))
        """What browsers subscribe with."""

    async def send(self, endpoint: str, keys: BrowserKeys, message: bytes, topic: str) -> int:
        """Send a message; the service's answer, a status of HTTP. A later one on the same topic takes its place.

        Raises :class:`OSError` or an error of ``httpcore`` if the service cannot be reached.
        """
        async with self._turns:
            check_endpoint(endpoint, self._nearby)
            body, signature = await asyncio.to_thread(self._seal, endpoint, keys, message)
            headers = [
                ("Authorization", signature),
                ("Content-Encoding", "aes128gcm"),
                ("Content-Type", "application/octet-stream"),
                ("TTL", str(KEPT_FOR)),
                ("Topic", topic),
                ("Urgency", "high"),
            ]
            pool = await self._connections()
            patience = {"timeout": _PATIENCE}
            async with (
                asyncio.timeout(sum(_PATIENCE.values())),
                pool.stream("POST", endpoint, headers=headers, content=body, extensions=patience) as response,
            ):
                return response.status  # what it says besides is nobody's business here

    async def close(self) -> None:
        """Hang up."""
        if self._pool is not None:
            await self._pool.aclose()

    def _seal(self, endpoint: str, keys: BrowserKeys, message: bytes) -> tuple[bytes, str]:
        once = ec.generate_private_key(ec.SECP256R1())
        body: bytes = http_ece.encrypt(message, private_key=once, dh=keys.p256dh, auth_secret=keys.auth)
        parts = urlsplit(endpoint)
        audience, until = f"{parts.scheme}://{parts.netloc}", int(time.time()) + _SIGNED_FOR
        signature = self._vapid.sign({"aud": audience, "exp": until, "sub": self._contact})["Authorization"]
        return body, signature

    async def _connections(self) -> httpcore.AsyncConnectionPool:
        """Made when first needed: reading the world's certificates takes a moment."""
        if self._pool is None:
            trusted = await asyncio.to_thread(httpcore.default_ssl_context)
            backend = httpcore.AnyIOBackend() if self._nearby else OpenInternet()
            self._pool = self._pool or httpcore.AsyncConnectionPool(
                trusted, max_connections=_CALLS_AT_ONCE, network_backend=backend
            )
        return self._pool


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


def new_key() -> bytes:
    """A key for a house."""
    key = ec.generate_private_key(ec.SECP256R1())
    return key.private_bytes(Encoding.DER, PrivateFormat.PKCS8, NoEncryption())


def _wrapped(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _unwrapped(text: str) -> bytes:
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        raise BadSubscription("keys are written in base64url") from None
