"""The captions of Politico's figures: what they tell is what the rules say."""

from __future__ import annotations

import pytest

from ludotheque.games.politico import BOX
from tests.figures import drawn, sight_of


@pytest.mark.clause("politico.election.deal")
def test_nobody_has_a_majority_alone() -> None:
    deputies = sight_of("politico", "assembly").deputies
    assert deputies == (50, 80, 60, 55)
    assert 2 * max(deputies) < sum(deputies)


@pytest.mark.clause("politico.gov.vote")
def test_government_is_formed_with_130_deputies() -> None:
    sight = sight_of("politico", "government")
    assert sight.government.members == (0, 1)
    assert sight.count.carried
    assert sum(sight.deputies) == 245
    assert sight.deputies[0] + sight.deputies[1] == 130


@pytest.mark.clause("politico.points.round")
def test_round_brings_the_deputies_and_fifty_more_for_the_head() -> None:
    assert sight_of("politico", "points").points == (100, 80, 0, 0)


@pytest.mark.clause("politico.dissolve", "politico.election.keep")
def test_dissolution_deals_the_same_plaques_anew() -> None:
    sight = sight_of("politico", "dissolution")
    assert sight.deputies[:2] == (95, 20)
    assert sum(sight.deputies) == 245


@pytest.mark.clause("politico.ruling.abstain")
def test_abstention_does_not_count() -> None:
    count = sight_of("politico", "abstention").count
    weights = dict.fromkeys(count.ballots, 0)
    for ballot, weight in zip(count.ballots, count.weights, strict=True):
        weights[ballot] += weight
    assert count.carried
    assert weights == {"yes": 105, "no": 80, "abstain": 60}


@pytest.mark.clause("politico.attack.answer")
def test_answer_is_the_defence_of_the_attack() -> None:
    attack, answer = drawn("politico", "attack").figure.show["cards"]
    assert next(card.defence for card in BOX.attack if card.id == attack) == answer
