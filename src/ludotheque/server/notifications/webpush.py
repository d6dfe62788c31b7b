"""The Web Push protocol: encrypts messages for a browser and sends them to its push service.

Only the subscribed browser can decrypt a message (RFC 8291), and the push service verifies which server sends it
(RFC 8292).
"""

from __future__ import annotations

import asyncio
import base64
import binascii
import time
from typing import Final, NamedTuple
from urllib.parse import urlsplit

import http_ece  # type: ignore[import-untyped]
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_der_private_key,
)
from py_vapid import Vapid02  # type: ignore[import-untyped]

from ludotheque.server.notifications.http_client import HttpClient

TTL: Final = 24 * 3600
"""Seconds for which a push service keeps a message for a browser that is offline."""
_TOKEN_LIFETIME: Final = 12 * 3600
"""Seconds for which a signature is valid."""


class BadSubscription(ValueError):
    """A push subscription with invalid keys; the text says why."""


class BrowserKeys(NamedTuple):
    """The keys of a subscription, with which messages to it are encrypted."""

    p256dh: bytes
    auth: bytes


def read_keys(p256dh: str, auth: str) -> BrowserKeys:
    """Decode and check the keys of a subscription; raises :class:`BadSubscription`."""
    keys = BrowserKeys(_decode_base64url(p256dh), _decode_base64url(auth))
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), keys.p256dh)
    except ValueError:
        raise BadSubscription("p256dh is not a point of P-256") from None
    if len(keys.auth) != 16:
        raise BadSubscription("auth is not 16 bytes long")
    return keys


class WebPushClient:
    """Sends messages to push services, signed with the server's key and with the host's contact address."""

    def __init__(self, key: bytes, contact: str, allow_private: bool = False) -> None:
        private = load_der_private_key(key, None)
        assert isinstance(private, ec.EllipticCurvePrivateKey)
        self._vapid = Vapid02(private, {"no-strict": True})  # its check of the contact refuses ports
        self._contact = contact
        self._http = HttpClient(allow_private)
        self.public_key = _encode_base64url(
            private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        )
        """The public key with which browsers subscribe, in base64url."""

    async def send(self, endpoint: str, keys: BrowserKeys, message: bytes, topic: str) -> int:
        """Send a message; the HTTP status of the response. It replaces an undelivered one of the same topic.

        Raises :class:`~ludotheque.server.notifications.http_client.Unreachable` if the service cannot be reached.
        """
        body, signature = await asyncio.to_thread(self._encrypt, endpoint, keys, message)
        headers = [
            ("Authorization", signature),
            ("Content-Encoding", "aes128gcm"),
            ("Content-Type", "application/octet-stream"),
            ("TTL", str(TTL)),
            ("Topic", topic),
            ("Urgency", "high"),
        ]
        return await self._http.post(endpoint, headers, body)

    async def close(self) -> None:
        """Close the connections."""
        await self._http.close()

    def _encrypt(self, endpoint: str, keys: BrowserKeys, message: bytes) -> tuple[bytes, str]:
        ephemeral = ec.generate_private_key(ec.SECP256R1())
        body: bytes = http_ece.encrypt(message, private_key=ephemeral, dh=keys.p256dh, auth_secret=keys.auth)
        parts = urlsplit(endpoint)
        audience, expires = f"{parts.scheme}://{parts.netloc}", int(time.time()) + _TOKEN_LIFETIME
        signature = self._vapid.sign({"aud": audience, "exp": expires, "sub": self._contact})["Authorization"]
        return body, signature


def new_key() -> bytes:
    """A new private key, in DER."""
    key = ec.generate_private_key(ec.SECP256R1())
    return key.private_bytes(Encoding.DER, PrivateFormat.PKCS8, NoEncryption())


def _encode_base64url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _decode_base64url(text: str) -> bytes:
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        raise BadSubscription("the keys are not valid base64url") from None
