"""Plan of a simulation."""

from __future__ import annotations

from typing import Any

import msgspec


class BadPlan(ValueError):
    """A simulation that cannot be run; the message says why."""


class Plan(msgspec.Struct, frozen=True):
    """What to simulate. Bots take the seats in turn: in each game, every bot moves up one seat.

    The last of the bots is ``program``, if there is one: the command line of an outside program.
    """

    game: str
    games: int
    players: int
    bots: tuple[str, ...]
    seed: int = 0
    options: dict[str, Any] = {}
    program: str | None = None
