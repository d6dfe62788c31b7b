"""Count the positions that so many moves lead to, so that implementations of a game can be compared.

What chess programs call *perft*, for games with several seats, with chance and with moves out of turn. Counted are
sequences of moves, not different positions: two ways to the same position count twice. Nature's moves count like those
of players: each different outcome that is possible is one, however likely it is.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, Final

from ludotheque import games
from ludotheque.engine import record
from ludotheque.engine.chance import Chance
from ludotheque.engine.game import Game
from ludotheque.engine.rules import NATURE, AnyRules, Move, Seat

MOST_DRAWS: Final = 20_000
"""How many ways of drawing are gone through before nature's outcomes are too many."""


class TooManyOutcomes(ValueError):
    """Nature is to deal, in more ways than can be gone through."""


@dataclass(frozen=True, slots=True)
class Position:
    """A position to count from."""

    game: Game
    players: int
    state: Any


def position_in_record(path: Path, after: int) -> Position:
    """The position of a recorded game after so many of its moves, nature's included.

    Raises :class:`ludotheque.engine.record.BadRecord`, and IndexError if the record has fewer moves.
    """
    found = record.read(path.read_bytes())
    if not 0 <= after <= len(found.moves):
        raise IndexError(f"{path} has {len(found.moves)} moves, not {after}")
    game = games.find(found.header.game)
    state, _, _ = next(islice(record.replay(game, found), after, None))
    return Position(game, len(found.header.players), state)


def count_positions(position: Position, depth: int, every: bool = False) -> int:
    """How many sequences of ``depth`` moves there are from a position.

    The seat that moves is the first of those that are asked, and its moves are the answers to its question. With
    ``every``, every move counts that any seat may make then, asked or not: answers of all asked seats, offers,
    denunciations, resignations. Where nature is asked, its moves are the different outcomes that are possible. A game
    that ends earlier does not count. Raises :class:`TooManyOutcomes`.
    """
    if depth == 0:
        return 1
    moves = _moves(position, every)
    if depth == 1:
        return len(moves)
    return sum(count_positions(_after(position, seat, move), depth - 1, every) for seat, move in moves)


def divide(position: Position, depth: int, every: bool = False) -> dict[tuple[Seat, Move], int]:
    """The same count after each first move, to find out where two implementations differ."""
    return {
        (seat, move): count_positions(_after(position, seat, move), depth - 1, every)
        for seat, move in _moves(position, every)
    }


def nature_outcomes(rules: AnyRules, state: Any) -> list[Move]:
    """Every different move that nature may make now, where it is asked; raises :class:`TooManyOutcomes`."""
    found: dict[Move, None] = {}
    drawn: list[tuple[int, int]] = []
    for _ in range(MOST_DRAWS):
        luck = _Given([number for number, _ in drawn])
        found[rules.chance(state, luck)] = None
        drawn = luck.drawn
        while drawn and drawn[-1][0] == drawn[-1][1] - 1:
            drawn.pop()
        if not drawn:
            return list(found)
        number, among = drawn.pop()
        drawn.append((number + 1, among))
    raise TooManyOutcomes(f"nature deals in more than {MOST_DRAWS} ways: begin after the deal")


class _Given(Chance):
    """Numbers that are given instead of drawn, and zeros after them; it notes among how many each was."""

    def __init__(self, numbers: list[int]) -> None:
        self.numbers = numbers
        self.drawn: list[tuple[int, int]] = []

    def below(self, n: int) -> int:
        at = len(self.drawn)
        number = self.numbers[at] if at < len(self.numbers) else 0
        self.drawn.append((number, n))
        return number


def _after(position: Position, seat: Seat, move: Move) -> Position:
    """The position after a move."""
    state = position.state.copy()
    position.game.rules.play(state, seat, move)
    return Position(position.game, position.players, state)


def _moves(position: Position, every: bool) -> list[tuple[Seat, Move]]:
    """The moves from which one is made now."""
    rules, state = position.game.rules, position.state
    asked = rules.asked(state)
    if not asked:
        return []
    if asked[0] == NATURE:
        return [(NATURE, move) for move in nature_outcomes(rules, state)]
    if not every:
        return [(asked[0], move) for move in rules.legal(state, asked[0])]
    return [
        (seat, move)
        for seat in range(position.players)
        for move in (*rules.legal(state, seat), *rules.free(state, seat))
    ]
