"""Making the register from the logs: after a database came from an older version, or a house fell over."""

from __future__ import annotations

import logging

from ludotheque.server import showing
from ludotheque.server.logs import mark
from ludotheque.server.storage import Storage
from ludotheque.server.table import BadLog, Table

log = logging.getLogger(__name__)


async def renew(storage: Storage) -> int:
    """Make the register anew if it is not what the logs say; how many tables then came into it."""
    stale = await storage.stale()
    if not stale:
        return 0
    noted = []
    for id in stale:
        try:
            table = Table.load(id, await storage.load(id))
        except (BadLog, LookupError) as error:
            log.error("table %s is left out of the register: %s", mark(id), error)
        else:
            noted.append((showing.noted(table, showing.everybody(table)), table.length))
    await storage.renew(noted)
    return len(noted)
