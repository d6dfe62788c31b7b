"""Everything that crosses the wire, both ways. The browser's types are generated from here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from ludotheque.engine.options import OptionCard
from ludotheque.engine.rules import Refusal, Seat

Name = Annotated[str, Meta(min_length=1, max_length=24)]
Nonce = Annotated[str, Meta(min_length=1, max_length=64)]
ClientId = Annotated[str, Meta(min_length=1, max_length=40)]
MOVES_AT_ONCE = 64
FRAME_BYTES = 8 * 1024


class Received(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something a client sends: decoded whole, or refused."""


# --- over HTTP ---------------------------------------------------------------------------------------------------


class GameCard(msgspec.Struct, frozen=True):
    """An open box on the shelf. ``levels`` are its bots, weakest first."""

    id: str
    least_seats: int
    most_seats: int
    options: list[OptionCard]
    levels: list[str]


class Shelf(msgspec.Struct, frozen=True):
    """The boxes that are open."""

    games: list[GameCard]


class Chair(Received, frozen=True):
    """Who is to sit on a seat: the opener, a friend who gets the link, or a bot of some level."""

    kind: Literal["me", "friend", "bot"]
    level: Annotated[str, Meta(max_length=40)] | None = None


class OpenTable(Received, frozen=True):
    """Open a table. ``by_lot`` draws which chair becomes which seat."""

    game: Annotated[str, Meta(max_length=40)]
    name: Name
    nonce: Nonce
    chairs: Annotated[list[Chair], Meta(min_length=1, max_length=16)]
    options: dict[str, Any] = {}
    by_lot: bool = False


class Join(Received, frozen=True):
    """Take the first free seat."""

    name: Name
    nonce: Nonce


class SeatCard(msgspec.Struct, frozen=True):
    """Who sits on a seat; ``open`` while a friend is awaited."""

    kind: Literal["human", "bot", "open"]
    name: str
    level: str | None
    here: bool
    """Connected now (bots always are)."""


class TableCard(msgspec.Struct, frozen=True):
    """A table as anybody with its link may know it, and which seat is yours."""

    id: str
    game: str
    options: dict[str, Any]
    seats: list[SeatCard]
    you: Seat | None
    started: bool
    over: bool
    commitment: str
    """SHA-256 of the secret behind this table's luck."""


class ClauseCard(msgspec.Struct, frozen=True):
    """One clause of a rulebook."""

    id: str
    kind: Literal["printed", "ruling", "component"]
    title: str
    html: str


class SectionCard(msgspec.Struct, frozen=True):
    """A chapter of a rulebook."""

    title: str
    clauses: list[ClauseCard]


class RulebookCard(msgspec.Struct, frozen=True):
    """A rulebook in one language."""

    game: str
    lang: str
    title: str
    html: str
    """What stands before the first chapter."""
    sections: list[SectionCard]


class Trouble(msgspec.Struct, frozen=True):
    """An error over HTTP: a code the browser has words for, and a sentence for people with a terminal."""

    code: str
    detail: str


# --- over the socket, client to server ---------------------------------------------------------------------------


class Play(Received, frozen=True, tag_field="t", tag="play"):
    """Play moves, all or none. ``id`` makes it safe to send again; ``question`` is the one being answered."""

    id: ClientId
    question: int
    moves: Annotated[list[msgspec.Raw], Meta(min_length=1, max_length=MOVES_AT_ONCE)]


Incoming = Play


# --- over the socket, server to client ---------------------------------------------------------------------------


class Entry(msgspec.Struct, frozen=True):
    """A move that was made, as far as you may know of it: who, when, and the events you saw.

    ``seq`` numbers the entries of your own story from 1: what you may not see leaves no gap in it.
    """

    seq: int
    at: int
    """Milliseconds since 1970."""
    seat: Seat
    events: list[msgspec.Raw]


class Now(msgspec.Struct, frozen=True):
    """How things stand for you: all you know, who is asked, and what you may do."""

    sight: Any
    asked: Sequence[Seat]
    question: int
    legal: Sequence[Any]
    free: Sequence[Any]


class Welcome(msgspec.Struct, frozen=True, tag_field="t", tag="welcome"):
    """First message on a socket: the table, everything since the sequence number you named, and how things stand."""

    table: TableCard
    seq: int
    """How many entries your story has."""
    story: list[Entry]
    now: Now | None
    """None until everybody sits."""


class Progress(msgspec.Struct, frozen=True, tag_field="t", tag="progress"):
    """Something was played."""

    seq: int
    """How many entries your story has."""
    story: list[Entry]
    now: Now


class Seats(msgspec.Struct, frozen=True, tag_field="t", tag="seats"):
    """Somebody sat down, came or went."""

    table: TableCard


class Ack(msgspec.Struct, frozen=True, tag_field="t", tag="ack"):
    """Your moves are on record; your story then had ``seq`` entries."""

    id: str
    seq: int


class Refused(msgspec.Struct, frozen=True, tag_field="t", tag="refused"):
    """Your moves are not played, none of them. ``refusal`` is there when a rule forbids them (code ``rule``).

    Other codes: ``stale`` (another question is put by now), ``no_seat``, ``not_started``, ``garbled``,
    ``too_long``, ``too_fast``, ``not_saved`` (send it again), ``no_table`` (the socket is closed then).
    """

    id: str | None
    code: str
    refusal: Refusal | None = None


Outgoing = Welcome | Progress | Seats | Ack | Refused
