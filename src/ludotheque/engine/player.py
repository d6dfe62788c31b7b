"""Players: programs that decide for a seat, from what that seat sees and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

import msgspec

from ludotheque.engine.chance import Chance
from ludotheque.engine.rules import Event, Move, Seat


class Player(Protocol):
    """A player hears what happens as its seat sees it, and chooses when it is asked.

    One with a true attribute ``spared`` takes the only answer there is without a look, and remembers nothing of it: a
    simulation need not ask it then. One with an attribute ``stopped`` says there, once it has been made to resign, why:
    a :class:`Stopped`, else None. One with an attribute ``weighed`` leaves there what it made of its last answers, for
    gauges (see :class:`ludotheque.engine.gauges.Weighed`).
    """

    def hear(self, events: Sequence[Event]) -> None:
        """Take note of events, in the order they happened, as this seat saw them."""
        ...

    def choose(self, sight: Any, legal: Sequence[Any], free: Sequence[Any]) -> Move:
        """One of ``legal`` (or, if it likes, of ``free``)."""
        ...


class Stopped(msgspec.Struct, frozen=True):
    """Why an outside program was stopped, and so lost the game."""

    why: str
    """What it did, in a few words, such as ``no answer within 10 s``; or the refusal's reason."""
    clause: str = ""
    """The clause of the rules that its answer broke, if it was one."""
    answer: str = ""
    """What it answered, if it did, fit to be shown."""


PlayerMaker = Callable[[Seat, Chance], Player]
"""Makes a player for a seat, with its own luck. One that holds on to something, such as an outside program, is a
context manager, and lets go of it on leaving."""


class BadProgram(ValueError):
    """An outside program that cannot be seated; it says why."""
