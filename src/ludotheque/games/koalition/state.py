"""The state of a game of Koalition. Inner parts are never changed in place, so copies may share them."""

from __future__ import annotations

from dataclasses import field
from typing import NamedTuple, Self

import msgspec

from ludotheque.engine.bargains import Bargains, no_bargains
from ludotheque.engine.question_stack import Sealed, Stack
from ludotheque.engine.rules import NOBODY, Seat
from ludotheque.engine.state import GameState, game_state
from ludotheque.games.koalition.box import Box
from ludotheque.games.koalition.moves import Propose
from ludotheque.games.koalition.options import Options

#: Questions put to nature: a lot among those tied for first player, a deal, the next country.
LOT, DEALING, COUNTRY = "lot", "deal", "country"
#: Questions put to players: play a card, then act or pass; all elect the first player; react to actions in turn;
#: negotiate at once.
LAY, ACT, ELECT, REACT, NEGOTIATE = "lay", "act", "elect", "react", "negotiate"


class Bloc(NamedTuple):
    """Votes that go together in a coalition: a party under its leader, or one player's share of a leaderless one."""

    label: str
    party: int
    seat: Seat
    votes: int
    led: bool


class Coalition(msgspec.Struct, frozen=True, gc=False):
    """A coalition that could be formed: its blocs, the seats that must agree, its labels, the move to propose it."""

    blocs: tuple[int, ...]
    seats: frozenset[Seat]
    labels: tuple[str, ...]
    proposal: Propose


class Result(msgspec.Struct, frozen=True):
    """The result of a vote, without blocs if no coalition was formed."""

    country: str
    votes: tuple[int, ...]
    leaders: tuple[Seat | None, ...]
    majority: int
    blocs: tuple[str, ...]


@game_state
class State(GameState):
    """The complete state of a game. Parties and cards are their numbers in the box."""

    box: Box
    options: Options
    players: int
    #: The vote of each seat for the first player.
    ballots: tuple[Seat, ...]
    starter: Seat = NOBODY
    #: Politicians and jokers, and how many of each action, in each hand.
    hands: list[tuple[int, ...]]
    actions: list[tuple[int, ...]]
    #: Cards in hands that all have seen, because they were taken back.
    known: list[tuple[int, ...]]
    #: Cards, and how many of each action, that have left play since the deal.
    gone: tuple[int, ...] = ()
    used: tuple[int, ...] = (0,) * 5
    deals: int = 0
    #: Countries not yet turned up, the one that votes, and how many have.
    left: tuple[int, ...]
    country: int = NOBODY
    number: int = 0
    #: The card of the country that is being played, and the seat that plays it.
    lap: int = 0
    layer: Seat = NOBODY
    #: For each party the cards in play, as (seat, card) in the order played; and the actions played on it.
    columns: list[tuple[tuple[Seat, int], ...]] = [()] * 7
    leaders: list[Seat] = [NOBODY] * 7
    doubles: list[int] = [0] * 7
    scandals: list[int] = [0] * 7
    scandal_lap: list[int] = [0] * 7
    #: The last leader of each to have been toppled.
    toppled: list[Seat] = [NOBODY] * 7
    #: Cards in play without votes, and the lap in which a card was last made to resign.
    resigned: frozenset[int] = frozenset()
    resigned_lap: dict[int, int] = field(default_factory=dict)
    #: After the count.
    votes: tuple[int, ...] = (0,) * 7
    majority: int = 0
    blocs: tuple[Bloc, ...] = ()
    coalitions: tuple[Coalition, ...] = ()
    #: Points of each player from each party, and from the last country.
    points: tuple[tuple[int, ...], ...]
    scores: tuple[int, ...]
    bonuses: tuple[int, ...]
    #: The result of the last vote.
    result: Result | None = None
    bargains: Bargains

    @classmethod
    def opening(cls, box: Box, options: Options, players: int) -> Self:
        """The state before the first move."""
        return cls(
            box=box,
            options=options,
            players=players,
            stack=Stack([Sealed(tuple(range(players)), ELECT)]),
            ballots=(NOBODY,) * players,
            hands=[()] * players,
            actions=[(0,) * 5] * players,
            known=[()] * players,
            left=tuple(range(len(box.country))),
            points=((0,) * 7,) * players,
            scores=(0,) * players,
            bonuses=(0,) * players,
            bargains=no_bargains(players),
        )


def total(s: State, seat: Seat) -> int:
    """All points of a player so far."""
    return sum(s.points[seat]) + s.bonuses[seat]


def clear_table(s: State) -> None:
    """Remove all cards from play."""
    s.lap = 0
    s.layer = NOBODY
    s.columns = [()] * 7
    s.leaders = [NOBODY] * 7
    s.doubles, s.scandals, s.scandal_lap, s.toppled = [0] * 7, [0] * 7, [0] * 7, [NOBODY] * 7
    s.resigned, s.resigned_lap = frozenset(), {}
    s.votes, s.majority, s.blocs, s.coalitions = (0,) * 7, 0, (), ()
