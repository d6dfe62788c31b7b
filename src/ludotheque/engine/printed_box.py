"""What a box prints: its decks of cards, and the data of its boards, mats, pads and reference sheets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec

PARTS: Final = ("cover", "cards", "board", "mats", "pieces", "pads", "reference", "rulebook")
"""The parts of a printed box, in the order of its pages. Each game has some of them."""


class Deck(msgspec.Struct, frozen=True):
    """Cards of one size with the same back."""

    id: str
    title: str
    cards: tuple[Mapping[str, Any], ...]
    """What each kind of card shows, with ``count``: how many of it the box has."""
    width: float = 63
    """In millimetres."""
    height: float = 88

    @property
    def size(self) -> int:
        """The number of cards."""
        return sum(card["count"] for card in self.cards)


class PrintedBox(msgspec.Struct, frozen=True):
    """Everything that is printed of a box, in one language."""

    parts: tuple[str, ...]
    contents: tuple[tuple[int, str], ...]
    """What the box holds, for its cover: numbers and names."""
    decks: tuple[Deck, ...] = ()
    sheets: Mapping[str, Any] = {}
    """What the game's own templates draw besides cards."""
