"""The moves of players and of nature, and the events they cause."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from ludotheque.engine.bargain_moves import (
    AcceptBargain,
    BargainAgreed,
    BargainCancelled,
    BargainLapsed,
    BargainOffered,
    BargainRefused,
    CancelBargain,
    OfferBargain,
    PromiseBroken,
    PromiseKept,
    PromiseVoid,
    RefuseBargain,
)
from ludotheque.engine.rules import Event, Move, Seat

Card = Annotated[str, Meta(max_length=12)]
Party = Annotated[str, Meta(max_length=12)]
Bloc = Annotated[str, Meta(max_length=16)]


class Elect(Move, frozen=True):
    """Vote for the first player."""

    seat: Seat


class Lay(Move, frozen=True):
    """Play a politician, or a joker for a party announced."""

    card: Card
    party: Party | None = None


class Double(Move, frozen=True):
    """DOPPLER on a party."""

    party: Party


class Topple(Move, frozen=True):
    """STURZ: a party's leader loses office."""

    party: Party


class Retire(Move, frozen=True):
    """RÜCKTRITT: a politician in play loses all votes."""

    card: Card


class Scandal(Move, frozen=True):
    """PARTEI-SKANDAL: a party loses half its votes."""

    party: Party


class Clean(Move, frozen=True):
    """WEISSE WESTE: a RÜCKTRITT (of a card) or a SKANDAL (of a party) is cancelled."""

    card: Card | None = None
    party: Party | None = None


class Pass(Move, frozen=True):
    """Play no action."""


class Propose(Move, frozen=True):
    """Propose a coalition: parties, or in a party without a leader one's own share of it, as in ``roses:2``."""

    blocs: Annotated[tuple[Bloc, ...], Meta(min_length=1, max_length=16)]


class Accept(Move, frozen=True):
    """Agree to a proposal."""

    number: int


class Decline(Move, frozen=True):
    """Decline a proposal."""

    number: int


class TakeBack(Move, frozen=True):
    """Withdraw one's agreement to a proposal."""

    number: int


class Close(Move, frozen=True):
    """Close the negotiation for oneself."""


class Lot(Move, frozen=True):
    """Nature settles an election that is tied."""

    seat: Seat


class Deal(Move, frozen=True):
    """Nature deals: for each seat its politicians and jokers, and how many of each action."""

    cards: tuple[tuple[Card, ...], ...]
    actions: tuple[tuple[int, ...], ...]


class TurnUp(Move, frozen=True):
    """Nature turns up a country."""

    country: Annotated[str, Meta(max_length=40)]


AnyMove = (
    Elect | Lay | Double | Topple | Retire | Scandal | Clean | Pass | Propose | Accept | Decline | TakeBack | Close
    | Lot | Deal | TurnUp | OfferBargain | AcceptBargain | RefuseBargain | CancelBargain
)  # fmt: skip


class Voted(Event, frozen=True):
    """A seat voted for the first player; its ballot is secret until all have voted."""

    seat: Seat
    choice: Seat | None

    def seen(self, seat: Seat | None) -> Event | None:
        return self if seat == self.seat else Voted(self.seat, None)


class Elected(Event, frozen=True):
    """The first player was elected, by the ballots or by lot among those tied."""

    seat: Seat
    votes: tuple[Seat, ...]
    lot: bool


class Tied(Event, frozen=True):
    """The election is tied between these seats."""

    votes: tuple[Seat, ...]
    seats: tuple[Seat, ...]


class Dealt(Event, frozen=True):
    """A seat was dealt a hand, which it alone sees."""

    seat: Seat
    deal: int
    cards: tuple[str, ...]
    actions: tuple[int, ...]

    def seen(self, seat: Seat | None) -> Event | None:
        return self if seat == self.seat else Dealt(self.seat, self.deal, (), ())


class TurnedUp(Event, frozen=True):
    """A country was turned up."""

    country: str
    number: int


class Laid(Event, frozen=True):
    """A card was played for a party."""

    seat: Seat
    card: str
    party: str


class Acted(Event, frozen=True):
    """An action was played on a party or on a card."""

    seat: Seat
    action: str
    party: str
    card: str | None = None
    leader: Seat | None = None
    """The new leader of the party, after a STURZ."""


class Passed(Event, frozen=True):
    """A seat played no action."""

    seat: Seat


class Counted(Event, frozen=True):
    """The votes of each party, and the majority."""

    votes: tuple[int, ...]
    leaders: tuple[Seat | None, ...]
    majority: int


class Proposed(Event, frozen=True):
    """A coalition was proposed."""

    seat: Seat
    number: int
    blocs: tuple[str, ...]


class Accepted(Event, frozen=True):
    """A seat agreed to a proposal."""

    seat: Seat
    number: int


class Declined(Event, frozen=True):
    """A proposal was declined."""

    seat: Seat
    number: int


class TookBack(Event, frozen=True):
    """A seat withdrew its agreement."""

    seat: Seat
    number: int


class Silent(Event, frozen=True):
    """A seat has nothing to add."""

    seat: Seat


class Formed(Event, frozen=True):
    """A coalition was formed, or one party won alone, which is named whole whether it has a leader or not."""

    blocs: tuple[str, ...]
    votes: int
    majority: int
    alone: bool = False


class NoCoalition(Event, frozen=True):
    """No coalition was formed: politicians go back to their hands."""

    country: str


class Scored(Event, frozen=True):
    """The points of a seat from a country: for leading, and for cards."""

    seat: Seat
    leading: int
    cards: int


class Bonus(Event, frozen=True):
    """The Europe bonus of one party: its points, the bonus, the seats that share it, and the share of each."""

    party: str
    points: int
    bonus: int
    seats: tuple[Seat, ...]
    each: int


class Ended(Event, frozen=True):
    """The game is over."""

    totals: tuple[int, ...]
    winners: tuple[Seat, ...]


AnyEvent = (
    Voted | Elected | Tied | Dealt | TurnedUp | Laid | Acted | Passed | Counted | Proposed | Accepted | Declined
    | TookBack | Silent | Formed | NoCoalition | Scored | Bonus | Ended
    | BargainOffered | BargainAgreed | BargainRefused | BargainCancelled | BargainLapsed
    | PromiseKept | PromiseBroken | PromiseVoid
)  # fmt: skip
