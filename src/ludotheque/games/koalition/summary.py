"""The box as data for the browser: every card and country, and the deal table that each player has in print."""

from __future__ import annotations

from typing import Any

import msgspec

from ludotheque.games.koalition.box import ACTIONS, DEAL, LEAST_DEALS, PARTIES, Box


def summary(box: Box) -> dict[str, Any]:
    """What is printed on the cards. Where a number comes from is not printed, so it stays out."""
    return {
        "parties": PARTIES,
        "politicians": [_printed(card) for card in box.politician],
        "jokers": [_printed(card) for card in box.joker],
        "actions": dict(zip(ACTIONS, box.actions, strict=True)),
        "countries": [_printed(country) for country in box.country],
        "deal": [
            {"players": players, "politicians": cards, "actions": actions, "deals": LEAST_DEALS[players]}
            for players, (cards, actions) in DEAL.items()
        ],
    }


def _printed(card: msgspec.Struct) -> dict[str, Any]:
    return {name: value for name, value in msgspec.to_builtins(card).items() if name != "provenance"}
