"""Single values of the server in the table ``meta``: secrets, and when the server last ran."""

from __future__ import annotations

from typing import Final

from ludotheque.server.storage.schema import ALIVE, EDITIONS
from ludotheque.server.storage.sql import SqlDatabase
from ludotheque.server.storage.statement import Statement

GET: Final = "SELECT value FROM meta WHERE name = $1"
SET: Final = "INSERT INTO meta VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value"
SET_ONCE: Final = "INSERT INTO meta VALUES ($1, $2) ON CONFLICT DO NOTHING"


class Metadata:
    """Repository of single values."""

    def __init__(self, database: SqlDatabase) -> None:
        self._database = database

    async def last_alive(self) -> int | None:
        """When a server last recorded that it ran, in milliseconds since 1970; None if none ever did."""
        value = await self._get(ALIVE)
        return None if value is None else int(value)

    async def record_alive(self, at: int) -> None:
        """Record that the server runs."""
        await self._database.write(Statement(SET, (ALIVE, b"%d" % at)))

    async def secret(self, name: str, fresh: bytes) -> bytes:
        """A secret of the server: ``fresh`` on the first call, the stored value afterwards."""
        await self._database.write(Statement(SET_ONCE, (name, fresh)))
        value = await self._get(name)
        assert value is not None
        return value

    async def rule_editions(self) -> bytes | None:
        """The editions of the rules that the table index was last checked with."""
        return await self._get(EDITIONS)

    async def _get(self, name: str) -> bytes | None:
        rows = await self._database.rows(GET, name)
        return bytes(rows[0][0]) if rows else None
