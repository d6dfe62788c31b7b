"""What the host of a house does about its moderators, from a terminal; the house may be open meanwhile."""

from __future__ import annotations

from typing import Final

from ludotheque.server.accounts.signing import Signer
from ludotheque.server.moderation.reports import invitation
from ludotheque.server.settings.definitions import Database
from ludotheque.server.storage import Statement, open_storage

_LIST: Final = "SELECT name FROM moderator ORDER BY name"
_REMOVE: Final = "DELETE FROM moderator WHERE name = $1"


async def invite(database: Database, name: str, address: str) -> str:
    """The link that makes whoever opens it first a moderator by this name; it is good for three days."""
    storage = await open_storage(database)
    try:
        return f"{address.rstrip('/')}/moderation/{invitation(Signer(storage.key), name)}"
    finally:
        await storage.close()


async def moderators(database: Database) -> list[str]:
    """What the moderators are called."""
    storage = await open_storage(database)
    try:
        return [name for (name,) in await storage.rows(_LIST)]
    finally:
        await storage.close()


async def dismiss(database: Database, name: str) -> bool:
    """Nobody by this name is a moderator any more; False if nobody was."""
    known = await moderators(database)
    storage = await open_storage(database)
    try:
        await storage.write(Statement(_REMOVE, (name,)))
    finally:
        await storage.close()
    return name in known
