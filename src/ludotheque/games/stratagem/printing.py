"""What the box prints: each party's options and actions, the common cards, the mats, the palace and the tokens."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Any

from ludotheque.engine.printed_box import Deck, PrintedBox
from ludotheque.engine.words import read_words, say
from ludotheque.games.stratagem.box import TOKENS, Box, Common, Effect, Option, Party
from ludotheque.games.stratagem.browser_data import names

Words = dict[str, Any]


def printed_box(box: Box, lang: str, path: Path | None = None) -> PrintedBox:
    """What the box prints in a language, or what a host's own does."""
    box = box if path is None else Box.load(path)
    words = {**read_words(files(__package__).joinpath("words"), lang)}
    for table, entries in names(box, lang).items():
        words[table] = {**entries, **words.get(table, {})}
    own = read_words(files(__package__).joinpath("print"), lang)["deck"]
    parties = tuple(
        Deck(
            party.id,
            getattr(party.title, lang),
            (*_options(box, number, words, lang), *_actions(box, party, words, lang)),
        )
        for number, party in enumerate(box.party)
    )
    common = Deck("common", own["common"], tuple(_common(box, card, words, lang) for card in box.common))
    tokens = Deck("token", own["token"], ({"count": TOKENS},), 19.5, 19.5)
    return PrintedBox(
        parts=("cover", "cards", "board", "mats", "pieces", "pads", "reference", "rulebook"),
        contents=(
            *((deck.size, deck.title) for deck in parties),
            (common.size, own["common"]),
            (TOKENS, own["token"]),
            (len(parties), own["mat"]),
        ),
        decks=(*parties, common, tokens),
        sheets={
            "themes": [{"id": theme.id, "title": getattr(theme.title, lang)} for theme in box.theme],
            "parties": [_party(box, party, words, lang) for party in box.party],
            "actions": [
                {
                    "id": action.id,
                    "title": getattr(action.title, lang),
                    "supports": list(action.supports),
                    "percent": _percent("effect.action", action.percent, words) if action.percent else "",
                }
                for action in box.action
            ],
            "supports": words["mat"]["supports"]["title"],
            "common_back": own["common_back"],
        },
    )


def _percent(key: str, percent: int, words: Words) -> str:
    return say(words, key, {"percent": percent})


def _options(box: Box, party: int, words: Words, lang: str) -> list[dict[str, Any]]:
    """The options that a party owns: all but those that its doctrine rejects."""
    return [
        {
            "count": 1,
            "kind": "option",
            "id": option.id,
            "theme": box.theme[number // 2].id,
            "theme_name": getattr(box.theme[number // 2].title, lang),
            "title": getattr(option.title, lang),
            "text": getattr(option.text, lang),
            "signs": _signs(option, party, words),
            "backers": [_backer(card, lang) for place, card in enumerate(box.common) if number in box.demands[place]],
            "backers_title": words["mat"]["backers"],
            "backers_none": words["mat"]["backers_none"],
        }
        for number, option in enumerate(box.options)
        if number not in box.denied[party]
    ]


def _signs(option: Option, party: int, words: Words) -> list[list[Any]]:
    rated = (("opinion", option.opinion), ("members", option.members[party]))
    return [[words["mat"]["signs"][who], words["signs"][str(signs)], signs] for who, signs in rated]


def _backer(card: Common, lang: str) -> dict[str, Any]:
    return {"mark": card.mark, "strength": card.strength, "name": getattr(card.title, lang)}


def _actions(box: Box, party: Party, words: Words, lang: str) -> list[dict[str, Any]]:
    return [
        {
            "count": 1,
            "kind": "action",
            "id": action.id,
            "number": number,
            "title": getattr(action.title, lang),
            "text": getattr(action.text, lang),
            "supports": list(action.supports),
            "percent": _percent("effect.action", action.percent, words) if action.percent else "",
        }
        for number, action in enumerate(box.action, 1)
    ]


def _common(box: Box, card: Common, words: Words, lang: str) -> dict[str, Any]:
    effects = [_effect(card, effect, words) for effect in card.effects]
    if card.percent:
        effects.append(_percent("effect.support", card.percent, words))
    return {
        "count": 1,
        "id": card.id,
        "family": card.family,
        "family_name": words["family"][card.family],
        "title": getattr(card.title, lang),
        "text": getattr(card.text, lang),
        "mark": card.mark,
        "strength": card.strength,
        "demands": [say(words, "mat.demands", {"option": words["plank"][id]}) for id in card.demands],
        "effects": effects,
    }


def _effect(card: Common, effect: Effect, words: Words) -> str:
    if effect.option is not None:
        key = "effect.showing_skip" if effect.skip else "effect.showing"
        return say(words, key, {"option": effect.option, "percent": effect.percent})
    who = "player" if card.family == "secret" and effect.who == "drawer" else effect.who
    return say(words, "effect.skip" if effect.skip else "effect.percent", {"who": who, "percent": effect.percent})


def _party(box: Box, party: Party, words: Words, lang: str) -> dict[str, Any]:
    return {
        "id": party.id,
        "title": getattr(party.title, lang),
        "motto": words["party_help"].get(party.id, ""),
        "denied": say(words, "mat.beginning.denied", {"options": [words["plank"][id] for id in party.denied]}),
    }
