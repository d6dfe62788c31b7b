"""What only workers of the same house can read, as text."""

from __future__ import annotations

import base64
import binascii
import hmac
import os
from typing import Final

_NONCE: Final = 12


class DecryptionError(ValueError):
    """It was not sealed with our key."""


class Cipher:
    """Seals and opens, by the house's own key."""

    def __init__(self, key: bytes) -> None:
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM  # read in by houses of several workers only

        self._cipher = AESGCM(hmac.digest(key, b"notices", "sha256"))

    def close(self, message: bytes, sender: str) -> str:
        """Seal a message, so that it cannot be passed off as another sender's."""
        nonce = os.urandom(_NONCE)
        return base64.b64encode(nonce + self._cipher.encrypt(nonce, message, sender.encode())).decode()

    def open(self, text: str, sender: str) -> bytes:
        """What a sealed message of that sender says; raises :class:`BadSeal`."""
        from cryptography.exceptions import InvalidTag

        try:
            sealed = base64.b64decode(text, validate=True)
            return self._cipher.decrypt(sealed[:_NONCE], sealed[_NONCE:], sender.encode())
        except (InvalidTag, ValueError, binascii.Error) as error:
            raise DecryptionError("a message that is not ours") from error
