"""The rounds of a tournament so far: who has met whom, on which seats, and who has had a bye."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import NamedTuple

Entrant = int
"""An entrant of a tournament, by number."""


class Round(NamedTuple):
    """A round: the entrants of each table in the order of their seats, and the entrants with a bye."""

    tables: tuple[tuple[Entrant, ...], ...]
    byes: tuple[Entrant, ...] = ()

    @property
    def entrants(self) -> list[Entrant]:
        """All who had a table or a bye."""
        return [*(entrant for table in self.tables for entrant in table), *self.byes]


class InvalidEntrantCount(ValueError):
    """So many entrants cannot be seated; the sentence says how many can."""


class History:
    """The rounds so far, with counts of what the pairing of the next one depends on."""

    def __init__(self, rounds: Sequence[Round] = ()) -> None:
        self.rounds = list(rounds)
        self.met: Counter[frozenset[Entrant]] = Counter()
        """How often two entrants have met."""
        self.byes: Counter[Entrant] = Counter()
        """How often an entrant has had a bye."""
        self.seats: Counter[tuple[Entrant, int]] = Counter()
        """How often an entrant has had a seat."""
        self.side_balance: Counter[Entrant] = Counter()
        """At tables of two: how much more often an entrant has had the first seat than the second."""
        for round in rounds:
            self.byes.update(round.byes)
            for table in round.tables:
                self.met.update(frozenset(pair) for pair in combinations(table, 2))
                self.seats.update((entrant, seat) for seat, entrant in enumerate(table))
                if len(table) == 2:
                    self.side_balance[table[0]] += 1
                    self.side_balance[table[1]] -= 1

    def times_met(self, one: Entrant, other: Entrant) -> int:
        """How often two entrants have met."""
        return self.met[frozenset((one, other))]

    def count_repeats(self, table: Iterable[Entrant]) -> int:
        """How many earlier meetings the entrants of a table have had with each other."""
        return sum(self.met[frozenset(pair)] for pair in combinations(table, 2))
