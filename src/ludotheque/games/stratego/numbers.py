"""Numbers for the moves of Stratego. Blue sees the board turned round, so that both sides play up the board."""

from __future__ import annotations

from typing import Final

from ludotheque.engine.move_numbers import Listed, MoveNumbers
from ludotheque.engine.rules import Seat
from ludotheque.games.stratego.board import SQUARE
from ludotheque.games.stratego.moves import PLACES, STEPS, Accept, Decline, Offer, Resign, Step, Withdraw
from ludotheque.games.stratego.sight import Sight
from ludotheque.games.stratego.state import BLUE

_TURNED: Final = {step: STEPS[99 - SQUARE[step.frm], 99 - SQUARE[step.to]] for step in STEPS.values()}


def turn_step(seat: Seat, step: Step) -> Step:
    """A step as its side sees it, and the other way round.

    >>> turn_step(BLUE, Step("a7", "a6"))
    Step(frm='j4', to='j5')
    """
    return _TURNED[step] if seat == BLUE else step


def move_numbers() -> MoveNumbers[Sight]:
    """The pieces to place, the straight ways over land by their squares, and the moves that need no question."""
    ways = sorted(STEPS.values(), key=lambda step: (SQUARE[step.frm], SQUARE[step.to]))
    return MoveNumbers(
        [Listed(PLACES), Listed(ways, turn_step), Listed((Offer(), Accept(), Decline(), Withdraw(), Resign()))]
    )


def square_seen(seat: Seat | None, square: int) -> int:
    """A square as a side sees it: a1 is in its own corner on the left."""
    return 99 - square if seat == BLUE else square
