"""A slow judge of shuttling and chasing that works from the ruling's words and the whole history of a game.

It shares no code with the rules: it keeps every board there was, and looks back through all of them each time. Tests
compare its verdicts with those of the rules.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise

LIMITS = {"seed": 6, "isf": 3, "classic": 5}

Board = dict[str, tuple[int, str]]
"""On each square the side and the name of a piece, which is the square where the piece stood first."""


@dataclass(frozen=True)
class Turn:
    """One move of a game, and the board that it left."""

    side: int
    piece: str
    frm: str
    to: str
    fight: bool
    stands: bool
    """Whether the piece that moved is still on the board."""
    board: Board


@dataclass
class Umpire:
    """Follows a game and says which moves the rules on shuttling and chasing forbid."""

    option: str
    board: Board
    turns: list[Turn] = field(default_factory=list)

    def note(self, frm: str, to: str, result: str | None = None) -> None:
        """A move was made; ``result`` is that of the fight, None if there was none."""
        side, piece = self.board[frm]
        board = {square: who for square, who in self.board.items() if square != frm}
        if result == "both":
            del board[to]
        elif result != "lost":
            board[to] = (side, piece)
        self.board = board
        self.turns.append(Turn(side, piece, frm, to, result is not None, result in (None, "won", "flag"), board))

    def verdict(self, frm: str, to: str) -> str | None:
        """Which rule forbids the side to move this move: ``shuttle``, ``chase`` or None."""
        if self.option == "off":
            return None
        if self._shuttles(frm, to):
            return "shuttle"
        return "chase" if to not in self.board and self._chases(frm, to) else None

    def _shuttles(self, frm: str, to: str) -> bool:
        """Some border of this move was crossed by this piece on each of its side's last moves, as often as allowed."""
        side, piece = self.board[frm]
        own = [turn for turn in reversed(self.turns) if turn.side == side]
        for border in borders(frm, to):
            times = 0
            for turn in own:
                if turn.piece != piece or border not in borders(turn.frm, turn.to):
                    break
                times += 1
            if times >= LIMITS[self.option]:
                return True
        return False

    def chase(self) -> list[Turn]:
        """The turns of the chase that the side to move is in, oldest first; none if the last turn evaded nothing."""
        begin = len(self.turns)
        while begin >= 2 and self._pursued(self.turns[begin - 2], self.turns[begin - 1]):
            begin -= 2
            if self.turns[begin].fight:
                break
        return self.turns[begin:]

    def _pursued(self, threat: Turn, evasion: Turn) -> bool:
        """Whether the one turn threatened a piece that the other moved away without a fight."""
        return (
            threat.stands and not evasion.fight and evasion.piece in _threatened(threat.board, threat.to, threat.side)
        )

    def _chases(self, frm: str, to: str) -> bool:
        side, piece = self.board[frm]
        threatened = _threatened(self.board, to, side)
        chase = self.chase() if threatened else []
        fled = {turn.piece for turn in chase if turn.side != side}
        if not fled & threatened:
            return False
        after = {square: who for square, who in self.board.items() if square != frm} | {to: (side, piece)}
        before = chase[-2]
        if before.piece == piece and before.side == side and before.frm == to:
            return False
        return any(turn.board == after for turn in chase)


def _threatened(board: Board, square: str, side: int) -> set[str]:
    """The enemies of ``side`` next to a square."""
    return {piece for other, (owner, piece) in board.items() if owner != side and beside(square, other)}


@cache
def beside(a: str, b: str) -> bool:
    """Whether two squares are neighbours."""
    return abs(ord(a[0]) - ord(b[0])) + abs(int(a[1:]) - int(b[1:])) == 1


@cache
def borders(frm: str, to: str) -> set[frozenset[str]]:
    """The pairs of neighbouring squares between which a straight move passes."""
    squares = [frm]
    while squares[-1] != to:
        column, row = ord(squares[-1][0]), int(squares[-1][1:])
        column += (ord(to[0]) > column) - (ord(to[0]) < column)
        row += (int(to[1:]) > row) - (int(to[1:]) < row)
        squares.append(f"{chr(column)}{row}")
    return {frozenset(pair) for pair in pairwise(squares)}
