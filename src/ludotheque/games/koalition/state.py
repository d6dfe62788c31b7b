"""A game of Koalition as plain data. Inner parts are never changed in place, so copies may share them."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from ludotheque.engine.frames import Sealed, Stack
from ludotheque.engine.rules import NOBODY, Outcome, Seat
from ludotheque.games.koalition.box import Box
from ludotheque.games.koalition.options import Options

#: Nature's turns: a lot among those tied for first player, a deal, the next country.
LOT, DEALING, COUNTRY = "lot", "deal", "country"
#: A player's: lay a card, then act or pass; all elect the first player; react to actions in turn; negotiate at once.
LAY, ACT, ELECT, REACT, NEGOTIATE = "lay", "act", "elect", "react", "negotiate"


class Bloc(NamedTuple):
    """Votes that go together in a coalition: a party under its leader, or one player's share of a leaderless one."""

    label: str
    party: int
    seat: Seat
    votes: int
    led: bool


class Coalition(NamedTuple):
    """A coalition that could be formed: its blocs, whose hands it needs, and how they are called."""

    blocs: tuple[int, ...]
    seats: frozenset[Seat]
    labels: tuple[str, ...]


class Result(msgspec.Struct, frozen=True):
    """How a vote came out: no blocs where no coalition was found."""

    country: str
    votes: tuple[int, ...]
    leaders: tuple[Seat | None, ...]
    majority: int
    blocs: tuple[str, ...]


class State:
    """Everything there is to know. Parties and cards go by their number in the box."""

    __slots__ = (
        "actions",
        "ballots",
        "blocs",
        "bonuses",
        "box",
        "coalitions",
        "columns",
        "country",
        "deals",
        "doubles",
        "gone",
        "hands",
        "known",
        "lap",
        "layer",
        "leaders",
        "left",
        "majority",
        "number",
        "options",
        "outcome",
        "players",
        "points",
        "resigned",
        "resigned_lap",
        "result",
        "scandal_lap",
        "scandals",
        "scores",
        "stack",
        "starter",
        "toppled",
        "used",
        "votes",
    )

    def __init__(self, box: Box, options: Options, players: int) -> None:
        self.box = box
        self.options = options
        self.players = players
        self.stack = Stack([Sealed(tuple(range(players)), ELECT)])
        #: Whom everybody votes for as first player.
        self.ballots: tuple[Seat, ...] = (NOBODY,) * players
        self.starter = NOBODY
        #: Politicians and jokers, and how many of each action, in everybody's hand.
        self.hands: list[tuple[int, ...]] = [()] * players
        self.actions: list[tuple[int, ...]] = [(0,) * 5] * players
        #: Cards in hands that everybody has seen, because they were taken back.
        self.known: list[tuple[int, ...]] = [()] * players
        #: Cards, and how many of each action, that have left play since the deal.
        self.gone: tuple[int, ...] = ()
        self.used: tuple[int, ...] = (0,) * 5
        self.deals = 0
        #: Countries not yet turned up, the one that votes, and how many have.
        self.left: tuple[int, ...] = tuple(range(len(box.country)))
        self.country = NOBODY
        self.number = 0
        #: Which card of the country is being laid, and by whom.
        self.lap = 0
        self.layer = NOBODY
        #: For each party the cards in play, as (seat, card) in the order laid; and what has been done to it.
        self.columns: list[tuple[tuple[Seat, int], ...]] = [()] * 7
        self.leaders = [NOBODY] * 7
        self.doubles = [0] * 7
        self.scandals = [0] * 7
        self.scandal_lap = [0] * 7
        #: The last leader of each to have been toppled.
        self.toppled = [NOBODY] * 7
        #: Cards in play without votes, and the lap in which a card was last made to resign.
        self.resigned: frozenset[int] = frozenset()
        self.resigned_lap: dict[int, int] = {}
        #: After the count.
        self.votes: tuple[int, ...] = (0,) * 7
        self.majority = 0
        self.blocs: tuple[Bloc, ...] = ()
        self.coalitions: tuple[Coalition, ...] = ()
        #: Points of each player from each party, and what the last country brought.
        self.points: tuple[tuple[int, ...], ...] = ((0,) * 7,) * players
        self.scores: tuple[int, ...] = (0,) * players
        self.bonuses: tuple[int, ...] = (0,) * players
        #: How the last vote came out.
        self.result: Result | None = None
        self.outcome: Outcome | None = None

    def copy(self) -> State:
        """A state that shares nothing that can change."""
        other = State.__new__(State)
        other.box = self.box
        other.options = self.options
        other.players = self.players
        other.stack = self.stack.copy()
        other.ballots = self.ballots
        other.starter = self.starter
        other.hands = self.hands[:]
        other.actions = self.actions[:]
        other.known = self.known[:]
        other.gone = self.gone
        other.used = self.used
        other.deals = self.deals
        other.left = self.left
        other.country = self.country
        other.number = self.number
        other.lap = self.lap
        other.layer = self.layer
        other.columns = self.columns[:]
        other.leaders = self.leaders[:]
        other.doubles = self.doubles[:]
        other.scandals = self.scandals[:]
        other.scandal_lap = self.scandal_lap[:]
        other.toppled = self.toppled[:]
        other.resigned = self.resigned
        other.resigned_lap = dict(self.resigned_lap)
        other.votes = self.votes
        other.majority = self.majority
        other.blocs = self.blocs
        other.coalitions = self.coalitions
        other.points = self.points
        other.scores = self.scores
        other.bonuses = self.bonuses
        other.result = self.result
        other.outcome = self.outcome
        return other


def total(s: State, seat: Seat) -> int:
    """All the points of a player so far."""
    return sum(s.points[seat]) + s.bonuses[seat]


def clear_table(s: State) -> None:
    """Nothing is in play."""
    s.lap = 0
    s.layer = NOBODY
    s.columns = [()] * 7
    s.leaders = [NOBODY] * 7
    s.doubles, s.scandals, s.scandal_lap, s.toppled = [0] * 7, [0] * 7, [0] * 7, [NOBODY] * 7
    s.resigned, s.resigned_lap = frozenset(), {}
    s.votes, s.majority, s.blocs, s.coalitions = (0,) * 7, 0, (), ()
