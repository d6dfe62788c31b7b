"""Messages on the socket of a table, in both directions, and the card of a table.

The browser's types are generated from here and from :mod:`ludotheque.protocol.http`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from ludotheque.engine.advice import Advice
from ludotheque.engine.rules import Refusal, Seat

Name = Annotated[str, Meta(min_length=1, max_length=24)]
Nonce = Annotated[str, Meta(min_length=1, max_length=64)]
ClientId = Annotated[str, Meta(min_length=1, max_length=40)]
Level = Annotated[str, Meta(max_length=40)]
MOVES_AT_ONCE = 64
MOVES_EXPLAINED = 16
FRAME_BYTES = 8 * 1024
TEXT_LENGTH = 500


class Received(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A message from a client: decoded completely, or refused."""


# --- tables --------------------------------------------------------------------------------------------------------


class LiveClock(Received, frozen=True, tag_field="kind", tag="live"):
    """Every seat has a bank of seconds for the whole game, and gains some with each answer."""

    bank: Annotated[int, Meta(ge=1, le=36_000)]
    increment: Annotated[int, Meta(ge=0, le=3_600)] = 0


class DaysClock(Received, frozen=True, tag_field="kind", tag="days"):
    """So many days for each answer."""

    days: Annotated[int, Meta(ge=1, le=30)]


ClockOrder = LiveClock | DaysClock


Pace = Literal["slow", "normal", "fast", "at_once"]
"""How long bots pause before a move that others see."""


SeatKind = Literal["human", "program", "bot", "open"]
"""A person, an external program that says it is one, a bot of the server, or a free seat."""


class SeatCard(msgspec.Struct, frozen=True):
    """The player of a seat: a ``program`` is an external one, a ``bot`` the server's; ``open`` waits for a player.

    Bots have names too, different ones at a table and the same for all viewers.
    """

    kind: SeatKind
    name: str
    level: str | None
    here: bool
    """Connected now (bots always are)."""
    proxy: str | None
    """The level of the bot that plays for an absent player; None while the player plays."""
    advised: int = 0
    """For how many questions the player has taken advice."""


MotionKind = Literal["adjourn", "resume", "end", "remove"]


class MotionCard(msgspec.Struct, frozen=True):
    """A motion put to the vote. It is carried by more than half of ``voters``; its mover withdraws it by a no."""

    number: int
    kind: MotionKind
    seat: Seat | None
    """The player to be removed."""
    by: Seat
    voters: list[Seat]
    yes: list[Seat]
    no: list[Seat]


class Origin(msgspec.Struct, frozen=True):
    """The finished game that a table goes on from, and after how many of its moves."""

    table: str
    move: int


class Rematch(msgspec.Struct, frozen=True):
    """A rematch of a finished game: its table, and the seat that asked for it first."""

    table: str
    by: Seat


StandingUntil = Literal["turn", "game"]
"""How long a standing answer is given: until your next turn, or for the whole game."""


class StandingCard(msgspec.Struct, frozen=True):
    """What is answered for you. It is sent to your seat alone."""

    offered: list[str]
    """The questions of the game, by their names, that have an answer which lets things be."""
    given: dict[str, StandingUntil]
    """Those to which the server gives it for you, and how long."""
    single: bool
    """The server also gives your answer where you have only one, unless seeing the question matters."""


class TableCard(msgspec.Struct, frozen=True):
    """A table as everyone with its link may know it, and which seat is yours."""

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
    """Your speaker id in the table's chat, with or without a seat."""
    claim: str | None
    """The code of your seat's claim link, ``/t/{id}/claim/{code}``: everyone who has it can take your seat."""
    owner: bool
    """You took your seat, and did not claim it: you may renew its claim link."""
    claimed: int | None
    """When another browser last took your seat by its link, in milliseconds since 1970; None if none has."""
    adjourned: bool
    ended: Literal["vote"] | None
    """Why a game is over that the rules have not ended."""
    motion: MotionCard | None
    origin: Origin | None
    evening: str | None
    """The id of its tournament, for players who have a seat."""
    awaited: list[Seat]
    """The seats whose player has not joined yet: the game waits for their nonce, which is sent with ``join``."""
    nonce: str | None
    """What your seat has added to the table's luck."""
    rematch: Rematch | None = None
    """The rematch that a player has asked for, for players of this table, who join it with ``rematch``, and screens."""
    rematch_of: str | None = None
    """The id of the finished table that this one is the rematch of, for players who have a seat."""
    pace: Pace = "normal"
    """The pace of its bots."""
    standing: StandingCard | None = None
    """What is answered for you; None without a seat."""
    hints: bool = False
    """Whether players may take advice: as its opener chose, else where only bots sit opposite one player."""
    screen: bool = False
    """Whether a shared screen is open, which shows the room what spectators may know."""
    yours: list[Seat] = []
    """The seats that are played on your device: several where it goes round; connect as each in turn."""
    thinking: float | None = None
    """Seconds that its bots of the level ``master`` think about a move at most; None where it has none."""
    patient: bool = False
    """Whether bots let people answer first, however long they take, before they end a question of theirs."""


NoticeKind = Literal["moved", "carried", "rejected", "stands_in", "back", "late", "paced", "advised"]


class Notice(msgspec.Struct, frozen=True):
    """An event around the game, placed in the story of each viewer.

    A motion was ``moved``, ``carried`` or ``rejected``, a bot ``stands_in`` for a player, a player is ``back``, or
    ``late``: their time was up; or a player has changed the bots' pace (``paced``), or taken advice (``advised``).
    ``seq`` numbers the notices from 1.
    """

    seq: int
    at: int
    after: int
    """How many entries your story had by then; of a finished game, how many moves."""
    kind: NoticeKind
    motion: MotionKind | None
    seat: Seat | None
    """The seat that it is about."""
    by: Seat | None
    """The seat that moved it, or changed the pace."""
    pace: Pace | None = None
    """The new pace of the bots."""


# --- over the socket, client to server ---------------------------------------------------------------------------


class Play(Received, frozen=True, tag_field="t", tag="play"):
    """Play a move. ``id`` makes it safe to send again; ``question`` is the number of the question that it answers.

    Several moves are played all or none. They must be one choice of yours, such as a deployment, with nothing drawn,
    shown or asked of others between them; otherwise the answer is ``batch``, and none is played.
    """

    id: ClientId
    question: int
    moves: Annotated[list[msgspec.Raw], Meta(min_length=1, max_length=MOVES_AT_ONCE)]


class WhyNot(Received, frozen=True, tag_field="t", tag="why"):
    """Ask why moves of yours are not allowed now: those that a card or a place on the board stands for.

    Each is judged by itself, as ``play`` would, and none is played. The answer is ``allowed`` if one of them is;
    otherwise ``refused``, with the refusal that most of them share.
    """

    id: ClientId
    question: int
    moves: Annotated[list[msgspec.Raw], Meta(min_length=1, max_length=MOVES_EXPLAINED)]


class Say(Received, frozen=True, tag_field="t", tag="say"):
    """Post in the chat: to the whole table, or to some seats only. Spectators give a ``name``; only those read it."""

    id: ClientId
    text: Annotated[str, Meta(min_length=1, max_length=TEXT_LENGTH)]
    to: Annotated[list[Annotated[Seat, Meta(ge=0)]], Meta(min_length=1, max_length=16)] | None = None
    name: Name | None = None


class Propose(Received, frozen=True, tag_field="t", tag="propose"):
    """Put a motion to the vote. ``seat`` is the player to remove: a bot then plays for them until they return."""

    id: ClientId
    kind: MotionKind
    seat: Annotated[Seat, Meta(ge=0)] | None = None


class Vote(Received, frozen=True, tag_field="t", tag="vote"):
    """Vote on the motion of that number."""

    id: ClientId
    motion: int
    yes: bool


class TakeBackSeat(Received, frozen=True, tag_field="t", tag="back"):
    """Take your seat back from the bot that plays there."""

    id: ClientId


class AddBot(Received, frozen=True, tag_field="t", tag="fill"):
    """Seat a bot on a free seat, before the start. The opener may do so, and the players of the table."""

    id: ClientId
    seat: Annotated[Seat, Meta(ge=0)]
    level: Level


class SetPace(Received, frozen=True, tag_field="t", tag="pace"):
    """Change the pace of the bots, during the game. Every person who plays may do so."""

    id: ClientId
    pace: Pace


class StandingAnswer(Received, frozen=True, tag_field="t", tag="standing"):
    """Have a question answered for you from now on, by the answer that lets things be; ``until`` null ends that.

    No other seat learns of it: the answer comes after a random time, as if you gave it.
    """

    id: ClientId
    question: Annotated[str, Meta(max_length=40)]
    until: StandingUntil | None


class SingleAnswers(Received, frozen=True, tag_field="t", tag="single"):
    """Have questions answered for you, or not, to which you have only one answer. They are, to begin with."""

    id: ClientId
    given: bool


class Advise(Received, frozen=True, tag_field="t", tag="advise"):
    """Ask the coach for advice on the question of that number. The answer is ``advice``, to this connection alone.

    All learn that you have taken advice, once for each question.
    """

    id: ClientId
    question: int


Incoming = (
    Play | WhyNot | Say | Propose | Vote | TakeBackSeat | AddBot | SetPace | StandingAnswer | SingleAnswers | Advise
)


# --- over the socket, server to client ---------------------------------------------------------------------------


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    """A move that was made, as far as you may know it: the seat, the time, and the events that you saw.

    ``seq`` numbers the entries of your own story from 1: what you may not see leaves no gap in it.
    """

    seq: int
    at: int
    """Milliseconds since 1970."""
    seat: Seat
    events: list[msgspec.Raw]
    automatic: bool = False
    """It is a move of yours that the server made for you."""


class Now(msgspec.Struct, frozen=True):
    """The present state as you may know it: your sight, the seats that are asked, and your legal moves."""

    sight: Any
    asked: Sequence[Seat]
    question: int
    legal: Sequence[Any]
    free: Sequence[Any]


class Change(msgspec.Struct, frozen=True):
    """The present state, for a client that has the one before."""

    sight: Any
    """The fields of your sight that have changed, by name; the others are as they were."""
    asked: Sequence[Seat]
    question: int
    legal: Sequence[Any]
    free: Sequence[Any]


class ChatEntry(msgspec.Struct, frozen=True):
    """A chat message. ``seq`` numbers the messages that you may read from 1."""

    seq: int
    at: int
    by: Seat | None
    """None for a spectator."""
    name: str
    who: str
    """The speaker id: the same for all messages of a guest at this table, for muting them."""
    to: list[Seat] | None
    """The seats that can read it, the speaker's among them; None for all."""
    text: str


class ClockCard(msgspec.Struct, frozen=True):
    """A seat's clock at the moment it is sent."""

    left_ms: int
    running: bool


class Clocks(msgspec.Struct, frozen=True, tag_field="t", tag="clocks"):
    """The clocks of all seats, sent when one starts or stops. ``at`` is the server's time; bots have no clock."""

    at: int
    seats: list[ClockCard | None]


class ReactionTime(msgspec.Struct, frozen=True, tag_field="t", tag="reaction"):
    """How long bots still wait for your answer before theirs may end the question; sent when that changes.

    ``at`` is the server's time. ``left_ms`` is 0 when they no longer wait; ``whole_ms`` is the time you have in all.
    """

    at: int
    left_ms: int
    whole_ms: int


class ChatMessages(msgspec.Struct, frozen=True, tag_field="t", tag="talk"):
    """New chat messages. ``anew``: they replace all earlier ones."""

    lines: list[ChatEntry]
    anew: bool


class Welcome(msgspec.Struct, frozen=True, tag_field="t", tag="welcome"):
    """First message on a socket: the table, the story since the number you gave, and the present state."""

    table: TableCard
    seq: int
    """How many entries your story has."""
    story: list[Entry]
    now: Now | None
    """None until the game has begun."""
    talk: list[ChatEntry]
    """The chat since the message you gave with ``said``; the last 300 messages at most."""
    clocks: Clocks | None
    news: list[Notice]
    """The notices; the last 300 at most."""


class NoticeMessage(msgspec.Struct, frozen=True, tag_field="t", tag="news"):
    """New notices."""

    news: list[Notice]


class Progress(msgspec.Struct, frozen=True, tag_field="t", tag="progress"):
    """New entries of your story, and the changed state."""

    seq: int
    """How many entries your story has."""
    story: list[Entry]
    now: Change


class Seats(msgspec.Struct, frozen=True, tag_field="t", tag="seats"):
    """The table's card has changed: a seat, a connection, a bot that plays for a player, a motion, or a rematch."""

    table: TableCard


class Ack(msgspec.Struct, frozen=True, tag_field="t", tag="ack"):
    """Your message is saved; your story then had ``seq`` entries."""

    id: str
    seq: int


class Allowed(msgspec.Struct, frozen=True, tag_field="t", tag="allowed"):
    """One of the moves that you asked about with ``why`` is allowed now. It was not played."""

    id: str


class Refused(msgspec.Struct, frozen=True, tag_field="t", tag="refused"):
    """Your message is refused. ``refusal`` is set when a rule forbids your moves, all of them (code ``rule``).

    Other codes: ``stale`` (there is another question, or motion, by now), ``batch`` (these moves are not one choice:
    send them one by one), ``no_seat``, ``not_started``, ``garbled``,
    ``too_long``, ``too_fast``, ``not_saved`` (send it again), ``no_table`` (the socket is closed then),
    ``adjourned``, ``over``, ``proxied`` (a bot plays for you: send “back” first), ``no_name`` (give your name),
    ``nobody`` (there is no such seat to write to), ``no_motion`` (that cannot be put to the vote now),
    ``one_motion`` (vote on the other first), ``no_vote`` (you have no vote), ``still_here`` (the player
    is connected, or was a moment ago), ``started``, ``taken``, ``no_level``, ``all_seeing`` (your seat sees all
    cards, and may not chat until the game is over), ``muted`` and ``banned`` (by the moderators, ``until`` a time),
    ``no_standing`` (that question has no standing answer), ``no_hints`` (advice is not allowed at this table),
    ``not_asked`` (you are not asked now), ``no_advice`` (the coach did not answer in time).
    """

    id: str | None
    code: str
    refusal: Refusal | None = None
    until: int | None = None
    """In milliseconds since 1970."""


class AdviceMessage(msgspec.Struct, frozen=True, tag_field="t", tag="advice"):
    """The coach's advice on a question, for you alone: a move, why, the best alternatives, and the clause behind it.

    Reasons are sentences of the game's words, by their keys. It is saved that you have taken advice.
    """

    id: str
    question: int
    advice: Advice


Outgoing = (
    Welcome | Progress | Seats | ChatMessages | NoticeMessage | Clocks | ReactionTime | Ack | Allowed | Refused
    | AdviceMessage
)  # fmt: skip
