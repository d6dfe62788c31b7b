"""Small battlefields for tests: name the pieces and where they stand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ludotheque.engine.rules import Event, Refusal
from ludotheque.games.stratego.board import LAKES, SQUARE
from ludotheque.games.stratego.moves import AnyMove, Step
from ludotheque.games.stratego.notation import BLUE_LETTERS, read_position
from ludotheque.games.stratego.options import Options
from ludotheque.games.stratego.pieces import LETTERS
from ludotheque.games.stratego.rules import Stratego
from ludotheque.games.stratego.state import State

RULES = Stratego()
RED, BLUE = 0, 1


def field(red: str, blue: str, turn: str = "r", **options: Any) -> State:
    """A position such as ``field("L a4, M a1", "C a5, M j10")``: letter and square, the same letters for both."""
    letters = ["_" if square in LAKES else "A" for square in range(100)]
    for pieces, alphabet in ((red, LETTERS), (blue, BLUE_LETTERS)):
        for piece in pieces.split(","):
            letter, square = piece.split()
            letters[SQUARE[square]] = alphabet[LETTERS.index(letter)]
    return read_position("".join(letters) + turn, Options(**options))


def step(text: str) -> Step:
    """The move written ``a4-a5``."""
    frm, to = text.replace("x", "-").split("-")
    return Step(frm, to)


def play(s: State, *moves: str) -> list[Event]:
    """Play moves in turn, each checked, and give the events of the last."""
    events: Sequence[Event] = ()
    for text in moves:
        events = do(s, step(text))
    return list(events)


def do(s: State, move: AnyMove, seat: int | None = None) -> Sequence[Event]:
    """Play one checked move of the seat whose turn it is."""
    seat = RULES.asked(s)[0] if seat is None else seat
    refusal = RULES.refusal(s, seat, move)
    assert refusal is None, f"{move}: {refusal}"
    return RULES.play(s, seat, move)


def refused(s: State, text: str, seat: int | None = None) -> Refusal:
    """Why a move is refused; it must be."""
    seat = RULES.asked(s)[0] if seat is None else seat
    refusal = RULES.refusal(s, seat, step(text))
    assert refusal is not None, f"{text} was allowed"
    assert step(text) not in RULES.legal(s, seat)
    return refusal


def targets(s: State, square: str) -> set[str]:
    """Where the piece on a square may go."""
    seat = RULES.asked(s)[0]
    return {move.to for move in RULES.legal(s, seat) if isinstance(move, Step) and move.frm == square}


def letter_at(s: State, square: str) -> str:
    """The piece on a square, by its letter; A for none."""
    token = s.board[SQUARE[square]]
    return LETTERS[s.kinds[token]] if 0 < token <= 80 else "A"
