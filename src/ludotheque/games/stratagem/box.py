"""The box: themes and options, parties, actions and the fifty common cards, as data that a host may replace.

Options are numbered two to a theme: ``2 * theme`` and ``2 * theme + 1`` are contrary. Common cards are numbered in
the order of the file: supports, secrets, opinions, events.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache, cached_property
from typing import Annotated, Any, Final, Literal, NamedTuple

from msgspec import Meta

from ludotheque.engine import boxes
from ludotheque.engine.boxes import CardText, Part

PARTIES: Final = ("popular", "democrat", "conservative", "nationalist")
"""The parties, clockwise around the mat."""
THEMES: Final = 7
TOKENS: Final = 100
COMMON: Final = 50
SUPPORTS: Final = 12
SECRET_SUPPORTS: Final = 3
COUP, STRIKE, DICTATORSHIP, UPRISING = "coup", "strike", "dictatorship", "uprising"
ACTIONS: Final = (COUP, STRIKE, DICTATORSHIP, UPRISING)
STRENGTHS: Final = "CBA"
"""The strengths, weakest first."""

Id = Annotated[str, Meta(pattern="^[a-z][a-z-]*$", max_length=24)]
Signs = Annotated[int, Meta(ge=-3, le=3)]
Percent = Annotated[int, Meta(ge=-5, le=5)]
Strength = Literal["A", "B", "C"]
Who = Literal[
    "drawer", "others", "showing", "leader", "last", "best-rated", "worst-rated", "best-loved", "worst-loved",
    "supported", "unsupported", "target"
]  # fmt: skip


class Option(Part, frozen=True):
    """An OPTION: its ratings with public opinion, and with the members of each party, as signs."""

    id: Id
    title: CardText
    text: CardText
    opinion: Signs = 0
    members: tuple[Signs, Signs, Signs, Signs] = (0, 0, 0, 0)
    """In the order of the parties."""


class Theme(Part, frozen=True):
    """A theme and its two contrary options."""

    id: Id
    title: CardText
    option: tuple[Option, Option]


class Party(Part, frozen=True):
    """A party, and the two options that its doctrine rejects."""

    id: Id
    title: CardText
    denied: tuple[Id, Id]


class Action(Part, frozen=True):
    """An ACTION: the supports it needs by their least strength, and its cost or gain, per adversary."""

    id: Id
    title: CardText
    text: CardText
    supports: tuple[Strength, ...]
    percent: Percent = 0


class Appeal(NamedTuple):
    """How the options of a mat are liked, as signs: by public opinion, and by the members of each party."""

    opinion: int
    pluses: int
    """Of public opinion, the + signs alone."""
    members: tuple[int, ...]


class Effect(Part, frozen=True):
    """The effect of a card: per cent per adversary, or the loss of a turn."""

    who: Who
    option: Id | None = None
    """The option that concerned players show."""
    percent: Percent = 0
    skip: bool = False


class Common(Part, frozen=True):
    """A common card. Supports have a mark, a strength and demands; the others have effects."""

    id: Id
    family: Literal["support", "secret", "opinion", "event"]
    title: CardText
    text: CardText
    mark: Annotated[str, Meta(max_length=12)] | None = None
    strength: Strength | None = None
    demands: tuple[Id, ...] = ()
    percent: Percent = 0
    """Per cent for the player who accepts a support."""
    effects: tuple[Effect, ...] = ()
    provenance: Literal["reconstructed"] = "reconstructed"


class Box(boxes.Box, frozen=True):
    """Everything in the box."""

    theme: tuple[Theme, ...]
    party: tuple[Party, ...]
    action: tuple[Action, ...]
    common: tuple[Common, ...]

    @cached_property
    def options(self) -> tuple[Option, ...]:
        """All options by number."""
        return tuple(option for theme in self.theme for option in theme.option)

    @cached_property
    def number(self) -> dict[str, int]:
        """The number of each option."""
        return {option.id: number for number, option in enumerate(self.options)}

    @cached_property
    def denied(self) -> tuple[frozenset[int], ...]:
        """The options that each party does not own."""
        return tuple(frozenset(self.number[id] for id in party.denied) for party in self.party)

    @cached_property
    def mats(self) -> tuple[dict[Any, Any], ...]:
        """Cache of the moves that each mat of each party allows (see ``choices``)."""
        return tuple({} for _ in PARTIES)

    @cached_property
    def appeal(self) -> Callable[[tuple[int, ...]], Appeal]:
        """How the options of a mat are liked; computed once for each mat."""
        return cache(self._appeal)

    def _appeal(self, mat: tuple[int, ...]) -> Appeal:
        shown = [self.options[2 * theme + side] for theme, side in enumerate(mat) if side >= 0]
        return Appeal(
            sum(option.opinion for option in shown),
            sum(max(0, option.opinion) for option in shown),
            tuple(sum(option.members[party] for option in shown) for party in range(len(PARTIES))),
        )

    @cached_property
    def cards(self) -> dict[str, int]:
        """The number of each common card."""
        return {card.id: number for number, card in enumerate(self.common)}

    @cached_property
    def marks(self) -> tuple[str | None, ...]:
        """The mark of each common card."""
        return tuple(card.mark for card in self.common)

    @cached_property
    def aimed(self) -> tuple[bool, ...]:
        """Whether each common card is played against a player."""
        return tuple(any(effect.who == "target" for effect in card.effects) for card in self.common)

    @cached_property
    def demands(self) -> tuple[tuple[int, ...], ...]:
        """The options that each common card demands."""
        return tuple(tuple(self.number[id] for id in card.demands) for card in self.common)

    @cached_property
    def strengths(self) -> tuple[int, ...]:
        """The strength of each common card: 1 for C to 3 for A, 0 for none."""
        return tuple(0 if card.strength is None else 1 + STRENGTHS.index(card.strength) for card in self.common)

    @cached_property
    def needs(self) -> tuple[tuple[int, ...], ...]:
        """For each action the strengths it needs, strongest first."""
        return tuple(
            tuple(sorted((1 + STRENGTHS.index(strength) for strength in action.supports), reverse=True))
            for action in self.action
        )

    def problems(self) -> Iterator[str]:
        """The points in which the box does not agree with the rulebook, as sentences."""
        if len(self.theme) != THEMES:
            yield f"there are {THEMES} themes, not {len(self.theme)}"
        if tuple(party.id for party in self.party) != PARTIES:
            yield f"the parties are {', '.join(PARTIES)}, in this order"
        if tuple(action.id for action in self.action) != ACTIONS:
            yield f"the actions are {', '.join(ACTIONS)}, in this order"
        yield from boxes.duplicate_ids([*(option.id for option in self.options), *(card.id for card in self.common)])
        for party in self.party:
            if not all(id in self.number for id in party.denied):
                yield f"{party.id} is denied an option that there is not"
            elif len({self.number[id] // 2 for id in party.denied}) != 2:
                yield f"{party.id} is denied options of two different themes"
        if len(self.common) != COMMON:
            yield f"there are {COMMON} common cards, not {len(self.common)}"
        families = Counter(card.family for card in self.common)
        if families["support"] != SUPPORTS:
            yield f"there are {SUPPORTS} supports, not {families['support']}"
        order = ("support", "secret", "opinion", "event")
        if [card.family for card in self.common] != sorted((c.family for c in self.common), key=order.index):
            yield f"the common cards come in the order {', '.join(order)}"
        secret = sum(card.family == "secret" and card.strength is not None for card in self.common)
        if secret != SECRET_SUPPORTS:
            yield f"there are {SECRET_SUPPORTS} secret supports, not {secret}"
        for card in self.common:
            yield from _card_problems(self, card)


def _card_problems(box: Box, card: Common) -> Iterator[str]:
    for id in (*card.demands, *(effect.option for effect in card.effects if effect.option is not None)):
        if id not in box.number:
            yield f"{card.id}: “{id}” is no option"
    if (card.strength is None) != (card.mark is None):
        yield f"{card.id}: a support has a mark and a strength"
    if card.family == "support" and card.strength is None:
        yield f"{card.id}: a support has a mark and a strength"
    if card.strength is not None and len(card.demands) not in (1, 2):
        yield f"{card.id}: a support demands one or two options"
    if card.strength is None and not card.effects:
        yield f"{card.id}: a card that is no support does something"
    for effect in card.effects:
        if (effect.who == "showing") != (effect.option is not None):
            yield f"{card.id}: an effect on those who show an option names it, and no other does"
        if effect.who == "target" and card.family != "secret":
            yield f"{card.id}: only a secret is played against a player"
