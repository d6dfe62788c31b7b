"""A game of Le Jeu du Président as plain data. Nothing is hidden: packs are bags, drawn from when a card is turned up.

Departments and sets of them are numbers (see :mod:`~ludotheque.games.president.box`), votes are in units of 50,000.
Whatever belongs to a side is listed by the seat that leads it: in the first round everybody is a side of their own.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from ludotheque.engine.frames import Stack, Turn
from ludotheque.engine.rules import NATURE, NOBODY, Outcome, Seat
from ludotheque.games.president.box import Box

#: The questions. Nature: lots, dice, a campaign card, challenge cards.
LOTS, ROLL, CARD, DEAL = "lots", "roll", "card", "deal"
#: By the dice: take a free department, challenge for one, or draw a card or protect one's own.
TAKE, CHALLENGE, REST = "take", "challenge", "rest"
#: Departments for an amount: what a card brings, what it costs, a debt, the stake of a lost challenge.
GAIN, LOSE, PAY, SPOILS = "gain", "lose", "pay", "spoils"
#: The game of 21: the challenged player draws or stands. The challenger has no choice, so nature deals.
DEFEND = "defend"


class Duel(msgspec.Struct, frozen=True):
    """A challenge: for which department, who challenges whom, with which cards, and how it ended."""

    department: int
    seat: Seat
    owner: Seat
    defence: tuple[int, ...] = ()
    stands: bool = False
    """The challenged player draws no more."""
    attack: tuple[int, ...] = ()
    result: Literal["", "won", "lost", "void"] = ""


class State:
    """Everything there is."""

    __slots__ = (
        "alone",
        "amount",
        "box",
        "card",
        "debts",
        "deck",
        "draws",
        "duel",
        "elected",
        "eligible",
        "first",
        "free",
        "full_turns",
        "kept",
        "made",
        "outcome",
        "own",
        "parties",
        "players",
        "reached",
        "roll",
        "round",
        "safe",
        "seat",
        "sides",
        "stack",
        "talon",
        "votes",
    )

    def __init__(self, box: Box, players: int) -> None:
        self.box = box
        self.players = players
        self.stack = Stack([Turn(NATURE, LOTS)])
        self.parties: tuple[str, ...] = ()
        self.first = NOBODY
        #: Whose turn it is, in which round, and for each seat which side it plays for.
        self.seat = NOBODY
        self.round = 1
        self.sides: tuple[Seat, ...] = tuple(range(players))
        #: Turns that ended with a full map.
        self.full_turns = 0
        #: Departments that are free, those of each side, and the unchallengeable ones.
        self.free = box.whole
        self.own = [0] * players
        self.safe = 0
        self.votes = [0] * players
        #: The question at which each side last won or lost votes: whoever reached a score first goes first.
        self.reached = [0] * players
        #: Campaign cards: kept for their votes, owed, still to come, and played.
        self.kept: list[tuple[int, ...]] = [()] * players
        self.debts: list[tuple[int, ...]] = [()] * players
        self.deck: tuple[int, ...] = tuple(range(len(box.campaign)))
        self.talon: tuple[int, ...] = ()
        #: This turn: the dice, the cards still to draw, the last one drawn, the challenge.
        self.roll: tuple[str, str] | None = None
        self.draws = 0
        self.card = NOBODY
        self.duel: Duel | None = None
        #: The departments that can be chosen now, and the amount that is still to be made with them.
        self.eligible = 0
        self.amount = 0
        #: What all departments of the choice make, and the votes that come on top without a department. All of these
        #: votes change hands together, when the last department has been chosen.
        self.made = 0
        self.alone = 0
        #: Who has reached the majority.
        self.elected = NOBODY
        self.outcome: Outcome | None = None

    def copy(self) -> State:
        """A state that shares nothing that can change."""
        other = State.__new__(State)
        other.box = self.box
        other.players = self.players
        other.stack = self.stack.copy()
        other.parties = self.parties
        other.first = self.first
        other.seat = self.seat
        other.round = self.round
        other.sides = self.sides
        other.full_turns = self.full_turns
        other.free = self.free
        other.own = self.own[:]
        other.safe = self.safe
        other.votes = self.votes[:]
        other.reached = self.reached[:]
        other.kept = self.kept[:]
        other.debts = self.debts[:]
        other.deck = self.deck
        other.talon = self.talon
        other.roll = self.roll
        other.draws = self.draws
        other.card = self.card
        other.duel = self.duel
        other.eligible = self.eligible
        other.amount = self.amount
        other.made = self.made
        other.alone = self.alone
        other.elected = self.elected
        other.outcome = self.outcome
        return other
