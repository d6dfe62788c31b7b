"""What the log of a table holds: all that ever happened at it, enough to set it up again after a restart.

It is the server's own book: it knows the secret behind the table's luck and who sits where. Nothing of it is sent
as it is. It is only ever added to, but for one thing: whoever has what we know of them deleted is taken out of it
(see :mod:`ludotheque.server.accounts.erase`); their moves stay, for the others' sake.
"""

from __future__ import annotations

import hashlib
from typing import Any, Literal

import msgspec

from ludotheque.engine.rules import Seat
from ludotheque.protocol.messages import ClockOrder, MotionKind, Origin, SeatKind

Sender = Seat | str
"""Whoever sent something: a seat, or what a guest without one is known by at this table."""


class SeatPlan(msgspec.Struct, frozen=True):
    """A chair at the table: for the guest who opened it, for whoever comes with the link, or for a bot."""

    kind: Literal["me", "friend", "bot"]
    level: str | None = None


class TableOpened(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="line", tag="opened"):
    """The table was opened. ``places`` are its seats, in order."""

    game: str
    version: int
    options: dict[str, Any]
    places: list[SeatPlan]
    secret: str
    commitment: str
    at: int
    box: str = ""
    """The mark of the host's own box, if there is one."""
    public: bool = False
    clock: ClockOrder | None = None
    watch_delay: int = 0
    opener: str | None = None
    """The guest who opened it, by the hash of a token."""
    origin: Origin | None = None
    evening: str | None = None
    """The evening of a club that it belongs to."""
    given: list[tuple[Seat, msgspec.Raw]] = []
    """Moves of another game that this one goes on from, nature's among them."""


class SeatTaken(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="line", tag="sat"):
    """Somebody sat down: a guest, known by the hash of a token, or a bot of some level.

    A guest for whom a seat is kept sits there without a nonce; a second line for the same seat brings it. Bots add
    none: there is nothing about them that the server could choose. ``asker`` is whoever had the bot brought,
    ``client`` the id under which they did.
    """

    seat: Seat
    name: str
    nonce: str
    at: int
    guest: str | None = None
    level: str | None = None
    asker: Sender | None = None
    client: str | None = None
    program: bool = False
    """A program from outside, which said so when it sat down."""
    absent: bool = False
    """The game no longer waits for their nonce: they did not come in time, or had to leave."""

    @property
    def ready(self) -> bool:
        """Whether the game need not wait for a nonce of theirs."""
        return self.level is not None or bool(self.nonce) or self.absent

    @property
    def kind(self) -> SeatKind:
        """Who that is to the others."""
        return "bot" if self.level is not None else "program" if self.program else "human"


class SeatClaimed(msgspec.Struct, frozen=True, tag_field="line", tag="claimed"):
    """Somebody took their seat from another browser too."""

    seat: Seat
    guest: str
    at: int


class ClaimLinkRenewed(msgspec.Struct, frozen=True, tag_field="line", tag="renewed"):
    """Whoever sat down on a seat had its claim link renewed: the link before is void, and so is what was claimed by it.

    ``guest`` alone keeps the seat.
    """

    seat: Seat
    guest: str
    at: int


class GuestMerged(msgspec.Struct, frozen=True, tag_field="line", tag="adopted"):
    """A guest is another from now on, the guest of an account: what was theirs at this table goes with them."""

    before: str
    guest: str
    at: int


class PlayerLeft(msgspec.Struct, frozen=True, tag_field="line", tag="left"):
    """Somebody had to leave: before the game their chair is free again, during it a bot plays for them."""

    seat: Seat
    at: int


class TableHidden(msgspec.Struct, frozen=True, tag_field="line", tag="hidden"):
    """A moderator took the table out of the lobby: from now on only its link leads to it."""

    at: int


class LogErased(msgspec.Struct, frozen=True, tag_field="line", tag="forgotten"):
    """Lines before this one were rewritten: a table that was read before has to be read again."""

    at: int


class MovesPlayed(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="line", tag="acted"):
    """Moves that were accepted together, those of nature that followed among them, each with its seat.

    ``client`` is the id under which ``seat`` sent them; the same id is not played twice. ``late`` moves are the
    rules' own, played because the clock of ``seat`` ran out.
    """

    seat: Seat
    at: int
    moves: list[tuple[Seat, msgspec.Raw]]
    client: str | None = None
    late: bool = False


class ChatPosted(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="line", tag="said"):
    """Something was said, by a seat or by a guest who looks on (``by`` is None)."""

    by: Seat | None
    who: str
    """What the guest is known by at this table."""
    name: str
    text: str
    at: int
    client: str
    to: list[Seat] | None = None
    """The seats that can read it, the speaker's among them; None for everybody."""


class VoteProposed(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="line", tag="proposed"):
    """A seat put something to the vote; ``seat`` is whom a removal is about."""

    by: Seat
    kind: MotionKind
    at: int
    client: str
    seat: Seat | None = None


class VoteCast(msgspec.Struct, frozen=True, tag_field="line", tag="voted"):
    """A seat voted on what was proposed last."""

    by: Seat
    yes: bool
    at: int
    client: str


class PlayerReturned(msgspec.Struct, frozen=True, tag_field="line", tag="returned"):
    """Somebody took their seat back from the bot that played for them."""

    seat: Seat
    at: int
    client: str


class ClocksShifted(msgspec.Struct, frozen=True, tag_field="line", tag="woke"):
    """The server was down for ``slept`` milliseconds while clocks ran here: they did not run then."""

    at: int
    slept: int


TableEvent = (
    TableOpened
    | SeatTaken
    | SeatClaimed
    | ClaimLinkRenewed
    | GuestMerged
    | PlayerLeft
    | TableHidden
    | LogErased
    | MovesPlayed
    | ChatPosted
    | VoteProposed
    | VoteCast
    | PlayerReturned
    | ClocksShifted
)

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(TableEvent).decode


def guest_id(token: str) -> str:
    """What the log keeps of a guest's token: it proves who they are and cannot be turned back."""
    return hashlib.sha256(token.encode()).hexdigest()
