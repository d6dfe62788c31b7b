"""A game of Le Jeu du Président as plain data. Nothing is hidden: packs are bags, drawn from when a card is turned up.

Departments and sets of them are numbers (see :mod:`~ludotheque.games.president.box`), votes are in units of 50,000.
Whatever belongs to a side is listed by the seat that leads it: in the first round everybody is a side of their own.
"""

from __future__ import annotations

from typing import Literal, Self

import msgspec

from ludotheque.engine.frames import Stack, Turn
from ludotheque.engine.rules import NATURE, NOBODY, Seat
from ludotheque.engine.state import GameState, game_state
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


@game_state
class State(GameState):
    """Everything there is."""

    box: Box
    players: int
    parties: tuple[str, ...] = ()
    first: Seat = NOBODY
    #: Whose turn it is, in which round, and for each seat which side it plays for.
    seat: Seat = NOBODY
    round: int = 1
    sides: tuple[Seat, ...]
    #: Turns that ended with a full map.
    full_turns: int = 0
    #: Departments that are free, those of each side, and the unchallengeable ones.
    free: int
    own: list[int]
    safe: int = 0
    votes: list[int]
    #: The question at which each side last won or lost votes: the side that reached a score first goes first.
    reached: list[int]
    #: Campaign cards: kept for their votes, owed, still to come, and played.
    kept: list[tuple[int, ...]]
    debts: list[tuple[int, ...]]
    deck: tuple[int, ...]
    talon: tuple[int, ...] = ()
    #: This turn: the dice, the cards still to draw, the last one drawn, the challenge.
    roll: tuple[str, str] | None = None
    draws: int = 0
    card: int = NOBODY
    duel: Duel | None = None
    #: The departments that can be chosen now, and the amount that is still to be made with them.
    eligible: int = 0
    amount: int = 0
    #: What all departments of the choice make, and the votes that come on top without a department. All of these
    #: votes change hands together, when the last department has been chosen.
    made: int = 0
    alone: int = 0
    #: Who has reached the majority.
    elected: Seat = NOBODY

    @classmethod
    def opening(cls, box: Box, players: int) -> Self:
        """The state before the first move."""
        return cls(
            box=box,
            players=players,
            stack=Stack([Turn(NATURE, LOTS)]),
            sides=tuple(range(players)),
            free=box.whole,
            own=[0] * players,
            votes=[0] * players,
            reached=[0] * players,
            kept=[()] * players,
            debts=[()] * players,
            deck=tuple(range(len(box.campaign))),
        )
