"""The game in plain text: what a player reads in a terminal."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace

from ludotheque.engine.text import with_names
from ludotheque.engine.words import say, say_event
from ludotheque.games.koalition import BOX, GAME
from ludotheque.games.koalition.box import PARTIES
from ludotheque.games.koalition.browser_data import names
from ludotheque.games.koalition.moves import Acted, Formed, Laid, Propose
from ludotheque.games.koalition.sight import Sight
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
    assert cleared == "Place 1 joue «\u00a0Mains propres\u00a0» chez les Citrons\u00a0: le parti retrouve ses voix."
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
    text = draw(RULES.sight(s, 1), words).whole()
    assert share in text
    assert share[:1].upper() + share[1:] in text
    assert share in say_event(words, events[0])
    assert share in say(words, "move.propose", {"blocs": labels})
    assert not re.search(r"\w:\d", text)


PLAYERS = ("Camille", "Dominique", "Émile")


def sentences(sight: Sight, lang: str) -> list[list[str]]:
    words = {**with_names(GAME.words(lang), PLAYERS), "card": names(ballot.BOX, lang)["card"]}
    return [[sentence.replace("\u00a0", " ") for sentence in part] for part in draw(sight, words).sentences()]


def test_party_is_told_with_its_votes_its_leader_and_what_was_done_to_it() -> None:
    s = vote("0 roses10, 1 roses7, 2 hats9", double=1)
    hats, roses = PARTIES.index("hats"), PARTIES.index("roses")
    s.doubles[roses], s.toppled[hats] = 1, 0
    s.resigned |= {ballot.BOX.number["hats9"]}
    parts = sentences(RULES.sight(s, 0), "fr")
    assert [
        "Roses : 34 voix, chef : Camille, Voix doublées × 1.",
        "Camille : roses 10 (10).",
        "Dominique : roses 7 (7).",
    ] in parts
    assert [
        "Hauts-de-forme : 0 voix, chef : Émile, Chute du chef : Camille.",
        "Émile : hats 9 (9) [démission].",
    ] in parts


def test_negotiation_names_shares_proposals_and_those_who_have_nothing_to_add() -> None:
    s = vote("0 joker1 roses, 1 joker2 roses, 2 roses3, 2 hats8, 0 leaves7")
    counted(s)
    labels = next(c.labels for c in s.coalitions if "roses:1" in c.labels)
    do(s, 1, Propose(labels))
    sight = RULES.sight(s, None)
    parts = sentences(replace(sight, silent=(2,)), "en")
    assert any("The share of Dominique in the Roses: 5 votes, in the hands of Dominique." in part for part in parts)
    [proposal, silent] = next(part for part in parts if part[-1] == "Nothing to add: Émile.")
    assert re.match(
        r"Proposal no. 1 by Dominique: .*the share of Dominique in the Roses.*\. Agreed: Dominique\.", proposal
    )
    assert silent
    [made] = sight.proposals
    parts = sentences(replace(sight, proposals=(replace(made, agreed=()),)), "en")
    assert not any("Agreed" in sentence for part in parts for sentence in part)


def test_last_vote_and_winner_are_told() -> None:
    walk = Walk(GAME, 3, {"countries": 2}, seed=4)
    for _ in walk:
        pass
    sight = GAME.rules.sight(walk.state, 0)
    assert sight.result is not None
    assert sight.outcome is not None
    winners = [name for name, place in zip(PLAYERS, sight.outcome.places, strict=True) if place == 1]
    parts = sentences(sight, "en")
    assert [f"Europe has voted, and the game is over. In the lead: {', '.join(winners)}."] in parts
    told = {
        blocs: next(
            part[0]
            for part in sentences(replace(sight, result=replace(sight.result, blocs=blocs)), "en")
            if "Last vote" in part[0]
        )
        for blocs in (("roses", "leaves"), ())
    }
    country = GAME.words("en")["in_country"][sight.result.country]
    assert told == {
        ("roses", "leaves"): f"Last vote, {country}: the Roses, the Leaves in power.",
        (): f"Last vote, {country}: no coalition.",
    }
