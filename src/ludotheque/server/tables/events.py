"""The events of a table's log: everything that has happened at it, enough to load it again after a restart.

The log is the server's own: it holds the secret behind the table's luck and the guest of every seat, so no event is
sent as it is. It is append-only, with one exception: personal data that a guest has erased is taken out of it (see
:mod:`ludotheque.server.accounts.erase`); moves stay, for the sake of the other players.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from ludotheque.engine.rules import Seat
from ludotheque.protocol.messages import ClockOrder, MotionKind, Origin, Pace, SeatKind, StandingUntil

Sender = Seat | str
"""The sender of a command: a seat, or the speaker id of a guest without one."""


class SeatPlan(msgspec.Struct, frozen=True):
    """Who a seat is meant for: the table's opener, a player on their device, a guest with the link, or a bot."""

    kind: Literal["me", "friend", "bot", "here"]
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
    """The digest of the host's own box file, if there is one."""
    public: bool = False
    clock: ClockOrder | None = None
    watch_delay: int = 0
    opener: str | None = None
    """The guest who opened it: the hash of their token."""
    origin: Origin | None = None
    evening: str | None = None
    """The tournament that it belongs to."""
    given: list[tuple[Seat, msgspec.Raw]] = []
    """Moves of another game that this one continues, nature's included."""
    rematch_of: str | None = None
    """The finished table whose players play again here."""
    pace: Pace = "normal"
    """The pace of its bots."""
    hints: bool | None = None
    """Whether players may take advice; None: where only bots sit opposite one player."""
    patient: bool = False
    """Whether bots let people answer first, however long they take."""


class SeatTaken(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="line", tag="sat"):
    """A seat was taken, by a guest (the hash of their token) or by a bot of some level.

    A seat that is kept for a guest is taken without a nonce; a second event for the same seat adds it. Bots add none:
    there is nothing about them that the server could choose. ``asker`` is the sender who asked for the bot, under the
    client id ``client``.
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
    """A remote program, which said so when it took the seat."""
    absent: bool = False
    """The game no longer waits for their nonce: they did not connect in time, or left."""

    @property
    def ready(self) -> bool:
        """Whether the game need not wait for their nonce."""
        return self.level is not None or bool(self.nonce) or self.absent

    @property
    def kind(self) -> SeatKind:
        """What the other players see: a bot, a program or a human."""
        return "bot" if self.level is not None else "program" if self.program else "human"


class SeatClaimed(msgspec.Struct, frozen=True, tag_field="line", tag="claimed"):
    """A second browser took a seat, by its claim link."""

    seat: Seat
    guest: str
    at: int


class ClaimLinkRenewed(msgspec.Struct, frozen=True, tag_field="line", tag="renewed"):
    """The claim link of a seat was replaced: the old link is void, and so are the claims made by it.

    ``guest`` alone keeps the seat.
    """

    seat: Seat
    guest: str
    at: int


class GuestMerged(msgspec.Struct, frozen=True, tag_field="line", tag="adopted"):
    """A guest continues as another one, the guest of an account, with everything they have at this table."""

    before: str
    guest: str
    at: int


class PlayerLeft(msgspec.Struct, frozen=True, tag_field="line", tag="left"):
    """A player left: before the game their seat is free again, during it a bot plays for them."""

    seat: Seat
    at: int


class TableHidden(msgspec.Struct, frozen=True, tag_field="line", tag="hidden"):
    """A moderator took the table out of the lobby; its link still works."""

    at: int


class LogErased(msgspec.Struct, frozen=True, tag_field="line", tag="forgotten"):
    """Personal data in earlier events was erased: a table in memory has to be reloaded."""

    at: int


class MovesPlayed(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="line", tag="acted"):
    """Moves that were accepted together, each with its seat, nature's included.

    ``client`` is the id under which ``seat`` sent them; the same id is not played twice. ``late``: the default move,
    played because the clock of ``seat`` ran out. ``automatic``: the answer of ``seat``, given for it by the server.
    """

    seat: Seat
    at: int
    moves: list[tuple[Seat, msgspec.Raw]]
    client: str | None = None
    late: bool = False
    automatic: bool = False


class ChatPosted(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="line", tag="said"):
    """A chat message was posted, by a seat or by a spectator (``by`` is None)."""

    by: Seat | None
    who: str
    """The speaker id of the guest at this table."""
    name: str
    text: str
    at: int
    client: str
    to: list[Seat] | None = None
    """The seats that can read it, the speaker's included; None for all."""


class VoteProposed(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="line", tag="proposed"):
    """A seat put a motion to the vote; ``seat`` is the one to be removed."""

    by: Seat
    kind: MotionKind
    at: int
    client: str
    seat: Seat | None = None


class VoteCast(msgspec.Struct, frozen=True, tag_field="line", tag="voted"):
    """A seat voted on the open motion."""

    by: Seat
    yes: bool
    at: int
    client: str


class PlayerReturned(msgspec.Struct, frozen=True, tag_field="line", tag="returned"):
    """A player took their seat back from the bot that played for them."""

    seat: Seat
    at: int
    client: str


class PaceChanged(msgspec.Struct, frozen=True, tag_field="line", tag="paced"):
    """A player changed the pace of the bots."""

    by: Seat
    pace: Pace
    at: int
    client: str


class StandingAnswerSet(msgspec.Struct, frozen=True, tag_field="line", tag="standing"):
    """A player has a question answered for them from now on; no longer, if ``until`` is None."""

    seat: Seat
    question: str
    until: StandingUntil | None
    at: int
    client: str


class SingleAnswersSet(msgspec.Struct, frozen=True, tag_field="line", tag="single"):
    """A player has questions answered for them, or not, to which they have only one answer."""

    seat: Seat
    given: bool
    at: int
    client: str


class AdviceTaken(msgspec.Struct, frozen=True, tag_field="line", tag="advised"):
    """A player has taken the coach's advice on a question; what it said is not kept."""

    seat: Seat
    question: int
    at: int
    client: str


class ClocksShifted(msgspec.Struct, frozen=True, tag_field="line", tag="woke"):
    """Running clocks are shifted by ``slept`` milliseconds: the server was down, or the wall clock jumped."""

    at: int
    slept: int


class RematchOffered(msgspec.Struct, frozen=True, tag_field="line", tag="rematch"):
    """A player of a finished game wants to play again at this table: the only one, also for those who ask later."""

    by: Seat
    table: str
    at: int


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
    | PaceChanged
    | StandingAnswerSet
    | SingleAnswersSet
    | AdviceTaken
    | ClocksShifted
    | RematchOffered
)

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(TableEvent).decode
