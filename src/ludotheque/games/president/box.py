"""The box: departments and their voters, dice, challenge cards and campaign cards, as data that a host may replace.

Departments are numbered in the order of the file, and a set of them is a number with a bit for each. Votes are
counted in units of 50,000 inside the rules, and in full wherever people look.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from typing import Annotated, Final, Literal, TypeVar

from msgspec import Meta

from ludotheque.engine import boxes
from ludotheque.engine.boxes import CardText, Part

T = TypeVar("T")

UNIT: Final = 50_000
VOTES: Final = 32_000_000 // UNIT
GOAL: Final = 16_050_000 // UNIT
ANNOUNCE: Final = 13_000_000 // UNIT
MAP_VOTES: Final = 22_600_000
KEPT_VOTES: Final = 9_400_000

PARTIES: Final = ("RI", "PS", "RPR", "PC")
STAR: Final = "*"
DIGITS: Final = "0123456789"
LOW: Final = ("0", "1", "2", "3", "4", STAR)
HIGH: Final = ("5", "6", "7", "8", "9", STAR)
OVERSEAS: Final = ("971", "972", "974")
CODES: Final = (*(f"{number:02}" for number in range(1, 96)), *OVERSEAS)
PACK: Final = {1: 4, 2: 4, 3: 4, 4: 4, 5: 4, 6: 4, 7: 4, 8: 4, 9: 4, 10: 16}
"""The number of challenge cards by value, an ace as 1, as in an ordinary pack."""

GAIN, LOSE, KEEP = "gain", "lose", "keep"
PRINTED: Final = ((GAIN, 600_000), (LOSE, 300_000), (KEEP, 1_000_000))
"""The three cards that the rulebook shows."""

Voters = Annotated[int, Meta(ge=UNIT, le=5_000_000, multiple_of=UNIT)]


class Department(Part, frozen=True):
    """A department or territory, and the source of its number of voters."""

    code: str
    name: Annotated[str, Meta(min_length=1, max_length=40)]
    voters: Voters
    provenance: Literal["printed", "shifted", "reconstructed"] = "reconstructed"
    note: str = ""


class Campaign(Part, frozen=True):
    """A campaign card. ``gain`` and ``lose`` come with departments; ``keep`` is votes alone, and stays."""

    id: Annotated[str, Meta(pattern="^[a-z][a-z-]*$", max_length=20)]
    kind: Literal["gain", "lose", "keep"]
    amount: Voters
    title: CardText
    text: CardText
    provenance: Literal["printed", "reconstructed"] = "reconstructed"


class Box(boxes.Box, frozen=True):
    """Everything in the box."""

    department: tuple[Department, ...]
    campaign: tuple[Campaign, ...]

    @cached_property
    def index(self) -> dict[str, int]:
        """The number of each department, by its code."""
        return {department.code: number for number, department in enumerate(self.department)}

    @cached_property
    def units(self) -> tuple[int, ...]:
        """The voters of each department, in units."""
        return tuple(department.voters // UNIT for department in self.department)

    @cached_property
    def whole(self) -> int:
        """All departments."""
        return (1 << len(self.department)) - 1

    @cached_property
    def classes(self) -> tuple[tuple[int, int], ...]:
        """For each number of voters that occurs, the departments that have it; smallest first."""
        found: dict[int, int] = {}
        for number, units in enumerate(self.units):
            found[units] = found.get(units, 0) | 1 << number
        return tuple(sorted(found.items()))

    @cached_property
    def eligible(self) -> dict[tuple[str, str], int]:
        """The departments that each roll allows."""
        return {(low, high): self._eligible(low, high) for low in LOW for high in HIGH}

    def _eligible(self, low: str, high: str) -> int:
        lows = DIGITS if low == STAR else low
        highs = DIGITS if high == STAR else high
        pairs = {(a, b) for a in lows for b in highs}
        codes = {a + b for a, b in pairs} | {b + a for a, b in pairs}
        if any(frozenset(pair) in _OVERSEAS_ROLLS for pair in pairs):
            codes.update(OVERSEAS)
        return self.set_of([code for code in codes if code in self.index])

    @cached_property
    def cards(self) -> dict[str, int]:
        """The number of each campaign card, by its name."""
        return {card.id: number for number, card in enumerate(self.campaign)}

    @cached_property
    def card_ids(self) -> tuple[str, ...]:
        """The names of the campaign cards, by their numbers."""
        return tuple(card.id for card in self.campaign)

    @cached_property
    def amounts(self) -> tuple[int, ...]:
        """The amount of each campaign card, in units."""
        return tuple(card.amount // UNIT for card in self.campaign)

    @cached_property
    def codes_of(self) -> Callable[[int], tuple[str, ...]]:
        """The codes of a set of departments, in order; cached, since most sets stay the same from move to move."""
        return lru_cache(maxsize=1024)(self._codes_of)

    def _codes_of(self, held: int) -> tuple[str, ...]:
        found: list[str] = []
        for names, byte in zip(self._bytes, held.to_bytes(len(self._bytes), "little"), strict=True):
            if byte:
                found += names[byte]
        return tuple(found)

    @cached_property
    def _bytes(self) -> tuple[tuple[tuple[str, ...], ...], ...]:
        return byte_tables([department.code for department in self.department])

    def set_of(self, codes: Iterable[str]) -> int:
        """The set of departments with these codes."""
        return sum(1 << self.index[code] for code in codes)

    def problems(self) -> Iterator[str]:
        """The points in which the box does not agree with the rulebook, as sentences."""
        codes = tuple(department.code for department in self.department)
        if codes != CODES:
            odd = next((code for code in (*codes, *CODES) if codes.count(code) != CODES.count(code)), "the order")
            yield f"the departments are 01 to 95, 971, 972 and 974 in this order, each once; look at {odd}"
        voters = sum(department.voters for department in self.department)
        if voters != MAP_VOTES:
            yield f"the voters of all departments add up to {MAP_VOTES:,}, not {voters:,}"
        if len(self.campaign) != 40:
            yield f"there are 40 campaign cards, not {len(self.campaign)}"
        yield from boxes.duplicate_ids(card.id for card in self.campaign)
        kept = sum(card.amount for card in self.campaign if card.kind == KEEP)
        if kept != KEPT_VOTES:
            yield f"the cards that are kept add up to {KEPT_VOTES:,}, not {kept:,}"
        for kind, amount in PRINTED:
            if not any((card.kind, card.amount) == (kind, amount) for card in self.campaign):
                yield f"a card “{kind}” of {amount:,} is printed in the rulebook, and missing"


_OVERSEAS_ROLLS: Final = {frozenset("97"), frozenset("94"), frozenset("74"), frozenset("4")}


def byte_tables(things: Sequence[T]) -> tuple[tuple[tuple[T, ...], ...], ...]:
    """Tables that turn a set into a list, eight bits at a time: for each byte, and each of its values, the items."""
    return tuple(
        tuple(tuple(thing for bit, thing in enumerate(things[at : at + 8]) if byte >> bit & 1) for byte in range(256))
        for at in range(0, len(things), 8)
    )
