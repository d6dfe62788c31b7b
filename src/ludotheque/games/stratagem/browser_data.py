"""The box as data for the browser, and the names in it for sentences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from ludotheque.games.stratagem.box import TOKENS, Box


def browser_data(box: Box) -> dict[str, Any]:
    """What is printed on the mat and the cards, in the order of the box. The sources of cards are not printed.

    Options list the supports that demand them, as their cards do: the numbers of those supports, secret ones too.
    """
    return {
        "tokens": TOKENS,
        "themes": [{"id": theme.id, "title": msgspec.to_builtins(theme.title)} for theme in box.theme],
        "options": [
            {**option.printed(), "theme": number // 2, "demanded": _demanded(box, number)}
            for number, option in enumerate(box.options)
        ],
        "parties": [party.printed() for party in box.party],
        "actions": [action.printed() for action in box.action],
        "cards": [card.printed() for card in box.common],
    }


def _demanded(box: Box, option: int) -> list[str]:
    """The supports that demand an option."""
    return [card.id for number, card in enumerate(box.common) if option in box.demands[number]]


def names(box: Box, lang: str) -> Mapping[str, Mapping[str, str]]:
    """The names printed in the box, by id. An option is a plank of a programme."""
    cards = {card.id: getattr(card.title, lang) for card in box.common}
    return {
        "theme": {theme.id: getattr(theme.title, lang) for theme in box.theme},
        "plank": {option.id: getattr(option.title, lang) for option in box.options},
        "party": {party.id: getattr(party.title, lang) for party in box.party},
        "action": {action.id: getattr(action.title, lang) for action in box.action},
        "card": cards,
        "reason": cards,
    }
