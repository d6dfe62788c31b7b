"""The box as data for the browser: every card with its effects, the summary table, and the names for sentences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from ludotheque.games.politico.box import BARAKA, BLANKS, PREMIERS, SPECIAL, Box


def browser_data(box: Box) -> dict[str, Any]:
    """What is printed on plaques and cards. The sources of the numbers are not printed, so they are left out."""
    return {
        "kinds": box.kinds,
        "counts": box.counts,
        "plaques": box.plaques,
        "premiers": PREMIERS,
        "special": SPECIAL,
        "attacks": [card.printed() for card in box.attack],
        "defences": [{**card.printed(), "answers": answered_attacks(box, card.id)} for card in box.defence],
        "events": [event.printed() for event in box.event],
        "blanks": BLANKS,
    }


def answered_attacks(box: Box, defence: str) -> list[str]:
    """The attacks that a defence answers."""
    return [card.id for card in box.attack if defence in (card.defence, BARAKA)]


def names(box: Box, lang: str) -> Mapping[str, Mapping[str, str]]:
    """The names and texts printed on trumps and events."""
    red = {card.id: getattr(card.title, lang) for card in box.attack}
    green = {card.id: getattr(card.title, lang) for card in box.defence}
    special = {name: getattr(said, lang) for name, said in msgspec.structs.asdict(box.special).items()}
    return {
        "card": {**red, **green, **special},
        "happening": {event.id: getattr(event.title, lang) for event in box.event},
        "happening_text": {event.id: getattr(event.text, lang) for event in box.event},
    }
