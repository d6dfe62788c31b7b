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
    let_be: Any = None
    """The answer that lets things be, such as a pass, which a player may have given for them each time; None where
    there is none. It is always legal."""
    plays_itself: bool = False
    """Whether the only legal answer is given for a player. Not where seeing the question matters to them, nor where
    they may make free moves instead."""
    settled: Callable[[Any], bool] | None = None
    """Whether public facts leave every seat that it asks a single answer, so that there is nothing to hide."""
    on_turn: bool = False
    """Whether it belongs to a turn of the seat that it asks."""


@dataclass(frozen=True, slots=True)
class Draw:
    """A question put to nature: a card, a die, a lot."""

    kind: type
    """The kind of move that answers it."""
    draw: Callable[[Any, Chance], Any]
    """Draws nature's move at random."""
    fits: Callable[[Any, Any], bool]
    """Whether a move of that kind is possible, with the cards and dice there are."""
