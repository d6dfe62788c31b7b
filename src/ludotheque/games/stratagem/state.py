"""The state of a game of Stratagem."""

from __future__ import annotations

from functools import cache
from typing import Final, Literal, Self

import msgspec

from ludotheque.engine.question_stack import Stack, Turn
from ludotheque.engine.rules import NATURE, NOBODY, Seat
from ludotheque.engine.state import GameState, game_state
from ludotheque.games.stratagem.box import THEMES, TOKENS, Box
from ludotheque.games.stratagem.options import Options

PLAYERS: Final = 4
KEPT: Final = 20
"""Common cards that are left when the vote comes, in a short campaign."""
NOTHING: Final = -1

#: Questions put to nature: the numbers on four cards; a common card.
SEATING, CARD = "seating", "card"
#: Questions put to players: the first chooses a party; all make programmes; a turn; an offer of a support; an heir.
PARTY, PROGRAMME, TURN, OFFER, HEIR = "party", "programme", "turn", "offer", "heir"

Mat = tuple[int, ...]
"""For each theme which of its options is shown (0 or 1), or NOTHING."""


class Crisis(msgspec.Struct, frozen=True):
    """A seizure of power. ``action`` is the last one launched, by ``by``; its sequence has ``left`` rounds to go."""

    action: str
    by: Seat
    left: int
    author: Seat
    """The author of the coup."""
    strikers: tuple[Seat, ...] = ()
    dictator: Seat = NOBODY
    rebels: tuple[Seat, ...] = ()


class Offer(msgspec.Struct, frozen=True):
    """A support on offer: the seat that drew it, and the seat that is asked."""

    card: int
    drawer: Seat
    seat: Seat


class Charge(msgspec.Struct, frozen=True):
    """The last denunciation."""

    seat: Seat
    target: Seat
    right: bool
    turn: int


@game_state
class State(GameState):
    """The complete state of a game."""

    box: Box
    options: Options
    numbers: tuple[int, ...] = ()
    first: Seat = NOBODY
    parties: tuple[int, ...] = ()
    #: Programmes, sealed: the option planned for each theme.
    plans: list[Mat] = [(NOTHING,) * THEMES] * PLAYERS
    #: Mats, open: options shown, supports held.
    shown: list[Mat] = [(NOTHING,) * THEMES] * PLAYERS
    supports: list[tuple[int, ...]] = [()] * PLAYERS
    #: Secrets in hand.
    secrets: list[tuple[int, ...]] = [()] * PLAYERS
    tokens: list[int] = [TOKENS // PLAYERS] * PLAYERS
    #: ACTION cards that lie on the table, as a set of bits for each player.
    laid: tuple[int, ...] = (0,) * PLAYERS
    #: Turns that each player is yet to lose, and secret supports that must be shown next turn.
    skips: tuple[int, ...] = (0,) * PLAYERS
    owed: tuple[int, ...] = (NOTHING,) * PLAYERS
    alive: tuple[bool, ...] = (True,) * PLAYERS
    #: The seats that owed more tokens than they had, and are out when the turn is over.
    broke: tuple[Seat, ...] = ()
    #: The seats that have left, in order, those among them that resigned, and those that see all cards.
    out: tuple[Seat, ...] = ()
    resigned: tuple[Seat, ...] = ()
    watching: tuple[Seat, ...] = ()
    #: Common cards: to come (in no order), and fallen.
    deck: tuple[int, ...]
    fallen: tuple[int, ...] = ()
    #: How many of those to come stay in the deck, and are never drawn.
    kept: int = 0
    #: 1 or 2; 0 for a short campaign, which has a single vote.
    campaign: int = 1
    candidates: tuple[Seat, ...] = ()
    seat: Seat = NOBODY
    turn: int = 0
    #: Turns since a common card was last drawn, this one included; none in a crisis.
    idle: int = 0
    #: The last public actions, so that sights agree with the events: a card, an option, a pass.
    card: str | None = None
    play: str = ""
    offer: Offer | None = None
    crisis: Crisis | None = None
    charge: Charge | None = None
    #: The seats that each seat has denounced in this turn.
    charged: tuple[tuple[Seat, Seat], ...] = ()

    @classmethod
    def opening(cls, box: Box, options: Options) -> Self:
        """The state before the first move."""
        short = options.campaign == "short"
        return cls(
            box=box,
            options=options,
            stack=Stack([Turn(NATURE, SEATING)]),
            deck=tuple(range(len(box.common))),
            kept=KEPT if short else 0,
            campaign=0 if short else 1,
        )


OutReason = Literal["dictatorship", "tokens", "resigned"]


def cards_left(s: State) -> int:
    """How many common cards will still be drawn before a vote."""
    return len(s.deck) - s.kept


def next_seat(s: State, seat: Seat) -> Seat:
    """The next player in the game, clockwise."""
    while True:
        seat = (seat + 1) % PLAYERS
        if s.alive[seat]:
            return seat


def adversaries(s: State, seat: Seat) -> tuple[Seat, ...]:
    """All others in the game, clockwise from the left."""
    return _others(s.alive, seat)


@cache
def _others(alive: tuple[bool, ...], seat: Seat) -> tuple[Seat, ...]:
    return tuple(other for i in range(1, PLAYERS) if alive[other := (seat + i) % PLAYERS])
