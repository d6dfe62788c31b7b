"""What happens to clubs, tournaments, player pages and ratings when a guest continues as another or is erased."""

from __future__ import annotations

from ludotheque.server.storage.clubs import erase_member, merge_member
from ludotheque.server.storage.interface import Storage
from ludotheque.server.storage.players import erase_player, merge_player
from ludotheque.server.storage.ratings import erase_ratings, merge_alias, merge_ratings
from ludotheque.server.storage.tournaments import erase_entrant, merge_entrant


async def merge_guest(storage: Storage, old: str, new: str) -> None:
    """Give a guest's memberships, tournament entries, page and ratings to another: all or nothing.

    Tables at which the old guest still sits count for the new one when they end.
    """
    await storage.write(
        *merge_alias(old, new),
        *merge_member(old, new),
        *merge_entrant(old, new),
        *merge_player(old, new),
        *await merge_ratings(storage, old, new),
    )


async def erase_guest(storage: Storage, guest: str) -> None:
    """Delete what clubs, tournaments and ratings know of a guest: all or nothing.

    Where others played too, the result stays, without a name.
    """
    await storage.write(
        *erase_player(guest),
        *erase_ratings(guest),
        *erase_entrant(guest),
        *erase_member(guest),
    )
