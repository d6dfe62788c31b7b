"""Tables of another edition of the rules than the installed one.

They are kept, and listed as they are; since they cannot be replayed, they are neither shown nor continued.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence

import msgspec

from ludotheque.engine.rules import Seat
from ludotheque.games import UnknownGame, find, shelf
from ludotheque.protocol.http import SeatSummary
from ludotheque.server.logging import log_event
from ludotheque.server.storage import Storage
from ludotheque.server.storage.table_index import IndexEntry
from ludotheque.server.tables import events
from ludotheque.server.tables.bot_names import shown_name
from ludotheque.server.tables.errors import InvalidLog
from ludotheque.server.tables.events import GuestMerged, SeatClaimed, SeatTaken, TableEvent, TableHidden, TableOpened

log = logging.getLogger(__name__)

_encode = msgspec.json.Encoder().encode


def is_installed_edition(opened: TableOpened) -> bool:
    """Whether a table is played by the installed edition of the rules."""
    try:
        rules = find(opened.game).rules
    except UnknownGame:
        return False
    return (rules.version, rules.box_mark) == (opened.version, opened.box)


async def update_playable_tables(storage: Storage) -> None:
    """After the rules have changed, mark the unfinished tables of other editions in the index, and unmark the others.

    Those of another edition can no longer be continued, until that edition is installed again.
    """
    installed = _encode({game.id: [game.rules.version, game.rules.box_mark] for game in shelf().values()})
    if await storage.metadata.rule_editions() == installed:
        return
    suspended: list[str] = []
    resumed: list[str] = []
    for table, state, body in await storage.index.unfinished():
        try:
            opened = events.decode(body)
        except ValueError:
            continue  # an error is shown when it is loaded
        if isinstance(opened, TableOpened) and is_installed_edition(opened) == (state == "earlier"):
            (resumed if state == "earlier" else suspended).append(table)
    await storage.index.change_editions(installed, suspended, resumed)
    if suspended or resumed:
        changed = len(suspended) + len(resumed)
        log_event(log, "the installed edition of the rules has changed for some tables", tables=changed)


class SeatedPlayers:
    """The players of a table, read from its log without its rules."""

    def __init__(self, log_events: Sequence[TableEvent]) -> None:
        self.taken: dict[Seat, SeatTaken] = {}
        """The seats that are taken."""
        self.guests: dict[str, Seat] = {}
        """The seats of guests."""
        for event in log_events:
            match event:
                case SeatTaken():
                    self.taken[event.seat] = event
                    if event.guest is not None:
                        self.guests[event.guest] = event.seat
                case SeatClaimed() if event.guest:
                    self.guests[event.guest] = event.seat
                case GuestMerged() if event.before in self.guests:
                    self.guests[event.guest] = self.guests.pop(event.before)


def index_entry(id: str, bodies: Sequence[bytes]) -> tuple[IndexEntry, int]:
    """The index entry of a table of another edition, and the length of its log; raises :class:`InvalidLog`."""
    try:
        log_events = [events.decode(body) for body in bodies]
    except ValueError as error:
        raise InvalidLog(f"its log cannot be decoded ({type(error).__name__})") from error
    opened = log_events[0]
    assert isinstance(opened, TableOpened)
    players = SeatedPlayers(log_events)
    seats = []
    for seat in range(len(opened.places)):
        taken = players.taken.get(seat)
        seats.append(
            SeatSummary("open", "", None) if taken is None else SeatSummary(taken.kind, shown_name(taken), taken.level)
        )
    public = opened.public and not any(isinstance(event, TableHidden) for event in log_events)
    encoded, related = _encode(seats).decode(), list(players.guests.items())
    entry = IndexEntry(id, opened.game, public, "earlier", encoded, (), None, log_events[-1].at, related)
    return entry, len(log_events)
