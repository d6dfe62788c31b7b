"""Players: programs that decide for a seat, only from what that seat sees."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

import msgspec

from ludotheque.engine.chance import Chance
from ludotheque.engine.rules import Event, Move, Seat


class Player(Protocol):
    """A player receives the events that its seat sees, and chooses a move when it is asked.

    Optional attributes: ``spared`` is true if the player always takes a single legal answer, and remembers nothing of
    it, so that a simulation need not ask. ``stopped`` is a :class:`Stopped` once an outside program was stopped, else
    None. ``weighed`` has the values of its last answers, for gauges (see
    :class:`ludotheque.engine.balance.Weighed`). A player that has ``advice`` can say why it would choose a move (see
    :class:`ludotheque.engine.advice.Adviser`).
    """

    def hear(self, events: Sequence[Event]) -> None:
        """Receive events, in order, as this seat sees them."""
        ...

    def choose(self, sight: Any, legal: Sequence[Any], free: Sequence[Any]) -> Move:
        """Choose one of ``legal`` or of ``free``.

        Where the seat has an offer of another seat to answer, ``legal`` has its :meth:`Rules.replies`.
        """
        ...


class Stopped(msgspec.Struct, frozen=True):
    """Why an outside program was stopped, and so lost the game."""

    why: str
    """The reason in a few words, such as ``no answer within 10 s``; or the refusal's reason."""
    clause: str = ""
    """The clause of the rules that its answer broke, if any."""
    answer: str = ""
    """Its answer, if any, made printable."""


PlayerMaker = Callable[[Seat, Chance], Player]
"""Makes a player for a seat, with its own random numbers. A player that holds a resource, such as an outside program,
is a context manager that releases it."""


class BadProgram(ValueError):
    """An outside program that cannot be used; the message says why."""
