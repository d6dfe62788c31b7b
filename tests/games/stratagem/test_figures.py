"""The captions of Stratagem's figures: what they tell is what the rules say."""

from __future__ import annotations

import pytest

from tests.figures import sight_of


@pytest.mark.clause("stratagem.turn.show-option")
def test_three_options_are_shown_and_two_supports_held() -> None:
    sight = sight_of("stratagem", "mat")
    assert sum(side >= 0 for side in sight.shown[0]) == 3
    assert len(sight.supports[0]) == 2


@pytest.mark.clause("stratagem.action.sequence")
def test_coup_leaves_three_rounds() -> None:
    crisis = sight_of("stratagem", "coup").crisis
    assert (crisis.action, crisis.author, crisis.left) == ("coup", 1, 3)


@pytest.mark.clause("stratagem.vote.first", "stratagem.match.points")
def test_53_tokens_elect_and_bring_six_points() -> None:
    sight = sight_of("stratagem", "vote")
    assert sight.tokens[0] == 53
    assert (sight.outcome.reason, sight.outcome.scores) == ("elected", (6, 4, 3, 2))


@pytest.mark.clause("stratagem.out.tokens", "stratagem.box.tokens")
def test_tokens_of_a_player_who_leaves_are_shared() -> None:
    assert sight_of("stratagem", "left").tokens == (33, 35, 32, 0)


@pytest.mark.clause("stratagem.irregular")
def test_support_without_its_option_is_irregular() -> None:
    sight = sight_of("stratagem", "irregular")
    assert sight.irregular == (True, False, False, False)
    assert "teachers" in sight.supports[0]
