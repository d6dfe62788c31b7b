"""What tests the balance of a game: gauges, which simulations count over many games, and trials of strategies."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Final, Literal

from ludotheque.engine.player import PlayerMaker
from ludotheque.engine.rules import Event, Seat


class Weighed(Event, frozen=True):
    """The values a bot gave its answers. Not an event of any game: simulations pass it to gauges only."""

    seat: Seat
    answers: tuple[Any, ...]
    values: tuple[float, ...]


_UNITS: Final = {"average": "times the average of all", "all": "of all", "game": "a game"}


@dataclass(frozen=True)
class Gauge:
    """A count of events over many games, and the bounds within which it should stay.

    ``counts`` maps an event of the kind (or of several) to the ``names`` it counts for. Where it is a class, one
    instance is made for every game, so that it can depend on earlier events. The figure of a name is its count over the
    ``average`` of all names, over all of them together (``all``), or over the number of games (``game``); or, where
    ``over`` is given, over the count of that name, which has no figure of its own.
    """

    title: str
    kind: type[Event] | tuple[type[Event], ...]
    counts: Callable[[Any], Iterable[str]] | type[Callable[[Any], Iterable[str]]]
    names: tuple[str, ...]
    per: Literal["average", "all", "game"]
    low: float
    high: float
    over: str = ""
    about: str = ""
    """What is counted, as a sentence for the page, where the title does not say it."""

    @property
    def counted(self) -> tuple[str, ...]:
        """All names that are counted."""
        return (*self.names, self.over) if self.over else self.names

    @property
    def kinds(self) -> tuple[type[Event], ...]:
        """The kinds of events that it counts."""
        return self.kind if isinstance(self.kind, tuple) else (self.kind,)

    @property
    def unit(self) -> str:
        """What its figures are counted in, as the end of a sentence."""
        return f"of each {self.over}" if self.over else _UNITS[self.per]

    def new_counter(self) -> Callable[[Any], Iterable[str]]:
        """A function that counts the events of one game."""
        return self.counts() if isinstance(self.counts, type) else self.counts

    def figures(self, counted: dict[str, int], games: int) -> dict[str, float]:
        """The figure of each name, from the counts of so many games."""
        together = sum(counted.values())
        whole: float = {"average": together / len(self.names), "all": together, "game": games}[self.per]
        if self.over:
            whole = counted[self.over]
        return {name: counted[name] / whole if whole else 0.0 for name in self.names}


@dataclass(frozen=True)
class Trial:
    """A strategy that should not pay: one such bot among the best ones wins less than its fair share."""

    bot: PlayerMaker
    about: str
    """What it does, as the end of a sentence that begins with "A bot that"."""
    most: float = 1.0
    """How many times its fair share it may win."""
