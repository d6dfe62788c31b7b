"""The board in plain text, for a terminal: red in square brackets, blue in round ones, one's own side below."""

from __future__ import annotations

from ludotheque.engine.words import Catalogue, say
from ludotheque.games.stratego.board import LAKES
from ludotheque.games.stratego.sight import HIDDEN, Sight
from ludotheque.games.stratego.state import MOVED


def draw(v: Sight, words: Catalogue) -> str:
    """The board as ``v`` sees it. A hidden piece is ``?``, or ``!`` once it has moved."""
    turned = v.seat == 1
    rows = range(10) if turned else range(9, -1, -1)
    columns = range(9, -1, -1) if turned else range(10)
    lines = [f"{row + 1:>2} " + "".join(_square(v, words, row * 10 + column) for column in columns) for row in rows]
    lines.append("   " + "".join(f"  {'abcdefghij'[column]} " for column in columns))
    lines += [_losses(v, words, side) for side in (0, 1)]
    return "\n".join(lines)


def _square(v: Sight, words: Catalogue, square: int) -> str:
    if square in LAKES:
        return " ~~ "
    token = v.squares[square]
    if not token:
        return "  . "
    letter = v.letters[token - 1]
    hidden = "!" if int(v.marks[token - 1]) & MOVED else "?"
    short = hidden if letter == HIDDEN else words["short"][letter]
    left, right = "[]" if token <= 40 else "()"
    return f"{left}{short:>2}{right}"


def _losses(v: Sight, words: Catalogue, side: int) -> str:
    """What a side has lost, from the piece of highest rank down."""
    standing = set(v.squares)
    tokens = range(40 * side + 1, 40 * side + 41)
    letters = sorted((v.letters[t - 1] for t in tokens if t not in standing and v.letters[t - 1] != "A"), reverse=True)
    lost = " ".join(words["short"][letter] for letter in letters) or "–"
    return say(words, "text.lost", {"side": side, "pieces": lost})
