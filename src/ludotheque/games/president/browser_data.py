"""The box as data for the browser, and the names in it for sentences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludotheque.games.president.box import PARTIES, UNIT, VOTES, Box


def browser_data(box: Box) -> dict[str, Any]:
    """What is printed on the map and the cards. The sources of the numbers are not printed, so they are left out."""
    return {
        "parties": PARTIES,
        "votes": VOTES * UNIT,
        "departments": [department.printed() for department in box.department],
        "cards": [card.printed() for card in box.campaign],
    }


def names(box: Box, lang: str) -> Mapping[str, Mapping[str, str]]:
    """The names of departments by code, and those printed on campaign cards."""
    return {
        "department": {department.code: department.name for department in box.department},
        "card": {card.id: getattr(card.title, lang) for card in box.campaign},
    }
