"""Web push, as the browsers' push services want it.

A message is sealed so that nobody but the subscriber's browser reads it (RFC 8291), and signed so that the service
knows which house sends it (RFC 8292). What that takes is large, and is read in when somebody first wants to be called.
"""

from __future__ import annotations

import asyncio
import base64
import binascii
import time
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from ludotheque.server.notifications.destinations import Outside

KEPT_FOR: Final = 24 * 3600
"""Seconds for which a push service tries to reach a browser that is switched off."""
_SIGNED_FOR: Final = 12 * 3600


class BadSubscription(ValueError):
    """A subscription that no push service gives out; the sentence says why."""


class BrowserKeys(NamedTuple):
    """What a browser gave out to have messages sealed for it."""

    p256dh: bytes
    auth: bytes


def read_keys(p256dh: str, auth: str) -> BrowserKeys:
    """The keys of a subscription, as the browser writes them; raises :class:`BadSubscription`."""
    from cryptography.hazmat.primitives.asymmetric import ec

    keys = BrowserKeys(_unwrapped(p256dh), _unwrapped(auth))
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), keys.p256dh)
    except ValueError:
        raise BadSubscription("p256dh is no point of P-256") from None
    if len(keys.auth) != 16:
        raise BadSubscription("auth is 16 bytes long")
    return keys


class Sender:
    """The house, as push services know it: by its key, and by whom to write to if it misbehaves."""

    def __init__(self, key: bytes, contact: str, nearby: bool = False) -> None:
        from cryptography.hazmat.primitives.asymmetric import ec
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat, load_der_private_key
        from py_vapid import Vapid02  # type: ignore[import-untyped]

        private = load_der_private_key(key, None)
        assert isinstance(private, ec.EllipticCurvePrivateKey)
        self._vapid = Vapid02(private, {"no-strict": True})  # its own idea of a contact knows no ports
        self._contact = contact
        self._outside = Outside(nearby)
        self.public_key = _wrapped(private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))
        """What browsers subscribe with."""

    async def send(self, endpoint: str, keys: BrowserKeys, message: bytes, topic: str) -> int:
        """Send a message; the service's answer, a status of HTTP. A later one on the same topic takes its place.

        Raises :class:`~ludotheque.server.notifications.destinations.Unreachable` if the service cannot be reached.
        """
        body, signature = await asyncio.to_thread(self._seal, endpoint, keys, message)
        headers = [
            ("Authorization", signature),
            ("Content-Encoding", "aes128gcm"),
            ("Content-Type", "application/octet-stream"),
            ("TTL", str(KEPT_FOR)),
            ("Topic", topic),
            ("Urgency", "high"),
        ]
        return await self._outside.post(endpoint, headers, body)

    async def close(self) -> None:
        """Hang up."""
        await self._outside.close()

    def _seal(self, endpoint: str, keys: BrowserKeys, message: bytes) -> tuple[bytes, str]:
        import http_ece  # type: ignore[import-untyped]
        from cryptography.hazmat.primitives.asymmetric import ec

        once = ec.generate_private_key(ec.SECP256R1())
        body: bytes = http_ece.encrypt(message, private_key=once, dh=keys.p256dh, auth_secret=keys.auth)
        parts = urlsplit(endpoint)
        audience, until = f"{parts.scheme}://{parts.netloc}", int(time.time()) + _SIGNED_FOR
        signature = self._vapid.sign({"aud": audience, "exp": until, "sub": self._contact})["Authorization"]
        return body, signature


def new_key() -> bytes:
    """A key for a house."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

    key = ec.generate_private_key(ec.SECP256R1())
    return key.private_bytes(Encoding.DER, PrivateFormat.PKCS8, NoEncryption())


def _wrapped(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _unwrapped(text: str) -> bytes:
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        raise BadSubscription("keys are written in base64url") from None
