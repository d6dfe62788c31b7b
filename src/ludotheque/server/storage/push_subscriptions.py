"""Repository of push subscriptions: the browsers that are sent push messages."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from ludotheque.server.storage.interface import Storage
from ludotheque.server.storage.statement import Statement

_SAVE_SUBSCRIPTION: Final = """
INSERT INTO push (guest, endpoint, p256dh, auth, lang, at) VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT (guest, endpoint) DO UPDATE SET
    p256dh = excluded.p256dh, auth = excluded.auth, lang = excluded.lang, at = excluded.at
"""
_DELETE_EXPIRED_SUBSCRIPTIONS: Final = "DELETE FROM push WHERE at < $1"
_DELETE_SURPLUS_SUBSCRIPTIONS: Final = """
DELETE FROM push WHERE guest = $1 AND endpoint NOT IN
    (SELECT endpoint FROM push WHERE guest = $1 ORDER BY at DESC, endpoint LIMIT $2)
"""
_SUBSCRIPTIONS_OF_GUEST: Final = "SELECT guest, endpoint, p256dh, auth, lang FROM push WHERE guest = $1"
_DELETE_SUBSCRIPTION: Final = "DELETE FROM push WHERE guest = $1 AND endpoint = $2"


class PushSubscription(NamedTuple):
    """A browser that is sent push messages: its address at the push service, and its keys."""

    guest: str
    endpoint: str
    p256dh: bytes
    auth: bytes
    lang: str


class PushSubscriptionRepository:
    """The push subscriptions of all guests."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    async def save(self, subscription: PushSubscription, at: int, max_per_guest: int, expired_before: int) -> None:
        """Add or renew a subscription; delete the guest's oldest beyond a number, and all that have expired."""
        await self._storage.write(
            Statement(_SAVE_SUBSCRIPTION, (*subscription, at)),
            Statement(_DELETE_SURPLUS_SUBSCRIPTIONS, (subscription.guest, max_per_guest)),
            Statement(_DELETE_EXPIRED_SUBSCRIPTIONS, (expired_before,)),
        )

    async def delete(self, guest: str, endpoint: str) -> None:
        """Delete a subscription of a guest."""
        await self._storage.write(Statement(_DELETE_SUBSCRIPTION, (guest, endpoint)))

    async def of_guests(self, guests: Iterable[str]) -> list[PushSubscription]:
        """The subscriptions of some guests."""
        found = [await self._storage.rows(_SUBSCRIPTIONS_OF_GUEST, guest) for guest in guests]
        return [PushSubscription(*row) for rows in found for row in rows]
