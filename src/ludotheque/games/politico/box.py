"""The box: plaques, trumps and events, as data that a host may replace.

Trumps of a kind are all alike, so a hand is a count of each kind. Kinds are numbered: PREMIER MINISTRE, the attacks
and the defences in the order of the file, then the four special kinds.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Annotated, Final, Literal

from msgspec import Meta

from ludotheque.engine import boxes
from ludotheque.engine.boxes import CardText, Part
from ludotheque.games.politico.moves import Discard

PM, CENSURE, ARMY, PROVIDENTIAL, UNION = "pm", "censure", "army", "providential", "union"
BARAKA: Final = "baraka"
SPECIAL: Final = {CENSURE: 4, ARMY: 4, PROVIDENTIAL: 1, UNION: 1}
PREMIERS: Final = 9
ATTACKS: Final = 36
DEFENCES: Final = 25
PLAQUES: Final = 24
EVENTS: Final = 46
BLANKS: Final = 39

Id = Annotated[str, Meta(pattern="^[a-z][a-z-]*$", max_length=20)]
Small = Annotated[int, Meta(ge=0, le=100)]
Change = Annotated[int, Meta(ge=-100, le=100)]
Provenance = Literal["printed", "reconstructed"]
Who = Literal["drawer", "pm", "members", "government", "opposition", "largest", "smallest", "everybody"]


class Attack(Part, frozen=True):
    """A red card: what the target loses if there is no answer, and what the attacker gains."""

    id: Id
    count: Annotated[int, Meta(ge=1, le=36)]
    defence: Id
    title: CardText
    text: CardText
    points: Small = 0
    """Points that the target loses."""
    deputies: Small = 0
    """Deputies that go from the target to the attacker."""
    gain: Small = 0
    """Points that the attacker gains."""
    falls: bool = False
    """If the target is in the government it falls, with the penalties of a fall in place of these."""
    personal: bool = False
    """Marked P: no defence may be lent."""
    exposed: bool = False
    """It stays before its target, who may enter no government until the end of their next turn."""
    ignores_union: bool = False
    provenance: Provenance = "reconstructed"


class Defence(Part, frozen=True):
    """A green card, which answers attacks, and its effects."""

    id: Id
    count: Annotated[int, Meta(ge=1, le=25)]
    title: CardText
    text: CardText
    penalty: Small = 0
    """Points that the attacker loses."""
    reward: Small = 0
    """Points for a target who answers with a card of their own."""
    loan: Small = 0
    """Deputies that go from the target to the lender."""
    provenance: Provenance = "reconstructed"


class Effect(Part, frozen=True):
    """What an event does to one or more seats."""

    who: Who
    points: Change = 0
    deputies: Change = 0


class Happening(Part, frozen=True):
    """An event. With ``falls`` the government falls, without other penalties than the effects."""

    id: Id
    title: CardText
    text: CardText
    effects: tuple[Effect, ...] = ()
    falls: bool = False
    draw: Annotated[int, Meta(ge=0, le=2)] = 0
    """Trumps that the player who has drawn the event draws besides."""
    provenance: Provenance = "reconstructed"


class Special(Part, frozen=True):
    """The names of the special cards."""

    pm: CardText
    censure: CardText
    army: CardText
    providential: CardText
    union: CardText


class Box(boxes.Box, frozen=True):
    """Everything in the box."""

    plaques: tuple[Annotated[int, Meta(ge=0, le=100, multiple_of=5)], ...]
    attack: tuple[Attack, ...]
    defence: tuple[Defence, ...]
    event: tuple[Happening, ...]
    special: Special

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        """The names of all kinds of trumps, by number."""
        return (PM, *(card.id for card in self.attack), *(card.id for card in self.defence), *SPECIAL)

    @cached_property
    def number(self) -> dict[str, int]:
        """The number of each kind, by name."""
        return {id: number for number, id in enumerate(self.kinds)}

    @cached_property
    def counts(self) -> tuple[int, ...]:
        """How many trumps there are of each kind."""
        red, green = (card.count for card in self.attack), (card.count for card in self.defence)
        return (PREMIERS, *red, *green, *SPECIAL.values())

    @cached_property
    def attacks(self) -> tuple[Attack | None, ...]:
        """The attack of each kind that is one."""
        return (None, *self.attack, *[None] * (len(self.defence) + len(SPECIAL)))

    @cached_property
    def red(self) -> range:
        """The kinds that are attacks."""
        return range(1, 1 + len(self.attack))

    @cached_property
    def discards(self) -> tuple[Discard, ...]:
        """The move that puts back a trump, by its kind."""
        return tuple(map(Discard, self.kinds))

    @cached_property
    def answers(self) -> tuple[int, ...]:
        """For each kind of attack the kind that answers it; -1 for the others."""
        return tuple(-1 if card is None else self.number[card.defence] for card in self.attacks)

    @cached_property
    def defences(self) -> dict[int, Defence]:
        """The defences by kind."""
        return {self.number[card.id]: card for card in self.defence}

    @cached_property
    def events(self) -> dict[str, Happening]:
        """The events by name."""
        return {event.id: event for event in self.event}

    def problems(self) -> Iterator[str]:
        """The points in which the box does not agree with the rulebook, as sentences."""
        if len(self.plaques) != PLAQUES:
            yield f"there are {PLAQUES} plaques, not {len(self.plaques)}"
        if sum(self.plaques) < 200:
            yield "all plaques together are worth 200 deputies at least"
        for name, cards, wanted in (("attacks", self.attack, ATTACKS), ("defences", self.defence, DEFENCES)):
            found = sum(card.count for card in cards)
            if found != wanted:
                yield f"there are {wanted} {name}, not {found}"
        if len(self.event) != EVENTS:
            yield f"there are {EVENTS} events besides the blank ones, not {len(self.event)}"
        yield from boxes.duplicate_ids([*self.kinds, *(event.id for event in self.event)])
        green = {card.id for card in self.defence}
        if BARAKA not in green:
            yield f"“{BARAKA}” is one of the defences"
        for card in self.attack:
            if card.defence not in green or card.defence == BARAKA:
                yield f"{card.id}: “{card.defence}” is no defence that answers an attack"
        if not any(card.ignores_union for card in self.attack):
            yield "one attack ignores UNION NATIONALE"
