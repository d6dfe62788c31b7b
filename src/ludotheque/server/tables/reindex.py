"""Rebuilding the table index from the logs: after an upgrade from a version without one, or a killed server."""

from __future__ import annotations

import logging

from ludotheque.server.logging import hashed_id
from ludotheque.server.storage import Storage
from ludotheque.server.storage.table_index import IndexEntry
from ludotheque.server.tables import index_entries, rule_editions
from ludotheque.server.tables.errors import InvalidLog, OtherRulesEdition
from ludotheque.server.tables.table import Table

log = logging.getLogger(__name__)


async def reindex(storage: Storage) -> int:
    """Bring the table index up to date with the logs; the number of entries that were written."""
    await rule_editions.update_playable_tables(storage)
    stale = await storage.index.stale_tables()
    if not stale:
        return 0
    entries = []
    for id in stale:
        bodies = await storage.load(id)
        try:
            entries.append(_entry(id, bodies))
        except (InvalidLog, LookupError) as error:
            log.error("table %s is left out of the table index: %s", hashed_id(id), error)
    await storage.index.rebuild(entries)
    return len(entries)


def _entry(id: str, bodies: list[bytes]) -> tuple[IndexEntry, int]:
    """The index entry of a table, and the length of its log."""
    try:
        table = Table.load(id, bodies)
    except OtherRulesEdition:
        return rule_editions.index_entry(id, bodies)
    return index_entries.entry(table, index_entries.related_guests(table)), table.length
