"""Looking back at a finished game, and going on from the middle of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from ludotheque.engine.game import Game
from ludotheque.engine.record import Closing, Record, replay
from ludotheque.engine.rules import NATURE, Event, Seat
from ludotheque.engine.story import Eyes, listen
from ludotheque.protocol.http import Remark, Replay, Step
from ludotheque.server.tables.stories import Viewer
from ludotheque.server.tables.table import Table

PAGE: Final = 200
"""Moves told at once."""

_encode = msgspec.json.Encoder().encode


class BadBranch(ValueError):
    """A moment that a game cannot be continued from."""


def eyes_of(word: str, seats: int) -> Eyes:
    """Through whose eyes: ``all``, ``spectator`` or a seat; raises :class:`LookupError` for anybody else."""
    if word in ("all", "spectator"):
        return "all" if word == "all" else None
    if word.isascii() and word.isdecimal() and len(word) < 3 and int(word) < seats:
        return int(word)
    raise LookupError(word)


def whole_record(table: Table, asker: Viewer) -> Record:
    """The record of a finished game: its moves, what was said, how it ended, and the secret behind its luck.

    What was said aside stays aside: it is only in the record of those who were there.
    """
    match = table.playing()
    played = match.record
    closing = Closing(None, match.secret, table.ended) if table.ended is not None else played.closing
    kinds = [f"bot/{sat.level}" if sat.level is not None else sat.kind for sat in table.seats.taken if sat is not None]
    header = msgspec.structs.replace(played.header, kinds=kinds)
    return Record(header, played.moves, closing, table.chat.transcript((asker, True)))


def look_back(table: Table, asker: Viewer, eyes: Eyes, start: int) -> Replay:
    """A finished game from its move ``start`` on, as far as a page goes."""
    record = whole_record(table, asker)
    moves = len(record.moves)
    end = min(start + PAGE, moves + 1)
    steps = _steps(table.game, record, eyes, start, end)
    talk = [
        Remark(after, said.at, said.by, said.name, said.to, said.text)
        for after, said in listen(record, eyes)
        if start <= after < end
    ]
    news = table.notices.between_moves(start, end)
    after = end if end <= moves else None
    return Replay(table.id, table.game.id, record.header.players, moves, steps, talk, news, after)


def _steps(game: Game, record: Record, eyes: Eyes, start: int, end: int) -> list[Step]:
    """The moments from ``start`` to before ``end``: moment n comes after the first n moves."""
    steps: list[Step] = []
    rules = game.rules
    for number, (state, seat, move) in enumerate(replay(game, record)):
        if number == 0 == start:
            steps.append(Step(0, record.header.opened, NATURE, [], _sight(game, state, eyes)))
        if number + 1 >= end or move is None:
            break
        if number + 1 >= start:
            after = state.copy()
            events = _seen(rules.play(after, seat, move), eyes)
            if events:
                at = record.moves[number].at
                steps.append(Step(number + 1, at, seat, events, _sight(game, after, eyes)))
    return steps


def _seen(events: Sequence[Event], eyes: Eyes) -> list[msgspec.Raw]:
    seen = [event if eyes == "all" else event.seen(eyes) for event in events]
    return [msgspec.Raw(_encode(event)) for event in seen if event is not None]


def _sight(game: Game, state: Any, eyes: Eyes) -> Any:
    sight = game.rules.revealed(state) if eyes == "all" else game.rules.sight(state, eyes)
    return msgspec.Raw(_encode(sight))


def first_moves(table: Table, count: int, seat: Seat) -> list[tuple[Seat, msgspec.Raw]]:
    """The first moves of a game, to go on from; raises :class:`BadBranch` where there is nothing to go on with."""
    record = table.playing().record
    if seat >= len(table.seats.taken):
        raise BadBranch(f"there is no seat {seat}")
    if count > len(record.moves):
        raise BadBranch(f"the game has {len(record.moves)} moves, not {count}")
    begun = Record(record.header, record.moves[:count])
    *_, (state, _, _) = replay(table.game, begun)
    if table.game.rules.outcome(state) is not None:
        raise BadBranch("the game was over by then")
    return [(line.seat, line.move) for line in begun.moves]
