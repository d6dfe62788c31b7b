"""The game in plain text: what a player reads in a terminal."""

from __future__ import annotations

import re

import pytest

from ludotheque.engine.words import say, say_event
from ludotheque.games.koalition import BOX, GAME
from ludotheque.games.koalition.moves import Acted, Formed, Laid, Propose
from ludotheque.games.koalition.summary import names
from ludotheque.games.koalition.text import Drawing
from tests.games.koalition import ballot
from tests.games.koalition.ballot import RULES, counted, do, vote
from tests.laws import Walk

draw = Drawing.of(ballot.BOX)

FIRST = BOX.politician[0]


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_every_state_of_a_game_can_be_drawn_for_every_seat(lang: str) -> None:
    words = GAME.words(lang)
    walk = Walk(GAME, 4, {"countries": 2}, seed=4)
    stages = set()
    for state, _, _ in walk:
        for seat in (0, None):
            sight = GAME.rules.sight(state, seat)
            stages.add(sight.stage)
            text = GAME.draw(sight, words)
            assert "text." not in text
            assert "{" not in text
    assert {"elect", "lay", "act"} <= stages
    assert words["text"]["hand"] not in GAME.draw(GAME.rules.sight(walk.state, None), words)


def test_a_hand_is_drawn_with_names_votes_and_partners() -> None:
    walk = Walk(GAME, 3, {}, seed=1)
    words = GAME.words("fr")
    for state, _, _ in walk:
        if state.lap:
            break
    sight = GAME.rules.sight(walk.state, 0)
    text = GAME.draw(sight, words)
    mine = [card for card in BOX.politician if card.id in sight.hand]
    assert len(mine) == 20
    for card in mine:
        line = next(line for line in text.splitlines() if card.name in line)
        assert f"({card.votes})" in line
        assert words["party"][card.party] in line
        assert all(words["party"][party] in line for party in card.accepts)


def test_log_names_cards_and_parties() -> None:
    words = GAME.words("fr")
    laid = say_event(words, Laid(1, FIRST.id, FIRST.party))
    assert laid == f"Place 2 pose {FIRST.name} ({FIRST.votes}) pour {words['the_party'][FIRST.party]}."
    cleared = say_event(words, Acted(0, "clean", "lemons"))
    assert cleared == "Place 1 joue WEISSE WESTE chez les Citrons\u00a0: le parti retrouve ses voix."
    toppled = say_event(words, Acted(0, "topple", "lemons", None, 2))
    assert toppled.endswith("À la barre désormais\u00a0: Place 3.")
    formed = say_event(words, Formed(("roses", "leaves"), 54, 52))
    assert "les Roses, les Feuilles, avec 54 voix" in formed


@pytest.mark.clause("koalition.ruling.alone-score")
@pytest.mark.parametrize(("lang", "handshake"), [("fr", "main"), ("en", "hand")])
def test_log_of_a_party_that_wins_alone_names_its_votes_and_no_handshake(lang: str, handshake: str) -> None:
    s = vote("0 joker1 roses, 1 joker2 roses, 2 roses2, 2 hats3")
    said = say_event(GAME.words(lang), counted(s)[1])
    assert "12" in said
    assert "oses" in said
    assert handshake not in said
    assert ":" not in said.replace("\u00a0:", "").replace(": ", ""), "no label of a share"


@pytest.mark.parametrize(
    ("lang", "share"), [("fr", "la part de Place 2 chez les Roses"), ("en", "the share of Seat 2 in the Roses")]
)
def test_log_names_shares_of_a_leaderless_party_in_words(lang: str, share: str) -> None:
    words = {**GAME.words(lang), "card": names(ballot.BOX, lang)["card"]}
    s = vote("0 joker1 roses, 1 joker2 roses, 2 roses3, 2 hats8, 0 leaves7")
    counted(s)
    labels = next(c.labels for c in s.coalitions if "roses:1" in c.labels)
    events = do(s, 1, Propose(labels))
    text = draw(RULES.sight(s, 1), words)
    assert share in text
    assert share[:1].upper() + share[1:] in text
    assert share in say_event(words, events[0])
    assert share in say(words, "move.propose", {"blocs": labels})
    assert not re.search(r"\w:\d", text)
