"""Encryption of the messages between workers: everyone who may use the database can listen to its notifications."""

from __future__ import annotations

import base64
import binascii
import hmac
import os
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

_NONCE: Final = 12


class DecryptionError(ValueError):
    """A message that was not encrypted with this key, or not by this sender."""


class Cipher:
    """Encrypts and decrypts messages with a key derived from the server's."""

    def __init__(self, key: bytes) -> None:
        self._cipher = AESGCM(hmac.digest(key, b"notices", "sha256"))

    def encrypt(self, message: bytes, sender: str) -> str:
        """Encrypt a message, authenticated with its sender."""
        nonce = os.urandom(_NONCE)
        return base64.b64encode(nonce + self._cipher.encrypt(nonce, message, sender.encode())).decode()

    def decrypt(self, text: str, sender: str) -> bytes:
        """Decrypt a message of that sender; raises :class:`DecryptionError`."""
        try:
            encrypted = base64.b64decode(text, validate=True)
            return self._cipher.decrypt(encrypted[:_NONCE], encrypted[_NONCE:], sender.encode())
        except (InvalidTag, ValueError, binascii.Error) as error:
            raise DecryptionError("a message that this server did not encrypt") from error
