"""A game of Stratagem as plain data."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from ludotheque.engine.frames import Stack, Turn
from ludotheque.engine.rules import NATURE, NOBODY, Outcome, Seat
from ludotheque.games.stratagem.box import THEMES, TOKENS, Box
from ludotheque.games.stratagem.options import Options

PLAYERS: Final = 4
NOTHING: Final = -1

#: Nature: the numbers on four cards; a common card.
SEATING, CARD = "seating", "card"
#: The first player chooses a party; all make programmes; a turn; an offer of a support; an heir is named.
PARTY, PROGRAMME, TURN, OFFER, HEIR = "party", "programme", "turn", "offer", "heir"

Mat = tuple[int, ...]
"""For each theme which of its options is shown (0 or 1), or NOTHING."""


class Crisis(msgspec.Struct, frozen=True):
    """A seizure of power. ``action`` is the last one launched, by ``by``; its sequence has ``left`` rounds to go."""

    action: str
    by: Seat
    left: int
    author: Seat
    """Of the coup."""
    strikers: tuple[Seat, ...] = ()
    dictator: Seat = NOBODY
    rebels: tuple[Seat, ...] = ()


class Offer(msgspec.Struct, frozen=True):
    """A support that goes round: who drew it, and who is asked."""

    card: int
    drawer: Seat
    seat: Seat


class Charge(msgspec.Struct, frozen=True):
    """The last denunciation."""

    seat: Seat
    target: Seat
    right: bool
    turn: int


class State:
    """Everything there is."""

    __slots__ = (
        "alive",
        "box",
        "broke",
        "campaign",
        "candidates",
        "card",
        "charge",
        "charged",
        "crisis",
        "deck",
        "fallen",
        "first",
        "idle",
        "laid",
        "numbers",
        "offer",
        "options",
        "out",
        "outcome",
        "owed",
        "parties",
        "plans",
        "play",
        "resigned",
        "seat",
        "secrets",
        "shown",
        "skips",
        "stack",
        "supports",
        "tokens",
        "turn",
        "watching",
    )

    def __init__(self, box: Box, options: Options) -> None:
        self.box = box
        self.options = options
        self.stack = Stack([Turn(NATURE, SEATING)])
        self.numbers: tuple[int, ...] = ()
        self.first = NOBODY
        self.parties: tuple[int, ...] = ()
        #: Programmes, sealed: the option planned for each theme.
        self.plans: list[Mat] = [(NOTHING,) * THEMES] * PLAYERS
        #: Mats, open: options shown, supports held.
        self.shown: list[Mat] = [(NOTHING,) * THEMES] * PLAYERS
        self.supports: list[tuple[int, ...]] = [()] * PLAYERS
        #: Secrets in hand.
        self.secrets: list[tuple[int, ...]] = [()] * PLAYERS
        self.tokens = [TOKENS // PLAYERS] * PLAYERS
        #: ACTION cards that lie on the table, as a set of bits for each player.
        self.laid: tuple[int, ...] = (0,) * PLAYERS
        #: Turns that everybody is yet to lose, and secret supports that must be shown next turn.
        self.skips: tuple[int, ...] = (0,) * PLAYERS
        self.owed: tuple[int, ...] = (NOTHING,) * PLAYERS
        self.alive: tuple[bool, ...] = (True,) * PLAYERS
        #: Who owed more tokens than they had, and is out when the turn is over.
        self.broke: tuple[Seat, ...] = ()
        #: Who has left, in order, those among them who resigned, and those who have all cards open to them.
        self.out: tuple[Seat, ...] = ()
        self.resigned: tuple[Seat, ...] = ()
        self.watching: tuple[Seat, ...] = ()
        #: Common cards: to come (in no order), and fallen.
        self.deck: tuple[int, ...] = tuple(range(len(box.common)))
        self.fallen: tuple[int, ...] = ()
        self.campaign = 1
        self.candidates: tuple[Seat, ...] = ()
        self.seat = NOBODY
        self.turn = 0
        #: Turns since a common card was last drawn, this one included; none in a crisis.
        self.idle = 0
        #: What was last done in public, so that everybody who was told of it can see it: a card, an option, a pass.
        self.card: str | None = None
        self.play: str = ""
        self.offer: Offer | None = None
        self.crisis: Crisis | None = None
        self.charge: Charge | None = None
        #: Who has denounced whom in this turn.
        self.charged: tuple[tuple[Seat, Seat], ...] = ()
        self.outcome: Outcome | None = None

    def copy(self) -> State:
        """A state that shares nothing that can change."""
        other = State.__new__(State)
        other.box = self.box
        other.options = self.options
        other.stack = self.stack.copy()
        other.numbers = self.numbers
        other.first = self.first
        other.parties = self.parties
        other.plans = self.plans[:]
        other.shown = self.shown[:]
        other.supports = self.supports[:]
        other.secrets = self.secrets[:]
        other.tokens = self.tokens[:]
        other.laid = self.laid
        other.skips = self.skips
        other.owed = self.owed
        other.alive = self.alive
        other.broke = self.broke
        other.out = self.out
        other.resigned = self.resigned
        other.watching = self.watching
        other.deck = self.deck
        other.fallen = self.fallen
        other.campaign = self.campaign
        other.candidates = self.candidates
        other.seat = self.seat
        other.turn = self.turn
        other.idle = self.idle
        other.card = self.card
        other.play = self.play
        other.offer = self.offer
        other.crisis = self.crisis
        other.charge = self.charge
        other.charged = self.charged
        other.outcome = self.outcome
        return other


OutReason = Literal["dictatorship", "tokens", "resigned"]


def after(s: State, seat: Seat) -> Seat:
    """The next player in the game, clockwise."""
    while True:
        seat = (seat + 1) % PLAYERS
        if s.alive[seat]:
            return seat


def adversaries(s: State, seat: Seat) -> list[Seat]:
    """All others in the game, clockwise from the left."""
    return [other for i in range(1, PLAYERS) if s.alive[other := (seat + i) % PLAYERS]]
