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
Level = Annotated[str, Meta(max_length=40)]
MOVES_AT_ONCE = 64
FRAME_BYTES = 8 * 1024
TEXT_LENGTH = 500


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
    level: Level | None = None


class LiveClock(Received, frozen=True, tag_field="kind", tag="live"):
    """Everybody has a bank of seconds for the whole game, and gains some with each answer."""

    bank: Annotated[int, Meta(ge=1, le=36_000)]
    increment: Annotated[int, Meta(ge=0, le=3_600)] = 0


class DaysClock(Received, frozen=True, tag_field="kind", tag="days"):
    """So many days for each answer."""

    days: Annotated[int, Meta(ge=1, le=30)]


ClockOrder = LiveClock | DaysClock


class OpenTable(Received, frozen=True):
    """Open a table. ``by_lot`` draws which chair becomes which seat. Without a chair ``me`` the opener only watches."""

    game: Annotated[str, Meta(max_length=40)]
    name: Name
    nonce: Nonce
    chairs: Annotated[list[Chair], Meta(min_length=1, max_length=16)]
    options: dict[str, Any] = {}
    by_lot: bool = False
    public: bool = False
    """Shown in the lobby; otherwise only its link leads to it."""
    clock: ClockOrder | None = None
    watch_delay: Annotated[int, Meta(ge=0, le=20)] = 0
    """How many moves those who look on lag behind until the game is over."""


class Join(Received, frozen=True):
    """Take the first free seat."""

    name: Name
    nonce: Nonce


class Claim(Received, frozen=True):
    """Take a seat of one's own from another browser: ``code`` is the end of its claim link."""

    code: Annotated[str, Meta(max_length=64)]


class Branch(Received, frozen=True):
    """Open a new table that goes on from a finished one, after its first ``move`` moves, with bots around you."""

    name: Name
    nonce: Nonce
    move: Annotated[int, Meta(ge=0)]
    seat: Annotated[Seat, Meta(ge=0)]
    level: Level | None = None
    """The bots' level; the strongest if it is not named."""


class Subscribe(Received, frozen=True):
    """Call this browser when it is your turn: its push subscription, as the browser gives it out."""

    endpoint: Annotated[str, Meta(max_length=1024)]
    p256dh: Annotated[str, Meta(max_length=100)]
    auth: Annotated[str, Meta(max_length=40)]
    lang: Literal["fr", "en"]


class Unsubscribe(Received, frozen=True):
    """Do not call this browser any more."""

    endpoint: Annotated[str, Meta(max_length=1024)]


class CallKey(msgspec.Struct, frozen=True):
    """The key that browsers subscribe with: the house's, in base64url."""

    key: str


class Call(msgspec.Struct, frozen=True):
    """A push message: somewhere it is your turn. Nobody but your browser can read it."""

    table: str
    game: str
    title: str
    text: str


class SeatCard(msgspec.Struct, frozen=True):
    """Who sits on a seat; ``open`` while a friend is awaited."""

    kind: Literal["human", "bot", "open"]
    name: str
    level: str | None
    here: bool
    """Connected now (bots always are)."""
    proxy: str | None
    """The level of the bot that plays for a human who has left; None while they play themselves."""


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
    adjourned: bool
    ended: Literal["vote"] | None
    """Why a game is over that the rules have not ended."""
    motion: MotionCard | None
    origin: Origin | None


class SeatLine(msgspec.Struct, frozen=True):
    """A seat in a list of tables."""

    kind: Literal["human", "bot", "open"]
    name: str
    level: str | None


TableState = Literal["waiting", "playing", "adjourned", "over"]


class TableLine(msgspec.Struct, frozen=True):
    """A table in a list."""

    id: str
    game: str
    state: TableState
    public: bool
    seats: list[SeatLine]
    you: Seat | None
    your_turn: bool
    due: int | None
    """When the next clock runs out, in milliseconds since 1970."""
    updated: int
    """When something last happened, in milliseconds since 1970."""


class TableList(msgspec.Struct, frozen=True):
    """A page of tables; ``more`` if there are others after it."""

    tables: list[TableLine]
    more: bool


class Step(msgspec.Struct, frozen=True):
    """A moment of a finished game: after its first ``move`` moves, what the last of them brought, and what is seen."""

    move: int
    at: int
    seat: Seat
    """Who moved; -1 for nature."""
    events: list[msgspec.Raw]
    sight: Any


class Remark(msgspec.Struct, frozen=True):
    """Something that was said during a finished game, after its first ``after`` moves."""

    after: int
    at: int
    by: Seat | None
    """None for somebody who looked on."""
    name: str
    to: list[Seat] | None
    """The seats that could read it; None for everybody."""
    text: str


NewsKind = Literal["moved", "carried", "rejected", "stands_in", "back", "late"]


class News(msgspec.Struct, frozen=True):
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


class Replay(msgspec.Struct, frozen=True):
    """A finished game through somebody's eyes, or a part of it. Moves of which nothing is seen are left out.

    The first step of all is the beginning, with no event. ``next`` is the ``start`` to ask for the rest with.
    """

    table: str
    game: str
    players: list[str]
    moves: int
    steps: list[Step]
    talk: list[Remark]
    """What was said between these moves and could be read by those whose eyes these are."""
    news: list[News]
    """What happened around them."""
    next: int | None


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


class Back(Received, frozen=True, tag_field="t", tag="back"):
    """Take one's seat back from the bot that plays there."""

    id: ClientId


class Fill(Received, frozen=True, tag_field="t", tag="fill"):
    """Seat a bot on a free chair, before the start. The opener may, and whoever sits at the table."""

    id: ClientId
    seat: Annotated[Seat, Meta(ge=0)]
    level: Level


Incoming = Play | Say | Propose | Vote | Back | Fill


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


class TalkLine(msgspec.Struct, frozen=True):
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


class Talk(msgspec.Struct, frozen=True, tag_field="t", tag="talk"):
    """Something was said. ``anew``: forget the lines you have, these are all there is to read."""

    lines: list[TalkLine]
    anew: bool


class Welcome(msgspec.Struct, frozen=True, tag_field="t", tag="welcome"):
    """First message on a socket: the table, everything since the sequence number you named, and how things stand."""

    table: TableCard
    seq: int
    """How many entries your story has."""
    story: list[Entry]
    now: Now | None
    """None until everybody sits."""
    talk: list[TalkLine]
    """What was said since the line you named with ``said``; the last 300 lines at most."""
    clocks: Clocks | None
    news: list[News]
    """What happened around the game; the last 300 at most."""


class Tidings(msgspec.Struct, frozen=True, tag_field="t", tag="news"):
    """Something happened around the game."""

    news: list[News]


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

    Other codes: ``stale`` (another question, or motion, is put by now), ``no_seat``, ``not_started``, ``garbled``,
    ``too_long``, ``too_fast``, ``not_saved`` (send it again), ``no_table`` (the socket is closed then),
    ``adjourned``, ``over``, ``proxied`` (a bot plays for you: send “back” first), ``no_name`` (say who you are),
    ``nobody`` (there is no such seat to talk to), ``no_motion`` (that cannot be put to the vote now),
    ``one_motion`` (vote on the other first), ``no_vote`` (it is not yours to vote), ``still_here`` (they have not
    left, or only just), ``started``, ``taken``, ``no_level``.
    """

    id: str | None
    code: str
    refusal: Refusal | None = None


Outgoing = Welcome | Progress | Seats | Talk | Tidings | Clocks | Ack | Refused
