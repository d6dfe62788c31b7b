"""What players and nature do, and what comes of it."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from ludotheque.engine.rules import Event, Move, Seat

Code = Annotated[str, Meta(max_length=3)]
Party = Annotated[str, Meta(max_length=3)]
CardId = Annotated[str, Meta(max_length=20)]
Face = Annotated[str, Meta(max_length=1)]


class Take(Move, frozen=True):
    """Take a free department: by the dice, or as part of what a campaign card brings."""

    code: Code


class Challenge(Move, frozen=True):
    """Challenge whoever holds a department."""

    code: Code


class Protect(Move, frozen=True):
    """Make a department of one's own unchallengeable."""

    code: Code


class Draw(Move, frozen=True):
    """Draw a campaign card."""


class Release(Move, frozen=True):
    """Give a department up, as part of what a campaign card costs."""

    code: Code


class Claim(Move, frozen=True):
    """Take a department off whoever has lost a challenge, as part of the stake."""

    code: Code


class Hit(Move, frozen=True):
    """One more challenge card."""


class Stand(Move, frozen=True):
    """Leave it at that."""


class Lots(Move, frozen=True):
    """Nature draws everybody's party, and who begins."""

    parties: tuple[Party, ...]
    first: Seat


class Roll(Move, frozen=True):
    """Nature rolls the dice: 0 to 4 or a star, and 5 to 9 or a star."""

    low: Face
    high: Face


class Card(Move, frozen=True):
    """Nature turns up a campaign card."""

    card: CardId


class Deal(Move, frozen=True):
    """Nature deals challenge cards, an ace as 1: two to begin with, then one by one."""

    cards: tuple[int, ...]


AnyMove = Take | Challenge | Protect | Draw | Release | Claim | Hit | Stand | Lots | Roll | Card | Deal


class Colours(Event, frozen=True):
    """A player drew a party."""

    seat: Seat
    party: str


class Started(Event, frozen=True):
    """Parties and the first player were drawn."""

    parties: tuple[str, ...]
    first: Seat


class Rolled(Event, frozen=True):
    """The dice were rolled."""

    seat: Seat
    low: str
    high: str


class Took(Event, frozen=True):
    """A free department was taken. ``side`` is who holds it: in the second round the candidate one plays for."""

    seat: Seat
    side: Seat
    code: str
    voters: int
    total: int
    """The votes that the side then has."""


class Protected(Event, frozen=True):
    """A department became unchallengeable."""

    seat: Seat
    code: str


class Blocked(Event, frozen=True):
    """No department that the dice allow can be taken, challenged or protected."""

    seat: Seat


class Challenged(Event, frozen=True):
    """Somebody is challenged for a department."""

    seat: Seat
    owner: Seat
    code: str
    voters: int


class Dealt(Event, frozen=True):
    """Challenge cards for somebody, and the score they then have."""

    seat: Seat
    cards: tuple[int, ...]
    score: int


class Stood(Event, frozen=True):
    """The challenged player leaves it at that."""

    seat: Seat
    score: int


class Won(Event, frozen=True):
    """The challenger wins the department and its votes."""

    seat: Seat
    side: Seat
    owner: Seat
    code: str
    voters: int
    total: int
    """The votes that the challenger's side then has ..."""
    left: int
    """... and those of the owner."""


class Lost(Event, frozen=True):
    """The challenger loses: the department is unchallengeable, and ``pays`` of its votes will be paid for it."""

    seat: Seat
    owner: Seat
    code: str
    voters: int
    pays: int


class Void(Event, frozen=True):
    """21 against 21: nothing changes hands."""

    seat: Seat
    owner: Seat
    code: str


class Claimed(Event, frozen=True):
    """The challenged player takes a department off the challenger's side."""

    seat: Seat
    side: Seat
    code: str
    voters: int
    total: int
    """The votes that the challenged player then has ..."""
    left: int
    """... and those of the challenger's side."""


class Drawn(Event, frozen=True):
    """A campaign card was turned up."""

    seat: Seat
    side: Seat
    card: str
    kind: str
    amount: int


class Kept(Event, frozen=True):
    """Votes without a department; the card is kept."""

    seat: Seat
    side: Seat
    card: str
    amount: int
    total: int


class Rounded(Event, frozen=True):
    """The amount cannot be made exactly with the departments there are; ``made`` is what will be paid."""

    seat: Seat
    amount: int
    made: int


class Alone(Event, frozen=True):
    """Votes without a department, where no departments make the amount: ``gain`` and ``lose`` with the urn, ``spoils``
    from the side of whoever has lost a challenge."""

    kind: str
    side: Seat
    rival: Seat | None
    amount: int
    total: int
    """The votes that the side then has ..."""
    left: int
    """... and those of the rival, 0 if there is none."""


class Owes(Event, frozen=True):
    """A loss that is larger than the votes held: it waits."""

    side: Seat
    card: str
    amount: int


class Pays(Event, frozen=True):
    """A debt is paid now."""

    seat: Seat
    side: Seat
    card: str
    amount: int


class Released(Event, frozen=True):
    """A department was given up; its votes go back to the urn."""

    seat: Seat
    side: Seat
    code: str
    voters: int
    total: int


class Reshuffled(Event, frozen=True):
    """The played campaign cards make a new pack."""

    cards: int


class Announced(Event, frozen=True):
    """Somebody has reached thirteen million votes."""

    side: Seat
    votes: int


class SecondRound(Event, frozen=True):
    """The map is full and nobody is elected: two candidates remain. ``sides`` says for each seat whose it is.

    ``one`` is the candidate with more votes and ``other`` the one with fewer, each with an ally; the first of three
    has none.
    """

    sides: tuple[Seat, ...]
    votes: tuple[int, ...]
    one: Seat
    other: Seat
    one_ally: Seat | None
    other_ally: Seat
    players: int


class Elected(Event, frozen=True):
    """The end: who is elected (nobody in a tie), how, how everybody stands, and in which order they played."""

    side: Seat | None
    reason: str
    votes: tuple[int, ...]
    places: tuple[int, ...]


AnyEvent = (
    Colours | Started | Rolled | Took | Protected | Blocked | Challenged | Dealt | Stood | Won | Lost | Void | Claimed
    | Drawn | Kept | Rounded | Alone | Owes | Pays | Released | Reshuffled | Announced | SecondRound | Elected
)  # fmt: skip
