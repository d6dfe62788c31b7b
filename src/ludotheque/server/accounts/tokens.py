"""Tickets: something that we give out, get back within a while, and take once.

They carry our own stamp, so nothing has to be kept while they are out, and any process of the house can take them;
only those that were taken are written down, until they would no longer be good anyway.
"""

from __future__ import annotations

import secrets
from typing import Final

from ludotheque.server.accounts.signing import Signer
from ludotheque.server.runtime.time import now_ms
from ludotheque.server.storage import Statement, Storage

_TAKE: Final = "INSERT INTO spent (ticket, until) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING ticket"
_TIDY: Final = "DELETE FROM spent WHERE until < $1"


def issue(signer: Signer, use: str, minutes: float) -> str:
    """A ticket for one use, good for so many minutes."""
    number, until = secrets.token_urlsafe(16), str(now_ms() + int(minutes * 60_000))
    return f"{number}.{until}.{signer.signature(use, number, until)}"


def is_good(signer: Signer, ticket: str, use: str) -> bool:
    """Whether a ticket is ours, for this use, and still in time; it may have been taken already."""
    number, _, rest = ticket.partition(".")
    until, _, stamp = rest.partition(".")
    return signer.is_same_code(stamp, signer.signature(use, number, until)) and int(until) > now_ms()


async def take(storage: Storage, ticket: str) -> bool:
    """Take a good ticket; False if it was taken before, here or by another process."""
    until = int(ticket.split(".")[1])
    taken = await storage.rows(_TAKE, ticket.split(".", maxsplit=1)[0], until)
    await storage.write(Statement(_TIDY, (now_ms(),)))
    return bool(taken)
