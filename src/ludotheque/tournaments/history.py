"""What has been played so far in an evening, and what follows from it for the next round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import NamedTuple

Entrant = int
"""Somebody who takes part, by their number."""


class Round(NamedTuple):
    """The tables of one round, each with those who sit there in the order of their seats, and those who sit out."""

    tables: tuple[tuple[Entrant, ...], ...]
    byes: tuple[Entrant, ...] = ()

    @property
    def everybody(self) -> list[Entrant]:
        """Whoever had a table or sat out."""
        return [*(entrant for table in self.tables for entrant in table), *self.byes]


class BadNumber(ValueError):
    """So many people cannot be seated; the sentence says how many can."""


class Past:
    """The rounds so far, counted."""

    def __init__(self, rounds: Sequence[Round] = ()) -> None:
        self.rounds = list(rounds)
        self.met: Counter[frozenset[Entrant]] = Counter()
        """How often two have met."""
        self.byes: Counter[Entrant] = Counter()
        self.seats: Counter[tuple[Entrant, int]] = Counter()
        """How often somebody has had a seat."""
        self.lead: Counter[Entrant] = Counter()
        """How much more often somebody has had the first of two seats than the second."""
        for round in rounds:
            self.byes.update(round.byes)
            for table in round.tables:
                self.met.update(frozenset(pair) for pair in combinations(table, 2))
                self.seats.update((entrant, seat) for seat, entrant in enumerate(table))
                if len(table) == 2:
                    self.lead[table[0]] += 1
                    self.lead[table[1]] -= 1

    def times(self, one: Entrant, other: Entrant) -> int:
        """How often these two have met."""
        return self.met[frozenset((one, other))]

    def repeats(self, table: Iterable[Entrant]) -> int:
        """How many meetings of a table there have been before."""
        return sum(self.met[frozenset(pair)] for pair in combinations(table, 2))
