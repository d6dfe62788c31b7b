"""One of our bots as a contest program: its sight is reconstructed from the judge's lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, TextIO

from ludotheque.engine.chance import Chance
from ludotheque.engine.frames import Stack
from ludotheque.engine.player import PlayerMaker
from ludotheque.engine.rules import Seat
from ludotheque.games.stratego.board import BIT, HOME, LINES, SQUARE, owner
from ludotheque.games.stratego.choices import legal_steps, steps
from ludotheque.games.stratego.contest.lines import (
    COLOURS,
    ENEMY,
    QUIT,
    START,
    SURRENDER,
    BadLine,
    read_result,
    write_setup,
    write_step,
)
from ludotheque.games.stratego.moves import PLACES, STEPS, Fought, Moved, Step
from ludotheque.games.stratego.notation import write_setup as letters_of
from ludotheque.games.stratego.options import Options
from ludotheque.games.stratego.pieces import EMPTY, LETTERS, SCOUT
from ludotheque.games.stratego.rules import Stratego
from ludotheque.games.stratego.state import TURNS, put_token

RULES: Final = Stratego()
OPTIONS: Final = Options(shuttle="isf")
"""The strictest rule on shuttling, so that any judge accepts our moves."""
STRANGER: Final = LETTERS.index("F")
"""The piece that stands for a hidden enemy: one that moves. The player does not see it."""
_BYE: Final = (QUIT, "DEFAULT")


class BotProgram:
    """A bot in a game that another program judges.

    It follows the game with our own rules, on a board where hidden enemies are placeholders. The judge decides whose
    move it is and when the game is over.
    """

    def __init__(self, seat: Seat, make: PlayerMaker, rng: Chance) -> None:
        self.seat = seat
        self.player = make(seat, rng)
        self.state = RULES.setup(OPTIONS, 2)
        self.met = False

    def deploy(self) -> list[str]:
        """Our set-up, in rows."""
        s, seat = self.state, self.seat
        while seat in RULES.asked(s):
            move = self.player.choose(RULES.sight(s, seat), RULES.legal(s, seat), ())
            self.player.hear(RULES.play(s, seat, move))  # type: ignore[arg-type]
        return write_setup(letters_of(s, seat), seat)

    def place_enemies(self, rows: Sequence[str], opening: Moved | Fought | None) -> None:
        """Put the enemies on their squares, as on the first board before the opening move."""
        foe = 1 - self.seat
        enemies = {square for square, symbol in enumerate("".join(rows)) if symbol == ENEMY}
        if opening is not None:
            enemies = enemies - {SQUARE[opening.to]} | {SQUARE[opening.frm]}
        for square in HOME[foe]:
            RULES.play(self.state, foe, PLACES[STRANGER if square in enemies else EMPTY])
        self.met = True

    def follow(self, event: Moved | Fought) -> None:
        """Follow a move of either side."""
        s, ours = self.state, event.seat == self.seat
        way = frm, to = SQUARE[event.frm], SQUARE[event.to]
        if not s.army[event.seat] & BIT[frm]:
            raise BadLine(f"nothing of {COLOURS[event.seat]}’s stands on {event.frm}")
        if not ours and len(LINES[way]) > 1:
            self._reveal(frm, SCOUT)
        if isinstance(event, Fought):
            self._reveal(to if ours else frm, LETTERS.index(event.defender if ours else event.attacker))
        self._give_turn(event.seat)
        happened = RULES.play(s, event.seat, STEPS[way])
        if event not in happened:
            raise BadLine(f"by our rules {write_step(event.frm, event.to)} ends otherwise")
        self.player.hear([event])

    def choose(self) -> str:
        """Our move, or surrender if none of our pieces can move."""
        s, seat = self.state, self.seat
        self._give_turn(seat)
        # Where our rules allow nothing, because of shuttling or chasing, this judge's rules may.
        possible = legal_steps(s, seat) or steps(s, seat)
        if not possible:
            return SURRENDER
        move = self.player.choose(RULES.sight(s, seat), possible, ())
        assert isinstance(move, Step)
        return write_step(move.frm, move.to)

    def _reveal(self, square: int, kind: int) -> None:
        s, token = self.state, self.state.board[square]
        if token and owner(token) != self.seat:
            s.mobile[1 - self.seat] &= ~BIT[square]
            s.kinds[token] = kind
            put_token(s, square, token)

    def _give_turn(self, seat: Seat) -> None:
        self.state.outcome = None
        self.state.stack = Stack([TURNS[seat]], self.state.stack.number + 1)


class _Over(Exception):
    """The judge has ended the game, or the input is at its end."""


def play_contest_game(lines: Iterator[str], out: TextIO, make: PlayerMaker, rng: Chance) -> None:
    """Play one game with the judge who writes these lines and reads our answers."""

    def read() -> str:
        line = next(lines, QUIT).strip()
        if line.startswith(_BYE):
            raise _Over
        return line

    def write(*answer: str) -> None:
        out.write("".join(f"{line}\n" for line in answer))
        out.flush()

    try:
        program = BotProgram(_read_colour(read()), make, rng)
        write(*program.deploy())
        while True:
            line = read()
            event = None if line == START else read_result(line, 1 - program.seat)
            rows = [_read_row(read()) for _ in range(10)]
            if not program.met:
                program.place_enemies(rows, event)
            if event is not None:
                program.follow(event)
            write(program.choose())
            event = read_result(read(), program.seat)
            if event is not None:
                program.follow(event)
    except _Over:
        pass


def _read_colour(line: str) -> Seat:
    words = line.split()
    if len(words) != 4 or words[0] not in COLOURS or words[2:] != ["10", "10"]:
        raise BadLine(f"“{line}” is not how a game begins: that is RED or BLUE, the opponent, 10 10")
    return COLOURS.index(words[0])


def _read_row(line: str) -> str:
    if len(line) != 10:
        raise BadLine(f"“{line}” is no row of the board")
    return line
