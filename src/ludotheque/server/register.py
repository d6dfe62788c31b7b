"""The house's register: a line about every table, and who sits where. All of it follows from the logs."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

from ludotheque.engine.rules import Seat
from ludotheque.server import forms
from ludotheque.server.forms import SeatLine, TableLine, TableList, TableState

PAGE: Final = 50
_SHOWN_FOR: Final = 7 * 24 * 3600 * 1000
"""A table at which nothing has happened for a week is not shown in the lobby."""

_COLUMNS: Final = '"table", game, public, state, seats, asked, due, updated'
_NOTE: Final = f"INSERT OR REPLACE INTO summary ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
_MOVE: Final = 'UPDATE summary SET state = ?, asked = ?, due = ?, updated = ? WHERE "table" = ?'
_SEAT: Final = "INSERT OR REPLACE INTO sitting VALUES (?, ?, ?)"
_LOBBY: Final = f"""
SELECT {_COLUMNS}, (SELECT seat FROM sitting WHERE guest = :guest AND "table" = summary."table")
FROM summary WHERE public AND state IN ('waiting', 'playing') AND updated > :since
ORDER BY state = 'playing', updated DESC LIMIT :limit OFFSET :offset
"""
_MINE: Final = f"""
SELECT {_COLUMNS}, seat FROM sitting JOIN summary USING ("table") WHERE guest = :guest
ORDER BY state = 'over', instr(asked, ',' || seat || ',') = 0, updated DESC LIMIT :limit OFFSET :offset
"""
_FINISHED: Final = """
SELECT "table", updated FROM summary
WHERE public AND state = 'over' AND updated >= :since AND updated < :until AND (:game = '' OR game = :game)
AND (updated > :last OR (updated = :last AND "table" > :after)) ORDER BY updated, "table" LIMIT :limit
"""

_seats: msgspec.json.Decoder[list[SeatLine]] = msgspec.json.Decoder(list[SeatLine])


class Noted(msgspec.Struct, frozen=True):
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


class Moved(msgspec.Struct, frozen=True):
    """What a move changes in the register."""

    table: str
    state: TableState
    asked: Sequence[Seat]
    due: int | None
    updated: int


def note(connection: sqlite3.Connection, noted: Iterable[Noted]) -> None:
    """Write lines; the last one about a table counts."""
    lines = {line.table: line for line in noted}
    connection.executemany(_NOTE, [_row(line) for line in lines.values()])


def move(connection: sqlite3.Connection, moved: Iterable[Moved]) -> None:
    """Bring lines up to date after moves."""
    connection.executemany(_MOVE, [(m.state, _listing(m.asked), m.due, m.updated, m.table) for m in moved])


def seat(connection: sqlite3.Connection, noted: Iterable[Noted]) -> None:
    """Write down who sits where."""
    rows = [(guest, line.table, seat) for line in noted for guest, seat in line.sitting]
    if rows:
        connection.executemany(_SEAT, rows)


def lobby(connection: sqlite3.Connection, guest: str | None, now: int, page: int) -> TableList:
    """The public tables: those that wait for somebody, then those that can be watched."""
    return _listed(connection, _LOBBY, {"guest": guest, "since": now - _SHOWN_FOR}, page)


def mine(connection: sqlite3.Connection, guest: str, page: int) -> TableList:
    """A guest's tables: those that wait for them, then the others, then those that are over."""
    return _listed(connection, _MINE, {"guest": guest}, page)


def with_clocks(connection: sqlite3.Connection) -> list[str]:
    """The tables at which a clock runs, the most urgent first."""
    rows = connection.execute('SELECT "table" FROM summary WHERE due IS NOT NULL ORDER BY due')
    return [table for (table,) in rows]


def finished(connection: sqlite3.Connection, wanted: Wanted, limit: int) -> list[Finished]:
    """Public games that are over, those that ended first first."""
    after = wanted.after or Finished("", -1)
    blanks = {"game": wanted.game, "since": wanted.since, "until": wanted.until}
    rows = connection.execute(_FINISHED, {**blanks, "last": after.updated, "after": after.table, "limit": limit})
    return [Finished(table, updated) for table, updated in rows]


def _row(line: Noted) -> tuple[str, str, bool, str, str, str, int | None, int]:
    return line.table, line.game, line.public, line.state, line.seats, _listing(line.asked), line.due, line.updated


def _listing(asked: Sequence[Seat]) -> str:
    """Seats so that one of them can be found: ``,0,2,``."""
    return f",{','.join(map(str, asked))}," if asked else ""


def _listed(connection: sqlite3.Connection, query: str, blanks: dict[str, object], page: int) -> TableList:
    rows = connection.execute(query, {**blanks, "limit": PAGE + 1, "offset": PAGE * page}).fetchall()
    return TableList([_line(row) for row in rows[:PAGE]], len(rows) > PAGE)


def _line(row: tuple[str, str, int, TableState, str, str, int | None, int, Seat | None]) -> forms.TableLine:
    table, game, public, state, seats, asked, due, updated, you = row
    return TableLine(
        table,
        game,
        state,
        bool(public),
        _seats.decode(seats),
        you,
        you is not None and f",{you}," in asked,
        due,
        updated,
    )
