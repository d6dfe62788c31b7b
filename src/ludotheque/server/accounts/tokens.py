"""Single-use tokens: signed, valid for a while, and for one purpose. Challenges of passkeys and invitations use them.

A token is ``id.expiry.signature``. Nothing is stored when it is issued, and any worker can verify it; the ids of used
tokens are stored until they expire. For why this is not itsdangerous, see :mod:`ludotheque.server.accounts.signing`.
"""

from __future__ import annotations

import secrets

from ludotheque.server.accounts.signing import Signer
from ludotheque.server.runtime.time import now_ms
from ludotheque.server.storage import Storage
from ludotheque.server.storage.tokens import TokenRepository


def issue(signer: Signer, purpose: str, minutes: float) -> str:
    """A new token for a purpose, valid for so many minutes."""
    id, until = secrets.token_urlsafe(16), str(now_ms() + int(minutes * 60_000))
    return f"{id}.{until}.{signer.signature(purpose, id, until)}"


def is_valid(signer: Signer, token: str, purpose: str) -> bool:
    """Whether the signature of a token is valid for a purpose and it has not expired; it may have been used."""
    id, _, rest = token.partition(".")
    until, _, signature = rest.partition(".")
    return signer.is_same_code(signature, signer.signature(purpose, id, until)) and int(until) > now_ms()


async def spend(storage: Storage, token: str) -> bool:
    """Use up a valid token; False if it was used before, by any worker."""
    repository = TokenRepository(storage)
    id, until, _ = token.split(".")
    is_first_use = await repository.spend(id, int(until))
    await repository.delete_expired(now_ms())
    return is_first_use
