"""A push service on this machine, and a browser that subscribed there: it can read what was sealed for it.

Sealing is undone here by the letter of RFC 8291, not by the library that does it.
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


def wrap(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def unwrap(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Subscriber:
    """A browser's side of a subscription."""

    def __init__(self, private: ec.EllipticCurvePrivateKey | None = None, auth: bytes | None = None) -> None:
        self._private = private or ec.generate_private_key(ec.SECP256R1())
        self._auth = auth or os.urandom(16)
        self.public = self._private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    def wish(self, endpoint: str, lang: str = "fr") -> Json:
        """What a page sends to the house."""
        return {"endpoint": endpoint, "p256dh": wrap(self.public), "auth": wrap(self._auth), "lang": lang}

    def read(self, body: bytes) -> bytes:
        """Open a message: one record of aes128gcm, its sender's key in front."""
        salt, length = body[:16], body[20]
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        shared = self._private.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender))
        secret = _derived(self._auth, shared, b"WebPush: info\0" + self.public + sender, 32)
        key = _derived(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
        nonce = _derived(salt, secret, b"Content-Encoding: nonce\0", 12)
        padded = AESGCM(key).decrypt(nonce, sealed, None).rstrip(b"\0")
        assert padded.endswith(b"\x02"), "the last record ends with a two"
        return padded[:-1]


def _derived(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def claims(authorization: str, key: str) -> Json:
    """What the house says of itself, after its signature (RFC 8292, ES256) was checked with the house's key."""
    scheme, _, rest = authorization.partition(" ")
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    assert scheme == "vapid"
    assert parts["k"] == key
    signed, _, signature = parts["t"].rpartition(".")
    raw = unwrap(signature)
    pair = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), unwrap(key))
    public.verify(pair, signed.encode(), ec.ECDSA(hashes.SHA256()))
    head, body = (json.loads(unwrap(part)) for part in signed.split("."))
    assert head["alg"] == "ES256"
    found: Json = body
    return found


class PushService:
    """Takes messages over HTTP, or HTTPS with this certificate, and answers as it was told to."""

    def __init__(self, certificate: ssl.SSLContext | None = None) -> None:
        self._certificate = certificate
        self.taken: asyncio.Queue[tuple[str, dict[str, str], bytes]] = asyncio.Queue()
        """Messages: where to, their headers, their body."""
        self.answer = "201 Created"
        self.silent = False
        """Take messages, and never answer."""
        self.visits = 0

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
        self.visits += 1
        try:
            first, *lines = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
            headers = {key.lower(): value for key, _, value in (line.partition(": ") for line in lines if line)}
            body = await reader.readexactly(int(headers.get("content-length", "0")))
            self.taken.put_nowait((first.split()[1], headers, body))
            if self.silent:
                await reader.read()
            writer.write(f"HTTP/1.1 {self.answer}\r\nContent-Length: 0\r\n\r\n".encode())
            await writer.drain()
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()
