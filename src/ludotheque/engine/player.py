"""Players: whoever decides for a seat, from what that seat sees and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from ludotheque.engine.chance import Chance
from ludotheque.engine.rules import Event, Move, Seat


class Player(Protocol):
    """A player hears what happens as its seat sees it, and chooses when it is asked.

    One with a true attribute ``spared`` takes the only answer there is without a look, and remembers nothing of it: a
    simulation need not ask it then. One with an attribute ``weighed`` leaves there what it made of its last answers,
    for gauges (see :class:`ludotheque.engine.gauges.Weighed`).
    """

    def hear(self, events: Sequence[Event]) -> None:
        """Take note of events, in the order they happened, as this seat saw them."""
        ...

    def choose(self, sight: Any, legal: Sequence[Any], free: Sequence[Any]) -> Move:
        """One of ``legal`` (or, if it likes, of ``free``)."""
        ...


PlayerMaker = Callable[[Seat, Chance], Player]
"""Makes a player for a seat, with its own luck. One that holds on to something, such as an outside program, is a
context manager, and lets go of it on leaving."""


class BadProgram(ValueError):
    """An outside program that cannot be seated; it says why."""
