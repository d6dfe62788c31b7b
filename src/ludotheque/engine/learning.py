"""What a game offers to programs that learn it by playing against themselves (:mod:`ludotheque.lab.learn`)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from ludotheque.engine.player import PlayerMaker

LEARNT: Final = "learnt"
"""The name of a bot that has learnt its game; followed by a colon and a file, with the weights of that file."""


class BadWeights(ValueError):
    """A file that is no learnt player of a game; the message says why."""


@dataclass(frozen=True)
class Learning:
    """How a game is learnt. Nothing here is imported before it is called: JAX is an optional package."""

    problem: Callable[[int, int], Any]
    """Makes what is learnt (``ludotheque.lab.learn.problem.Problem``), for a network of so many channels and blocks."""
    player: Callable[[Path], PlayerMaker]
    """Makes players from a file of weights that was exported while learning; raises :class:`BadWeights`."""
