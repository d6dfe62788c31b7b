"""Erasing personal data from the log of a table: the one exception to the rule that logs are append-only."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final, NamedTuple

import msgspec

from ludotheque.protocol.http import SeatSummary
from ludotheque.server.storage import table_index
from ludotheque.server.storage.interface import Storage
from ludotheque.server.storage.statement import Statement
from ludotheque.server.storage.table_index import IndexEntry

_REPLACE: Final = 'UPDATE entry SET body = $3 WHERE "table" = $1 AND seq = $2'
_APPEND: Final = 'INSERT INTO entry ("table", seq, body) VALUES ($1, $2, $3)'
_SEATS: Final = 'SELECT seats FROM summary WHERE "table" = $1'
_SET_SEATS: Final = 'UPDATE summary SET seats = $2 WHERE "table" = $1'
_UNSEAT: Final = 'DELETE FROM sitting WHERE guest = $1 AND "table" = $2'

_decode_seats = msgspec.json.Decoder(list[SeatSummary]).decode


class LogRewrite(NamedTuple):
    """How the log of a table is rewritten to erase a guest."""

    table: str
    log_length: int
    """The length of the log before."""
    replaced: Mapping[int, bytes]
    """The new bodies of entries, by their number."""
    appended: Sequence[bytes]
    """Entries that follow: the erased player leaves, and the log says that it was rewritten."""
    index_entry: IndexEntry | None
    """What the table index says afterwards; None where the log cannot be read by this edition of the rules."""
    seats: Sequence[SeatSummary] | None
    """The seats in the table index, where ``index_entry`` is None."""
    guests: Collection[str]
    """The erased guests: the table is no longer listed as theirs."""
    goes_on: bool
    """Whether the game goes on without the erased player, so that a worker must load the table."""


async def rewrite_log(storage: Storage, rewrite: LogRewrite) -> None:
    """Rewrite entries of a table's log, to erase personal data on a guest's request.

    This is the only code that changes entries of a log; everything else appends. It replaces the bodies of the
    entries that name the guest or hold what they wrote, appends the entries that follow from it, and updates the
    table index, all in one transaction: a failure leaves the table as it was, and erasing can be repeated. Moves,
    and the number and order of entries, stay, so that the game of the other players can still be replayed and
    verified. What is replaced, and with what, is decided in :mod:`ludotheque.server.accounts.erase`.

    The caller holds the table's lock. Afterwards every worker that has the table in memory must load it again:
    ``TableActor.rewrite_log`` does so, and announces it to the cluster.
    """
    statements = [
        *(Statement(_REPLACE, (rewrite.table, seq, body)) for seq, body in rewrite.replaced.items()),
        *(
            Statement(_APPEND, (rewrite.table, seq, body))
            for seq, body in enumerate(rewrite.appended, rewrite.log_length)
        ),
        *_index_statements(rewrite),
        *(Statement(_UNSEAT, (guest, rewrite.table)) for guest in rewrite.guests),
    ]
    await storage.write(*statements)


def _index_statements(rewrite: LogRewrite) -> list[Statement]:
    if rewrite.index_entry is not None:
        return list(table_index.entry_statements(rewrite.index_entry, rewrite.log_length + len(rewrite.appended)))
    if rewrite.seats is not None:
        return [Statement(_SET_SEATS, (rewrite.table, msgspec.json.encode(rewrite.seats).decode()))]
    return []


async def load_index_seats(storage: Storage, table: str) -> list[SeatSummary] | None:
    """The seats of a table as the table index lists them; None if it does not list the table."""
    rows = await storage.rows(_SEATS, table)
    return _decode_seats(rows[0][0]) if rows else None
