"""Repository of speakers: which guest posts in the chat of which table under which speaker id.

A chat message in a table's log names its speaker by an id that is valid at one table only. Players are found through
their seat; for spectators, who have none, this table says which guest they are.
"""

from __future__ import annotations

from typing import Final

from ludotheque.server.storage.interface import Storage
from ludotheque.server.storage.statement import Statement

_RECORD: Final = 'INSERT INTO spoke (guest, "table", who) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING'
_GUEST: Final = 'SELECT guest FROM spoke WHERE "table" = $1 AND who = $2'
_IDS: Final = 'SELECT who FROM spoke WHERE guest = $1 AND "table" = $2'


class SpeakerRepository:
    """Reads and writes which guest spoke at which table."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    async def record(self, guest: str, table: str, speaker: str) -> None:
        """Record that a guest speaks at a table under a speaker id."""
        await self._storage.write(Statement(_RECORD, (guest, table, speaker)))

    async def find_guest(self, table: str, speaker: str) -> str | None:
        """The guest behind a speaker id at a table."""
        rows = await self._storage.rows(_GUEST, table, speaker)
        return rows[0][0] if rows else None

    async def speaker_ids(self, guest: str, table: str) -> set[str]:
        """The speaker ids under which a guest spoke at a table."""
        return {speaker for (speaker,) in await self._storage.rows(_IDS, guest, table)}
