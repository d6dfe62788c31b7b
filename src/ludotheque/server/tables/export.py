"""Export of finished public games: their records as a spectator may read them, one after the other."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable

from ludotheque.server.logging import hashed_id
from ludotheque.server.storage import Storage
from ludotheque.server.tables.archive_worker import public_record
from ludotheque.server.tables.errors import InvalidLog, OtherRulesEdition

log = logging.getLogger(__name__)

MakeRecord = Callable[[str, list[bytes]], Awaitable[bytes]]
"""Makes the public record of a table from its log; raises :class:`InvalidLog`."""


async def make_record_in_thread(id: str, bodies: list[bytes]) -> bytes:
    """Make a record in a thread of this process, for commands of the CLI."""
    return await asyncio.to_thread(public_record, id, bodies)


async def export_records(
    storage: Storage, tables: Iterable[str], make_record: MakeRecord = make_record_in_thread
) -> AsyncIterator[bytes | None]:
    """The record of each of these tables, as a spectator may read it: without messages of private chat rooms.

    For a table that cannot be loaded it is empty, or None if that is because the table is of another edition of the
    rules.
    """
    for id in tables:
        bodies = await storage.load(id)
        try:
            yield await make_record(id, bodies)
        except OtherRulesEdition:
            yield None
        except (InvalidLog, LookupError) as error:
            log.warning("finished table %s is left out: %s", hashed_id(id), error)
            yield b""
