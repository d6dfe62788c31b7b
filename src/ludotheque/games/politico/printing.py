"""What the box prints: trumps, events and plaques, the government's mat, score sheets and the table of answers."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Any

from ludotheque.engine.printed_box import Deck, PrintedBox
from ludotheque.engine.words import read_words, say
from ludotheque.games.politico.box import BLANKS, CENSURE, PM, PREMIERS, SPECIAL, Attack, Box, Defence, Happening
from ludotheque.games.politico.browser_data import answered_attacks, names

Words = dict[str, Any]


def printed_box(box: Box, lang: str, path: Path | None = None) -> PrintedBox:
    """What the box prints in a language, or what a host's own does."""
    box = box if path is None else Box.load(path)
    words = {**read_words(files(__package__).joinpath("words"), lang)}
    for table, entries in names(box, lang).items():
        words[table] = {**entries, **words.get(table, {})}
    own = read_words(files(__package__).joinpath("print"), lang)["deck"]
    trumps = Deck("trump", own["trump"], tuple(_trumps(box, words, lang)))
    events = Deck("event", own["event"], tuple(_events(box, words, lang)))
    plaques = Deck("plaque", own["plaque"], tuple(_plaques(box, own)), 63, 44)
    return PrintedBox(
        parts=("cover", "cards", "mats", "pads", "reference", "rulebook"),
        contents=((len(box.plaques), own["plaque"]), (sum(box.counts), own["trump"]), (events.size, own["event"])),
        decks=(trumps, events, plaques),
        sheets={
            "answers": [_answer(box, card, words, lang) for card in box.attack],
            "head": [words["mat"]["parades"][name] for name in ("attack", "effect", "defence", "brings")],
            "answers_title": words["mat"]["parades"]["title"],
            "notes": [words["mat"]["parades"][name] for name in ("baraka", "army", "special")],
            "back": {"trump": own["trump_back"], "event": own["event_back"], "plaque": own["plaque_back"]},
        },
    )


def _signed(value: int) -> str:
    return f"−{-value}" if value < 0 else f"+{value}"


def _trumps(box: Box, words: Words, lang: str) -> list[dict[str, Any]]:
    premiers = _special(PM, PREMIERS, words)
    red = [
        {
            "count": card.count,
            "colour": "red",
            "id": card.id,
            "kind": words["mat"]["kind"]["red"],
            "title": getattr(card.title, lang),
            "text": getattr(card.text, lang),
            "facts": _attack_facts(card, words),
            "answer": say(words, "fact.answer", {"card": card.defence}),
            "personal": card.personal,
        }
        for card in box.attack
    ]
    green = [
        {
            "count": card.count,
            "colour": "green",
            "id": card.id,
            "kind": words["mat"]["kind"]["green"],
            "title": getattr(card.title, lang),
            "text": getattr(card.text, lang),
            "facts": _defence_facts(box, card, words),
            "answer": "",
            "personal": False,
        }
        for card in box.defence
    ]
    specials = [_special(id, count, words) for id, count in SPECIAL.items()]
    return [premiers, *red, *green, *specials]


def _special(id: str, count: int, words: Words) -> dict[str, Any]:
    return {
        "count": count,
        "colour": "blue",
        "id": id,
        "kind": words["mat"]["kind"]["blue"],
        "title": words["card"][id],
        "text": "",
        "facts": [say(words, f"mat.special.{id}")],
        "answer": say(words, f"mat.brief.{id}") if id != CENSURE else "",
        "personal": False,
    }


def _attack_facts(card: Attack, words: Words) -> list[str]:
    return [
        *([say(words, "fact.points", {"points": _signed(-card.points)})] if card.points else []),
        *([say(words, "fact.deputies", {"deputies": card.deputies})] if card.deputies else []),
        *([say(words, "fact.gain", {"points": _signed(card.gain)})] if card.gain else []),
        *(
            say(words, f"fact.{mark}")
            for mark in ("falls", "personal", "exposed", "ignores_union")
            if getattr(card, mark)
        ),
    ]


def _defence_facts(box: Box, card: Defence, words: Words) -> list[str]:
    answers = answered_attacks(box, card.id)
    all_of_them = len(answers) == len(box.attack)
    return [
        say(words, "fact.answers_all") if all_of_them else say(words, "fact.answers", {"cards": answers}),
        *([say(words, "fact.penalty", {"points": _signed(-card.penalty)})] if card.penalty else []),
        *([say(words, "fact.reward", {"points": _signed(card.reward)})] if card.reward else []),
        *([say(words, "fact.loan", {"deputies": _signed(card.loan)})] if card.loan else []),
    ]


def _events(box: Box, words: Words, lang: str) -> list[dict[str, Any]]:
    found = [
        {
            "count": 1,
            "id": card.id,
            "title": getattr(card.title, lang),
            "text": getattr(card.text, lang),
            "facts": _effects(card, words),
        }
        for card in box.event
    ]
    blank = {"count": BLANKS, "title": words["happening"]["None"], "text": words["happening_text"]["None"], "facts": []}
    return [*found, blank]


def _effects(event: Happening, words: Words) -> list[str]:
    found = [say(words, "fact.event_falls")] if event.falls else []
    for effect in event.effects:
        facts = {"who": effect.who, "points": _signed(effect.points), "deputies": _signed(effect.deputies)}
        if effect.points and effect.deputies:
            found.append(say(words, "fact.effect_both", facts))
        elif effect.points or effect.deputies:
            found.append(say(words, "fact.effect_points" if effect.points else "fact.effect_deputies", facts))
    if event.draw:
        found.append(say(words, "fact.draw", {"count": event.draw}))
    return found


def _plaques(box: Box, own: Words) -> list[dict[str, Any]]:
    return [
        {"count": box.plaques.count(deputies), "deputies": deputies, "name": own["deputies"]}
        for deputies in sorted(set(box.plaques))
    ]


def _answer(box: Box, card: Attack, words: Words, lang: str) -> dict[str, Any]:
    """A line of the table of attacks and their answers."""
    defence = box.defences[box.number[card.defence]]
    brief, table = words["mat"]["brief"], words["mat"]["parades"]

    def filled(text: str, value: int) -> str:
        return say({"it": text}, "it", {"points": _signed(value), "deputies": _signed(value)})

    costs = [
        *([filled(brief["points"], -card.points)] if card.points else []),
        *([filled(brief["deputies"], -card.deputies)] if card.deputies else []),
        *([filled(table["gain"], card.gain)] if card.gain else []),
        *([brief["falls"]] if card.falls else []),
        *([table["exposed"]] if card.exposed else []),
        *([words["fact"]["ignores_union"]] if card.ignores_union else []),
    ]
    brings = [
        *([filled(table["penalty"], -defence.penalty)] if defence.penalty else []),
        *([filled(table["reward"], defence.reward)] if defence.reward else []),
        *([filled(table["loan"], defence.loan)] if defence.loan else []),
    ]
    return {
        "attack": getattr(card.title, lang),
        "count": card.count,
        "personal": card.personal,
        "costs": ", ".join(cost[:1].lower() + cost[1:] for cost in costs),
        "defence": getattr(defence.title, lang),
        "defences": defence.count,
        "brings": ", ".join(gain[:1].lower() + gain[1:] for gain in brings),
    }
