"""A guest becomes another, the guest of an account: what was theirs comes along.

Their seats go by a line in the log of each table, all else by what :mod:`ludotheque.server.accounts.guest_data` says.
It can be done again: what has come along already stays as it is.
"""

from __future__ import annotations

import asyncio
from typing import Final

from ludotheque.server.accounts.guest_data import BELONGINGS
from ludotheque.server.runtime.services import Services
from ludotheque.server.runtime.time import now_ms
from ludotheque.server.storage import Conflict, Statement, tournament_guests
from ludotheque.server.tables import events
from ludotheque.server.tables.errors import OtherRulesEdition
from ludotheque.server.tables.events import GuestMerged

_TABLES: Final = """
SELECT "table", state,
    (SELECT count(*) FROM sitting AS other WHERE other.guest = $2 AND other."table" = sitting."table")
FROM sitting JOIN summary USING ("table") WHERE guest = $1
"""
_LENGTH: Final = 'SELECT count(*) FROM entry WHERE "table" = $1'


async def adopt(services: Services, before: str, guest: str) -> None:
    """All that is the guest ``before``'s is the guest ``guest``'s from now on."""
    if before == guest:
        return
    for table, state, both in await services.storage.rows(_TABLES, before, guest):
        if state in ("over", "earlier") and not both and not services.tables.is_loaded(table):
            await _note(services, table, before, guest)
        else:
            try:
                await services.tables.merge_guest(table, before, guest)
            except OtherRulesEdition:  # both sat there: each keeps the seat
                continue
        await asyncio.sleep(0)
    follow = [Statement(sql, (before, guest)) for belonging in BELONGINGS for sql in belonging.follow]
    await services.storage.write(*follow)
    await tournament_guests.merge_guest(services.storage, before, guest)
    services.sanctions.invalidate_cache()


async def _note(services: Services, table: str, before: str, guest: str) -> None:
    """At a finished table that nobody has in memory, a line is enough; it need not be set up for that."""
    ((length,),) = await services.storage.rows(_LENGTH, table)
    try:
        await services.storage.append(table, length, [events.encode(GuestMerged(before, guest, now_ms()))])
    except Conflict:  # somebody has just come to look at it
        await services.tables.merge_guest(table, before, guest)
