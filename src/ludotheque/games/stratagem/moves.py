"""The moves of players and of nature, and the events they cause."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from ludotheque.engine.rules import Event, Move, Seat

Id = Annotated[str, Meta(max_length=24)]


class Choose(Move, frozen=True):
    """The first player chooses a party; the others follow around the mat."""

    party: Id


class Plan(Move, frozen=True):
    """Put an OPTION into one's programme, one theme after the other."""

    option: Id


class Show(Move, frozen=True):
    """Put an OPTION on the mat: the one planned, or the other of its theme."""

    option: Id


class Withdraw(Move, frozen=True):
    """Take an OPTION off the mat."""

    option: Id


class Return(Move, frozen=True):
    """Give a SUPPORT up."""

    card: Id


class Secret(Move, frozen=True):
    """Play a SECRET, against a player where it needs one."""

    card: Id
    seat: Seat | None = None


class Launch(Move, frozen=True):
    """Launch an ACTION."""

    action: Literal["coup", "strike", "dictatorship", "uprising"]


class Draw(Move, frozen=True):
    """Draw a common card."""


class Pass(Move, frozen=True):
    """Lose a turn, having nothing to play."""


class Accept(Move, frozen=True):
    """Keep the SUPPORT that is offered."""


class Refuse(Move, frozen=True):
    """Refuse the SUPPORT that is offered."""


class Name(Move, frozen=True):
    """Name the player who inherits the tokens that cannot be shared."""

    seat: Seat


class Denounce(Move, frozen=True):
    """Denounce a player who holds a SUPPORT without showing what it demands."""

    seat: Seat


class Resign(Move, frozen=True):
    """Leave the game."""


class Watch(Move, frozen=True):
    """Once out of the game, see all cards, and write no more messages to those who play on."""


class Seating(Move, frozen=True):
    """Nature draws the number of each player's card; the highest begins."""

    numbers: tuple[int, ...]


class Card(Move, frozen=True):
    """Nature turns up a common card."""

    card: Id


AnyMove = (
    Choose | Plan | Show | Withdraw | Return | Secret | Launch | Draw | Pass | Accept | Refuse | Name | Denounce
    | Resign | Watch | Seating | Card
)  # fmt: skip


class Seated(Event, frozen=True):
    """The numbers drawn, and the first player."""

    numbers: tuple[int, ...]
    first: Seat


class Chosen(Event, frozen=True):
    """The party of each seat."""

    seat: Seat
    parties: tuple[str, ...]


class Planned(Event, frozen=True):
    """An option was put into a programme, which only its owner knows."""

    seat: Seat
    option: str | None

    def seen(self, seat: Seat | None) -> Event | None:
        return self if seat == self.seat else None


class Ready(Event, frozen=True):
    """A programme is complete."""

    seat: Seat


class Began(Event, frozen=True):
    """A turn began."""

    seat: Seat
    turn: int


class Skipped(Event, frozen=True):
    """A player loses a turn."""

    seat: Seat
    ordered: bool
    """Whether a card ordered it; otherwise the player has nothing to play."""


class Shown(Event, frozen=True):
    """An OPTION was put on the mat; only its player knows whether it was the one planned."""

    seat: Seat
    option: str


class Withdrawn(Event, frozen=True):
    """An OPTION was taken off the mat."""

    seat: Seat
    option: str


class Returned(Event, frozen=True):
    """A SUPPORT was given up."""

    seat: Seat
    card: str


class Drawn(Event, frozen=True):
    """A common card was drawn; a SECRET is known to its drawer, and to those who are out and see all cards."""

    seat: Seat
    family: str
    card: str | None
    watching: tuple[Seat, ...] = ()

    def seen(self, seat: Seat | None) -> Event | None:
        if self.family != "secret" or seat == self.seat or seat in self.watching:
            return self
        return Drawn(self.seat, self.family, None, self.watching)


class Offered(Event, frozen=True):
    """A SUPPORT is offered to a player."""

    seat: Seat
    card: str


class Accepted(Event, frozen=True):
    """A SUPPORT was accepted."""

    seat: Seat
    card: str


class Refused(Event, frozen=True):
    """A SUPPORT was refused, or could not be kept."""

    seat: Seat
    card: str
    could: bool


class Fallen(Event, frozen=True):
    """A card fell."""

    card: str


class Played(Event, frozen=True):
    """A SECRET was played."""

    seat: Seat
    card: str
    target: Seat | None


class Revealed(Event, frozen=True):
    """A SOUTIEN SECRET was put on the mat."""

    seat: Seat
    card: str


class Swayed(Event, frozen=True):
    """Tokens changed hands: so many per cent per adversary, and the tokens of each seat afterwards."""

    seat: Seat
    percent: int
    moved: int
    tokens: tuple[int, ...]
    why: str


class Halted(Event, frozen=True):
    """A player will lose their next turn."""

    seat: Seat


class Launched(Event, frozen=True):
    """An ACTION was launched: three rounds begin."""

    seat: Seat
    action: str
    popular: bool
    """Whether popular support counted."""


class Ticked(Event, frozen=True):
    """A round of a sequence ended; so many are left."""

    action: str
    left: int


class Defeated(Event, frozen=True):
    """A coup was defeated by two strikes, or a dictator by two uprisings."""

    seat: Seat
    action: str


class Restored(Event, frozen=True):
    """The crisis ended: all ACTION cards return to their owners."""


class Denounced(Event, frozen=True):
    """A player was denounced as irregular, rightly or not; the SUPPORTs that fall."""

    seat: Seat
    target: Seat
    right: bool
    fallen: tuple[str, ...]


class Fined(Event, frozen=True):
    """A player was found irregular at a vote."""

    seat: Seat
    fallen: tuple[str, ...]


class Counted(Event, frozen=True):
    """A vote: the tokens of each seat, and the candidates of the second round, where nobody is elected."""

    campaign: int
    tokens: tuple[int, ...]
    candidates: tuple[Seat, ...]


class Out(Event, frozen=True):
    """A player was eliminated, or left."""

    seat: Seat
    reason: Literal["dictatorship", "tokens", "resigned"]


class Watching(Event, frozen=True):
    """A player who is out sees all cards from now on."""

    seat: Seat


class Shared(Event, frozen=True):
    """The tokens of a player who is out were shared among the others; the rest goes to one of them."""

    seat: Seat
    each: int
    rest: int
    heir: Seat | None
    tokens: tuple[int, ...]


class Replaced(Event, frozen=True):
    """A candidate who is out was replaced."""

    seat: Seat


class Ended(Event, frozen=True):
    """The end: the winner, the reason, and the place of each seat."""

    seat: Seat
    party: str
    reason: str
    places: tuple[int, ...]


AnyEvent = (
    Seated | Chosen | Planned | Ready | Began | Skipped | Shown | Withdrawn | Returned | Drawn | Offered | Accepted
    | Refused | Fallen | Played | Revealed | Swayed | Halted | Launched | Ticked | Defeated | Restored | Denounced
    | Fined | Counted | Out | Watching | Shared | Replaced | Ended
)  # fmt: skip
