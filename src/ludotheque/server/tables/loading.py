"""Loading a table from its log; running clocks are corrected for the time in which no server ran."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ludotheque.server.storage import Conflict
from ludotheque.server.tables import events, index_entries
from ludotheque.server.tables.context import TableContext
from ludotheque.server.tables.decision import Decision
from ludotheque.server.tables.events import ClocksShifted
from ludotheque.server.tables.table import Table
from ludotheque.server.tables.timeouts import next_timeout


async def load_table(id: str, context: TableContext, now_ms: Callable[[], int]) -> Table | None:
    """A table, replayed from its log; None if there is no such table."""
    bodies = await context.storage.load(id)
    if not bodies:
        return None
    table = await _replay(id, context, bodies)
    try:
        await _discount_downtime(table, context, now_ms)
    except Conflict:  # another worker has done so
        return await _replay(id, context, await context.storage.load(id))
    return table


async def _replay(id: str, context: TableContext, bodies: Sequence[bytes]) -> Table:
    return await context.time_slices.run(Table.load_in_steps(id, bodies))


async def _discount_downtime(table: Table, context: TableContext, now_ms: Callable[[], int]) -> None:
    """Take the time in which no server ran off the running clocks."""
    if not table.started or next_timeout(table) is None or table.updated >= context.started_at:
        return
    downtime = context.started_at - max(table.updated, context.alive_at or 0)
    if downtime > 0:
        shifted = ClocksShifted(now_ms(), downtime)
        entry = index_entries.entry_after(table, Decision([shifted]))
        await context.storage.append(table.id, table.length, [events.encode(shifted)], entry)
        table.apply(shifted)
