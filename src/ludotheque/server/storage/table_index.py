"""The house's register: a line about every table, and who sits where. All of it follows from the logs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import msgspec

from ludotheque.engine.rules import Seat
from ludotheque.protocol.http import SeatLine, TableLine, TableList, TableState
from ludotheque.server.storage.statement import Statement

PAGE: Final = 50
_SHOWN_FOR: Final = 7 * 24 * 3600 * 1000
"""A table at which nothing has happened for a week is not shown in the lobby."""

_COLUMNS: Final = '"table", game, public, state, seats, asked, due, updated'
NOTE: Final = f"""
INSERT INTO summary ({_COLUMNS}, length, began) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
ON CONFLICT ("table") DO UPDATE SET game = excluded.game, public = excluded.public, state = excluded.state,
    seats = excluded.seats, asked = excluded.asked, due = excluded.due, updated = excluded.updated,
    length = excluded.length, began = excluded.began
WHERE summary.length <= excluded.length
"""
MOVE: Final = """
UPDATE summary SET state = $2, asked = $3, due = $4, updated = $5, length = $6 WHERE "table" = $1 AND length < $6
"""
BEHIND: Final = """
SELECT "table" FROM summary WHERE state NOT IN ('over', 'earlier')
AND EXISTS (SELECT 1 FROM entry WHERE entry."table" = summary."table" AND entry.seq >= summary.length)
"""
SEAT: Final = """
INSERT INTO sitting (guest, "table", seat) VALUES ($1, $2, $3)
ON CONFLICT (guest, "table") DO UPDATE SET seat = excluded.seat
"""
_RISE: Final = 'DELETE FROM sitting WHERE guest = $1 AND "table" = $2'
WITH_CLOCKS: Final = 'SELECT "table" FROM summary WHERE due IS NOT NULL ORDER BY due'
_LINE: Final = '"table", game, public, state, seats, asked'
# Those who look on at a table with a delay know neither whose clock runs nor when the last move was made, and the
# order of a list must not tell them either. ``began`` stands in for that time; it is NULL where nothing is delayed.
_LOBBY: Final = f"""
SELECT {_LINE}, CASE WHEN began IS NULL THEN due END, coalesce(began, updated),
    (SELECT seat FROM sitting WHERE guest = $1 AND sitting."table" = summary."table")
FROM summary WHERE public AND (state = 'playing' OR (state = 'waiting' AND seats LIKE '%"kind":"open"%'))
    AND updated > $2
ORDER BY state = 'playing', coalesce(began, updated) DESC, "table" LIMIT $3 OFFSET $4
"""
_HIDDEN: Final = "seat IS NULL AND began IS NOT NULL AND state <> 'over'"
_MINE: Final = f"""
SELECT {_LINE}, CASE WHEN {_HIDDEN} THEN NULL ELSE due END, CASE WHEN {_HIDDEN} THEN began ELSE updated END, seat
FROM sitting JOIN summary USING ("table") WHERE guest = $1
ORDER BY state IN ('over', 'earlier'), coalesce(asked LIKE '%,' || seat || ',%', FALSE) DESC,
    CASE WHEN {_HIDDEN} THEN began ELSE updated END DESC, "table" LIMIT $2 OFFSET $3
"""
_FINISHED: Final = """
SELECT "table", updated FROM summary
WHERE public AND state = 'over' AND ($1 = '' OR game = $1) AND updated >= $2 AND updated < $3
AND (updated > $4 OR (updated = $4 AND "table" > $5)) ORDER BY updated, "table" LIMIT $6
"""

_seats: msgspec.json.Decoder[list[SeatLine]] = msgspec.json.Decoder(list[SeatLine])


class IndexEntry(msgspec.Struct, frozen=True):
    """What the register says of a table, and those who newly sit at it: guests, with their seat if they have one."""

    table: str
    game: str
    public: bool
    state: TableState
    seats: str
    """:class:`SeatLine` each, encoded."""
    asked: Sequence[Seat]
    """The seats that must decide now."""
    due: int | None
    updated: int
    sitting: Sequence[tuple[str, Seat | None]] = ()
    rising: Sequence[str] = ()
    """Guests who no longer have a seat there."""
    began: int | None = None
    """When a table was opened that is watched with a delay: all that lists tell of its times. None for the others."""
    alone: bool = False
    """Whether something may go on there by itself: bots, or clocks. Then somebody has to see to it."""


class IndexUpdate(msgspec.Struct, frozen=True):
    """What a move, or something said, changes in the register."""

    table: str
    state: TableState
    asked: Sequence[Seat]
    due: int | None
    updated: int

    @property
    def can_wait(self) -> bool:
        """Whether it need not be written at once. Much follows from the end of a game."""
        return self.state != "over"


class Finished(msgspec.Struct, frozen=True):
    """A public game that is over, and when something last happened to it, in milliseconds since 1970."""

    table: str
    updated: int


class Wanted(msgspec.Struct, frozen=True):
    """Which finished public games: of one kind if named, from ``since`` to before ``until``, after one of them."""

    game: str = ""
    since: int = 0
    until: int = 2**53
    after: Finished | None = None


def note(line: IndexEntry, length: int) -> Iterator[Statement]:
    """What is written of a table whose log has this length, and of those who sit down at it."""
    told = (line.table, line.game, line.public, line.state, line.seats, _listing(line.asked), line.due, line.updated)
    yield Statement(NOTE, (*told, length, line.began))
    for guest, seat in line.sitting:
        yield Statement(SEAT, (guest, line.table, seat))
    for guest in line.rising:
        yield Statement(_RISE, (guest, line.table))


def move(line: IndexUpdate, length: int) -> tuple[object, ...]:
    """The values of :data:`MOVE`."""
    return line.table, line.state, _listing(line.asked), line.due, line.updated, length


def lobby(guest: str | None, now: int, page: int) -> Statement:
    """The question for the public tables: those that wait for somebody, then those that can be watched."""
    return Statement(_LOBBY, (guest, now - _SHOWN_FOR, PAGE + 1, PAGE * page))


def mine(guest: str, page: int) -> Statement:
    """The question for a guest's tables: those that wait for them, then the others, then those that are over."""
    return Statement(_MINE, (guest, PAGE + 1, PAGE * page))


def finished(wanted: Wanted, limit: int) -> Statement:
    """The question for public games that are over, those that ended first first."""
    after = wanted.after or Finished("", -1)
    return Statement(_FINISHED, (wanted.game, wanted.since, wanted.until, after.updated, after.table, limit))


def listed(rows: Sequence[tuple[Any, ...]]) -> TableList:
    """The answer to one of these questions, as a page."""
    return TableList([_line(*row) for row in rows[:PAGE]], len(rows) > PAGE)


def _listing(asked: Sequence[Seat]) -> str:
    """Seats so that one of them can be found: ``,0,2,``."""
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
) -> TableLine:
    yours = you is not None and f",{you}," in asked
    return TableLine(table, game, state, bool(public), _seats.decode(seats), you, yours, due, updated)
