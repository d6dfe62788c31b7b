"""An outside program as one of our players."""

from __future__ import annotations

import logging
import shlex
import shutil
from collections.abc import Sequence
from contextlib import suppress
from types import TracebackType
from typing import Final, Self

from ludotheque.engine.chance import QuickChance
from ludotheque.engine.player import BadProgram, PlayerMaker, Stopped
from ludotheque.engine.rules import Event, Seat
from ludotheque.games.stratego.contest.lines import (
    COLOURS,
    ILLEGAL,
    NO_MOVE,
    QUIT,
    START,
    SURRENDER,
    BadLine,
    read_rows,
    read_step,
    write_board,
    write_result,
)
from ludotheque.games.stratego.contest.program import Program, ProgramFailed
from ludotheque.games.stratego.moves import AnyMove, Began, Ended, Fought, Moved, Place, Resign, Step
from ludotheque.games.stratego.notation import BadNotation
from ludotheque.games.stratego.options import Options
from ludotheque.games.stratego.rules import Stratego
from ludotheque.games.stratego.sight import Sight, imagine

log = logging.getLogger(__name__)

PATIENCE: Final = 10.0
"""Seconds a program has for an answer."""
GRACE: Final = 1.0
"""Seconds a program has to exit once the game is over."""
OPPONENT: Final = "ludotheque"
PROGRAM_OPTIONS: Final = {"shuttle": "isf"}
"""Default options of a table with a program: programs follow the federation's rule if any, and fail where the enemy
moves to and fro more often than it allows."""


def seat_program(command: str, options: Options) -> PlayerMaker:
    """Make a factory of players, each of which runs the program of this command line."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise BadProgram(f"“{command}” is no command line: {error}") from None
    if not words or shutil.which(words[0]) is None:
        raise BadProgram(f"there is no program “{words[0] if words else ''}” to run")
    if options.army != "full":
        raise BadProgram(f"the programs' protocol has only the full army, not army={options.army}")
    return lambda seat, rng: ContestPlayer(seat, command)


class _Forbidden(Exception):
    """A move that the rules refuse; :attr:`stopped` has the clause."""

    def __init__(self, stopped: Stopped) -> None:
        super().__init__(f"“{stopped.answer}” is not allowed: {stopped.why} ({stopped.clause})")
        self.stopped = stopped


class ContestPlayer:
    """A player that plays a program's answers; it resigns, with the reason, after an illegal, late or missing one.

    The program is started when the set-up is asked for, and ended with the game: close the player, or use it in a
    ``with`` statement, where a game may be broken off.
    """

    def __init__(self, seat: Seat, command: str, patience: float = PATIENCE) -> None:
        self.seat = seat
        self.command = command
        self.patience = patience
        self.stopped: Stopped | None = None
        self._program: Program | None = None
        self._setup: list[Place] = []
        self._unsent: list[str] = []

    def hear(self, events: Sequence[Event]) -> None:
        """Keep the events for the next time the program is asked; pass the end of the game on at once."""
        for event in events:
            if isinstance(event, Moved | Fought):
                self._unsent.append(write_result(event))
            elif isinstance(event, Began) and self.seat == 0:
                self._unsent.append(START)
            elif isinstance(event, Ended):
                self._end_program()

    def choose(self, sight: Sight, legal: Sequence[AnyMove], free: Sequence[AnyMove]) -> AnyMove:
        """Choose the program's answer if it is legal, else resign."""
        try:
            return self._deploy(sight, legal) if sight.turn is None else self._move(sight, legal)
        except (ProgramFailed, BadNotation, _Forbidden) as error:
            log.warning("%s is stopped: %s", self.command, error)
            self.stopped = error.stopped if isinstance(error, _Forbidden) else Stopped(str(error))
            self.close()
            return Resign()

    def _deploy(self, sight: Sight, legal: Sequence[AnyMove]) -> AnyMove:
        """Place the next piece of the set-up, which the program gives all at once."""
        if self._program is None:
            self._program = Program(self.command)
            self._program.write_lines([f"{COLOURS[self.seat]} {OPPONENT} 10 10"])
            self._setup = read_rows([self._program.read_line(self.patience) for _ in range(4)], self.seat)
        place = self._setup[sight.placed]
        if place not in legal:
            raise BadLine("its set-up does not continue the pieces on the board")
        return place

    def _move(self, sight: Sight, legal: Sequence[AnyMove]) -> AnyMove:
        if self._program is None:
            raise ProgramFailed("a program cannot join a game that has begun")
        self._program.write_lines([*self._unsent, *write_board(sight)])
        self._unsent.clear()
        line = self._program.read_line(self.patience)
        if line == SURRENDER:
            return Resign()
        if line == NO_MOVE:
            raise BadLine("it does not move, though it can")
        step = read_step(line)
        if step not in legal:
            self._refuse(sight, step, line)
        return step

    def _refuse(self, sight: Sight, step: Step, line: str) -> None:
        """Inform the program that its move is illegal, and find the clause, for which nothing hidden is needed."""
        assert self._program is not None
        with suppress(ProgramFailed):
            self._program.write_lines([f"{line} {ILLEGAL}", QUIT])
            self._program.close(GRACE)
            self._program = None
        refusal = Stratego().refusal(imagine(sight, QuickChance(0)), self.seat, step)
        assert refusal is not None
        raise _Forbidden(Stopped(refusal.reason, refusal.clause, line))

    def _end_program(self) -> None:
        if self._program is None:
            return
        try:
            self._program.write_lines([*self._unsent, QUIT])
        except ProgramFailed:
            self.close()  # it exited before
        else:
            self._program.close(GRACE)
            self._program = None

    def close(self) -> None:
        """End the program, if it is running."""
        if self._program is not None:
            self._program.close()
            self._program = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
