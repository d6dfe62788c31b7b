"""The state of a game of Le Jeu du Président. Nothing is hidden: packs have no order, cards are drawn at random.

Departments and sets of them are numbers (see :mod:`~ludotheque.games.president.box`), votes are in units of 50,000.
Whatever belongs to a side is listed by the seat that leads it: in the first round each seat is a side of its own.
"""

from __future__ import annotations

from typing import Literal, Self

import msgspec

from ludotheque.engine.question_stack import Stack, Turn
from ludotheque.engine.rules import NATURE, NOBODY, Seat
from ludotheque.engine.state import GameState, game_state
from ludotheque.games.president.box import Box

#: Questions put to nature: lots, departments of a short campaign, dice, a campaign card, challenge cards.
LOTS, ALLOT, ROLL, CARD, DEAL = "lots", "allot", "roll", "card", "deal"
#: Questions after the dice: take a free department, challenge for one, or draw a card or protect one's own.
TAKE, CHALLENGE, REST = "take", "challenge", "rest"
#: Questions for an amount: the gain of a card, its cost, a debt, the stake of a lost challenge.
GAIN, LOSE, PAY, SPOILS = "gain", "lose", "pay", "spoils"
#: The question in the game of 21: draw or stand. The challenger has no choice, so nature deals.
DEFEND = "defend"


class Duel(msgspec.Struct, frozen=True):
    """A challenge: its department, the two seats, their cards, and its result."""

    department: int
    seat: Seat
    owner: Seat
    defence: tuple[int, ...] = ()
    stands: bool = False
    """Whether the challenged player draws no more."""
    attack: tuple[int, ...] = ()
    result: Literal["", "won", "lost", "void"] = ""


@game_state
class State(GameState):
    """The complete state of a game."""

    box: Box
    players: int
    parties: tuple[str, ...] = ()
    first: Seat = NOBODY
    #: The seat whose turn it is, the round, and for each seat the side it plays for.
    seat: Seat = NOBODY
    round: int = 1
    sides: tuple[Seat, ...]
    #: Turns that ended with a full map.
    full_turns: int = 0
    #: In a short campaign, the turns before the urn closes; 0 if it stays open.
    closing: int = 0
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
    #: The units of all departments of the choice, and the votes that come on top without a department. All of these
    #: votes change hands together, when the last department has been chosen.
    made: int = 0
    alone: int = 0
    #: The department that a player named last; those that follow of themselves are not named by a player.
    named: int = NOBODY
    #: The side that has reached the majority.
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
