"""Promises as a bot sees them: what it owes, what it is owed, and whom it trusts. All of it follows from the sight."""

from __future__ import annotations

from typing import Final

from ludotheque.engine.rules import Seat
from ludotheque.games.koalition.bargains import JOIN, SPARE
from ludotheque.games.koalition.box import PARTIES
from ludotheque.games.koalition.moves import AnyMove, Retire, Scandal, Topple
from ludotheque.games.koalition.sight import Sight

FAITH: Final = 0.9
"""The trust in a player who has broken no promise."""
GRUDGE: Final = 0.4
"""The factor by which each broken promise lowers the trust in a player, for the rest of the game."""
_NOBODY: Final[frozenset[Seat]] = frozenset()


def trust(v: Sight, seat: Seat) -> float:
    """How likely a player is to keep a promise, judging by those that they have broken, to any player."""
    return FAITH * GRUDGE ** v.bargains.broken[seat]


class Promises:
    """The pending promises of this country that concern one player."""

    __slots__ = ("allies", "owed", "spared")

    def __init__(self, v: Sight, me: Seat) -> None:
        self.owed = _NOBODY
        """The seats that it has promised to join."""
        self.spared = _NOBODY
        """The seats that it has promised to spare."""
        self.allies: dict[Seat, float] = {}
        """The seats that have promised to join it, with the trust in each."""
        if not v.bargains.entries:
            return
        due = [promise for promise in v.bargains.pending() if promise.due == v.number]
        self.owed = frozenset(promise.to for promise in due if promise.by == me and promise.kind == JOIN)
        self.spared = frozenset(promise.to for promise in due if promise.by == me and promise.kind == SPARE)
        self.allies = {promise.by: trust(v, promise.by) for promise in due if promise.to == me and promise.kind == JOIN}


def find_victim(v: Sight, move: AnyMove) -> Seat | None:
    """The seat against which an action would be played; None if it harms none."""
    if isinstance(move, Topple | Scandal):
        return v.columns[PARTIES.index(move.party)].leader
    if isinstance(move, Retire):
        return next((card.seat for column in v.columns for card in column.cards if card.card == move.card), None)
    return None
