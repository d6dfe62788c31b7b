"""The moves of players and of nature, and the events they cause."""

from __future__ import annotations

from typing import Annotated, Literal

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

Kind = Annotated[str, Meta(max_length=20)]
Ballot = Literal["yes", "no", "abstain"]
Purpose = Literal["enter", "topple"]


class Draw(Move, frozen=True):
    """Draw one trump."""


class Discard(Move, frozen=True):
    """Put a card back, and draw two."""

    card: Kind


class Form(Move, frozen=True):
    """Play a PREMIER MINISTRE, with UNION NATIONALE or PRESSION DE L'ARMÉE besides."""

    card: Literal["pm", "providential"]
    union: bool = False
    army: bool = False


class Invite(Move, frozen=True):
    """Invite a seat into the government that is being formed."""

    seat: Seat


class Ready(Move, frozen=True):
    """End the invitations."""


class Join(Move, frozen=True):
    """Accept an invitation."""


class Decline(Move, frozen=True):
    """Decline an invitation, or every offer."""


class Vote(Move, frozen=True):
    """Vote, with as many votes as one has deputies."""

    ballot: Ballot


class Attack(Move, frozen=True):
    """Play an attack against a seat."""

    card: Kind
    seat: Seat


class Answer(Move, frozen=True):
    """Answer an attack: with the matching green card, BARAKA, or PRESSION DE L'ARMÉE."""

    card: Kind


class Plead(Move, frozen=True):
    """Ask the other seats for a defence."""


class Suffer(Move, frozen=True):
    """Leave an attack unanswered."""


class Offer(Move, frozen=True):
    """Offer the defence that is wanted."""


class Accept(Move, frozen=True):
    """Accept the defence that a seat offers."""

    seat: Seat


class Censure(Move, frozen=True):
    """Play a MOTION DE CENSURE."""


class Army(Move, frozen=True):
    """Play a PRESSION DE L'ARMÉE on one's turn: to enter the government, or to bring it down."""

    purpose: Purpose


class Counter(Move, frozen=True):
    """Play a PRESSION DE L'ARMÉE against a vote, or against another one."""


class Union(Move, frozen=True):
    """Play UNION NATIONALE."""


class Leave(Move, frozen=True):
    """Leave the government."""


class Resign(Move, frozen=True):
    """Resign as Premier Ministre, on one's turn."""


class Announce(Move, frozen=True):
    """Announce as Premier Ministre that one resigns before the next player's turn."""


class Expel(Move, frozen=True):
    """Remove a seat from the government, as Premier Ministre."""

    seat: Seat


class Recruit(Move, frozen=True):
    """Ask a seat to enter the government, as Premier Ministre."""

    seat: Seat


class Dissolve(Move, frozen=True):
    """Dissolve the Assembly, as Premier Ministre."""


class Pass(Move, frozen=True):
    """Do nothing."""


class Amend(Move, frozen=True):
    """Propose an amendment of the rules, to be voted on a round later."""

    option: Annotated[str, Meta(max_length=20)]
    value: int


class Dispute(Move, frozen=True):
    """Ask for a vote on ending the game here."""


class Election(Move, frozen=True):
    """Nature deals plaques, by seat; ``first`` begins the game, where it is the first election."""

    plaques: tuple[tuple[int, ...], ...]
    first: Seat | None = None


class Deal(Move, frozen=True):
    """Nature deals trumps, by seat."""

    cards: tuple[tuple[Kind, ...], ...]


class Happen(Move, frozen=True):
    """Nature turns up an event; None is a blank one."""

    event: Kind | None


class Midterm(Move, frozen=True):
    """The clock: mid-term elections are due at the end of this turn."""


class TimeUp(Move, frozen=True):
    """The clock: the game ends with this turn."""


AnyMove = (
    Draw | Discard | Form | Invite | Ready | Join | Decline | Vote | Attack | Answer | Plead | Suffer | Offer | Accept
    | Censure | Army | Counter | Union | Leave | Resign | Announce | Expel | Recruit | Dissolve | Pass | Amend | Dispute
    | OfferBargain | AcceptBargain | RefuseBargain | CancelBargain
    | Election | Deal | Happen | Midterm | TimeUp
)  # fmt: skip


class Elected(Event, frozen=True):
    """An election: the plaques and deputies of each seat, and the first player if it is the first election."""

    reason: Literal["first", "dissolution", "midterm"]
    plaques: tuple[tuple[int, ...], ...]
    deputies: tuple[int, ...]
    first: Seat | None


class Dealt(Event, frozen=True):
    """Trumps dealt to a seat, which alone sees them."""

    seat: Seat
    count: int
    cards: tuple[str, ...] | None

    def seen(self, seat: Seat | None) -> Event | None:
        return self if seat == self.seat else Dealt(self.seat, self.count, None)


class Reshuffled(Event, frozen=True):
    """The discarded trumps make a new pack."""

    cards: int


class Began(Event, frozen=True):
    """A turn began."""

    seat: Seat
    turn: int


class Happened(Event, frozen=True):
    """An event was drawn."""

    seat: Seat
    event: str | None


class Discarded(Event, frozen=True):
    """A card was put back, to draw two."""

    seat: Seat
    card: str


class Bid(Event, frozen=True):
    """A seat tries to form a government."""

    seat: Seat
    card: str
    union: bool
    army: bool


class Invited(Event, frozen=True):
    """A seat was invited."""

    seat: Seat
    by: Seat


class Joined(Event, frozen=True):
    """A seat accepted an invitation."""

    seat: Seat


class Declined(Event, frozen=True):
    """A seat declined an invitation."""

    seat: Seat


class VoteOpened(Event, frozen=True):
    """A vote began: its subject, the proposer, and the weight of each seat."""

    subject: str
    seat: Seat
    weights: tuple[int, ...]


class Voted(Event, frozen=True):
    """A seat voted. Its ballot is secret until all have voted."""

    seat: Seat
    ballot: str | None

    def seen(self, seat: Seat | None) -> Event | None:
        return self if seat == self.seat else Voted(self.seat, None)


class Counted(Event, frozen=True):
    """A vote was counted, and all ballots shown."""

    subject: str
    ballots: tuple[str, ...]
    weights: tuple[int, ...]
    yes: int
    no: int
    carried: bool


class Formed(Event, frozen=True):
    """A government was formed."""

    pm: Seat
    members: tuple[Seat, ...]
    providential: bool


class TakenBack(Event, frozen=True):
    """Cards went back to a hand, seen by all."""

    seat: Seat
    cards: tuple[str, ...]


class Fell(Event, frozen=True):
    """The government fell: by an attack, a motion, the army, an event, or the resignation of its head."""

    pm: Seat
    reason: Literal["attack", "censure", "army", "event", "resigned"]
    by: Seat | None


class Scored(Event, frozen=True):
    """Points won or lost, and the reason."""

    seat: Seat
    points: int
    total: int
    why: str


class Moved(Event, frozen=True):
    """Deputies won or lost, and the reason."""

    seat: Seat
    deputies: int
    total: int
    why: str


class Attacked(Event, frozen=True):
    """A seat was attacked."""

    seat: Seat
    target: Seat
    card: str


class Answered(Event, frozen=True):
    """An attack was answered; ``lender`` is the seat whose card it was, if not the target's own."""

    seat: Seat
    card: str
    lender: Seat | None


class Pleaded(Event, frozen=True):
    """The target has no answer, and asked for help."""

    seat: Seat


class Offered(Event, frozen=True):
    """A seat offered the defence."""

    seat: Seat


class Silent(Event, frozen=True):
    """A seat did not react."""

    seat: Seat


class Suffered(Event, frozen=True):
    """An attack hit."""

    seat: Seat
    card: str


class Exposed(Event, frozen=True):
    """A card stays exposed before a seat."""

    seat: Seat
    card: str


class Lifted(Event, frozen=True):
    """Cards that were exposed before a seat went back."""

    seat: Seat
    cards: tuple[str, ...]


class Motion(Event, frozen=True):
    """A motion of censure was played."""

    seat: Seat


class Pressed(Event, frozen=True):
    """An army was played, for or against something."""

    seat: Seat
    purpose: str
    number: int
    """How many lie there now: an even number cancels out."""


class Settled(Event, frozen=True):
    """No seat counters any more: whether the pressure works."""

    seat: Seat
    purpose: str
    works: bool


class United(Event, frozen=True):
    """UNION NATIONALE was played: no attacks for a round."""

    seat: Seat


class Parted(Event, frozen=True):
    """UNION NATIONALE ended."""


class Left(Event, frozen=True):
    """A member left the government, or was expelled."""

    seat: Seat
    expelled: bool


class Announced(Event, frozen=True):
    """The prime minister will resign at the end of this turn."""

    seat: Seat


class Recruited(Event, frozen=True):
    """A seat was asked to enter the government."""

    seat: Seat
    by: Seat


class Entered(Event, frozen=True):
    """A seat entered the government in place."""

    seat: Seat


class Dissolved(Event, frozen=True):
    """The Assembly was dissolved."""

    seat: Seat


class Passed(Event, frozen=True):
    """A seat passed."""

    seat: Seat


class Proposed(Event, frozen=True):
    """An amendment was proposed, to be voted on a round later."""

    seat: Seat
    option: str
    value: int


class Amended(Event, frozen=True):
    """A rule was changed."""

    option: str
    value: int


class Disputed(Event, frozen=True):
    """A seat asked to end the game here."""

    seat: Seat


class Clock(Event, frozen=True):
    """The clock reached the mid-term elections, or the end."""

    what: Literal["midterm", "end"]


class Ended(Event, frozen=True):
    """The game ended, with these points."""

    reason: str
    points: tuple[int, ...]


AnyEvent = (
    Elected | Dealt | Reshuffled | Began | Happened | Discarded | Bid | Invited | Joined | Declined | VoteOpened | Voted
    | Counted | Formed | TakenBack | Fell | Scored | Moved | Attacked | Answered | Pleaded | Offered | Silent
    | Suffered | Exposed | Lifted | Motion | Pressed | Settled | United | Parted | Left | Announced | Recruited
    | Entered
    | Dissolved | Passed | Proposed | Amended | Disputed | Clock | Ended
    | BargainOffered | BargainAgreed | BargainRefused | BargainCancelled | BargainLapsed
    | PromiseKept | PromiseBroken | PromiseVoid
)  # fmt: skip
