"""Human mistakes for bots: moves that a player overlooks, and values that it judges roughly."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeVar

from ludotheque.engine.chance import Chance, QuickChance, pick
from ludotheque.engine.player import Player
from ludotheque.engine.rules import Event, Move, Seat

T = TypeVar("T")

_GRAIN = 1000
"""Chances are drawn in thousandths."""
_SEEDS = 1 << 32


def happens(rng: Chance, chance: float) -> bool:
    """Whether a thing of this chance happens."""
    return rng.below(_GRAIN) < _GRAIN * chance


def notice(rng: Chance, moves: Sequence[T], chance: float) -> list[T]:
    """The moves that a player notices, each with the same chance, in their order; one of them at least."""
    noticed = [move for move in moves if happens(rng, chance)]
    return noticed or [pick(rng, moves)]


class Lapsing:
    """Base class of bots that make mistakes, before that of the bot whose mistakes they are.

    Their random numbers follow from their seed and the question: asked again, or made anew, they err in the same way.
    """

    rng: Chance
    _seed: int | None = None

    def choose(self, sight: Any, legal: Sequence[Any], free: Sequence[Any]) -> Any:
        """Choose with the random numbers of the question."""
        if self._seed is None:
            self._seed = self.rng.below(_SEEDS)
        self.rng = QuickChance(f"{self._seed}/{sight.question}")
        return super().choose(sight, legal, free)  # type: ignore[misc]


class ValuingPlayer(Player, Protocol):
    """A player that chooses moves and says what each is worth to it (:class:`ludotheque.engine.advice.Judge`)."""

    seat: Seat

    def values(self, sight: Any, legal: Sequence[Any]) -> Sequence[tuple[float, Any]]:
        """Moves with their values."""
        ...


class Overlooking:
    """A player of another's judgement that notices only some of the moves, and judges their values roughly.

    What the other decides without comparing values, such as a set-up, is decided as it does. At the same moment of a
    game it makes the same mistakes.
    """

    def __init__(
        self, player: ValuingPlayer, rng: Chance, moment: Callable[[Any], int], notices: float, margin: float
    ) -> None:
        """``moment``: the number of a decision, from its sight; ``notices``: the chance that it sees a move;
        ``margin``: by how much it misjudges one at most."""
        self.seat = player.seat
        self._player = player
        self._seed = rng.below(_SEEDS)
        self._moment = moment
        self._notices = notices
        self._margin = margin

    def hear(self, events: Sequence[Event]) -> None:
        """Pass the events on."""
        self._player.hear(events)

    def choose(self, sight: Any, legal: Sequence[Any], free: Sequence[Any]) -> Move:
        """Choose the best of the moves that it notices, as far as it can tell."""
        values = self._player.values(sight, legal) if len(legal) > 1 else ()
        if not values:
            return self._player.choose(sight, legal, free)
        rng = QuickChance(f"{self._seed}/{self._moment(sight)}")
        rough = [
            (value + self._margin * rng.below(_GRAIN) / _GRAIN, move)
            for value, move in notice(rng, values, self._notices)
        ]
        best: Move = max(rough, key=lambda found: found[0])[1]
        return best
