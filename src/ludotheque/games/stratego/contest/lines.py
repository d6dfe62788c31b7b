"""Translation between the protocol's lines and our moves, events and sights.

Red is at the top: ``0 0`` is a1, x counts columns and y rows, so DOWN leads from red's side to blue's. Seen like
this the board is mirrored, which changes nothing: so are the lakes.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from ludotheque.engine.rules import Seat
from ludotheque.games.stratego.board import LAKES, SQUARE
from ludotheque.games.stratego.moves import STEPS, Fought, Moved, Place, Step
from ludotheque.games.stratego.notation import BadNotation, read_setup
from ludotheque.games.stratego.pieces import LETTERS
from ludotheque.games.stratego.sight import Sight

COLOURS: Final = ("RED", "BLUE")
START, QUIT, NO_MOVE, SURRENDER, ILLEGAL = "START", "QUIT", "NO_MOVE", "SURRENDER", "ILLEGAL"
WATER, ENEMY = "+", "#"

SYMBOLS: Final = ".Bs987654321F"
"""The contest's pieces in the order of our letters: ``.`` for none, bomb, spy, scout and up to marshal, flag."""
OUTCOMES: Final = {"won": "KILLS", "lost": "DIES", "both": "BOTHDIE", "flag": "VICTORY_FLAG"}
_UNCHANGED: Final = (ILLEGAL, "VICTORY_FLAG", "VICTORY_ATTRITION", "FLAG")
"""Outcomes that leave the board as it is: a move that was ignored, or the end."""

_WAYS: Final = {"UP": -10, "DOWN": 10, "LEFT": -1, "RIGHT": 1}
_STEP: Final = re.compile(r"([0-9]) ([0-9]) (UP|DOWN|LEFT|RIGHT)(?: ([1-9]))?")
_RESULT: Final = re.compile(rf"(?P<step>{_STEP.pattern}) (?P<outcome>[A-Z_]+)(?: (?P<ranks>\S \S))?")


class BadLine(BadNotation):
    """A line that the protocol does not allow there; the message says why."""


def write_step(frm: str, to: str) -> str:
    """A move.

    >>> write_step("a4", "a5"), write_step("j7", "f7")
    ('0 3 DOWN', '9 6 LEFT 4')
    """
    square, by = SQUARE[frm], SQUARE[to] - SQUARE[frm]
    way = ("DOWN" if by > 0 else "UP") if by % 10 == 0 else "RIGHT" if by > 0 else "LEFT"
    far = by // _WAYS[way]
    return f"{square % 10} {square // 10} {way}" + (f" {far}" if far > 1 else "")


def read_step(line: str) -> Step:
    """The move a program answers with.

    >>> read_step("9 6 LEFT 4")
    Step(frm='j7', to='f7')
    """
    found = _STEP.fullmatch(" ".join(line.split()))
    if found is None:
        raise BadLine(f"“{_shown(line)}” is no move: a move is X Y UP|DOWN|LEFT|RIGHT, and N for a scout that runs")
    x, y, way, far = found.groups()
    square = int(x) + 10 * int(y)
    step = STEPS.get((square, square + _WAYS[way] * int(far or 1)))
    if step is None:
        raise BadLine(f"“{_shown(line)}” leads off the board or into the water")
    return step


def write_result(event: Moved | Fought) -> str:
    """A move with what came of it.

    >>> write_result(Moved(0, "a4", "a5")), write_result(Fought(1, "e7", "e6", "C", "L", "won"))
    ('0 3 DOWN OK', '4 6 UP KILLS s 1')
    """
    step = write_step(event.frm, event.to)
    if isinstance(event, Moved):
        return f"{step} OK"
    outcome = OUTCOMES[event.result]
    return f"{step} {outcome}" + (
        "" if event.result == "flag" else f" {_symbol(event.attacker)} {_symbol(event.defender)}"
    )


def read_result(line: str, seat: Seat) -> Moved | Fought | None:
    """The event of a move of ``seat``; None if it left the board as it was.

    >>> read_result("4 6 UP KILLS s 1", seat=1)
    Fought(seat=1, frm='e7', to='e6', attacker='C', defender='L', result='won')
    """
    words = " ".join(line.split())
    if words.startswith((NO_MOVE, SURRENDER)):
        return None
    found = _RESULT.fullmatch(words)
    if found is None:
        raise BadLine(f"“{_shown(line)}” is no move with its outcome")
    outcome, ranks = found["outcome"], found["ranks"]
    if outcome in _UNCHANGED:
        return None
    step = read_step(found["step"])
    if outcome == "OK":
        return Moved(seat, step.frm, step.to)
    for result in ("won", "lost", "both"):
        if outcome == OUTCOMES[result] and ranks:
            return Fought(seat, step.frm, step.to, _letter(ranks[0]), _letter(ranks[-1]), result)
    raise BadLine(f"“{_shown(line)}” has no outcome that we know")


def write_setup(letters: str, seat: Seat) -> list[str]:
    """A set-up, from its forty letters, as four rows from top to bottom."""
    symbols = "".join(map(_symbol, letters if seat == 0 else reversed(letters)))
    return [symbols[i : i + 10] for i in range(0, 40, 10)]


def read_rows(rows: Sequence[str], seat: Seat) -> list[Place]:
    """The moves that deploy a set-up given in four rows; the army must be complete."""
    for row in rows:
        if len(row) != 10:
            raise BadLine(f"“{_shown(row)}” is no row of a set-up: a row has ten pieces")
    letters = "".join(_letter(symbol) for row in rows for symbol in row)
    return read_setup(letters if seat == 0 else letters[::-1])


def write_board(v: Sight) -> list[str]:
    """The board as a seat sees it, in ten rows: all its enemies look the same, even those it knows."""
    own = range(40 * (v.seat or 0) + 1, 40 * (v.seat or 0) + 41)
    symbols = "".join(
        WATER if square in LAKES else "." if not token else _symbol(v.letters[token - 1]) if token in own else ENEMY
        for square, token in enumerate(v.squares)
    )
    return [symbols[i : i + 10] for i in range(0, 100, 10)]


def _symbol(letter: str) -> str:
    return SYMBOLS[LETTERS.index(letter)]


def _letter(symbol: str) -> str:
    if symbol not in SYMBOLS:
        raise BadLine(f"“{_shown(symbol)}” is no piece: the pieces are {SYMBOLS}")
    return LETTERS[SYMBOLS.index(symbol)]


def _shown(line: str) -> str:
    """A line with any content, made printable and short."""
    text = line if len(line) <= 60 else line[:60] + "…"
    return "".join(char if char.isprintable() else "�" for char in text)
