"""The printed rulebooks hold every figure, drawn and captioned; and what figures count is what the rules say."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from ludotheque import games
from ludotheque.engine.figures import figures_of
from ludotheque.engine.words import LANGUAGES
from ludotheque.games.koalition import BOX as KOALITION
from ludotheque.printing.document import Order, document
from ludotheque.printing.typesetting import query
from tests.printing.test_contents import DECKS, own_box

NUMBER = {"koalition": 10, "politico": 9, "president": 7, "stratagem": 9, "stratego": 10}
"""How many figures each rulebook has."""


def printed_figures(game: str, lang: str = "fr") -> dict[str, dict[str, Any]]:
    """The data of the figures, by id, as the templates get it."""
    found = json.loads(document(Order(games.find(game), lang, parts=("rulebook",))))
    return {figure["id"]: figure for figure in found["figures"]}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", DECKS)
def test_rulebook_holds_every_figure_with_its_caption(game: str, lang: str) -> None:
    """What is on the pages is asked, not what is handed to the templates."""
    drawn = json.loads(query(Order(games.find(game), lang, parts=("rulebook",)), "figure"))
    figures = figures_of(games.find(game)).figures
    assert len(figures) == NUMBER[game]
    captions = {figure.id: getattr(figure.caption, lang) for figure in figures}
    assert len(drawn) == len(captions)
    assert {figure["id"]: figure["caption"] for figure in drawn} == captions
    for figure in drawn:
        assert 15 < figure["height"] < 140, f"{figure['id']} is drawn, and leaves room for text on its page"


def test_own_box_has_no_figures(tmp_path: Path) -> None:
    """They name cards of the box that comes with the game."""
    path = own_box(tmp_path, "koalition", ('"Églantine Desbourgeons"', '"Églantine Dubois"'))
    order = Order(games.find("koalition"), parts=("rulebook",), box=path)
    assert json.loads(query(order, "figure")) == []


def test_coalitions_are_allowed_as_the_rules_say() -> None:
    first, second = printed_figures("koalition")["coalitions"]["facts"]["coalitions"]
    assert (first["allowed"], first["parliament"]["sum"], first["parliament"]["majority"]) == (True, 33, 31)
    assert (second["allowed"], second["parliament"]["sum"]) == (False, 43)
    assert "Citrons" in second["text"]


def test_party_votes_are_doubled_and_halved() -> None:
    figures = printed_figures("koalition")
    assert figures["scandal"]["facts"]["votes"] == {"fists": 20, "hats": 5}
    assert figures["count"]["facts"]["votes"] == {"roses": 19, "hats": 18, "leaves": 14, "lemons": 10}


def test_result_has_the_points_of_the_country() -> None:
    facts = printed_figures("koalition")["result"]["facts"]
    austria = next(country for country in KOALITION.country if country.id == "austria")
    leading = {score["seat"]: score["leading"] for score in facts["scores"]}
    assert leading == {0: austria.first, 2: austria.second, 3: 0}


def test_proposals_say_who_has_agreed_and_who_is_awaited() -> None:
    first, second = printed_figures("koalition")["proposals"]["facts"]["proposals"]
    assert [(hand["seat"], hand["given"]) for hand in first["hands"]] == [(1, True), (2, False)]
    assert sorted((hand["seat"], hand["given"]) for hand in second["hands"]) == [(0, False), (2, True)]


def test_votes_are_counted_without_abstentions() -> None:
    facts = printed_figures("politico")["abstention"]["facts"]["vote"]
    assert facts["carried"]
    sums = {side["ballot"]: sum(weight for _, weight in side["voters"]) for side in facts["sides"]}
    assert sums == {"yes": 105, "no": 80, "abstain": 60}


def test_assembly_and_points_are_those_of_the_captions() -> None:
    figures = printed_figures("politico")
    chamber = figures["government"]["facts"]["chamber"]
    assert [(bench["seat"], bench["chosen"]) for bench in chamber["benches"]][:2] == [(0, True), (1, True)]
    assert chamber["sum"] == 130
    assert [plate["brought"] for plate in figures["points"]["facts"]["plates"]] == ["+100", "+80", "", ""]


def test_challenge_has_both_hands() -> None:
    owner, challenger = printed_figures("president")["challenge"]["facts"]["hands"]
    assert (owner["cards"], owner["score"], bool(owner["stands"])) == ([10, 5], 15, True)
    assert (challenger["cards"], challenger["score"], challenger["stands"]) == ([3, 7, 5, 3], 18, "")


def test_map_shows_what_is_open_and_what_is_safe() -> None:
    figures = printed_figures("president")
    assert (figures["roll"]["facts"]["open"], figures["roll"]["facts"]["dice"]) == (["26", "62"], ["2", "6"])
    assert [code for code, at in figures["protected"]["facts"]["holders"].items() if at["safe"]] == ["35"]


def test_second_round_has_two_sides() -> None:
    sides = printed_figures("president", "en")["second-round"]["facts"]["sides"]
    assert [(side["name"], "Chloé" in side["allies"]) for side in sides] == [("Anne", False), ("Bruno", True)]


def test_crisis_says_who_can_act() -> None:
    ready = printed_figures("stratagem")["coup"]["facts"]["ready"]
    assert [player["state"] for player in ready] == ["can", "author", "can", "cannot"]


def test_mats_say_who_is_irregular_and_who_has_left() -> None:
    figures = printed_figures("stratagem")
    assert [figures[id]["facts"]["mats"][0]["ribbon"] != "" for id in ("mat", "irregular")] == [False, True]
    assert figures["left"]["facts"]["mats"][0]["stamp"]
    assert [row["tokens"] for row in figures["left"]["facts"]["tokens"]] == [33, 35, 32, 0]
    assert figures["support"]["facts"]["met"] == {"unions": [True, False], "students": [False]}


def test_end_has_the_points_of_the_match() -> None:
    places = printed_figures("stratagem", "en")["end"]["facts"]["places"]
    points = [(row["place"], re.findall(r"\d+", row["points"])) for row in places]
    assert points == [(1, ["6"]), (2, ["4"]), (3, ["3"]), (4, ["2"])]
