"""The moves of players and of nature, and the events they cause."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from ludotheque.engine.rules import Event, Move, Seat

Code = Annotated[str, Meta(max_length=3)]
Party = Annotated[str, Meta(max_length=3)]
CardId = Annotated[str, Meta(max_length=20)]
Face = Annotated[str, Meta(max_length=1)]


class Take(Move, frozen=True):
    """Take a free department: by the dice, or as part of the gain of a campaign card."""

    code: Code


class Challenge(Move, frozen=True):
    """Challenge the holder of a department."""

    code: Code


class Protect(Move, frozen=True):
    """Make a department of one's own unchallengeable."""

    code: Code


class Draw(Move, frozen=True):
    """Draw a campaign card."""


class Release(Move, frozen=True):
    """Give a department up, as part of the cost of a campaign card."""

    code: Code


class Claim(Move, frozen=True):
    """Take a department from the loser of a challenge, as part of the stake."""

    code: Code


class Hit(Move, frozen=True):
    """Draw one more challenge card."""


class Stand(Move, frozen=True):
    """Draw no more challenge cards."""


class Lots(Move, frozen=True):
    """Nature draws the party of each player, and the first player."""

    parties: tuple[Party, ...]
    first: Seat


class Allot(Move, frozen=True):
    """Nature deals departments out before a short campaign: those of each player."""

    held: tuple[tuple[Code, ...], ...]


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


AnyMove = Take | Challenge | Protect | Draw | Release | Claim | Hit | Stand | Lots | Allot | Roll | Card | Deal


class Colours(Event, frozen=True):
    """A player drew a party."""

    seat: Seat
    party: str


class Started(Event, frozen=True):
    """Parties and the first player were drawn."""

    parties: tuple[str, ...]
    first: Seat


class Allotted(Event, frozen=True):
    """A player was dealt departments before a short campaign."""

    seat: Seat
    count: int
    votes: int


class Closed(Event, frozen=True):
    """The urn of a short campaign closes: the round is over though departments are free."""

    round: int


class Rolled(Event, frozen=True):
    """The dice were rolled."""

    seat: Seat
    low: str
    high: str


class Took(Event, frozen=True):
    """A free department was taken. ``side`` holds it: in the second round the candidate that the seat plays for."""

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
    """A seat was challenged for a department."""

    seat: Seat
    owner: Seat
    code: str
    voters: int


class Dealt(Event, frozen=True):
    """Challenge cards were dealt to a seat, with its new score."""

    seat: Seat
    cards: tuple[int, ...]
    score: int


class Stood(Event, frozen=True):
    """The challenged player stands."""

    seat: Seat
    score: int


class Won(Event, frozen=True):
    """The challenger won the department and its votes."""

    seat: Seat
    side: Seat
    owner: Seat
    code: str
    voters: int
    total: int
    """The votes that the challenger's side then has."""
    left: int
    """The votes that the owner then has."""


class Lost(Event, frozen=True):
    """The challenger lost: the department is unchallengeable, and ``pays`` of its votes will be paid for it."""

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
    """The challenged player took a department from the challenger's side."""

    seat: Seat
    side: Seat
    code: str
    voters: int
    total: int
    """The votes that the challenged player then has."""
    left: int
    """The votes that the challenger's side then has."""


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
    """The amount cannot be made exactly with the departments there are; ``made`` is paid instead."""

    seat: Seat
    amount: int
    made: int


class Alone(Event, frozen=True):
    """Votes without a department, where no departments make the amount: ``gain`` and ``lose`` with the urn, ``spoils``
    from the side of the loser of a challenge."""

    kind: str
    side: Seat
    rival: Seat | None
    amount: int
    total: int
    """The votes that the side then has."""
    left: int
    """The votes that the rival then has, 0 if there is none."""


class Owes(Event, frozen=True):
    """A loss larger than the votes held became a debt."""

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
    """A side reached thirteen million votes."""

    side: Seat
    votes: int


class SecondRound(Event, frozen=True):
    """The first round is over and nobody is elected: two candidates remain. ``sides`` has the candidate of each seat.

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
    """The end: the elected side (none in a tie), the reason, the votes and the places."""

    side: Seat | None
    reason: str
    votes: tuple[int, ...]
    places: tuple[int, ...]


AnyEvent = (
    Colours | Started | Allotted | Closed | Rolled | Took | Protected | Blocked | Challenged | Dealt | Stood | Won
    | Lost | Void | Claimed | Drawn | Kept | Rounded | Alone | Owes | Pays | Released | Reshuffled | Announced
    | SecondRound | Elected
)  # fmt: skip
