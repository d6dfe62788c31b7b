"""The game in words: whose turn it is, both armies row by row, the losses; for a terminal, the board as a picture."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from ludotheque.engine import text
from ludotheque.engine.rules import Seat
from ludotheque.games.stratego.board import LAKES, NAMES
from ludotheque.games.stratego.sight import HIDDEN, Sight
from ludotheque.games.stratego.state import MOVED, SHOWN

WARN_FROM: Final = 20
"""Moves before a draw from which on they are counted down."""


class Drawing(text.Drawing[None, Sight]):
    """A sight of the game in words."""

    def parts(self) -> Iterable[Sequence[str]]:
        if self._deploying():
            own = () if self.v.seat is None else (self._army(self.v.seat),)
            return (self._deployment(), *own)
        return (self._turn(), *map(self._army, self._sides()), self._losses())

    def beside_picture(self) -> Iterable[Sequence[str]]:
        return (self._deployment(),) if self._deploying() else (self._turn(), self._losses())

    def _deploying(self) -> bool:
        return self.v.turn is None and self.v.outcome is None

    def _sides(self) -> tuple[Seat, Seat]:
        """One's own army first."""
        return (1, 0) if self.v.seat == 1 else (0, 1)

    def _player(self, side: Seat) -> str:
        """A player and their colour; in a terminal players have no other name."""
        name, colour = self.name(side), self.words["side"][str(side)]
        return name if name == colour else self.phrase("player", seat=side, side=side)

    # --- sentences -----------------------------------------------------------------------------------------------

    def _deployment(self) -> list[str]:
        ready = [self.say("ready" if self.v.ready[side] else "preparing", who=self._player(side)) for side in (0, 1)]
        return [self.say("deploying"), *ready]

    def _turn(self) -> list[str]:
        """Whose turn it is or who has won, the draws that are near, and the draw on offer."""
        v = self.v
        if v.outcome is not None:
            drawn = v.outcome.places == (1, 1)
            winner = v.outcome.places.index(1)
            return [self.say("drawn" if drawn else "won", ply=v.ply, who=self._player(winner))]
        assert v.turn is not None
        lines = [self.say("yours" if v.turn == v.seat else "theirs", ply=v.ply + 1, turn=v.turn, side=v.turn)]
        for key, left in (("quiet", v.options.no_fight - v.quiet), ("total", v.options.max_moves - v.ply)):
            if left <= WARN_FROM:
                lines.append(self.say(key, moves=left))
        if v.offering:
            lines.append(self.say("offering"))
        if v.offer is not None:
            lines.append(self.say("offer_mine" if v.offer == v.seat else "offer", seat=v.offer))
        return lines

    def _army(self, side: Seat) -> list[str]:
        """What a side has on the board, row by row from its own back row."""
        squares = [square for square, token in enumerate(self.v.squares) if token and (token > 40) == side]
        whose = "watched" if self.v.seat is None else "own" if side == self.v.seat else "army"
        lines = [self.say(whose, side=side, count=len(squares))]
        for row in range(9, -1, -1) if side else range(10):
            here = [self._piece(square) for square in squares if square // 10 == row]
            if here:
                lines.append(self.say("row", row=row + 1, pieces=here))
        return lines

    def _piece(self, square: int) -> str:
        """A piece with its square and its marks: “d4 scout (has moved, rank known)”."""
        token = self.v.squares[square]
        letter, mark = self.v.letters[token - 1], int(self.v.marks[token - 1])
        own = self.v.seat is not None and (token > 40) == self.v.seat
        marks = [self.phrase("moved")] if mark & MOVED else []
        if mark & SHOWN and letter != HIDDEN:
            marks.append(self.phrase("known_own" if own else "known"))
        facts = {"square": NAMES[square], "piece": letter, "marks": marks}
        kind = "hidden" if letter == HIDDEN else "piece"
        return self.phrase(f"{kind}_marked" if marks else kind, **facts)

    def _losses(self) -> list[str]:
        """What each side has lost, from the piece of highest rank down."""
        lines = []
        for side in (0, 1):
            lost = Counter(sorted(self._fallen(side), reverse=True))
            pieces = [self.phrase("fallen", piece=letter, count=count) for letter, count in lost.items()]
            lines.append(self.say("lost" if pieces else "unhurt", side=side, pieces=pieces))
        return lines

    def _fallen(self, side: Seat) -> Iterator[str]:
        standing = set(self.v.squares)
        for token in range(40 * side + 1, 40 * side + 41):
            letter = self.v.letters[token - 1]
            if token not in standing and letter != "A":
                yield letter

    # --- the board -----------------------------------------------------------------------------------------------

    def picture(self) -> Sequence[str]:
        """The board: red in square brackets, blue in round ones, one's own side below.

        A hidden piece is ``?``, or ``!`` once it has moved.
        """
        turned = self.v.seat == 1
        rows = range(10) if turned else range(9, -1, -1)
        columns = range(9, -1, -1) if turned else range(10)
        lines = [f"{row + 1:>2} " + "".join(self._square(row * 10 + column) for column in columns) for row in rows]
        return [*lines, "   " + "".join(f"  {'abcdefghij'[column]} " for column in columns)]

    def _square(self, square: int) -> str:
        if square in LAKES:
            return " ~~ "
        token = self.v.squares[square]
        if not token:
            return "  . "
        letter = self.v.letters[token - 1]
        hidden = "!" if int(self.v.marks[token - 1]) & MOVED else "?"
        short = hidden if letter == HIDDEN else self.words["short"][letter]
        left, right = "[]" if token <= 40 else "()"
        return f"{left}{short:>2}{right}"
