"""The printed boxes hold what the boxes do: every card, piece and token, as many times."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path

import pytest

from ludotheque import games
from ludotheque.engine.boxes import BadBox
from ludotheque.engine.words import LANGUAGES
from ludotheque.games.koalition import BOX as KOALITION
from ludotheque.games.politico import BOX as POLITICO
from ludotheque.games.politico.box import BLANKS
from ludotheque.games.president import BOX as PRESIDENT
from ludotheque.games.president.box import PACK
from ludotheque.games.president.printing import NOTES
from ludotheque.games.stratagem import BOX as STRATAGEM
from ludotheque.games.stratego.pieces import ARMIES
from ludotheque.printing.document import NotPrintable, Order, document, printed_box
from ludotheque.printing.typesetting import query

DECKS = {
    "koalition": {"hand": 60 + 5 + 20, "country": 15},
    "politico": {"trump": 80, "event": 85, "plaque": 24},
    "president": {"challenge": 52, "campaign": 40, "note": 61, "pawn": 4 * 54},
    "stratagem": {"popular": 16, "democrat": 16, "conservative": 16, "nationalist": 16, "common": 50, "token": 100},
    "stratego": {"red": 40, "blue": 40},
}
"""How many cards each deck has, as the rulebooks say."""


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", DECKS)
def test_decks_have_as_many_cards_as_the_rulebook_says(game: str, lang: str) -> None:
    box = printed_box(Order(games.find(game), lang))
    assert {deck.id: deck.size for deck in box.decks} == DECKS[game]


@pytest.mark.parametrize("game", DECKS)
def test_sheets_show_every_card(game: str) -> None:
    """What is drawn on the sheets is counted, not what is handed to the templates."""
    order = Order(games.find(game), parts=tuple({"cards", "pieces"} & set(printed_box(Order(games.find(game))).parts)))
    assert Counter(json.loads(query(order, "card"))) == DECKS[game]


def test_every_game_prints() -> None:
    assert DECKS.keys() == {game.id for game in games.shelf().values() if game.printed}


def test_politicians_actions_and_countries_are_those_of_the_box() -> None:
    hand, countries = printed_box(Order(games.find("koalition"))).decks
    printed = [(card["name"], card["party"], card["votes"]) for card in hand.cards if card["kind"] == "politician"]
    assert printed == [(card.name, card.party, card.votes) for card in KOALITION.politician]
    assert [card["count"] for card in hand.cards if card["kind"] == "action"] == list(KOALITION.actions)
    assert [card["cards"] for card in countries.cards] == [country.cards for country in KOALITION.country]


def test_trumps_events_and_plaques_are_those_of_the_box() -> None:
    trumps, events, plaques = printed_box(Order(games.find("politico"))).decks
    assert {card["id"]: card["count"] for card in trumps.cards} == dict(
        zip(POLITICO.kinds, POLITICO.counts, strict=True)
    )
    assert [card["title"] for card in events.cards[:-1]] == [event.title.fr for event in POLITICO.event]
    assert events.cards[-1]["count"] == BLANKS
    assert sum(card["count"] * card["deputies"] for card in plaques.cards) == sum(POLITICO.plaques)


def test_challenge_cards_and_votes_are_those_of_the_box() -> None:
    box = printed_box(Order(games.find("president")))
    challenge = Counter[int]()
    for card in box.decks[0].cards:
        challenge[card["value"]] += card["count"]
    assert challenge == PACK
    assert sum(value * count for value, count in NOTES.items()) == 32_000_000
    assert [card["title"] for card in box.decks[1].cards] == [card.title.fr for card in PRESIDENT.campaign]
    departments = box.sheets["departments"]
    assert [place["thousands"] * 1000 for place in departments] == [place.voters for place in PRESIDENT.department]


def test_each_party_has_twelve_options_and_four_actions() -> None:
    for party, deck in zip(STRATAGEM.party, printed_box(Order(games.find("stratagem"))).decks, strict=False):
        options = [card["title"] for card in deck.cards if card["kind"] == "option"]
        denied = {STRATAGEM.options[STRATAGEM.number[id]].title.fr for id in party.denied}
        assert len(options) == 12
        assert not denied & set(options)


def test_armies_are_those_of_the_box() -> None:
    for deck in printed_box(Order(games.find("stratego"))).decks:
        counts = {card["letter"]: card["count"] for card in deck.cards}
        assert tuple(counts[letter] for letter in "BCDEFGHIJKLM") == ARMIES["full"][1:]


def own_box(folder: Path, game: str, *changes: tuple[str, str]) -> Path:
    """A host's own box: the game's, with some texts replaced."""
    text = games.find(game).folder.joinpath("box.toml").read_text("utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    path = folder / f"{game}.toml"
    path.write_text(text, "utf-8")
    return path


def test_own_box_prints_its_own_cards_and_numbers(tmp_path: Path) -> None:
    """One attack more of a kind, and one less of another, as the rulebook fixes their sum; and another name."""
    path = own_box(
        tmp_path,
        "politico",
        ('id = "morals"\ncount = 5', 'id = "morals"\ncount = 7'),
        ('id = "strike"\ncount = 5', 'id = "strike"\ncount = 3'),
        ('title.fr = "Scission"', 'title.fr = "Grande scission"'),
    )
    order = Order(games.find("politico"), parts=("cards",), box=path)
    kinds = {card["id"]: card["count"] for card in printed_box(order).decks[0].cards}
    assert (kinds["morals"], kinds["strike"]) == (7, 3)
    assert '"Grande scission"' in document(order).decode()
    assert Counter(json.loads(query(order, "card"))) == DECKS["politico"]


def test_wrong_box_and_unknown_part_are_refused(tmp_path: Path) -> None:
    wrong = own_box(tmp_path, "koalition", ("[[joker]]\n", "[[jokre]]\n"))
    with pytest.raises(BadBox, match="jokre"):
        document(Order(games.find("koalition"), box=wrong))
    with pytest.raises(BadBox, match="no other box"):
        document(Order(games.find("stratego"), box=wrong))
    with pytest.raises(NotPrintable, match=re.escape("there are cover, cards")):
        document(Order(games.find("koalition"), parts=("dice",)))
