"""A record told: as one seat saw it, or with everything."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from ludotheque.engine.game import Game
from ludotheque.engine.record import Record, replay
from ludotheque.engine.rules import Event, Seat

Eyes = Seat | None | Literal["all"]
"""Through whose eyes: a seat's, a spectator's (None), or nobody's in particular (``all``: nothing is hidden)."""


class Chapter(msgspec.Struct, frozen=True):
    """What came of one move."""

    number: int
    seat: Seat
    at: int
    events: list[Event]


def tell(game: Game, record: Record, eyes: Eyes = "all") -> Iterator[Chapter]:
    """The events of a record, move by move; moves of which nothing was seen are left out."""
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
    """A record as one seat saw it, a line per move: no secret, no nonce, no move, only what was seen."""
    encode = msgspec.json.Encoder().encode
    head = record.header
    lines: list[msgspec.Struct] = [Teller(head.game, head.version, head.options, head.players, eyes)]
    for chapter in tell(game, record, eyes):
        events = [msgspec.Raw(encode(event)) for event in chapter.events]
        lines.append(Told(chapter.seat, chapter.at, events))
    return msgspec.json.Encoder().encode_lines(lines)
