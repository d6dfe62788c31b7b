"""The effects of cards as short texts: for the hand, the last event and the summary table."""

from __future__ import annotations

from typing import Any, Final

from ludotheque.engine.words import Catalogue, say
from ludotheque.games.politico.box import BARAKA, Attack, Box, Defence, Happening
from ludotheque.games.politico.browser_data import answered_attacks

MARKS: Final = ("falls", "personal", "exposed", "ignores_union")
"""Properties that only some attacks have."""


def attack_facts(card: Attack, words: Catalogue) -> list[str]:
    """The effects of an attack that is not answered: losses, gains and special properties."""
    facts = []
    if card.points:
        facts.append(_fact(words, "points", points=_signed(-card.points)))
    if card.gain:
        facts.append(_fact(words, "gain", points=_signed(card.gain)))
    if card.deputies:
        facts.append(_fact(words, "deputies", deputies=card.deputies))
    return facts + [_fact(words, mark) for mark in MARKS if getattr(card, mark)]


def defence_facts(card: Defence, words: Catalogue) -> list[str]:
    """The effects of a defence for the attacker, its player and its lender."""
    if card.id == BARAKA:
        return [_fact(words, "answers_all")]
    facts = []
    if card.penalty:
        facts.append(_fact(words, "penalty", points=_signed(-card.penalty)))
    if card.reward:
        facts.append(_fact(words, "reward", points=_signed(card.reward)))
    if card.loan:
        facts.append(_fact(words, "loan", deputies=_signed(card.loan)))
    return facts


def event_facts(event: Happening, words: Catalogue) -> list[str]:
    """The seats that an event concerns, and its effects."""
    facts = [_fact(words, "event_falls")] if event.falls else []
    for effect in event.effects:
        if effect.points:
            facts.append(_fact(words, "effect_points", who=effect.who, points=_signed(effect.points)))
        if effect.deputies:
            facts.append(_fact(words, "effect_deputies", who=effect.who, deputies=_signed(effect.deputies)))
    if event.draw:
        facts.append(_fact(words, "draw", count=event.draw))
    return facts


def trump_facts(box: Box, card: str, words: Catalogue) -> list[str]:
    """The effects of a trump in hand."""
    number = box.number[card]
    attack, defence = box.attacks[number], box.defences.get(number)
    if attack is not None:
        return [*attack_facts(attack, words), _fact(words, "answer", card=attack.defence)]
    if defence is None:
        return [str(words["card_help"][card])]
    against = [] if card == BARAKA else [_fact(words, "answers", cards=answered_attacks(box, card))]
    return [*against, *defence_facts(defence, words)]


def summary_rows(box: Box, words: Catalogue) -> tuple[list[list[str]], list[list[str]]]:
    """The summary table printed in the box, in rows: every attack with its answer, every defence."""
    heads, names = words["text"]["column"], words["card"]
    attacks = [[heads[name] for name in ("attack", "count", "answer", "target", "attacker", "deputies", "marks")]]
    for card in box.attack:
        marks = [words["text"]["mark"][name] for name in MARKS if getattr(card, name)]
        figures = (_signed(-card.points), _signed(card.gain), str(card.deputies))
        attacks.append([names[card.id], str(card.count), names[card.defence], *figures, ", ".join(marks)])
    defences = [[heads[name] for name in ("defence", "count", "attacker", "own", "loan")]]
    for green in box.defence:
        figures = (_signed(-green.penalty), _signed(green.reward), _signed(green.loan))
        defences.append([names[green.id], str(green.count), *figures])
    return attacks, defences


def _fact(words: Catalogue, key: str, **args: Any) -> str:
    return say(words, f"fact.{key}", args)


def _signed(number: int) -> str:
    return f"+{number}" if number > 0 else f"−{-number}" if number else "0"
