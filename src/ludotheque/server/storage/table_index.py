"""The table index: an entry for every table, and the tables of every guest. The lobby and the other lists read it.

All of it follows from the logs, and can be rebuilt from them.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from typing import Final, NamedTuple

import msgspec

from ludotheque.engine.rules import Seat
from ludotheque.protocol.http import SeatSummary, TableList, TableState, TableSummary
from ludotheque.server.storage.metadata import SET
from ludotheque.server.storage.schema import EDITIONS, STALE
from ludotheque.server.storage.sql import SqlDatabase
from ludotheque.server.storage.statement import Statement

PAGE: Final = 50
"""Tables on a page of a list."""
_LOBBY_SHOWS: Final = 7 * 24 * 3600 * 1000
"""Milliseconds after its last event that a table is shown in the lobby: a week."""

_COLUMNS: Final = '"table", game, public, state, seats, asked, due, updated'
_UPSERT: Final = f"""
INSERT INTO summary ({_COLUMNS}, length, began) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
ON CONFLICT ("table") DO UPDATE SET game = excluded.game, public = excluded.public, state = excluded.state,
    seats = excluded.seats, asked = excluded.asked, due = excluded.due, updated = excluded.updated,
    length = excluded.length, began = excluded.began
WHERE summary.length <= excluded.length
"""
UPDATE: Final = """
UPDATE summary SET state = $2, asked = $3, due = $4, updated = $5, length = $6 WHERE "table" = $1 AND length < $6
"""
_STALE: Final = """
SELECT "table" FROM summary WHERE state NOT IN ('over', 'earlier')
AND EXISTS (SELECT 1 FROM entry WHERE entry."table" = summary."table" AND entry.seq >= summary.length)
"""
_RELATE: Final = """
INSERT INTO sitting (guest, "table", seat) VALUES ($1, $2, $3)
ON CONFLICT (guest, "table") DO UPDATE SET seat = excluded.seat
"""
_UNRELATE: Final = 'DELETE FROM sitting WHERE guest = $1 AND "table" = $2'
_WITH_CLOCKS: Final = 'SELECT "table" FROM summary WHERE due IS NOT NULL ORDER BY due'
_LISTED: Final = '"table", game, public, state, seats, asked'
# Spectators of a table with a delay must learn neither whose clock runs nor when the last move was made, not even from
# the order of a list. They get ``began`` instead of that time; it is NULL for tables without a delay.
_LOBBY: Final = f"""
SELECT {_LISTED}, CASE WHEN began IS NULL THEN due END, coalesce(began, updated),
    (SELECT seat FROM sitting WHERE guest = $1 AND sitting."table" = summary."table")
FROM summary WHERE public AND (state = 'playing' OR (state = 'waiting' AND seats LIKE '%"kind":"open"%'))
    AND updated > $2
ORDER BY state = 'playing', coalesce(began, updated) DESC, "table" LIMIT $3 OFFSET $4
"""
_HIDDEN: Final = "seat IS NULL AND began IS NOT NULL AND state <> 'over'"
_TABLES_OF: Final = f"""
SELECT {_LISTED}, CASE WHEN {_HIDDEN} THEN NULL ELSE due END, CASE WHEN {_HIDDEN} THEN began ELSE updated END, seat
FROM sitting JOIN summary USING ("table") WHERE guest = $1
ORDER BY state IN ('over', 'earlier'), coalesce(asked LIKE '%,' || seat || ',%', FALSE) DESC,
    CASE WHEN {_HIDDEN} THEN began ELSE updated END DESC, "table" LIMIT $2 OFFSET $3
"""
_STATE: Final = 'SELECT state FROM summary WHERE "table" = $1'
_FINISHED: Final = """
SELECT "table", updated FROM summary
WHERE public AND state = 'over' AND ($1 = '' OR game = $1) AND updated >= $2 AND updated < $3
AND (updated > $4 OR (updated = $4 AND "table" > $5)) ORDER BY updated, "table" LIMIT $6
"""

_NOT_OVER: Final = """
SELECT summary."table", state, body FROM summary JOIN entry ON entry."table" = summary."table" AND entry.seq = 0
WHERE state <> 'over'
"""
_SUSPEND: Final = """
UPDATE summary SET state = 'earlier', asked = '', due = NULL WHERE "table" = $1
"""
# The entry is then behind the table's log, and rebuilt from it.
_RESUME: Final = """
UPDATE summary SET state = 'waiting', length = 0 WHERE "table" = $1
"""


_seats: msgspec.json.Decoder[list[SeatSummary]] = msgspec.json.Decoder(list[SeatSummary])


class IndexEntry(msgspec.Struct, frozen=True):
    """The entry of a table, and the guests whose relation to the table is new or ends."""

    table: str
    game: str
    public: bool
    state: TableState
    seats: str
    """A list of :class:`SeatSummary`, encoded."""
    asked: Sequence[Seat]
    """The seats that must decide now, and those of the guests on whose devices they are played."""
    due: int | None
    updated: int
    related: Sequence[tuple[str, Seat | None]] = ()
    """Guests in whose list the table newly is, with their seat if they have one."""
    unrelated: Sequence[str] = ()
    """Guests in whose list it no longer is."""
    began: int | None = None
    """When a table with a spectator delay was opened: the only time of it that lists show. None without a delay."""
    needs_worker: bool = False
    """Whether bots or clocks may run at it, for which one worker must be responsible."""


class IndexUpdate(msgspec.Struct, frozen=True):
    """The part of an entry that a move or a chat message changes."""

    table: str
    state: TableState
    asked: Sequence[Seat]
    due: int | None
    updated: int

    @property
    def can_wait(self) -> bool:
        """Whether writing it may be deferred; not at the end of a game, on which much depends."""
        return self.state != "over"


class FinishedTable(msgspec.Struct, frozen=True):
    """A finished public game, and the time of its last event in milliseconds since 1970."""

    table: str
    updated: int


class FinishedFilter(msgspec.Struct, frozen=True):
    """Selects finished public games: of one game if named, from ``since`` to before ``until``, those ``after`` one."""

    game: str = ""
    since: int = 0
    until: int = 2**53
    after: FinishedTable | None = None


class UnfinishedTable(NamedTuple):
    """A table that is not over: its state in the index, and the first event of its log, encoded."""

    table: str
    state: TableState
    first_event: bytes


class TableIndex:
    """Repository of the table index."""

    def __init__(self, database: SqlDatabase, flush: Callable[[], Awaitable[None]]) -> None:
        self._database = database
        self._flush = flush
        """Writes the deferred changes."""

    async def lobby(self, guest: str | None, now: int, page: int) -> TableList:
        """A page of the public tables as ``guest`` sees them: those with a free seat, then those to watch."""
        return await self._list(_LOBBY, guest, now - _LOBBY_SHOWS, PAGE + 1, PAGE * page)

    async def tables_of(self, guest: str, page: int) -> TableList:
        """A page of a guest's tables: those where it is their turn, then the others, then those that are over."""
        return await self._list(_TABLES_OF, guest, PAGE + 1, PAGE * page)

    async def finished(self, wanted: FinishedFilter, limit: int) -> list[FinishedTable]:
        """The finished public games, in the order in which they ended."""
        after = wanted.after or FinishedTable("", -1)
        values = (wanted.game, wanted.since, wanted.until, after.updated, after.table, limit)
        return [FinishedTable(*row) for row in await self._database.rows(_FINISHED, *values)]

    async def state_of(self, table: str) -> TableState | None:
        """The state of a table; None if there is no such table."""
        rows = await self._database.rows(_STATE, table)
        return rows[0][0] if rows else None

    async def tables_with_clocks(self) -> list[str]:
        """The tables at which a clock runs, the most urgent first."""
        return [table for (table,) in await self._database.rows(_WITH_CLOCKS)]

    async def stale_tables(self) -> list[str]:
        """The tables whose entry does not agree with their log.

        All of them, after the database was of a version without an index; some, after a server was killed.
        """
        if await self._database.rows("SELECT 1 FROM meta WHERE name = $1", STALE):
            return [table for (table,) in await self._database.rows('SELECT "table" FROM entry WHERE seq = 0')]
        return [table for (table,) in await self._database.rows(_STALE)]

    async def rebuild(self, entries: Sequence[tuple[IndexEntry, int]]) -> None:
        """Write the entries of stale tables, whose logs have these lengths."""
        done = Statement("DELETE FROM meta WHERE name = $1", (STALE,))
        written = (statement for entry, length in entries for statement in entry_statements(entry, length))
        await self._database.write(*written, done)

    async def unfinished(self) -> list[UnfinishedTable]:
        """The tables that are not over."""
        return [UnfinishedTable(*row) for row in await self._database.rows(_NOT_OVER)]

    async def change_editions(self, editions: bytes, suspended: Iterable[str], resumed: Iterable[str]) -> None:
        """Record the editions of the rules, with the tables that can no longer be played by them, and again can."""
        statements = [Statement(_SUSPEND, (table,)) for table in suspended]
        statements += [Statement(_RESUME, (table,)) for table in resumed]
        await self._database.write(*statements, Statement(SET, (EDITIONS, editions)))

    async def _list(self, sql: str, *values: object) -> TableList:
        await self._flush()
        rows = await self._database.rows(sql, *values)
        return TableList([_line(*row) for row in rows[:PAGE]], len(rows) > PAGE)


def entry_statements(entry: IndexEntry, length: int) -> Iterator[Statement]:
    """The statements that write the entry of a table whose log has this length, and the tables of its guests."""
    asked = _joined(entry.asked)
    columns = (entry.table, entry.game, entry.public, entry.state, entry.seats, asked, entry.due, entry.updated)
    yield Statement(_UPSERT, (*columns, length, entry.began))
    for guest, seat in entry.related:
        yield Statement(_RELATE, (guest, entry.table, seat))
    for guest in entry.unrelated:
        yield Statement(_UNRELATE, (guest, entry.table))


def update_values(update: IndexUpdate, length: int) -> tuple[object, ...]:
    """The values of :data:`UPDATE`."""
    return update.table, update.state, _joined(update.asked), update.due, update.updated, length


def _joined(asked: Sequence[Seat]) -> str:
    """Seats such that SQL can search for one of them: ``,0,2,``."""
    return f",{','.join(map(str, asked))}," if asked else ""


def _line(
    table: str,
    game: str,
    public: bool,
    state: TableState,
    seats: str,
    asked: str,
    due: int | None,
    updated: int,
    you: Seat | None,
) -> TableSummary:
    yours = you is not None and f",{you}," in asked
    return TableSummary(table, game, state, bool(public), _seats.decode(seats), you, yours, due, updated)
