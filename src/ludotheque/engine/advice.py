"""Advice: a move that a player suggests to its seat, with its reasons, alternatives and the clause behind it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, Protocol, TypeVar, runtime_checkable

import msgspec

from ludotheque.engine.player import Player
from ludotheque.engine.rules import Move, Seat
from ludotheque.engine.words import Catalogue, say

ALTERNATIVES: Final = 2
"""How many other moves advice names, where there are as many."""

T = TypeVar("T", bound=Move)


class Reason(msgspec.Struct, frozen=True):
    """A sentence for a player: its key in the words of the game, and what fills its blanks."""

    key: str
    args: dict[str, Any] = {}

    def say(self, words: Catalogue) -> str:
        """The sentence in the language of a catalogue."""
        return say(words, self.key, self.args)


class Alternative(msgspec.Struct, frozen=True):
    """Another move that was considered, and a short reason for it or against it."""

    move: Any
    reason: Reason


class ExpectedMove(msgspec.Struct, frozen=True):
    """What a search expects another seat to do, and in what share of the imagined worlds it did."""

    seat: Seat
    move: Any
    share: float


class SearchedMove(msgspec.Struct, frozen=True):
    """A move that a search compared, and its value to the seat: about its chance to win, from 0 to 1."""

    move: Any
    value: float
    expected: tuple[ExpectedMove, ...] = ()
    """The likeliest first choices of another seat after it, the likeliest first."""


class Searched(msgspec.Struct, frozen=True):
    """What a search knows: in how many imagined worlds it played, and the moves it compared, its choice first."""

    worlds: int
    moves: tuple[SearchedMove, ...]


class Advice(msgspec.Struct, frozen=True):
    """What a player suggests: a move, why, the best alternatives, and the clause of the rulebook behind it."""

    move: Any
    reasons: tuple[Reason, ...]
    """One or two sentences."""
    alternatives: tuple[Alternative, ...]
    """At most two other moves, best first."""
    clause: str
    rest: tuple[Any, ...] = ()
    """The moves that complete a choice which is made as a whole, such as a set-up; the reasons are those of all."""
    searched: Searched | None = None
    """What a search found about the move and others, where there was one."""

    def say(self, words: Catalogue) -> str:
        """The reasons in one text."""
        return " ".join(reason.say(words) for reason in self.reasons)


@runtime_checkable
class Adviser(Player, Protocol):
    """A player that can say why: the best bot of every game is one.

    Its advice is the move that it would choose itself, and depends on what its seat knows alone.
    """

    def advice(self, sight: Any, legal: Sequence[Any], free: Sequence[Any]) -> Advice:
        """Suggest one of ``legal`` or of ``free``."""
        ...


@runtime_checkable
class Explainer(Adviser, Protocol):
    """A player that can give its reasons for any move, not only for the one that it would choose."""

    def explain(self, sight: Any, legal: Sequence[Any], free: Sequence[Any], move: Any) -> Advice:
        """The advice to play ``move``, one of ``legal`` or of ``free``."""
        ...


@runtime_checkable
class Judge(Protocol):
    """A player that can say what it thinks each move is worth."""

    def values(self, sight: Any, legal: Sequence[Any]) -> Sequence[tuple[float, Any]]:
        """Moves with their values, in units of its own, a higher one for a better move.

        Moves that it does not compare with the others are left out: all of them where it decides without values.
        """
        ...


def best_alternatives(
    values: Iterable[tuple[float, T]], chosen: Move, reason: Callable[[T], Reason]
) -> tuple[Alternative, ...]:
    """The moves of the highest values but the chosen one, each with its reason; those of equal value in their order."""
    others = sorted([found for found in values if found[1] != chosen], key=lambda found: -found[0])
    return tuple(Alternative(move, reason(move)) for _, move in others[:ALTERNATIVES])


def percent(chance: float) -> int:
    """A probability in whole per cent; 100 and 0 only where it is certain.

    >>> percent(0.527), percent(0.9999), percent(0.0001), percent(1.0)
    (53, 99, 1, 100)
    """
    if chance <= 0.0 or chance >= 1.0:
        return 100 if chance >= 1.0 else 0
    return min(99, max(1, round(100 * chance)))
