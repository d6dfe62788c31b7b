"""A push service on this machine, and a subscribed browser that decrypts its messages.

Messages are decrypted as RFC 8291 says, and not by the library that encrypts them. The service is also a webhook.
"""

from __future__ import annotations

import asyncio
import base64
import json
import os
import ssl
from typing import Any, Self

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tests.patience import PATIENCE

Json = dict[str, Any]


def encode_base64url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode_base64url(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Subscriber:
    """A browser's side of a subscription."""

    def __init__(self, private: ec.EllipticCurvePrivateKey | None = None, auth: bytes | None = None) -> None:
        self._private = private or ec.generate_private_key(ec.SECP256R1())
        self._auth = auth or os.urandom(16)
        self.public = self._private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    def subscription(self, endpoint: str, lang: str = "fr") -> Json:
        """The subscription that a page sends to the server."""
        return {
            "endpoint": endpoint,
            "p256dh": encode_base64url(self.public),
            "auth": encode_base64url(self._auth),
            "lang": lang,
        }

    def read(self, body: bytes) -> bytes:
        """Decrypt a message: one record of aes128gcm, after the sender's key."""
        salt, length = body[:16], body[20]
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        shared = self._private.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender))
        secret = _derived(self._auth, shared, b"WebPush: info\0" + self.public + sender, 32)
        key = _derived(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
        nonce = _derived(salt, secret, b"Content-Encoding: nonce\0", 12)
        padded = AESGCM(key).decrypt(nonce, sealed, None).rstrip(b"\0")
        assert padded.endswith(b"\x02"), "the last record ends with the byte 2"
        return padded[:-1]


def _derived(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def claims(authorization: str, key: str) -> Json:
    """The claims in a VAPID header (RFC 8292), once its signature (ES256) is verified with the server's key."""
    scheme, _, rest = authorization.partition(" ")
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    assert scheme == "vapid"
    assert parts["k"] == key
    signed, _, signature = parts["t"].rpartition(".")
    raw = decode_base64url(signature)
    pair = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decode_base64url(key))
    public.verify(pair, signed.encode(), ec.ECDSA(hashes.SHA256()))
    head, body = (json.loads(decode_base64url(part)) for part in signed.split("."))
    assert head["alg"] == "ES256"
    found: Json = body
    return found


class PushService:
    """Takes messages over HTTP, or HTTPS with this certificate, and answers with a given status."""

    def __init__(self, certificate: ssl.SSLContext | None = None) -> None:
        self._certificate = certificate
        self.taken: asyncio.Queue[tuple[str, dict[str, str], bytes]] = asyncio.Queue()
        """Messages: path, headers and body."""
        self.answer = "201 Created"
        self.silent = False
        """Whether to take messages and never answer."""
        self.delay = 0.0
        """Seconds before each answer."""
        self.connections = 0

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._take, "127.0.0.1", 0, ssl=self._certificate)
        self.port: int = self._server.sockets[0].getsockname()[1]
        self.address = f"http{'s' if self._certificate else ''}://127.0.0.1:{self.port}"
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()

    async def next(self) -> tuple[str, dict[str, str], bytes]:
        async with asyncio.timeout(PATIENCE):
            return await self.taken.get()

    async def is_quiet(self, for_: float = 0.5) -> bool:
        await asyncio.sleep(for_)
        return self.taken.empty()

    async def _take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        try:
            first, *lines = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
            headers = {key.lower(): value for key, _, value in (line.partition(": ") for line in lines if line)}
            body = await reader.readexactly(int(headers.get("content-length", "0")))
            answer = self.answer
            self.taken.put_nowait((first.split()[1], headers, body))
            if self.silent:
                await reader.read()
            await asyncio.sleep(self.delay)
            writer.write(f"HTTP/1.1 {answer}\r\nContent-Length: 0\r\n\r\n".encode())
            await writer.drain()
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()
