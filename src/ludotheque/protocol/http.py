"""What is asked for and answered over HTTP: orders, lists, replays, rulebooks, calls."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from ludotheque.engine.options import OptionCard
from ludotheque.engine.rules import Seat
from ludotheque.protocol.messages import ClockOrder, Level, Name, Nonce, Notice, Received, SeatKind

TooEarly = Annotated[str, Meta(max_length=64)]
"""A nonce sent with an order, as it once was; what to do now is said in the answer."""


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


class SeatRequest(Received, frozen=True):
    """Who is to sit on a seat: the opener, a friend who gets the link, or a bot of some level."""

    kind: Literal["me", "friend", "bot"]
    level: Level | None = None


class OpenTable(Received, frozen=True):
    """Open a table. ``by_lot`` draws which chair becomes which seat. Without a chair ``me`` the opener only watches.

    The answer has the commitment to the table's luck, and your seat is kept for you: take it with ``join``, which
    brings your nonce.
    """

    game: Annotated[str, Meta(max_length=40)]
    name: Name
    chairs: Annotated[list[SeatRequest], Meta(min_length=1, max_length=16)]
    options: dict[str, Any] = msgspec.field(default_factory=dict)
    by_lot: bool = False
    public: bool = False
    """Shown in the lobby; otherwise only its link leads to it."""
    clock: ClockOrder | None = None
    watch_delay: Annotated[int, Meta(ge=0, le=20)] = 0
    """How many moves those who look on lag behind until the game is over."""
    program: bool = False
    """The opener is a program, and shown as one if it sits down."""
    nonce: TooEarly | None = None
    """Not here: it is sent with ``join``, once you know the commitment."""


class Join(Received, frozen=True):
    """Take the seat that is kept for you, or the first free one, and add a nonce to the table's luck.

    Where a seat is kept for you it keeps the name that it has.
    """

    name: Name
    nonce: Nonce
    program: bool = False
    """You are a program, and shown as one. Programs play and talk like anybody, but do not vote."""


class Claim(Received, frozen=True):
    """Take a seat of one's own from another browser: ``code`` is the end of its claim link."""

    code: Annotated[str, Meta(max_length=64)]


class Branch(Received, frozen=True):
    """Open a new table that goes on from a finished one, after its first ``move`` moves, with bots around you."""

    name: Name
    move: Annotated[int, Meta(ge=0)]
    seat: Annotated[Seat, Meta(ge=0)]
    level: Level | None = None
    """The bots' level; the strongest if it is not named."""
    program: bool = False
    """You are a program, and shown as one."""
    nonce: TooEarly | None = None
    """Not here: it is sent with ``join``, once you know the commitment."""


class Subscribe(Received, frozen=True):
    """Call this browser when it is your turn: its push subscription, as the browser gives it out."""

    endpoint: Annotated[str, Meta(max_length=1024)]
    p256dh: Annotated[str, Meta(max_length=100)]
    auth: Annotated[str, Meta(max_length=40)]
    lang: Literal["fr", "en"]


class Unsubscribe(Received, frozen=True):
    """Do not call this browser any more."""

    endpoint: Annotated[str, Meta(max_length=1024)]


class PushKey(msgspec.Struct, frozen=True):
    """The key that browsers subscribe with: the house's, in base64url."""

    key: str


class PushNotification(msgspec.Struct, frozen=True):
    """A push message: at some table it is your turn, or the game is over. Nobody but your browser can read it."""

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
"""How a table stands; ``earlier``: it was not over when the rules changed, and cannot be continued by those here."""


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
    """When something last happened, in milliseconds since 1970."""


class TableList(msgspec.Struct, frozen=True):
    """A page of tables; ``more`` if there are others after it."""

    tables: list[TableSummary]
    more: bool


class Step(msgspec.Struct, frozen=True):
    """A moment of a finished game: after its first ``move`` moves, what the last of them brought, and what is seen."""

    move: int
    at: int
    seat: Seat
    """Who moved; -1 for nature."""
    events: list[msgspec.Raw]
    sight: Any


class ReplayChatMessage(msgspec.Struct, frozen=True):
    """Something that was said during a finished game, after its first ``after`` moves."""

    after: int
    at: int
    by: Seat | None
    """None for somebody who looked on."""
    name: str
    to: list[Seat] | None
    """The seats that could read it; None for everybody."""
    text: str


class Replay(msgspec.Struct, frozen=True):
    """A finished game through somebody's eyes, or a part of it. Moves of which nothing is seen are left out.

    The first step of all is the beginning, with no event. ``next`` is the ``start`` to ask for the rest with.
    """

    table: str
    game: str
    players: list[str]
    moves: int
    steps: list[Step]
    talk: list[ReplayChatMessage]
    """What was said between these moves and could be read by those whose eyes these are."""
    news: list[Notice]
    """What happened around them."""
    next: int | None


class TableText(msgspec.Struct, frozen=True):
    """A game in words as its viewer sees it now. ``seq`` is the length of their story, as in socket messages."""

    seq: int
    parts: list[list[str]]
    """Sentences that belong together; empty before the game begins."""


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


class ErrorBody(msgspec.Struct, frozen=True, omit_defaults=True):
    """An error over HTTP: a code the browser has words for, and a sentence for people with a terminal."""

    code: str
    detail: str
    until: int | None = None
    """When it will be otherwise, in milliseconds since 1970, if that is known."""
