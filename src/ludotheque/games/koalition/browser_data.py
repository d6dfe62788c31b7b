"""The box as data for the browser, with the printed deal table, and the names for sentences."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from ludotheque.engine.words import read_words, say
from ludotheque.games.koalition.box import ACTIONS, DEAL, LEAST_DEALS, PARTIES, Box


def browser_data(box: Box) -> dict[str, Any]:
    """What is printed on the cards. The sources of the numbers are not printed, so they are left out."""
    return {
        "parties": PARTIES,
        "politicians": [card.printed() for card in box.politician],
        "jokers": [card.printed() for card in box.joker],
        "actions": dict(zip(ACTIONS, box.actions, strict=True)),
        "countries": [country.printed() for country in box.country],
        "deal": [
            {"players": players, "politicians": cards, "actions": actions, "deals": LEAST_DEALS[players]}
            for players, (cards, actions) in DEAL.items()
        ],
    }


def names(box: Box, lang: str) -> Mapping[str, Mapping[str, str]]:
    """The name of each card with its votes, and of each seat's share of each party."""
    politicians = {card.id: f"{card.name} ({card.votes})" for card in box.politician}
    joker = read_words(files(__package__).joinpath("words"), lang)["mat"]["a_joker"]
    jokers = {card.id: f"{joker} ({card.votes})" for card in box.joker}
    return {"card": {**politicians, **jokers}, "the_party": _shares(lang)}


@cache
def _shares(lang: str) -> Mapping[str, str]:
    """The name in a sentence of a player's share in a party without a leader, by its label."""
    words = read_words(files(__package__).joinpath("words"), lang)
    said = {
        f"{party}:{seat}": say(words, "mat.share", {"party": party, "who": name})
        for party in PARTIES
        for seat, name in words["seat"].items()
    }
    return {label: name[:1].lower() + name[1:] for label, name in said.items()}
