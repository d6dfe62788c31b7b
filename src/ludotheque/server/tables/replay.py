"""Replay of a finished game, and branches: games that continue from a moment of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from ludotheque.engine.game import Game
from ludotheque.engine.record import Closing, Record, replay
from ludotheque.engine.rules import NATURE, Event, Seat
from ludotheque.engine.story import StoryViewer, readable_messages
from ludotheque.protocol.http import Replay, ReplayChatMessage, Step
from ludotheque.server.tables.stories import Viewer
from ludotheque.server.tables.table import Table

PAGE: Final = 200
"""Moves on a page of a replay."""

_encode = msgspec.json.Encoder().encode


class BadBranch(ValueError):
    """A branch from a moment that the game cannot be continued from."""


def parse_eyes(text: str, seats: int) -> StoryViewer:
    """Whose view a replay shows: ``all``, ``spectator`` or a seat; raises :class:`LookupError` for anything else."""
    if text in ("all", "spectator"):
        return "all" if text == "all" else None
    if text.isascii() and text.isdecimal() and len(text) < 3 and int(text) < seats:
        return int(text)
    raise LookupError(text)


def whole_record(table: Table, viewer: Viewer) -> Record:
    """The record of a finished game: its moves, the chat, how it ended, and the secret of its random numbers.

    Messages of a private chat room are only in the record of those who were in it.
    """
    match = table.playing()
    played = match.record
    closing = Closing(None, match.secret, table.ended) if table.ended is not None else played.closing
    kinds = [f"bot/{taken.level}" if taken.level is not None else taken.kind for taken in table.seats.taken if taken]
    header = msgspec.structs.replace(played.header, kinds=kinds)
    return Record(header, played.moves, closing, table.chat.transcript((viewer, True)))


def replay_page(table: Table, viewer: Viewer, eyes: StoryViewer, start: int) -> Replay:
    """A page of the replay of a finished game, from its move ``start`` on."""
    record = whole_record(table, viewer)
    moves = len(record.moves)
    end = min(start + PAGE, moves + 1)
    steps = _steps(table.game, record, eyes, start, end)
    talk = [
        ReplayChatMessage(after, said.at, said.by, said.name, said.to, said.text)
        for after, said in readable_messages(record, eyes)
        if start <= after < end
    ]
    news = table.notices.between_moves(start, end)
    after = end if end <= moves else None
    return Replay(table.id, table.game.id, record.header.players, moves, steps, talk, news, after)


def _steps(game: Game, record: Record, eyes: StoryViewer, start: int, end: int) -> list[Step]:
    """The steps from ``start`` to before ``end``: step n comes after the first n moves."""
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


def _seen(events: Sequence[Event], eyes: StoryViewer) -> list[msgspec.Raw]:
    seen = [event if eyes == "all" else event.seen(eyes) for event in events]
    return [msgspec.Raw(_encode(event)) for event in seen if event is not None]


def _sight(game: Game, state: Any, eyes: StoryViewer) -> Any:
    sight = game.rules.revealed(state) if eyes == "all" else game.rules.sight(state, eyes)
    return msgspec.Raw(_encode(sight))


def first_moves(table: Table, count: int, seat: Seat) -> list[tuple[Seat, msgspec.Raw]]:
    """The first moves of a game, to continue from; raises :class:`BadBranch` where the game cannot be continued."""
    record = table.playing().record
    if seat >= len(table.seats.taken):
        raise BadBranch(f"there is no seat {seat}")
    if count > len(record.moves):
        raise BadBranch(f"the game has {len(record.moves)} moves, not {count}")
    begun = Record(record.header, record.moves[:count])
    *_, (state, _, _) = replay(table.game, begun)
    if table.game.rules.outcome(state) is not None:
        raise BadBranch("the game was over by then")
    return [(played.seat, played.move) for played in begun.moves]
