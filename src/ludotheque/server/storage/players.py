"""Players in the database: the name of a guest's page, and whether others may see it."""

from __future__ import annotations

from typing import Final, NamedTuple

from ludotheque.server.storage.interface import Storage
from ludotheque.server.storage.statement import Statement

_COLUMNS: Final = "guest, handle, name, listed"
_BY_GUEST: Final = f"SELECT {_COLUMNS} FROM player WHERE guest = $1"
_BY_HANDLE: Final = f"SELECT {_COLUMNS} FROM player WHERE handle = $1"
_SAVE: Final = f"""
INSERT INTO player ({_COLUMNS}) VALUES ($1, $2, $3, $4)
ON CONFLICT (guest) DO UPDATE SET name = excluded.name, listed = excluded.listed
"""
_MERGE: Final = """
UPDATE player SET guest = $2 WHERE guest = $1 AND NOT EXISTS
    (SELECT 1 FROM player AS other WHERE other.guest = $2)
"""
_DELETE: Final = "DELETE FROM player WHERE guest = $1"


class Player(NamedTuple):
    """A guest with a page."""

    guest: str
    handle: str
    """The page's address; it reveals nothing about the guest."""
    name: str
    listed: bool
    """Whether the page is public, and the player is on the ladders."""


class PlayerRepository:
    """Reads and writes players."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    async def find_guest(self, guest: str) -> Player | None:
        """The player of a guest."""
        return await self._find(_BY_GUEST, guest)

    async def find_handle(self, handle: str) -> Player | None:
        """The player of a page."""
        return await self._find(_BY_HANDLE, handle)

    async def save(self, player: Player) -> None:
        """Write a player; the handle of a known guest stays as it is."""
        await self._storage.write(save_player(player))

    async def _find(self, sql: str, value: str) -> Player | None:
        for guest, handle, name, listed in await self._storage.rows(sql, value):
            return Player(guest, handle, name, bool(listed))
        return None


def save_player(player: Player) -> Statement:
    """Writes a player."""
    return Statement(_SAVE, player)


def merge_player(old: str, new: str) -> list[Statement]:
    """Gives the page of one guest to another, unless they have one."""
    return [Statement(_MERGE, (old, new)), *erase_player(old)]


def erase_player(guest: str) -> list[Statement]:
    """Deletes the page of a guest."""
    return [Statement(_DELETE, (guest,))]
