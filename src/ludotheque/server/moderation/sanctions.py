"""Sanctions: guests who may not chat (mute) or not play (ban) until a time, and which guests are moderators.

Sanctions are checked for every chat message and every seat: they are cached for a moment, so that what another worker
wrote counts here soon.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from ludotheque.protocol.moderation import SanctionKind
from ludotheque.server.runtime.time import now_ms
from ludotheque.server.storage import Storage
from ludotheque.server.storage.moderation import ModerationRepository

CACHED_FOR: Final = 3_000
"""Milliseconds for which sanctions that were read are not read again."""


class Banned(Exception):
    """The guest is banned until a time."""

    def __init__(self, until: int) -> None:
        super().__init__(f"banned until {until}")
        self.until = until


class Sanctions:
    """The sanctions in force, cached."""

    def __init__(self, storage: Storage) -> None:
        self._repository = ModerationRepository(storage)
        self._until: dict[tuple[str, SanctionKind], int] = {}
        self._read_at = 0

    def invalidate_cache(self) -> None:
        """Read the sanctions from the database when they are next checked."""
        self._read_at = 0

    async def sanctioned_until(self, guests: Iterable[str], *kinds: SanctionKind) -> int | None:
        """Until when one of these guests is under a sanction of one of these kinds; None if none is."""
        now = now_ms()
        if now - self._read_at > CACHED_FOR:
            sanctions = await self._repository.sanctions(now)
            self._until = {(sanction.guest, sanction.kind): sanction.until for sanction in sanctions}
            self._read_at = now
        if not self._until:
            return None
        latest = max((self._until.get((guest, kind), 0) for guest in guests for kind in kinds), default=0)
        return latest if latest > now else None

    async def check_not_banned(self, guest: str) -> None:
        """Check that a guest may open a table or take a seat; raises :class:`Banned`."""
        until = await self.sanctioned_until([guest], "ban")
        if until is not None:
            raise Banned(until)

    async def moderator_name(self, guest: str | None) -> str | None:
        """The name of a moderator; None if the guest is not one."""
        return None if guest is None else await self._repository.moderator_name(guest)
