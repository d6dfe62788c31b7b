"""Questions that a game puts to players and to nature, with their answers and clauses."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ludotheque.engine.chance import Chance
from ludotheque.engine.seats import Seat


@dataclass(frozen=True, slots=True)
class Question:
    """A question put to players."""

    answers: Callable[[Any, Seat], Sequence[Any]]
    """Lists the moves with which an asked seat may answer."""
    clause: str = ""
    """The clause of the refusal of another kind of move."""
    kinds: tuple[type, ...] = ()
    """The kinds of moves that answer it."""
    reason: str = ""
    """The key of the sentence for that refusal; ``asked_`` and the name of the question by default."""


@dataclass(frozen=True, slots=True)
class Draw:
    """A question put to nature: a card, a die, a lot."""

    kind: type
    """The kind of move that answers it."""
    draw: Callable[[Any, Chance], Any]
    """Draws nature's move at random."""
    fits: Callable[[Any, Any], bool]
    """Whether a move of that kind is possible, with the cards and dice there are."""
