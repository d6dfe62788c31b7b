"""Good manners in the house: who may not talk or play for a while, and who says so.

What is asked at every word and every table is kept in memory and read again after a moment, so that what another
process wrote counts here too.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal

from ludotheque.server.runtime.time import now_ms
from ludotheque.server.storage import Statement, Storage

KNOWN_FOR: Final = 3_000
"""Milliseconds for which we trust what we last read."""

SanctionKind = Literal["mute", "ban"]

_SANCTIONS: Final = "SELECT guest, kind, until FROM sanction WHERE until > $1"
_MODERATOR: Final = "SELECT name FROM moderator WHERE guest = $1"
_NAME: Final = """
INSERT INTO moderator (guest, name, since) VALUES ($1, $2, $3) ON CONFLICT (guest) DO UPDATE SET name = excluded.name
"""


class Banned(Exception):
    """Somebody who is asked to stay away for a while."""

    def __init__(self, until: int) -> None:
        super().__init__(f"away until {until}")
        self.until = until


class Sanctions:
    """Who is asked to be quiet, or to stay away, and until when."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._sanctions: dict[tuple[str, str], int] = {}
        self._read = 0

    def invalidate_cache(self) -> None:
        """Something was written: read it again."""
        self._read = 0

    async def sanctioned_until(self, guests: Iterable[str], *kinds: SanctionKind) -> int | None:
        """Until when one of some guests is under a sanction of one of some kinds; None if nobody is."""
        now = now_ms()
        if now - self._read > KNOWN_FOR:
            rows = await self._storage.rows(_SANCTIONS, now)
            self._sanctions = {(guest, kind): until for guest, kind, until in rows}
            self._read = now
        if not self._sanctions:
            return None
        found = [self._sanctions.get((guest, kind), 0) for guest in guests for kind in kinds]
        latest = max(found, default=0)
        return latest if latest > now else None

    async def check_not_banned(self, guest: str) -> None:
        """Whether somebody may open a table or sit down; raises :class:`Banned`."""
        until = await self.sanctioned_until([guest], "ban")
        if until is not None:
            raise Banned(until)

    async def moderator_name(self, guest: str | None) -> str | None:
        """What a moderator is called; None for everybody else."""
        rows = [] if guest is None else await self._storage.rows(_MODERATOR, guest)
        return rows[0][0] if rows else None

    async def add_moderator(self, guest: str, name: str) -> None:
        """Somebody is a moderator from now on."""
        await self._storage.write(Statement(_NAME, (guest, name, now_ms())))
