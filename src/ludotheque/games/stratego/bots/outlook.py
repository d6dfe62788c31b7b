"""The board as the strategist evaluates it on its turn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ludotheque.games.stratego.board import BIT, LAND, RAYS
from ludotheque.games.stratego.bots.beliefs import Odds
from ludotheque.games.stratego.bots.chronicle import neighbours_of
from ludotheque.games.stratego.bots.worth import strength, worths
from ludotheque.games.stratego.pieces import ARMIES, FLAG, LETTERS, MOBILE
from ludotheque.games.stratego.sight import HIDDEN, Sight
from ludotheque.games.stratego.state import MOVED, SHOWN

BESIDE: Final = tuple(tuple(ray[0] for ray in RAYS[square]) for square in range(100))
"""The neighbours of each square, as a list."""
APART: Final = tuple(tuple(abs(a % 10 - b % 10) + abs(a // 10 - b // 10) for b in range(100)) for a in range(100))
"""The steps between two squares, if nothing were in the way."""
FAR: Final = 99
"""The distance of a square that cannot be reached."""


class Outlook:
    """A sight, unpacked for evaluation. It never changes."""

    def __init__(self, v: Sight, seat: int, odds: Mapping[int, Odds]) -> None:
        self.seat = seat
        self.odds = odds
        self.own = range(40 * seat + 1, 40 * seat + 41)
        self.board = bytearray(v.squares)
        self.kinds = [0, *(max(LETTERS.find(letter), 0) for letter in v.letters)]
        self.shown = [False, *(bool(int(mark) & SHOWN) for mark in v.marks)]
        self.moved = [False, *(bool(int(mark) & MOVED) for mark in v.marks)]
        #: The square of each enemy token.
        self.enemies = {token: sq for sq, token in enumerate(v.squares) if token and token not in self.own}
        self.theirs = sum(BIT[square] for square in self.enemies.values())
        self.ours = sum(BIT[square] for square, token in enumerate(v.squares) if token in self.own)
        self.fixed = sum(
            BIT[sq] for sq, token in enumerate(v.squares) if token in self.own and not self._may_move(token)
        )
        #: Enemies that are certainly bombs or flag: they cannot attack.
        self.harmless = sum(BIT[sq] for token, sq in self.enemies.items() if self._never_moves(token))
        self.quiet_share = v.quiet / v.options.no_fight
        self._weigh_armies(v)

    def _may_move(self, token: int) -> bool:
        return MOBILE[self.kinds[token]]

    def _never_moves(self, token: int) -> bool:
        return not any(p for kind, p in enumerate(self.odds[token]) if MOBILE[kind])

    def _weigh_armies(self, v: Sight) -> None:
        """The worths of both sides' pieces, and the balance: from -1, they have everything, to 1, we have."""
        army = ARMIES[v.options.army]
        lost = [0] * 13
        gone = set(range(1, 81)) - set(v.squares)
        for token in gone:
            if token not in self.own and v.letters[token - 1] != HIDDEN:
                lost[self.kinds[token]] += 1
        theirs = [count - lost[kind] for kind, count in enumerate(army)]
        ours = [0] * 13
        for token in v.squares:
            if token in self.own:
                ours[self.kinds[token]] += 1
        self.worth, self.enemy_worth = worths(ours, theirs), worths(theirs, ours)
        mine, other = strength(ours, self.worth), strength(theirs, self.enemy_worth)
        self.balance = (mine - other) / max(mine + other, 1.0)

    def flag(self) -> int | None:
        """The square of our flag."""
        for square, token in enumerate(self.board):
            if token in self.own and self.kinds[token] == FLAG:
                return square
        return None

    def distances(self, square: int) -> bytearray:
        """The distance of each square from one, around lakes, enemies and our pieces that never move.

        Our own movable pieces are no obstacle: they will step aside.
        """
        steps = bytearray([FAR]) * 100
        steps[square] = 0
        room = LAND & ~self.theirs & ~self.fixed & ~BIT[square]
        edge, far = BIT[square], 0
        while edge:
            far += 1
            edge = neighbours_of(edge) & room
            room &= ~edge
            layer = edge
            while layer:
                bit = layer & -layer
                layer ^= bit
                steps[bit.bit_length() - 1] = far
        return steps
