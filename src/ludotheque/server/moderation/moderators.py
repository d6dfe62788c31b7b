"""Moderators: how the host invites, lists and removes them from the command line, while the server may be running."""

from __future__ import annotations

from ludotheque.server.accounts.signing import Signer
from ludotheque.server.moderation.invitations import new_invitation
from ludotheque.server.settings.definitions import Database
from ludotheque.server.storage import open_storage
from ludotheque.server.storage.moderation import ModerationRepository


async def invite_moderator(database: Database, name: str, address: str) -> str:
    """The link that makes the first guest who opens it a moderator of this name; it is valid for three days."""
    storage = await open_storage(database)
    try:
        return f"{address.rstrip('/')}/moderation/{new_invitation(Signer(storage.key), name)}"
    finally:
        await storage.close()


async def list_moderators(database: Database) -> list[str]:
    """The names of all moderators."""
    storage = await open_storage(database)
    try:
        return await ModerationRepository(storage).moderator_names()
    finally:
        await storage.close()


async def remove_moderator(database: Database, name: str) -> bool:
    """Remove the moderators of a name; False if there were none."""
    storage = await open_storage(database)
    try:
        return await ModerationRepository(storage).remove_moderator(name)
    finally:
        await storage.close()
