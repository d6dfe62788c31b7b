"""Finished public games as records: what anybody may read of them once they are over, one after the other."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Iterable

from ludotheque.engine import record
from ludotheque.server.logs import mark
from ludotheque.server.replay import whole_record
from ludotheque.server.storage import Storage
from ludotheque.server.table import BadLog, Table

log = logging.getLogger(__name__)


async def exported(storage: Storage, tables: Iterable[str]) -> AsyncIterator[bytes]:
    """The record of each of these tables, as somebody who looked on may read it: nothing that was said aside.

    Of a table that cannot be set up again, as one of another edition of the rules, it is empty.
    """
    for id in tables:
        bodies = await storage.load(id)
        try:
            yield await asyncio.to_thread(_written, id, bodies)
        except (BadLog, LookupError) as error:
            log.warning("finished table %s is left out: %s", mark(id), error)
            yield b""


def _written(id: str, bodies: list[bytes]) -> bytes:
    table = Table.load(id, bodies)
    if not table.opened.public or not table.over:  # the register says so, but secrets hang on it
        raise BadLog("it is not a finished public one")
    return record.write(whole_record(table, None))
