"""Finished public games as records: what anybody may read of them once they are over, one after the other."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable

from ludotheque.server.logging import hashed_id
from ludotheque.server.storage import Storage
from ludotheque.server.tables.archive_worker import public_record
from ludotheque.server.tables.errors import InvalidLog, OtherRulesEdition

log = logging.getLogger(__name__)

Write = Callable[[str, list[bytes]], Awaitable[bytes]]
"""Makes the record of a table from its log; raises :class:`BadLog`."""


async def in_a_thread(id: str, bodies: list[bytes]) -> bytes:
    """Make a record here, for a command that has nothing else to do."""
    return await asyncio.to_thread(public_record, id, bodies)


async def exported(storage: Storage, tables: Iterable[str], write: Write = in_a_thread) -> AsyncIterator[bytes | None]:
    """The record of each of these tables, as somebody who looked on may read it: nothing that was said aside.

    Of a table that cannot be set up again it is empty; it is None if that is because the rules here are another
    edition, for then nothing is broken.
    """
    for id in tables:
        bodies = await storage.load(id)
        try:
            yield await write(id, bodies)
        except OtherRulesEdition:
            yield None
        except (InvalidLog, LookupError) as error:
            log.warning("finished table %s is left out: %s", hashed_id(id), error)
            yield b""
