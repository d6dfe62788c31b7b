"""Tables that were played by another edition of the rules than the one here.

They are kept, and listed as they stand; what cannot be replayed is neither shown nor continued.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Final

import msgspec

from ludotheque.engine.rules import Seat
from ludotheque.games import UnknownGame, find, shelf
from ludotheque.protocol.http import SeatLine
from ludotheque.server.logging import log_event
from ludotheque.server.storage import Statement, Storage
from ludotheque.server.storage.schema import EDITIONS
from ludotheque.server.storage.table_index import IndexEntry
from ludotheque.server.tables import events
from ludotheque.server.tables.errors import InvalidLog
from ludotheque.server.tables.events import GuestMerged, SeatClaimed, SeatTaken, TableEvent, TableHidden, TableOpened

log = logging.getLogger(__name__)

_SEEN: Final = "SELECT value FROM meta WHERE name = $1"
_SEE: Final = "INSERT INTO meta VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value"
_NOT_OVER: Final = """
SELECT summary."table", state, body FROM summary JOIN entry ON entry."table" = summary."table" AND entry.seq = 0
WHERE state <> 'over'
"""
_STOP: Final = """
UPDATE summary SET state = 'earlier', asked = '', due = NULL WHERE "table" = $1
"""
# Its line in the register is then behind its log, and made anew.
_GO_ON: Final = """
UPDATE summary SET state = 'waiting', length = 0 WHERE "table" = $1
"""
_encode = msgspec.json.Encoder().encode


def is_here(opened: TableOpened) -> bool:
    """Whether the rules here are those that a table is played by."""
    try:
        rules = find(opened.game).rules
    except UnknownGame:
        return False
    return (rules.version, rules.box_mark) == (opened.version, opened.box)


async def settle(storage: Storage) -> None:
    """After the rules have changed, list tables that were not over as what they are: no longer to be continued.

    And the other way round, if the edition they are played by is back.
    """
    now = _encode({game.id: [game.rules.version, game.rules.box_mark] for game in shelf().values()})
    seen = await storage.rows(_SEEN, EDITIONS)
    if seen and bytes(seen[0][0]) == now:
        return
    statements = []
    for table, state, body in await storage.rows(_NOT_OVER):
        try:
            opened = events.decode(body)
        except ValueError:
            continue  # whoever opens it is told that it is broken
        if isinstance(opened, TableOpened) and is_here(opened) == (state == "earlier"):
            statements.append(Statement(_GO_ON if state == "earlier" else _STOP, (table,)))
    await storage.write(*statements, Statement(_SEE, (EDITIONS, now)))
    if statements:
        log_event(log, "the rules are another edition than some tables were begun with", tables=len(statements))


class Sitters:
    """Who sits at a table, read from its log without its rules."""

    def __init__(self, lines: Sequence[TableEvent]) -> None:
        self.sats: dict[Seat, SeatTaken] = {}
        self.guests: dict[str, Seat] = {}
        for line in lines:
            match line:
                case SeatTaken():
                    self.sats[line.seat] = line
                    if line.guest is not None:
                        self.guests[line.guest] = line.seat
                case SeatClaimed() if line.guest:
                    self.guests[line.guest] = line.seat
                case GuestMerged() if line.before in self.guests:
                    self.guests[line.guest] = self.guests.pop(line.before)


def noted(id: str, bodies: Sequence[bytes]) -> tuple[IndexEntry, int]:
    """What the register says of a table whose rules are not here, and how long its log is; raises :class:`BadLog`."""
    try:
        lines = [events.decode(body) for body in bodies]
    except ValueError as error:
        raise InvalidLog(f"its log cannot be read back ({type(error).__name__})") from error
    opened = lines[0]
    assert isinstance(opened, TableOpened)
    sitters = Sitters(lines)
    seats = []
    for seat in range(len(opened.places)):
        sat = sitters.sats.get(seat)
        seats.append(SeatLine("open", "", None) if sat is None else SeatLine(sat.kind, sat.name, sat.level))
    public = opened.public and not any(isinstance(line, TableHidden) for line in lines)
    told = _encode(seats).decode()
    sitting = list(sitters.guests.items())
    return IndexEntry(id, opened.game, public, "earlier", told, (), None, lines[-1].at, sitting), len(lines)
