"""Authenticator: makes WebAuthn credentials and signs with them, without a browser."""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256

Json = dict[str, Any]


def b64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


class Authenticator:
    """Holds one passkey for the relying party ``party``, used by a page at ``origin``."""

    def __init__(self, origin: str, party: str = "localhost") -> None:
        self.origin = origin
        self.party = party
        self.id = secrets.token_bytes(16)
        self.uses = 0
        self._key = ec.generate_private_key(ec.SECP256R1())

    def make(self, options: Json) -> Json:
        """Make the passkey that registration options ask for."""
        numbers = self._key.public_key().public_numbers()
        public = {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")}
        made = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + cbor2.dumps(public)
        attestation = {"fmt": "none", "attStmt": {}, "authData": self._data(0x45) + made}
        response = {"attestationObject": b64(cbor2.dumps(attestation)), "transports": ["internal"]}
        return self._credential("webauthn.create", options["challenge"], response)

    def show(self, options: Json) -> Json:
        """Sign the challenge of authentication options."""
        self.uses += 1
        data = self._data(0x05)
        client = self._client("webauthn.get", options["challenge"])
        signature = self._key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(SHA256()))
        response = {"authenticatorData": b64(data), "signature": b64(signature), "userHandle": None}
        return self._credential("webauthn.get", options["challenge"], response)

    def _data(self, flags: int) -> bytes:
        return hashlib.sha256(self.party.encode()).digest() + bytes([flags]) + self.uses.to_bytes(4, "big")

    def _client(self, kind: str, challenge: str) -> bytes:
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin}).encode()

    def _credential(self, kind: str, challenge: str, response: Json) -> Json:
        response = {**response, "clientDataJSON": b64(self._client(kind, challenge))}
        return {"id": b64(self.id), "rawId": b64(self.id), "type": "public-key", "response": response}
