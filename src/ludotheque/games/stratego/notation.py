"""Set-ups and positions as text, with the letters players and programs use.

A set-up is forty letters, row by row from its owner's back row, left to right as the owner sits: B bomb, C spy,
D scout, E miner, F sergeant, G lieutenant, H captain, I major, J colonel, K general, L marshal, M flag, A empty.
A position is a hundred letters from a1 to j10, red's pieces B to M, blue's N to Y, A empty and ``_`` water, then
``r`` or ``b`` for the side to move. White space is ignored.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

from ludotheque.engine.frames import Stack
from ludotheque.games.stratego.board import HOME, LAKES, NAMES, START, WATER
from ludotheque.games.stratego.game_end import end_if_stuck
from ludotheque.games.stratego.moves import PLACES, Place
from ludotheque.games.stratego.options import Options
from ludotheque.games.stratego.pieces import ARMIES, LETTERS, MOBILE
from ludotheque.games.stratego.sight import HIDDEN, Sight
from ludotheque.games.stratego.state import MOVED, SHOWN, TURNS, State, put_token

BLUE_LETTERS: Final = "ANOPQRSTUVWXY"
_SIDES: Final = "rb"


class BadNotation(ValueError):
    """Text that is not a set-up or a position; the message says why."""


def read_setup(text: str, army: str = "full") -> list[Place]:
    """The moves that deploy a set-up, checked against the army.

    >>> [place.piece for place in read_setup("MBBCDDEEKL" + "A" * 30, army="training")][:3]
    ['M', 'B', 'B']
    """
    letters = "".join(text.split()).upper()
    if len(letters) != 40:
        raise BadNotation(f"a set-up has 40 letters, this one has {len(letters)}")
    for letter in letters:
        if letter not in LETTERS:
            raise BadNotation(f"“{letter}” is no piece: the letters are {LETTERS}")
    have = Counter(letters)
    for kind, count in enumerate(ARMIES[army]):
        if kind and have[LETTERS[kind]] != count:
            raise BadNotation(f"the {army} army has {count} of {LETTERS[kind]}, this set-up {have[LETTERS[kind]]}")
    return [PLACES[LETTERS.index(letter)] for letter in letters]


def write_setup(s: State, seat: int) -> str:
    """The set-up a side deployed, whatever has happened since."""
    return "".join(LETTERS[kind] for kind in s.kinds[40 * seat + 1 : 40 * seat + 41])


def write_position(s: State) -> str:
    """The whole position, all pieces shown."""
    letters = "".join(_letter(s, square) for square in range(100))
    side = s.stack.top.asked()[0] if s.stack.frames else s.ply % 2
    return f"{letters} {_SIDES[side]}"


def _letter(s: State, square: int) -> str:
    token = s.board[square]
    if token == WATER:
        return "_"
    return (LETTERS if token <= 40 else BLUE_LETTERS)[s.kinds[token]] if token else "A"


def write_sight(v: Sight) -> str:
    """The position as a seat sees it: enemies it does not know are ``?``."""
    letters = []
    for square, token in enumerate(v.squares):
        letter = v.letters[token - 1] if token else "A"
        blue = token > 40 and letter != HIDDEN
        letters.append("_" if square in LAKES else BLUE_LETTERS[LETTERS.index(letter)] if blue else letter)
    return f"{''.join(letters)} {_SIDES[v.turn if v.turn is not None else v.ply % 2]}"


def read_position(text: str, options: Options | None = None) -> State:
    """A state in the middle of a game, from a position: only the squares of the pieces are known.

    A piece outside its own four rows has moved; missing pieces have been taken, and so shown. Where the side to move
    cannot, the game is decided.
    """
    options = options or Options()
    letters = "".join(text.split())
    if len(letters) != 101 or letters[100] not in _SIDES:
        raise BadNotation("a position is 100 letters and the side to move, r or b")
    s = State.opening(options)
    s.placed = [40, 40]
    stands: tuple[dict[int, int], dict[int, int]] = ({}, {})
    for square, letter in enumerate(letters[:100]):
        if (letter == "_") != (square in LAKES):
            raise BadNotation(f"the water is on {', '.join(NAMES[lake] for lake in LAKES)}, and only there")
        for side, alphabet in enumerate((LETTERS, BLUE_LETTERS)):
            if letter in alphabet[1:]:
                stands[side][square] = alphabet.index(letter)
        if letter not in LETTERS and letter not in BLUE_LETTERS and letter != "_":
            raise BadNotation(f"“{letter}” on {NAMES[square]} is no piece")
    for side in (0, 1):
        _assign_tokens(s, side, stands[side])
    turn = _SIDES.index(letters[100])
    s.ply = turn  # red moves first, so that blue is to move after an odd number of moves
    s.stack = Stack([TURNS[turn]])
    end_if_stuck(s, turn)
    return s


def _assign_tokens(s: State, side: int, stands: dict[int, int]) -> None:
    """Give a side's pieces their tokens: their own where they stand at home, else one left over."""
    left = list(ARMIES[s.options.army])
    spare = [token for token in range(40 * side + 1, 40 * side + 41) if START[token] not in stands]
    for square, kind in stands.items():
        left[kind] -= 1
        if left[kind] < 0:
            raise BadNotation(f"too many {LETTERS[kind]} for the {s.options.army} army")
        home = square in HOME[side]
        if not home and not MOBILE[kind]:
            raise BadNotation(f"{LETTERS[kind]} cannot have come to {NAMES[square]}")
        token = 40 * side + 1 + HOME[side].index(square) if home else spare.pop()
        s.kinds[token] = kind
        if not home:
            s.marks[token] = MOVED
        put_token(s, square, token)
    for kind, count in enumerate(left):
        for _ in range(count):
            token = spare.pop()
            s.kinds[token], s.marks[token] = kind, SHOWN
