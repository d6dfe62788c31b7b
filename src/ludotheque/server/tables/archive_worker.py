"""The work on finished games that is done in another process. Logs come as they are stored."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from typing import Final

import msgspec

from ludotheque.engine import record as records
from ludotheque.engine import story
from ludotheque.engine.record import FORMAT, Header, Played, Record
from ludotheque.engine.rules import Seat
from ludotheque.engine.story import StoryViewer
from ludotheque.server.tables import events
from ludotheque.server.tables import replay as replays
from ludotheque.server.tables.chat import ChatLog
from ludotheque.server.tables.errors import InvalidLog
from ludotheque.server.tables.events import ChatPosted, MovesPlayed, TableOpened
from ludotheque.server.tables.moments import find_moments
from ludotheque.server.tables.replay import replay_page, whole_record
from ludotheque.server.tables.rule_editions import SeatedPlayers
from ludotheque.server.tables.table import Table

_CACHE_SIZE: Final = 4
"""Tables that are cached: the next page of a replay is usually asked for soon."""
_MOMENTS_CACHE_SIZE: Final = 256
"""Answers about moments that are cached: they take seconds, and are asked for again with every look back."""
_moments: OrderedDict[tuple[str, int, Seat], bytes] = OrderedDict()
_tables: OrderedDict[tuple[str, int], Table] = OrderedDict()
_encode = msgspec.json.Encoder().encode


def _table(id: str, bodies: Sequence[bytes]) -> Table:
    """A table from its log. Erasing personal data makes a log longer, so its length identifies the version of a log."""
    key = (id, len(bodies))
    table = _tables.pop(key, None) or Table.load(id, bodies)
    _tables[key] = table
    while len(_tables) > _CACHE_SIZE:
        _tables.popitem(last=False)
    if not table.over:
        raise InvalidLog("it is not over")
    return table


def replay(id: str, bodies: Sequence[bytes], guest: str | None, eyes: StoryViewer, start: int) -> bytes:
    """A page of the replay of a game, as JSON."""
    table = _table(id, bodies)
    return _encode(replay_page(table, table.seats.seat_of(guest), eyes, start))


def record(id: str, bodies: Sequence[bytes], guest: str | None, eyes: StoryViewer) -> bytes:
    """The record file of a game."""
    table = _table(id, bodies)
    whole = whole_record(table, table.seats.seat_of(guest))
    return records.write(whole) if eyes == "all" else story.export(table.game, whole, eyes)


def moments(id: str, bodies: Sequence[bytes], guest: str | None) -> bytes | None:
    """What a player of a game could have done, as JSON; None for a guest without a seat."""
    table = _table(id, bodies)
    seat = table.seats.seat_of(guest)
    if seat is None:
        return None
    key = (id, len(bodies), seat)
    found = _moments.pop(key, None) or _encode(find_moments(table, bodies, seat))
    _moments[key] = found
    while len(_moments) > _MOMENTS_CACHE_SIZE:
        _moments.popitem(last=False)
    return found


def first_moves(id: str, bodies: Sequence[bytes], count: int, seat: Seat) -> list[tuple[Seat, bytes]]:
    """The first moves of a game, to continue from."""
    return [(seat, bytes(move)) for seat, move in replays.first_moves(_table(id, bodies), count, seat)]


def public_record(id: str, bodies: Sequence[bytes]) -> bytes:
    """The public record of a public game: without messages of private chat rooms."""
    table = Table.load(id, bodies)
    if not table.opened.public or not table.over:  # the index says that it is, but secrets depend on it
        raise InvalidLog("it is not a finished public game")
    return records.write(whole_record(table, None))


def stored_record(id: str, bodies: Sequence[bytes], guest: str | None) -> bytes:
    """The record of a game of another edition of the rules: the moves and the chat, as they are in its log.

    How it ended would follow from the rules, so that is left out, and the secret with it.
    """
    log_events = [events.decode(body) for body in bodies]
    opened = log_events[0]
    assert isinstance(opened, TableOpened)
    players = SeatedPlayers(log_events)
    moves = [Played(seat, opened.at, move) for seat, move in opened.given]
    chat = ChatLog()
    for event in log_events:
        match event:
            case MovesPlayed():
                moves += [Played(seat, event.at, move) for seat, move in event.moves]
            case ChatPosted():
                chat.add(event, len(moves))
    seated = [players.taken[seat] for seat in sorted(players.taken)]
    header = Header(
        format=FORMAT,
        game=opened.game,
        version=opened.version,
        options=opened.options,
        players=[taken.name for taken in seated],
        commitment=opened.commitment,
        nonces=[taken.nonce for taken in seated],
        opened=opened.at,
        box=opened.box,
        given=len(opened.given),
        kinds=[f"bot/{taken.level}" if taken.level is not None else taken.kind for taken in seated],
    )
    viewer = None if guest is None else players.guests.get(guest)
    return records.write(Record(header, moves, None, chat.transcript((viewer, True))))
