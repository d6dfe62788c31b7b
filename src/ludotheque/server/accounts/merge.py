"""Merging a guest into another one, the guest of an account: when a browser signs in, what it had comes along.

Seats are merged by an event in the log of each table, all else by
:class:`~ludotheque.server.storage.guest_data.GuestDataRepository`. Merging can be repeated.
"""

from __future__ import annotations

import asyncio
import contextlib

from ludotheque.server.moderation.sanctions import Sanctions
from ludotheque.server.runtime.time import now_ms
from ludotheque.server.storage import Conflict, Storage, tournament_guests
from ludotheque.server.storage.guest_data import GuestDataRepository
from ludotheque.server.storage.guest_tables import GuestTableRepository, TableToMerge
from ludotheque.server.tables import events
from ludotheque.server.tables.errors import OtherRulesEdition
from ludotheque.server.tables.events import GuestMerged
from ludotheque.server.tables.service import TableService


class GuestMerger:
    """Merges a guest into another one."""

    def __init__(self, storage: Storage, tables: TableService, sanctions: Sanctions) -> None:
        self._storage = storage
        self._tables = tables
        self._sanctions = sanctions

    async def merge(self, before: str, guest: str) -> None:
        """Give all that belongs to the guest ``before`` to the guest ``guest``."""
        if before == guest:
            return
        for table in await GuestTableRepository(self._storage).to_merge(before, guest):
            await self._merge_at(table, before, guest)
            await asyncio.sleep(0)
        await GuestDataRepository(self._storage).move(before, guest)
        await tournament_guests.merge_guest(self._storage, before, guest)
        self._sanctions.invalidate_cache()

    async def _merge_at(self, table: TableToMerge, before: str, guest: str) -> None:
        is_over = table.state in ("over", "earlier")
        if is_over and not table.is_shared and not self._tables.is_loaded(table.table):
            await self._append_merge(table.table, before, guest)
            return
        with contextlib.suppress(OtherRulesEdition):  # both guests have a seat there: each keeps it
            await self._tables.merge_guest(table.table, before, guest)

    async def _append_merge(self, table: str, before: str, guest: str) -> None:
        """Append the event to the log of a finished table, which need not be loaded for that."""
        length = await GuestTableRepository(self._storage).log_length(table)
        try:
            await self._storage.append(table, length, [events.encode(GuestMerged(before, guest, now_ms()))])
        except Conflict:  # another request has just loaded the table and appended to its log
            await self._tables.merge_guest(table, before, guest)
