"""Sentences from catalogues."""

from __future__ import annotations

import pytest

from ludotheque.engine.words import LANGUAGES, say, say_event
from ludotheque.games import UnknownGame, find
from ludotheque.games.stratego.moves import Fought

WORDS = {
    "the": {"L": "le maréchal", "C": "l’espionne"},
    "event": {"fought": {"by": "result", "won": "{attacker:the} bat {defender:the} en {to}."}},
    "plain": "bonjour {name}",
}


def test_placeholders_are_filled_and_words_looked_up() -> None:
    event = Fought(0, "a1", "a2", "C", "L", "won")
    assert say_event(WORDS, event) == "L’espionne bat le maréchal en a2."


def test_list_fills_its_placeholder_with_commas() -> None:
    words = {**WORDS, "lost": "{pieces:the} tombent en {at}."}
    args = {"pieces": ("L", "C", "Z"), "at": [1, 2]}
    assert say(words, "lost", args) == "Le maréchal, l’espionne, Z tombent en 1, 2."
    assert say(words, "lost", {"pieces": [], "at": 3}) == " tombent en 3."


def test_every_item_of_a_list_may_come_after_the_word_for_its_position() -> None:
    words = {**WORDS, "seat": {"0": "Anne", "1": "Bruno"}, "lost": "{pieces:each.seat.the} ; {points:each.seat}."}
    args = {"pieces": ("L", "Z"), "points": (10, 20, 30)}
    assert say(words, "lost", args) == "Anne le maréchal, Bruno Z ; Anne 10, Bruno 20, 2 30."


def test_long_numbers_are_set_in_groups_where_the_catalogue_says_so() -> None:
    words = {"paid": "{votes} voix, {old} ans"}
    assert say(words, "paid", {"votes": 16050000, "old": 1974}) == "16050000 voix, 1974 ans"
    assert say({**words, "thousands": " "}, "paid", {"votes": 16050000, "old": 1974}) == "16 050 000 voix, 1974 ans"


def test_a_counted_noun_takes_de_after_a_whole_number_of_millions() -> None:
    words = {"thousands": " ", "counted": "voix", "paid": "{votes} voix, {other} voix, en tout {votes}"}
    assert (
        say(words, "paid", {"votes": 2_000_000, "other": 2_050_000})
        == "2 000 000 de voix, 2 050 000 voix, en tout 2 000 000"
    )
    assert say({**words, "counted": ""}, "paid", {"votes": 1_000_000, "other": 1}).startswith("1 000 000 voix, 1 voix")


@pytest.mark.parametrize(
    ("who", "turn"),
    [
        ("Anne", "Tour d’Anne"),
        ("Élise", "Tour d’Élise"),
        ("Yves", "Tour d’Yves"),
        ("Hélène", "Tour d’Hélène"),
        ("hiboux", "Tour de hiboux"),
        ("Bruno", "Tour de Bruno"),
        (["Anne", "Bruno"], "Tour d’Anne, Bruno"),
        (11, "Tour de 11"),
        ("a4", "Tour de a4"),
    ],
)
def test_de_is_shortened_before_a_vowel_where_the_catalogue_says_so(who: object, turn: str) -> None:
    words = {"turn": "tour de {who}", "than": "plus que {who}", "the": "code {who}"}
    french = {**words, "elision": "’"}
    assert say(french, "turn", {"who": who}) == turn
    assert say(french, "than", {"who": "Anne"}) == "Plus qu’Anne"
    assert say(french, "the", {"who": "Anne"}) == "Code Anne"
    assert say(words, "turn", {"who": "Anne"}) == "Tour de Anne"


def test_de_and_the_article_of_a_title_are_contracted_where_the_catalogue_says_so() -> None:
    words = {"table": "table de {game}", "turn": "tour de {who}"}
    french = {**words, "elision": "’", "contraction": "du"}
    assert say(french, "table", {"game": "Le Jeu du Président"}) == "Table du Jeu du Président"
    assert say(french, "table", {"game": "Stratego"}) == "Table de Stratego"
    assert say(french, "turn", {"who": "Le Gall"}) == "Tour de Le Gall"
    assert say(words, "table", {"game": "Le Jeu"}) == "Table de Le Jeu"


def test_missing_entry_gives_its_key() -> None:
    assert say(WORDS, "plain") == "Bonjour "
    assert say(WORDS, "plain", {"name": "{name}"}) == "Bonjour {name}"
    assert say(WORDS, "no.such.key") == "no.such.key"
    assert say(WORDS, "event.fought", {"result": "draw"}) == "event.fought"
    assert say(WORDS, "plain", {"name": "<b>"}) == "Bonjour <b>"


def test_french_comes_first() -> None:
    assert LANGUAGES[0] == "fr"


def test_unknown_game_is_refused_with_the_known_ones() -> None:
    with pytest.raises(UnknownGame, match="stratego"):
        find("monopoly")
