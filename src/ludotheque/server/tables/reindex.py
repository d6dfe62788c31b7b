"""Making the register from the logs: after a database came from an older version, or a house fell over."""

from __future__ import annotations

import logging

from ludotheque.server.logging import hashed_id
from ludotheque.server.storage import Storage
from ludotheque.server.storage.table_index import IndexEntry
from ludotheque.server.tables import index_entries, rule_editions
from ludotheque.server.tables.errors import InvalidLog, OtherRulesEdition
from ludotheque.server.tables.table import Table

log = logging.getLogger(__name__)


def _noted(id: str, bodies: list[bytes]) -> tuple[IndexEntry, int]:
    try:
        table = Table.load(id, bodies)
    except OtherRulesEdition:
        return rule_editions.noted(id, bodies)
    return index_entries.entry(table, index_entries.related_guests(table)), table.length


async def reindex(storage: Storage) -> int:
    """Make the register anew if it is not what the logs say; how many tables then came into it."""
    await rule_editions.settle(storage)
    stale = await storage.stale_tables()
    if not stale:
        return 0
    noted = []
    for id in stale:
        bodies = await storage.load(id)
        try:
            noted.append(_noted(id, bodies))
        except (InvalidLog, LookupError) as error:
            log.error("table %s is left out of the register: %s", hashed_id(id), error)
    await storage.reindex(noted)
    return len(noted)
