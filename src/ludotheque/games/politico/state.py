"""A game of Politico as plain data."""

from __future__ import annotations

from functools import cache
from typing import Literal

import msgspec

from ludotheque.engine.frames import Reaction, Stack, Turn, around
from ludotheque.engine.rules import NATURE, NOBODY, Outcome, Seat
from ludotheque.games.politico.box import Box
from ludotheque.games.politico.options import Options

#: Nature's turns.
ELECTION, DEAL, EVENT = "election", "deal", "event"
#: A player's: draw or discard; act; after a failure attack or pass; form at once after a fall; invite.
DRAW, ACT, ATTACK, FORM, INVITE = "draw", "act", "attack", "form", "invite"
#: The target of an attack: answer it; choose among offers.
ANSWER, ACCEPT = "answer", "accept"
#: Several at once: those invited, those who may lend, those who may lay the army.
JOIN, RECRUIT, LEND, COUNTER = "join", "recruit", "lend", "counter"
#: Votes.
INVESTITURE, CENSURE, AMENDMENT, DISPUTE = "investiture", "censure", "amendment", "dispute"
#: The ballot of a player who has no deputies, and so was not asked.
NONE = "none"
#: What the army is for: on one's turn, against a vote, for a minority government, against an attack.
ENTER, TOPPLE, MINORITY, DEFENCE = "enter", "topple", "minority", "defence"


class Government(msgspec.Struct, frozen=True):
    """A government in place. ``members`` are all of them, its head first."""

    pm: Seat
    members: tuple[Seat, ...]
    card: int
    """The kind of card that made it."""
    since: int = 0
    """The turn in which it was formed."""
    rounds: int = 0
    """Rounds of the table that it has lasted."""
    immune: int = 0
    """Rounds for which it cannot be attacked, after HOMME PROVIDENTIEL."""
    providential: bool = False
    """Formed by HOMME PROVIDENTIEL without a vote: the army opens no door to it."""
    resigning: bool = False
    """Its head has announced that they resign before the next player's turn."""


class Bid(msgspec.Struct, frozen=True):
    """An attempt at forming a government."""

    by: Seat
    card: int
    union: bool
    army: bool
    invited: tuple[Seat, ...] = ()
    joined: tuple[Seat, ...] = ()
    at_once: bool = False
    """Right after a fall, not in the course of one's turn."""


class Assault(msgspec.Struct, frozen=True):
    """An attack that awaits its answer, and who has offered a defence."""

    by: Seat
    target: Seat
    card: int
    offers: tuple[Seat, ...] = ()


class Pressure(msgspec.Struct, frozen=True):
    """PRESSION DE L'ARMÉE: what for, and who has laid one, in turn. None yet: a vote that may be annulled."""

    purpose: str
    by: Seat
    laid: tuple[Seat, ...] = ()


class Amendment(msgspec.Struct, frozen=True):
    """A change of the rules that was proposed, and in which turn."""

    by: Seat
    option: str
    value: int
    turn: int


class Count(msgspec.Struct, frozen=True):
    """The last vote, counted."""

    subject: str
    ballots: tuple[str, ...]
    weights: tuple[int, ...]
    carried: bool


class State:
    """Everything there is."""

    __slots__ = (
        "adjudged",
        "amendment",
        "assault",
        "bid",
        "box",
        "chances",
        "changed",
        "count",
        "deck",
        "deputies",
        "discard",
        "disputed",
        "dissolved",
        "dropped",
        "due",
        "election",
        "event",
        "exposed",
        "first",
        "government",
        "hands",
        "known",
        "midterm",
        "options",
        "outcome",
        "plaques",
        "players",
        "points",
        "pressure",
        "seat",
        "short",
        "stack",
        "time",
        "turn",
        "union",
        "vacant",
    )

    def __init__(self, box: Box, options: Options, players: int) -> None:
        kinds = len(box.kinds)
        self.box = box
        self.options = options
        self.players = players
        self.stack = Stack([Turn(NATURE, ELECTION)])
        #: Why the next election is held.
        self.election: Literal["first", "dissolution", "midterm"] = "first"
        #: Everybody's plaques at the last election; deputies change after that.
        self.plaques: tuple[tuple[int, ...], ...] = ((),) * players
        self.deputies = [0] * players
        self.points = [0] * players
        #: Trumps by kind: in everybody's hand, of those what all have seen, in the pack, and put back.
        self.hands: list[tuple[int, ...]] = [(0,) * kinds] * players
        self.known: list[tuple[int, ...]] = [(0,) * kinds] * players
        self.deck: tuple[int, ...] = box.counts
        self.discard: tuple[int, ...] = (0,) * kinds
        #: The last card that was put back to draw two.
        self.dropped: str | None = None
        #: How many trumps everybody is about to be dealt.
        self.due: tuple[int, ...] = (0,) * players
        #: Attacks that lie exposed before somebody.
        self.exposed: list[tuple[int, ...]] = [()] * players
        self.first = NOBODY
        #: Whose turn it is, and the number of turns so far.
        self.seat = NOBODY
        self.turn = 0
        self.event: str | None = None
        self.government: Government | None = None
        #: Turns without a government, and governments in a row that did not last a round.
        self.vacant = 0
        self.short = 0
        #: Turns for which UNION NATIONALE still holds.
        self.union = 0
        self.dissolved = False
        #: Seats that were expelled or asked into the government in this turn.
        self.changed: tuple[Seat, ...] = ()
        self.bid: Bid | None = None
        self.assault: Assault | None = None
        self.pressure: Pressure | None = None
        #: Who may form a government at once, after a fall.
        self.chances: tuple[Seat, ...] = ()
        self.count: Count | None = None
        self.amendment: Amendment | None = None
        #: The last turn in which somebody asked to end the game, and whether a vote has ended it.
        self.disputed = 0
        self.adjudged = False
        #: Whether mid-term elections were held or are due, and whether time is up.
        self.midterm: Literal["ahead", "due", "held"] = "ahead"
        self.time = False
        self.outcome: Outcome | None = None

    def copy(self) -> State:
        """A state that shares nothing that can change."""
        other = State.__new__(State)
        other.adjudged = self.adjudged
        other.amendment = self.amendment
        other.assault = self.assault
        other.bid = self.bid
        other.box = self.box
        other.chances = self.chances
        other.changed = self.changed
        other.count = self.count
        other.deck = self.deck
        other.deputies = self.deputies[:]
        other.discard = self.discard
        other.disputed = self.disputed
        other.dissolved = self.dissolved
        other.dropped = self.dropped
        other.due = self.due
        other.election = self.election
        other.event = self.event
        other.exposed = self.exposed[:]
        other.first = self.first
        other.government = self.government
        other.hands = self.hands[:]
        other.known = self.known[:]
        other.midterm = self.midterm
        other.options = self.options
        other.outcome = self.outcome
        other.plaques = self.plaques
        other.players = self.players
        other.points = self.points[:]
        other.pressure = self.pressure
        other.seat = self.seat
        other.short = self.short
        other.stack = self.stack.copy()
        other.time = self.time
        other.turn = self.turn
        other.union = self.union
        other.vacant = self.vacant
        return other


def ask_all(s: State, seats: tuple[Seat, ...], what: str) -> None:
    """Put the next question to several seats at once."""
    s.stack.turn(Reaction(seats, what))


def others(s: State, seat: Seat) -> tuple[Seat, ...]:
    """Everybody else, in turn after a seat."""
    return around(seat, s.players)[1:]


@cache
def only(seat: Seat, count: int, players: int) -> tuple[int, ...]:
    """So many for one seat, and none for the others."""
    return tuple(count if other == seat else 0 for other in range(players))


def in_government(s: State, seat: Seat) -> bool:
    """Whether a seat is a member of the government."""
    return s.government is not None and seat in s.government.members
