"""Repository of the single-use tokens that were used, kept until they expire."""

from __future__ import annotations

from typing import Final

from ludotheque.server.storage.interface import Storage
from ludotheque.server.storage.statement import Statement

_SPEND: Final = "INSERT INTO spent (ticket, until) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING ticket"
_DELETE_EXPIRED: Final = "DELETE FROM spent WHERE until < $1"


class TokenRepository:
    """Reads and writes which single-use tokens were used."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    async def spend(self, id: str, until: int) -> bool:
        """Record that a token was used that expires at ``until``; False if it was used before, by any worker."""
        return bool(await self._storage.rows(_SPEND, id, until))

    async def delete_expired(self, now: int) -> None:
        """Delete the records of tokens that have expired."""
        await self._storage.write(Statement(_DELETE_EXPIRED, (now,)))
