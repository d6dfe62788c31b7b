"""The story of a record: its events and messages as one seat saw them, or all of them."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Literal

import msgspec

from ludotheque.engine.game import Game
from ludotheque.engine.record import Record, Spoken, may_read, replay
from ludotheque.engine.rules import Event, Seat

Eyes = Seat | None | Literal["all"]
"""The viewer of a story: a seat, a spectator (None), or ``all``, which sees everything."""


class Chapter(msgspec.Struct, frozen=True):
    """The events of one move."""

    number: int
    seat: Seat
    at: int
    events: list[Event]


def tell(game: Game, record: Record, eyes: Eyes = "all") -> Iterator[Chapter]:
    """Yield the events of a record, move by move; moves of which the viewer sees nothing are left out."""
    for number, (state, seat, move) in enumerate(replay(game, record)):
        if move is None:
            return
        happened = game.rules.play(state.copy(), seat, move)
        if eyes == "all":
            events = list(happened)
        else:
            events = [seen for event in happened if (seen := event.seen(eyes)) is not None]
        if events:
            yield Chapter(number, seat, record.moves[number].at, events)


def listen(record: Record, eyes: Eyes = "all") -> list[tuple[int, Spoken]]:
    """The chat messages that the viewer can read, each with the number of moves before it."""
    if eyes == "all":
        return record.talk
    over = record.closing is not None
    return [(after, said) for after, said in record.talk if may_read(said.by, said.to, eyes, over)]


def narrate(game: Game, record: Record, eyes: Eyes = "all") -> Iterator[Chapter | Spoken]:
    """Yield the events and the chat messages of a record, in order."""
    talk = deque(listen(record, eyes))
    for chapter in tell(game, record, eyes):
        while talk and talk[0][0] <= chapter.number:
            yield talk.popleft()[1]
        yield chapter
    yield from (said for _, said in talk)


class Teller(msgspec.Struct, frozen=True, tag_field="line", tag="story"):
    """The first line of an exported story."""

    game: str
    version: int
    options: dict[str, object]
    players: list[str]
    eyes: Eyes


class Told(msgspec.Struct, frozen=True, tag_field="line", tag="seen"):
    """A line of an exported story."""

    seat: Seat
    at: int
    events: list[msgspec.Raw]


def export(game: Game, record: Record, eyes: Eyes) -> bytes:
    """Encode a record as one seat saw it, a line per move: only events and messages, no secret, nonce or move."""
    encode = msgspec.json.Encoder().encode
    head = record.header
    lines: list[msgspec.Struct] = [Teller(head.game, head.version, head.options, head.players, eyes)]
    for part in narrate(game, record, eyes):
        if isinstance(part, Spoken):
            lines.append(part)
        else:
            lines.append(Told(part.seat, part.at, [msgspec.Raw(encode(event)) for event in part.events]))
    return msgspec.json.Encoder().encode_lines(lines)
