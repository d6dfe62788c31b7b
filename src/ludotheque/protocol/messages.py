"""What a table is to those who see it, and everything that crosses its socket, both ways.

The browser's types are generated from here and from :mod:`ludotheque.protocol.http`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from ludotheque.engine.rules import Refusal, Seat

Name = Annotated[str, Meta(min_length=1, max_length=24)]
Nonce = Annotated[str, Meta(min_length=1, max_length=64)]
ClientId = Annotated[str, Meta(min_length=1, max_length=40)]
Level = Annotated[str, Meta(max_length=40)]
MOVES_AT_ONCE = 64
FRAME_BYTES = 8 * 1024
TEXT_LENGTH = 500


class Received(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something a client sends: decoded whole, or refused."""


# --- tables --------------------------------------------------------------------------------------------------------


class LiveClock(Received, frozen=True, tag_field="kind", tag="live"):
    """Everybody has a bank of seconds for the whole game, and gains some with each answer."""

    bank: Annotated[int, Meta(ge=1, le=36_000)]
    increment: Annotated[int, Meta(ge=0, le=3_600)] = 0


class DaysClock(Received, frozen=True, tag_field="kind", tag="days"):
    """So many days for each answer."""

    days: Annotated[int, Meta(ge=1, le=30)]


ClockOrder = LiveClock | DaysClock


SeatKind = Literal["human", "program", "bot", "open"]
"""A person, a program from outside that says it is one, a bot of the house, or nobody yet."""


class SeatCard(msgspec.Struct, frozen=True):
    """Who sits on a seat: a ``program`` came from outside, a ``bot`` is the house's; ``open`` awaits a friend."""

    kind: SeatKind
    name: str
    level: str | None
    here: bool
    """Connected now (bots always are)."""
    proxy: str | None
    """The level of the bot that plays for somebody who has left; None while they play themselves."""


MotionKind = Literal["adjourn", "resume", "end", "remove"]


class MotionCard(msgspec.Struct, frozen=True):
    """Something put to the vote. It is carried by more than half of ``voters``; its mover withdraws it by a no."""

    number: int
    kind: MotionKind
    seat: Seat | None
    """Whom a removal is about."""
    by: Seat
    voters: list[Seat]
    yes: list[Seat]
    no: list[Seat]


class Origin(msgspec.Struct, frozen=True):
    """The finished game that a table goes on from, and after how many of its moves."""

    table: str
    move: int


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
    public: bool
    clock: ClockOrder | None
    watch_delay: int
    opener: bool
    """You opened it."""
    who: str | None
    """What you are known by in the table's talk, with or without a seat."""
    claim: str | None
    """The code of your seat's claim link, ``/t/{id}/claim/{code}``: whoever has it has your seat."""
    owner: bool
    """You sat down on your seat yourself, and did not claim it: you may renew its claim link."""
    claimed: int | None
    """When another browser last took your seat by its link, in milliseconds since 1970; None if none has it so."""
    adjourned: bool
    ended: Literal["vote"] | None
    """Why a game is over that the rules have not ended."""
    motion: MotionCard | None
    origin: Origin | None
    evening: str | None
    """The evening that it belongs to, for those who sit there."""
    awaited: list[Seat]
    """The seats kept for somebody who has yet to come: the game waits for their nonce, which is sent with ``join``."""
    nonce: str | None
    """What your seat has added to the table's luck."""


NewsKind = Literal["moved", "carried", "rejected", "stands_in", "back", "late"]


class Notice(msgspec.Struct, frozen=True):
    """Something that happened around the game, told to everybody in their own place in the story.

    A motion was ``moved``, ``carried`` or ``rejected``, a bot ``stands_in`` for somebody, who may be ``back``, or is
    ``late``: their time was up. ``seq`` numbers the news from 1.
    """

    seq: int
    at: int
    after: int
    """How many entries your story had by then; of a finished game, how many moves."""
    kind: NewsKind
    motion: MotionKind | None
    seat: Seat | None
    """Whom it is about."""
    by: Seat | None
    """Who moved it."""


# --- over the socket, client to server ---------------------------------------------------------------------------


class Play(Received, frozen=True, tag_field="t", tag="play"):
    """Play a move. ``id`` makes it safe to send again; ``question`` is the one being answered.

    Several moves are played all or none. They must be one choice of yours, such as a deployment, with nothing drawn,
    shown or asked of others between them; otherwise the answer is ``batch``, and none is played.
    """

    id: ClientId
    question: int
    moves: Annotated[list[msgspec.Raw], Meta(min_length=1, max_length=MOVES_AT_ONCE)]


class Say(Received, frozen=True, tag_field="t", tag="say"):
    """Say something: to the whole table, or to some seats only. ``name`` is for those who look on: they talk apart."""

    id: ClientId
    text: Annotated[str, Meta(min_length=1, max_length=TEXT_LENGTH)]
    to: Annotated[list[Annotated[Seat, Meta(ge=0)]], Meta(min_length=1, max_length=16)] | None = None
    name: Name | None = None


class Propose(Received, frozen=True, tag_field="t", tag="propose"):
    """Put something to the vote. ``seat`` says whom to remove: a bot then plays for them until they are back."""

    id: ClientId
    kind: MotionKind
    seat: Annotated[Seat, Meta(ge=0)] | None = None


class Vote(Received, frozen=True, tag_field="t", tag="vote"):
    """Vote on the motion of that number."""

    id: ClientId
    motion: int
    yes: bool


class TakeBackSeat(Received, frozen=True, tag_field="t", tag="back"):
    """Take one's seat back from the bot that plays there."""

    id: ClientId


class AddBot(Received, frozen=True, tag_field="t", tag="fill"):
    """Seat a bot on a free chair, before the start. The opener may, and whoever sits at the table."""

    id: ClientId
    seat: Annotated[Seat, Meta(ge=0)]
    level: Level


Incoming = Play | Say | Propose | Vote | TakeBackSeat | AddBot


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


class Change(msgspec.Struct, frozen=True):
    """How things stand for you now, told to somebody who knows how they stood."""

    sight: Any
    """The fields of your sight that have changed, by name; the others are as they were."""
    asked: Sequence[Seat]
    question: int
    legal: Sequence[Any]
    free: Sequence[Any]


class ChatEntry(msgspec.Struct, frozen=True):
    """Something that was said. ``seq`` numbers what you may read from 1."""

    seq: int
    at: int
    by: Seat | None
    """None for somebody who looks on."""
    name: str
    who: str
    """The same for everything the same guest says at this table, for muting them."""
    to: list[Seat] | None
    """The seats that can read it, the speaker's among them; None for everybody."""
    text: str


class ClockCard(msgspec.Struct, frozen=True):
    """A seat's clock at the moment it is told."""

    left_ms: int
    running: bool


class Clocks(msgspec.Struct, frozen=True, tag_field="t", tag="clocks"):
    """Everybody's clocks, sent when one starts or stops. ``at`` is the server's time; bots have no clock."""

    at: int
    seats: list[ClockCard | None]


class ChatMessages(msgspec.Struct, frozen=True, tag_field="t", tag="talk"):
    """Something was said. ``anew``: forget the lines you have, these are all there is to read."""

    lines: list[ChatEntry]
    anew: bool


class Welcome(msgspec.Struct, frozen=True, tag_field="t", tag="welcome"):
    """First message on a socket: the table, everything since the sequence number you named, and how things stand."""

    table: TableCard
    seq: int
    """How many entries your story has."""
    story: list[Entry]
    now: Now | None
    """None until everybody sits."""
    talk: list[ChatEntry]
    """What was said since the line you named with ``said``; the last 300 lines at most."""
    clocks: Clocks | None
    news: list[Notice]
    """What happened around the game; the last 300 at most."""


class NoticeMessage(msgspec.Struct, frozen=True, tag_field="t", tag="news"):
    """Something happened around the game."""

    news: list[Notice]


class Progress(msgspec.Struct, frozen=True, tag_field="t", tag="progress"):
    """Something was played."""

    seq: int
    """How many entries your story has."""
    story: list[Entry]
    now: Change


class Seats(msgspec.Struct, frozen=True, tag_field="t", tag="seats"):
    """Somebody sat down, came or went; a bot took over or gave back; something is put to the vote, or was voted."""

    table: TableCard


class Ack(msgspec.Struct, frozen=True, tag_field="t", tag="ack"):
    """What you sent is on record; your story then had ``seq`` entries."""

    id: str
    seq: int


class Refused(msgspec.Struct, frozen=True, tag_field="t", tag="refused"):
    """What you sent is not done. ``refusal`` is there when a rule forbids your moves, all of them (code ``rule``).

    Other codes: ``stale`` (another question, or motion, is put by now), ``batch`` (these moves are not one choice:
    send them one by one), ``no_seat``, ``not_started``, ``garbled``,
    ``too_long``, ``too_fast``, ``not_saved`` (send it again), ``no_table`` (the socket is closed then),
    ``adjourned``, ``over``, ``proxied`` (a bot plays for you: send “back” first), ``no_name`` (say who you are),
    ``nobody`` (there is no such seat to talk to), ``no_motion`` (that cannot be put to the vote now),
    ``one_motion`` (vote on the other first), ``no_vote`` (it is not yours to vote), ``still_here`` (they have not
    left, or only just), ``started``, ``taken``, ``no_level``, ``all_seeing`` (your seat sees all cards, and says
    nothing until the game is over), ``muted`` and ``banned`` (by the moderators of the house, ``until`` some time).
    """

    id: str | None
    code: str
    refusal: Refusal | None = None
    until: int | None = None
    """In milliseconds since 1970."""


Outgoing = Welcome | Progress | Seats | ChatMessages | NoticeMessage | Clocks | Ack | Refused
