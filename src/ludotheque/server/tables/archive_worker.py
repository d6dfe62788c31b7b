"""What is done with finished games in a process of its own. Everything comes in as the database has it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from typing import Final

import msgspec

from ludotheque.engine import record as records
from ludotheque.engine import story
from ludotheque.engine.record import FORMAT, Header, Played, Record
from ludotheque.engine.rules import Seat
from ludotheque.engine.story import Eyes
from ludotheque.server.tables import events
from ludotheque.server.tables import replay as looking_back
from ludotheque.server.tables.chat import ChatLog
from ludotheque.server.tables.errors import InvalidLog
from ludotheque.server.tables.events import ChatPosted, MovesPlayed, TableOpened
from ludotheque.server.tables.replay import look_back, whole_record
from ludotheque.server.tables.rule_editions import Sitters
from ludotheque.server.tables.table import Table

_TABLES_KEPT: Final = 4
"""Whoever looks at a page of a game soon looks at the next."""
_tables: OrderedDict[tuple[str, int], Table] = OrderedDict()
_encode = msgspec.json.Encoder().encode


def _table(id: str, bodies: Sequence[bytes]) -> Table:
    """A table from its log. What is forgotten in a log makes it longer, so its length tells which log it is."""
    key = (id, len(bodies))
    table = _tables.pop(key, None) or Table.load(id, bodies)
    _tables[key] = table
    while len(_tables) > _TABLES_KEPT:
        _tables.popitem(last=False)
    if not table.over:
        raise InvalidLog("it is not over")
    return table


def replay(id: str, bodies: Sequence[bytes], guest: str | None, eyes: Eyes, start: int) -> bytes:
    """A page of a game, as JSON."""
    table = _table(id, bodies)
    return _encode(look_back(table, table.seats.seat_of(guest), eyes, start))


def record(id: str, bodies: Sequence[bytes], guest: str | None, eyes: Eyes) -> bytes:
    """The record of a game, as a file."""
    table = _table(id, bodies)
    whole = whole_record(table, table.seats.seat_of(guest))
    return records.write(whole) if eyes == "all" else story.export(table.game, whole, eyes)


def first_moves(id: str, bodies: Sequence[bytes], count: int, seat: Seat) -> list[tuple[Seat, bytes]]:
    """The first moves of a game, to go on from."""
    return [(seat, bytes(move)) for seat, move in looking_back.first_moves(_table(id, bodies), count, seat)]


def public_record(id: str, bodies: Sequence[bytes]) -> bytes:
    """The record of a public game as anybody may read it: nothing that was said aside."""
    table = Table.load(id, bodies)
    if not table.opened.public or not table.over:  # the register says so, but secrets hang on it
        raise InvalidLog("it is not a finished public one")
    return records.write(whole_record(table, None))


def stored_record(id: str, bodies: Sequence[bytes], guest: str | None) -> bytes:
    """The record of a game whose rules are not here: the moves and what was said, as they are written in its log.

    How it ended would follow from the rules, so that is left out, and the secret with it.
    """
    lines = [events.decode(body) for body in bodies]
    opened = lines[0]
    assert isinstance(opened, TableOpened)
    sitters = Sitters(lines)
    moves = [Played(seat, opened.at, move) for seat, move in opened.given]
    talk = ChatLog()
    for line in lines:
        match line:
            case MovesPlayed():
                moves += [Played(seat, line.at, move) for seat, move in line.moves]
            case ChatPosted():
                talk.add(line, len(moves))
    seated = [sitters.sats[seat] for seat in sorted(sitters.sats)]
    header = Header(
        format=FORMAT,
        game=opened.game,
        version=opened.version,
        options=opened.options,
        players=[sat.name for sat in seated],
        commitment=opened.commitment,
        nonces=[sat.nonce for sat in seated],
        opened=opened.at,
        box=opened.box,
        given=len(opened.given),
        kinds=[f"bot/{sat.level}" if sat.level is not None else sat.kind for sat in seated],
    )
    asker = None if guest is None else sitters.guests.get(guest)
    return records.write(Record(header, moves, None, talk.transcript((asker, True))))
