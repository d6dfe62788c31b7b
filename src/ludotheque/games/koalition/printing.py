"""What the box prints: politicians, jokers, actions and countries, score sheets and the summary of each player."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from ludotheque.engine.printed_box import Deck, PrintedBox
from ludotheque.engine.words import read_words, say
from ludotheque.games.koalition.box import ACTIONS, DEAL, LEAST_DEALS, PARTIES, Box
from ludotheque.games.koalition.portraits import features_of

PRIZES: Final = ("first", "second", "third", "further", "card")


def printed_box(box: Box, lang: str, path: Path | None = None) -> PrintedBox:
    """What the box prints in a language, or what a host's own does."""
    box = box if path is None else Box.load(path)
    words = read_words(files(__package__).joinpath("words"), lang)
    own = read_words(files(__package__).joinpath("print"), lang)["deck"]
    hand = Deck("hand", own["hand"], (*_politicians(box, words), *_jokers(box, words), *_actions(box, words)))
    countries = Deck("country", own["country"], tuple(_country(country, words) for country in box.country))
    return PrintedBox(
        parts=("cover", "cards", "mats", "pads", "reference", "rulebook"),
        contents=(
            (len(box.politician), own["politician"]),
            (len(box.joker), own["joker"]),
            (sum(box.actions), own["action"]),
            (len(box.country), own["country"]),
        ),
        decks=(hand, countries),
        sheets={
            "parties": [_party(box, words, party) for party in PARTIES],
            "jokers": [joker.votes for joker in box.joker],
            "countries": [_country(country, words) for country in box.country],
            "actions": [
                {"id": id, "title": words["action"][id], "count": count, "help": words["action_help"][id]}
                for id, count in zip(ACTIONS, box.actions, strict=True)
            ],
            "prizes": [words["mat"]["country"][prize] for prize in PRIZES],
            "deal": [[players, *DEAL[players], LEAST_DEALS[players]] for players in DEAL],
            "summary": words["mat"]["summary"],
            "backs": {"hand": own["hand_back"], "country": own["country_back"]},
        },
    )


def _politicians(box: Box, words: dict[str, Any]) -> list[dict[str, Any]]:
    return [
        {
            "count": 1,
            "kind": "politician",
            "id": card.id,
            "name": card.name,
            "party": card.party,
            "party_name": words["party"][card.party],
            "votes": card.votes,
            "accepts": [party for party in PARTIES if party in card.accepts],
            "face": features_of(card.id, card.name),
        }
        for card in box.politician
    ]


def _jokers(box: Box, words: dict[str, Any]) -> list[dict[str, Any]]:
    name, anyone = say(words, "mat.joker"), words["mat"]["anyone"]
    return [
        {"count": 1, "kind": "joker", "id": card.id, "name": name, "anyone": anyone, "votes": card.votes}
        for card in box.joker
    ]


def _actions(box: Box, words: dict[str, Any]) -> list[dict[str, Any]]:
    return [
        {
            "count": count,
            "kind": "action",
            "id": id,
            "title": words["action"][id],
            "gloss": words["action_gloss"][id],
            "help": words["action_help"][id],
        }
        for id, count in zip(ACTIONS, box.actions, strict=True)
    ]


def _country(country: Any, words: dict[str, Any]) -> dict[str, Any]:
    return {
        "count": 1,
        "kind": "country",
        "id": country.id,
        "name": words["country"].get(country.id, country.id),
        "cards": country.cards,
        "laid": say(words, "mat.country.cards", {"cards": country.cards}),
        "prizes": [[words["mat"]["country"][prize], getattr(country, prize)] for prize in PRIZES],
    }


def _party(box: Box, words: dict[str, Any], party: str) -> dict[str, Any]:
    votes = sorted((card.votes for card in box.politician if card.party == party), reverse=True)
    return {"id": party, "name": words["party"][party], "votes": votes}
