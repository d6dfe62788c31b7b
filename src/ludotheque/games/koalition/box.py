"""The box: parties, politicians, jokers, actions and countries, as data that a host may replace.

Cards are numbered: politicians first, in the order of the file, then jokers. Parties are numbered in their order.
"""

from __future__ import annotations

from functools import cached_property
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from ludotheque.engine import boxes
from ludotheque.engine.boxes import Part
from ludotheque.games.koalition.moves import Lay

PARTIES: Final = ("roses", "hats", "leaves", "lemons", "fists", "acorns", "crosses")
ACTIONS: Final = ("double", "topple", "retire", "scandal", "clean")
"""DOPPLER, STURZ, RÜCKTRITT, PARTEI-SKANDAL, WEISSE WESTE."""
DOUBLE, TOPPLE, RETIRE, SCANDAL, CLEAN = range(5)

DEAL: Final = {3: (20, 8), 4: (15, 6), 5: (12, 5), 6: (10, 4), 7: (9, 3), 8: (7, 3), 9: (7, 2), 10: (6, 2)}
"""For each number of players, how many politicians and how many actions and jokers each is dealt."""
LEAST_DEALS: Final = {3: 3, 4: 3, 5: 4, 6: 5, 7: 5, 8: 7, 9: 7, 10: 8}
"""The deal table's last column: the fewest deals that last for all the countries."""

Provenance = Literal["fixed", "reconstructed"]


class Politician(Part, frozen=True):
    """A politician, and the other parties with which a coalition is possible."""

    id: Annotated[str, Meta(pattern="^[a-z]+[0-9]+$", max_length=12)]
    name: Annotated[str, Meta(min_length=1, max_length=40)]
    party: str
    votes: Annotated[int, Meta(ge=1, le=10)]
    accepts: tuple[str, ...]
    provenance: Provenance = "reconstructed"


class Joker(Part, frozen=True):
    """A joker: votes for a party announced when it is played."""

    id: Annotated[str, Meta(pattern="^[a-z]+[0-9]+$", max_length=12)]
    votes: Annotated[int, Meta(ge=1, le=10)]
    provenance: Provenance = "reconstructed"


class Country(Part, frozen=True):
    """A country: its politicians per player, and the bonuses of the 1st, 2nd, 3rd and further leaders and of a card."""

    id: str
    cards: Annotated[int, Meta(ge=2, le=4)]
    first: Annotated[int, Meta(ge=0, le=20)]
    second: Annotated[int, Meta(ge=0, le=20)]
    third: Annotated[int, Meta(ge=0, le=20)]
    further: Annotated[int, Meta(ge=0, le=20)]
    card: Annotated[int, Meta(ge=0, le=20)] = 1
    provenance: Provenance = "reconstructed"
    note: str = ""
    """What is known of it from other sources than the rulebook."""


class Actions(Part, frozen=True):
    """How many there are of each action."""

    double: int
    topple: int
    retire: int
    scandal: int
    clean: int


class Box(boxes.Box, frozen=True):
    """Everything in the box."""

    politician: tuple[Politician, ...]
    joker: tuple[Joker, ...]
    action: Actions
    country: tuple[Country, ...]

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """The names of all cards, by number."""
        return (*(card.id for card in self.politician), *(card.id for card in self.joker))

    @cached_property
    def number(self) -> dict[str, int]:
        """The number of each card, by name."""
        return {id: number for number, id in enumerate(self.ids)}

    @cached_property
    def votes(self) -> tuple[int, ...]:
        """The votes of each card."""
        return (*(card.votes for card in self.politician), *(card.votes for card in self.joker))

    @cached_property
    def party(self) -> tuple[int, ...]:
        """The party of each politician; -1 for jokers."""
        return (*(PARTIES.index(card.party) for card in self.politician), *(-1 for _ in self.joker))

    @cached_property
    def accepts(self) -> tuple[int, ...]:
        """The parties that each card accepts, as a set of bits; jokers accept all."""
        sets = [sum(1 << PARTIES.index(party) for party in card.accepts) for card in self.politician]
        return (*sets, *(127 for _ in self.joker))

    @cached_property
    def lays(self) -> tuple[tuple[Lay, ...], ...]:
        """The moves that play each card: a politician for its own party, a joker for any."""
        politicians = ((Lay(card.id),) for card in self.politician)
        jokers = (tuple(Lay(card.id, party) for party in PARTIES) for card in self.joker)
        return (*politicians, *jokers)

    @cached_property
    def first_joker(self) -> int:
        """The number of the first joker."""
        return len(self.politician)

    @cached_property
    def actions(self) -> tuple[int, ...]:
        """How many there are of each action."""
        return msgspec.structs.astuple(self.action)

    @cached_property
    def countries(self) -> dict[str, Country]:
        """The countries by name."""
        return {country.id: country for country in self.country}

    def pack_size(self, players: int) -> int:
        """The number of the first card that was not dealt as a politician."""
        return self.first_joker + (3 if players in (7, 9) else 0)

    def packs(self, players: int) -> tuple[list[int], list[int], list[int]]:
        """For so many players: the pack of politicians, the jokers among the actions, and the count of each action.

        With 7 and 9 the three jokers of 5 join the politicians and the other two leave the game; but with 7 one of
        them stays, for 21 actions are to be dealt and there are 20.
        """
        politicians = list(range(self.first_joker))
        jokers = list(range(self.first_joker, len(self.ids)))
        if players in (7, 9):
            politicians += jokers[:3]
            jokers = jokers[3:4] if players == 7 else []
        return politicians, jokers, list(self.actions)

    def problems(self) -> list[str]:
        """The points in which the box does not agree with the rulebook, as sentences."""
        found: list[str] = []

        def must(holds: bool, otherwise: str) -> None:
            if not holds:
                found.append(otherwise)

        must(len(self.politician) == 60, f"there are 60 politicians, not {len(self.politician)}")
        must(len(self.joker) == 5, f"there are 5 jokers, not {len(self.joker)}")
        fives = [joker.votes == 5 for joker in self.joker]
        must(fives == [True] * 3 + [False] * 2, "three jokers are worth 5, and come before the two others")
        wanted = Actions(7, 4, 4, 2, 3)
        must(self.action == wanted, f"there must be {wanted}, not {self.action}")
        must(len(self.country) == 15, f"there are 15 countries, not {len(self.country)}")
        total = sum(country.cards for country in self.country)
        must(43 <= total <= 45, f"the countries' cards add up to 43, 44 or 45, not {total}: see the deal table")
        found += boxes.duplicate_ids([*self.ids, *(country.id for country in self.country)])
        for card in self.politician:
            must(card.party in PARTIES, f"{card.id}: “{card.party}” is no party: {', '.join(PARTIES)}")
            for party in card.accepts:
                must(party in PARTIES and party != card.party, f"{card.id} cannot accept “{party}”")
        held = {card.party for card in self.politician}
        must(len(held & set(PARTIES)) == 7, "every party has politicians")
        return found
