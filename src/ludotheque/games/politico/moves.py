"""What players and nature do, and what comes of it."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

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
    """Lay a PREMIER MINISTRE, with UNION NATIONALE or with PRESSION DE L'ARMÉE besides."""

    card: Literal["pm", "providential"]
    union: bool = False
    army: bool = False


class Invite(Move, frozen=True):
    """Invite somebody into the government that is being formed."""

    seat: Seat


class Ready(Move, frozen=True):
    """Everybody who is to be invited is."""


class Join(Move, frozen=True):
    """Accept an invitation."""


class Decline(Move, frozen=True):
    """Turn an invitation, or every offer, down."""


class Vote(Move, frozen=True):
    """Vote, with as many votes as one has deputies."""

    ballot: Ballot


class Attack(Move, frozen=True):
    """Lay a red card before somebody."""

    card: Kind
    seat: Seat


class Answer(Move, frozen=True):
    """Answer an attack: with the matching green card, BARAKA, or PRESSION DE L'ARMÉE."""

    card: Kind


class Plead(Move, frozen=True):
    """Ask the others for a defence."""


class Suffer(Move, frozen=True):
    """Take an attack as it comes."""


class Offer(Move, frozen=True):
    """Offer the defence that is wanted."""


class Accept(Move, frozen=True):
    """Take the defence that somebody offers."""

    seat: Seat


class Censure(Move, frozen=True):
    """Lay a MOTION DE CENSURE."""


class Army(Move, frozen=True):
    """Lay a PRESSION DE L'ARMÉE on one's turn: to enter the government, or to bring it down."""

    purpose: Purpose


class Counter(Move, frozen=True):
    """Lay a PRESSION DE L'ARMÉE against what has just happened: a vote, or another one."""


class Union(Move, frozen=True):
    """Lay UNION NATIONALE."""


class Leave(Move, frozen=True):
    """Leave the government."""


class Resign(Move, frozen=True):
    """The Premier Ministre resigns, on their turn."""


class Announce(Move, frozen=True):
    """The Premier Ministre announces that they resign before the next player's turn."""


class Expel(Move, frozen=True):
    """The Premier Ministre puts somebody out of the government."""

    seat: Seat


class Recruit(Move, frozen=True):
    """The Premier Ministre asks somebody into the government."""

    seat: Seat


class Dissolve(Move, frozen=True):
    """The Premier Ministre dissolves the Assembly."""


class Pass(Move, frozen=True):
    """Do nothing."""


class Amend(Move, frozen=True):
    """Propose another rule, to be voted a round later."""

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
    """The clock: half-way elections are due at the end of this turn."""


class TimeUp(Move, frozen=True):
    """The clock: the game ends with this turn."""


AnyMove = (
    Draw | Discard | Form | Invite | Ready | Join | Decline | Vote | Attack | Answer | Plead | Suffer | Offer | Accept
    | Censure | Army | Counter | Union | Leave | Resign | Announce | Expel | Recruit | Dissolve | Pass | Amend | Dispute
    | Election | Deal | Happen | Midterm | TimeUp
)  # fmt: skip


class Elected(Event, frozen=True):
    """An election: everybody's plaques, and so their deputies; who begins, at the first."""

    reason: Literal["first", "dissolution", "midterm"]
    plaques: tuple[tuple[int, ...], ...]
    deputies: tuple[int, ...]
    first: Seat | None


class Dealt(Event, frozen=True):
    """Trumps for somebody; which, only they see."""

    seat: Seat
    count: int
    cards: tuple[str, ...] | None

    def seen(self, seat: Seat | None) -> Event | None:
        return self if seat == self.seat else Dealt(self.seat, self.count, None)


class Reshuffled(Event, frozen=True):
    """The discarded trumps make a new pack."""

    cards: int


class Began(Event, frozen=True):
    """Somebody's turn begins."""

    seat: Seat
    turn: int


class Happened(Event, frozen=True):
    """An event was turned up."""

    seat: Seat
    event: str | None


class Discarded(Event, frozen=True):
    """A card was put back, to draw two."""

    seat: Seat
    card: str


class Bid(Event, frozen=True):
    """Somebody tries to form a government."""

    seat: Seat
    card: str
    union: bool
    army: bool


class Invited(Event, frozen=True):
    """Somebody is invited."""

    seat: Seat
    by: Seat


class Joined(Event, frozen=True):
    """Somebody accepts."""

    seat: Seat


class Declined(Event, frozen=True):
    """Somebody does not."""

    seat: Seat


class VoteOpened(Event, frozen=True):
    """A vote begins: on what, on whose proposal, and what everybody weighs."""

    subject: str
    seat: Seat
    weights: tuple[int, ...]


class Voted(Event, frozen=True):
    """Somebody has voted; how, only they know until all have."""

    seat: Seat
    ballot: str | None

    def seen(self, seat: Seat | None) -> Event | None:
        return self if seat == self.seat else Voted(self.seat, None)


class Counted(Event, frozen=True):
    """A vote is counted, and everybody's ballot shown."""

    subject: str
    ballots: tuple[str, ...]
    weights: tuple[int, ...]
    yes: int
    no: int
    carried: bool


class Formed(Event, frozen=True):
    """A government is formed."""

    pm: Seat
    members: tuple[Seat, ...]
    providential: bool


class TakenBack(Event, frozen=True):
    """Cards go back to a hand, seen by all."""

    seat: Seat
    cards: tuple[str, ...]


class Fell(Event, frozen=True):
    """The government falls: by an attack, a motion, the army, an event, or because its head resigns."""

    pm: Seat
    reason: Literal["attack", "censure", "army", "event", "resigned"]
    by: Seat | None


class Scored(Event, frozen=True):
    """Points won or lost, and for what."""

    seat: Seat
    points: int
    total: int
    why: str


class Moved(Event, frozen=True):
    """Deputies won or lost, and for what."""

    seat: Seat
    deputies: int
    total: int
    why: str


class Attacked(Event, frozen=True):
    """A red card lies before somebody."""

    seat: Seat
    target: Seat
    card: str


class Answered(Event, frozen=True):
    """An attack is answered; ``lender`` says whose card it was."""

    seat: Seat
    card: str
    lender: Seat | None


class Pleaded(Event, frozen=True):
    """The target has no answer, and asks for help."""

    seat: Seat


class Offered(Event, frozen=True):
    """Somebody offers the defence."""

    seat: Seat


class Silent(Event, frozen=True):
    """Somebody does nothing about it."""

    seat: Seat


class Suffered(Event, frozen=True):
    """An attack hits."""

    seat: Seat
    card: str


class Exposed(Event, frozen=True):
    """A card stays before somebody."""

    seat: Seat
    card: str


class Lifted(Event, frozen=True):
    """Cards that were exposed before somebody go back."""

    seat: Seat
    cards: tuple[str, ...]


class Motion(Event, frozen=True):
    """A motion of censure."""

    seat: Seat


class Pressed(Event, frozen=True):
    """The army: what for, or against what."""

    seat: Seat
    purpose: str
    number: int
    """How many lie there now: an even number has cancelled itself out."""


class Settled(Event, frozen=True):
    """Nobody counters any more: whether the pressure works."""

    seat: Seat
    purpose: str
    works: bool


class United(Event, frozen=True):
    """UNION NATIONALE lies: no attack for a round."""

    seat: Seat


class Parted(Event, frozen=True):
    """UNION NATIONALE is over."""


class Left(Event, frozen=True):
    """Somebody leaves the government, of their own accord or not."""

    seat: Seat
    expelled: bool


class Announced(Event, frozen=True):
    """The head of government will resign when this turn is over."""

    seat: Seat


class Recruited(Event, frozen=True):
    """Somebody is asked into the government."""

    seat: Seat
    by: Seat


class Entered(Event, frozen=True):
    """Somebody enters the government in place."""

    seat: Seat


class Dissolved(Event, frozen=True):
    """The Assembly is dissolved."""

    seat: Seat


class Passed(Event, frozen=True):
    """Somebody does nothing."""

    seat: Seat


class Proposed(Event, frozen=True):
    """A change of the rules is proposed: it is voted in a round."""

    seat: Seat
    option: str
    value: int


class Amended(Event, frozen=True):
    """A rule was changed."""

    option: str
    value: int


class Disputed(Event, frozen=True):
    """Somebody wants to end the game here."""

    seat: Seat


class Clock(Event, frozen=True):
    """The clock says: mid-term elections, or the end."""

    what: Literal["midterm", "end"]


class Ended(Event, frozen=True):
    """The end, and everybody's points."""

    reason: str
    points: tuple[int, ...]


AnyEvent = (
    Elected | Dealt | Reshuffled | Began | Happened | Discarded | Bid | Invited | Joined | Declined | VoteOpened | Voted
    | Counted | Formed | TakenBack | Fell | Scored | Moved | Attacked | Answered | Pleaded | Offered | Silent
    | Suffered | Exposed | Lifted | Motion | Pressed | Settled | United | Parted | Left | Announced | Recruited
    | Entered
    | Dissolved | Passed | Proposed | Amended | Disputed | Clock | Ended
)  # fmt: skip
