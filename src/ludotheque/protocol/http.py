"""Requests and answers over HTTP: tables, lists, replays, rulebooks, push notifications."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from ludotheque.engine.advice import Advice
from ludotheque.engine.options import OptionCard
from ludotheque.engine.rules import Seat
from ludotheque.protocol.messages import ClockOrder, Level, Name, Nonce, Notice, Pace, Received, SeatKind

TooEarly = Annotated[str, Meta(max_length=64)]
"""A nonce sent too early, as old clients do; it is refused with an explanation."""


class GameCard(msgspec.Struct, frozen=True):
    """A game that can be played. ``levels`` are its bots, weakest first."""

    id: str
    least_seats: int
    most_seats: int
    options: list[OptionCard]
    levels: list[str]
    first_level: str
    """The level of the bots in a first game."""
    first_players: int
    """The number of players of a first game against bots."""
    difficulty: Literal["easy", "medium", "hard"]
    """How much there is to learn before a first game."""
    minutes: list[int]
    """How long a game takes, by the number of players from ``least_seats`` on; empty if it was not measured."""
    lessons: int = 0
    """How many lessons teach it; they begin at ``/learn/`` and its id."""
    learnt: int = 0
    """After how many minutes a newcomer has learnt it and played a short game; 0 where there are no lessons."""


class Shelf(msgspec.Struct, frozen=True):
    """The games that can be played."""

    games: list[GameCard]


class SeatRequest(Received, frozen=True):
    """The player wanted for a seat: the opener, a friend who gets the link, or a bot of a level.

    ``here`` is a player of a ``name`` who shares the opener's device, which goes round: connect as each in turn.
    """

    kind: Literal["me", "friend", "bot", "here"]
    level: Level | None = None
    name: Name | None = None


class OpenTable(Received, frozen=True):
    """Open a table. ``chairs`` are its seats; ``by_lot`` shuffles them. Without a ``me`` the opener only watches.

    The answer has the commitment to the table's luck, and your seat is kept for you: take it with ``join``, which
    brings your nonce.
    """

    game: Annotated[str, Meta(max_length=40)]
    name: Name
    chairs: Annotated[list[SeatRequest], Meta(min_length=1, max_length=16)]
    options: dict[str, Any] = msgspec.field(default_factory=dict)
    by_lot: bool = False
    public: bool = False
    """Whether it is shown in the lobby; otherwise only its link leads to it."""
    clock: ClockOrder | None = None
    watch_delay: Annotated[int, Meta(ge=0, le=20)] = 0
    """By how many moves spectators are behind until the game is over."""
    program: bool = False
    """Whether the opener is a program; it is shown as one if it takes a seat."""
    nonce: TooEarly | None = None
    """Refused here: it is sent with ``join``, once you know the commitment."""
    pace: Pace = "normal"
    """The pace of its bots; ``pace`` over the socket changes it during the game."""
    hints: bool | None = None
    """Whether players may take advice (``advise``); None: where only bots sit opposite one player."""
    patient: bool = False
    """Whether bots let people answer first, however long they take, before they end a question of theirs."""


class Join(Received, frozen=True):
    """Take the seat that is kept for you, or the first free one, and add a nonce to the table's luck.

    Where a seat is kept for you it keeps the name that it has.
    """

    name: Name
    nonce: Nonce
    program: bool = False
    """Whether you are a program; it is shown as one. Programs play and chat as people do, but do not vote."""
    seat: Annotated[Seat, Meta(ge=0)] | None = None
    """Which of the seats that are played on your device it is for; None for your own."""


class Claim(Received, frozen=True):
    """Take your own seat from another browser: ``code`` is the end of its claim link."""

    code: Annotated[str, Meta(max_length=64)]


class Branch(Received, frozen=True):
    """Open a new table that goes on from a finished one, after its first ``move`` moves, against bots."""

    name: Name
    move: Annotated[int, Meta(ge=0)]
    seat: Annotated[Seat, Meta(ge=0)]
    level: Level | None = None
    """The bots' level; “strong” if absent."""
    program: bool = False
    """Whether you are a program; it is shown as one."""
    nonce: TooEarly | None = None
    """Refused here: it is sent with ``join``, once you know the commitment."""


class Subscribe(Received, frozen=True):
    """Send push messages to this browser: its push subscription, as the browser has created it."""

    endpoint: Annotated[str, Meta(max_length=1024)]
    p256dh: Annotated[str, Meta(max_length=100)]
    auth: Annotated[str, Meta(max_length=40)]
    lang: Literal["fr", "en"]


class Unsubscribe(Received, frozen=True):
    """Send no more push messages to this browser."""

    endpoint: Annotated[str, Meta(max_length=1024)]


class PushKey(msgspec.Struct, frozen=True):
    """The public key of the server that browsers subscribe with, in base64url."""

    key: str


class PushNotification(msgspec.Struct, frozen=True):
    """A push message: at some table it is your turn, or the game is over. Only your browser can read it."""

    table: str
    game: str
    title: str
    text: str


class SeatSummary(msgspec.Struct, frozen=True):
    """A seat in a list of tables."""

    kind: SeatKind
    name: str
    level: str | None


TableState = Literal["waiting", "playing", "adjourned", "over", "earlier"]
"""The state of a table; ``earlier``: the rules changed before it was over, and it cannot be continued."""


class TableSummary(msgspec.Struct, frozen=True):
    """A table in a list."""

    id: str
    game: str
    state: TableState
    public: bool
    seats: list[SeatSummary]
    you: Seat | None
    your_turn: bool
    due: int | None
    """When the next clock runs out, in milliseconds since 1970."""
    updated: int
    """When the last event was, in milliseconds since 1970."""


class TableList(msgspec.Struct, frozen=True):
    """A page of tables; ``more`` if there are others after it."""

    tables: list[TableSummary]
    more: bool


class Step(msgspec.Struct, frozen=True):
    """A moment of a finished game: what a viewer saw after ``move`` moves, and the events of the last."""

    move: int
    at: int
    seat: Seat
    """The seat that moved; -1 for nature."""
    events: list[msgspec.Raw]
    sight: Any


class ReplayChatMessage(msgspec.Struct, frozen=True):
    """A chat message of a finished game, posted after its first ``after`` moves."""

    after: int
    at: int
    by: Seat | None
    """None for a spectator."""
    name: str
    to: list[Seat] | None
    """The seats that could read it; None for all."""
    text: str


class Replay(msgspec.Struct, frozen=True):
    """A finished game as one viewer saw it, or a part of it. Moves of which the viewer saw nothing are left out.

    The very first step is the beginning, with no event. ``next`` is the ``start`` of the next part.
    """

    table: str
    game: str
    players: list[str]
    moves: int
    steps: list[Step]
    talk: list[ReplayChatMessage]
    """The chat between these moves, as far as the viewer could read it."""
    news: list[Notice]
    """The notices between these moves."""
    next: int | None


class TableText(msgspec.Struct, frozen=True):
    """A game in words as its viewer sees it now. ``seq`` is the length of their story, as in socket messages."""

    seq: int
    parts: list[list[str]]
    """Sentences that belong together; empty before the game begins."""


class FigureCard(msgspec.Struct, frozen=True):
    """A figure under a clause: what a page needs to know before it draws it."""

    id: str
    caption: str
    height: int
    """How high it is where it is 320 wide."""


class ClauseCard(msgspec.Struct, frozen=True):
    """One clause of a rulebook."""

    id: str
    kind: Literal["printed", "ruling", "component"]
    title: str
    html: str
    figures: list[FigureCard] = []


class SectionCard(msgspec.Struct, frozen=True):
    """A section of a rulebook."""

    title: str
    clauses: list[ClauseCard]


class Moment(msgspec.Struct, frozen=True):
    """A decision of yours in a finished game, and what the coach would have done, from what you knew then."""

    move: int
    """After so many moves: the step of the replay at which it was asked."""
    played: Any
    advice: Advice
    swing: float | None
    """By how much the coach values its move higher, in its own units; None where it does not compare them so."""


class Moments(msgspec.Struct, frozen=True):
    """The decisions of your seat in a finished game that the coach would have changed most, the largest first."""

    table: str
    seat: Seat
    moments: list[Moment]
    whole: bool
    """Whether the whole game was judged; a very long one only as far as there was time."""


class RulebookCard(msgspec.Struct, frozen=True):
    """A rulebook in one language."""

    game: str
    lang: str
    title: str
    html: str
    """The text before the first section."""
    sections: list[SectionCard]


class Network(msgspec.Struct, frozen=True):
    """Where other devices on the home network reach the server."""

    address: str | None
    """The address of its machine, such as 192.168.1.20, without scheme and port; null if only that machine can."""


class ErrorBody(msgspec.Struct, frozen=True, omit_defaults=True):
    """An error over HTTP: a code, for which the browser has a translation, and a sentence for programmers."""

    code: str
    detail: str
    until: int | None = None
    """When the request will be possible, in milliseconds since 1970, if that is known."""
