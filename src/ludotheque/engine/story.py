"""The story of a record: its events and messages as one seat saw them, or all of them."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Literal

import msgspec

from ludotheque.engine.chat import ChatMessage, can_read_message
from ludotheque.engine.game import Game
from ludotheque.engine.record import Record, replay
from ludotheque.engine.rules import Event, Seat

StoryViewer = Seat | None | Literal["all"]
"""The viewer of a story: a seat, a spectator (None), or ``all``, which sees everything."""


class SeenMove(msgspec.Struct, frozen=True):
    """The events of one move."""

    number: int
    seat: Seat
    at: int
    events: list[Event]


def seen_moves(game: Game, record: Record, viewer: StoryViewer = "all") -> Iterator[SeenMove]:
    """Yield the events of a record, move by move; moves of which the viewer sees nothing are left out."""
    for number, (state, seat, move) in enumerate(replay(game, record)):
        if move is None:
            return
        happened = game.rules.play(state.copy(), seat, move)
        if viewer == "all":
            events = list(happened)
        else:
            events = [seen for event in happened if (seen := event.seen(viewer)) is not None]
        if events:
            yield SeenMove(number, seat, record.moves[number].at, events)


def readable_messages(record: Record, viewer: StoryViewer = "all") -> list[tuple[int, ChatMessage]]:
    """The chat messages that the viewer can read, each with the number of moves before it."""
    if viewer == "all":
        return record.chat
    over = record.closing is not None
    return [(after, said) for after, said in record.chat if can_read_message(said.by, said.to, viewer, over)]


def story_entries(game: Game, record: Record, viewer: StoryViewer = "all") -> Iterator[SeenMove | ChatMessage]:
    """Yield the events and the chat messages of a record, in order."""
    talk = deque(readable_messages(record, viewer))
    for chapter in seen_moves(game, record, viewer):
        while talk and talk[0][0] <= chapter.number:
            yield talk.popleft()[1]
        yield chapter
    yield from (said for _, said in talk)


class StoryHeader(msgspec.Struct, frozen=True, tag_field="line", tag="story"):
    """The first line of an exported story."""

    game: str
    version: int
    options: dict[str, object]
    players: list[str]
    eyes: StoryViewer


class StoryMove(msgspec.Struct, frozen=True, tag_field="line", tag="seen"):
    """A line of an exported story."""

    seat: Seat
    at: int
    events: list[msgspec.Raw]


def export(game: Game, record: Record, viewer: StoryViewer) -> bytes:
    """Encode a record as one seat saw it, a line per move: only events and messages, no secret, nonce or move."""
    encode = msgspec.json.Encoder().encode
    head = record.header
    lines: list[msgspec.Struct] = [StoryHeader(head.game, head.version, head.options, head.players, viewer)]
    for part in story_entries(game, record, viewer):
        if isinstance(part, ChatMessage):
            lines.append(part)
        else:
            lines.append(StoryMove(part.seat, part.at, [msgspec.Raw(encode(event)) for event in part.events]))
    return msgspec.json.Encoder().encode_lines(lines)
