"""Chronicle of a game as one seat saw it, piece by piece: the input of the beliefs.

Only the enemy's behaviour towards pieces whose rank they know says something about theirs: approaching a known major
is informative, approaching an unknown piece hardly. Reactions are counted; the beliefs weigh them by how much this
opponent bluffs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final, Literal

from ludotheque.engine.rules import Event, Seat
from ludotheque.games.stratego.board import BIT, LAND, LINES, NEAR, NOT_A, NOT_J, SQUARE, START
from ludotheque.games.stratego.moves import Fought, Moved
from ludotheque.games.stratego.pieces import FIGHT, LETTERS, LOST, SCOUT, WON
from ludotheque.games.stratego.sight import Sight
from ludotheque.games.stratego.state import MOVED, SHOWN

Reaction = Literal["approached", "fled", "stayed", "ignored"]
"""Approached a piece of ours they know; moved away from one; left it alone; left an unknown one alone."""

NO_REACTIONS: Final[Counter[tuple[Reaction, int]]] = Counter()


def neighbours_of(squares: int) -> int:
    """The neighbours of a set of squares."""
    return (squares << 10 | squares >> 10 | (squares & NOT_J) << 1 | (squares & NOT_A) >> 1) & LAND


class Chronicle:
    """Follows a game from one side of the board, move after move."""

    def __init__(self, seat: Seat, letters: str, squares: Sequence[int]) -> None:
        self.seat = seat
        self.mine = range(40 * seat + 1, 40 * seat + 41)
        self.kinds = [0, *(LETTERS.find(letter) for letter in letters)]
        #: The tokens as they stand after all events so far.
        self.board = bytearray(squares)
        #: Squares of our pieces whose rank the enemy knows, of ours they only saw moving, and of their hidden ones.
        self.known = 0
        self.strangers = 0
        self.hidden = sum(BIT[square] for square, token in enumerate(squares) if token and token not in self.mine)
        #: For each enemy token, how often it reacted in which way, and to which kind of ours.
        self.reactions: dict[int, Counter[tuple[Reaction, int]]] = {}
        #: How often a piece that had approached a known one could have taken it, and how often it was a bluff.
        self.honest = 0
        self.bluffs = 0
        #: How often each position has occurred after a move of ours since the last fight.
        self.seen: Counter[bytes] = Counter()

    @classmethod
    def from_start(cls, seat: Seat, v: Sight) -> Chronicle:
        """A chronicle of a game from its first move."""
        squares = [0] * 100
        for token, letter in enumerate(v.letters, 1):
            if letter != "A":
                squares[START[token]] = token
        return cls(seat, v.letters, squares)

    @classmethod
    def from_middle(cls, seat: Seat, v: Sight) -> Chronicle:
        """A chronicle of a game that was under way before."""
        chronicle = cls(seat, v.letters, v.squares)
        for square, token in enumerate(v.squares):
            if not token:
                continue
            mark = int(v.marks[token - 1])
            if mark & SHOWN:
                chronicle.hidden &= ~BIT[square]
                chronicle.known |= BIT[square] if token in chronicle.mine else 0
            elif mark & MOVED and token in chronicle.mine:
                chronicle.strangers |= BIT[square]
        return chronicle

    def follow(self, events: Sequence[Event]) -> None:
        """Record events."""
        for event in events:
            if type(event) is Moved:
                self._follow_move(event)
            elif type(event) is Fought:
                self._follow_fight(event)

    def _follow_move(self, event: Moved) -> None:
        frm, to = SQUARE[event.frm], SQUARE[event.to]
        board = self.board
        if event.seat == self.seat:
            board[to], board[frm] = board[frm], 0
            self._follow_own_move(frm, to)
            self.seen[bytes(board)] += 1
            return
        self._note_reactions(frm, to)
        board[to], board[frm] = board[frm], 0
        if not self.hidden & BIT[frm]:
            return
        self.hidden ^= BIT[frm]
        if len(LINES[frm, to]) > 1:  # only a scout moves several squares
            self._reveal(to, LETTERS[SCOUT])
        else:
            self.hidden |= BIT[to]
            self._note_reaction(to, "approached", NEAR[to] & self.known & ~NEAR[frm])

    def _follow_own_move(self, frm: int, to: int) -> None:
        if self.known & BIT[frm]:
            self.known ^= BIT[frm] | BIT[to]
            return
        self.strangers &= ~BIT[frm]
        if len(LINES[frm, to]) > 1:
            self.known |= BIT[to]
        else:
            self.strangers |= BIT[to]

    def _follow_fight(self, event: Fought) -> None:
        frm, to = SQUARE[event.frm], SQUARE[event.to]
        ours = event.seat == self.seat
        if not ours:
            self._note_reactions(frm, to)
        self._reveal(frm if not ours else to, event.attacker if not ours else event.defender)
        board = self.board
        attacker, gone = board[frm], ~(BIT[frm] | BIT[to])
        survivor_ours = ours if event.result == WON else not ours
        self.known &= gone
        self.strangers &= gone
        self.hidden &= gone
        board[frm] = 0
        if event.result != LOST:
            board[to] = attacker if event.result == WON else 0
        if event.result in (WON, LOST) and survivor_ours:
            self.known |= BIT[to]
        self.seen.clear()

    def _reveal(self, square: int, letter: str) -> None:
        """Record the rank of an enemy piece: was it as strong as it had pretended?"""
        kind = LETTERS.index(letter)
        for reaction, prey in self.reactions.pop(self.board[square], NO_REACTIONS):
            if reaction == "approached":
                if FIGHT[kind][prey] == WON:
                    self.honest += 1
                else:
                    self.bluffs += 1

    def _note_reactions(self, frm: int, to: int) -> None:
        """Record the reaction of each hidden enemy next to a piece of ours, of the moving one and of the others."""
        touched = neighbours_of(self.known | self.strangers) & self.hidden
        while touched:
            bit = touched & -touched
            touched ^= bit
            square = bit.bit_length() - 1
            beside = NEAR[square]
            if square == frm:
                self._note_reaction(square, "fled", beside & self.known & ~NEAR[to] & ~BIT[to])
            else:
                self._note_reaction(square, "stayed", beside & self.known)
                if beside & self.strangers & ~BIT[to]:
                    self._count_reaction(square, "ignored", 0)

    def _note_reaction(self, square: int, reaction: Reaction, towards: int) -> None:
        """Count a reaction of the enemy on a square to each of these pieces of ours."""
        while towards:
            bit = towards & -towards
            towards ^= bit
            self._count_reaction(square, reaction, self.kinds[self.board[bit.bit_length() - 1]])

    def _count_reaction(self, square: int, reaction: Reaction, kind: int) -> None:
        self.reactions.setdefault(self.board[square], Counter())[reaction, kind] += 1
