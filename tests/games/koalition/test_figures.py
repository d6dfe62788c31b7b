"""The captions of Koalition's figures: what they tell is what the rules say."""

from __future__ import annotations

import pytest

from tests.figures import sight_of


@pytest.mark.clause("koalition.count", "koalition.leader")
def test_votes_majority_and_leader_are_those_of_the_caption() -> None:
    sight = sight_of("koalition", "count")
    assert sight.votes[:4] == (19, 18, 14, 10)
    assert sum(sight.votes) == 61
    assert sight.majority == 31
    assert sight.columns[0].leader == 0


@pytest.mark.clause("koalition.minimal")
def test_first_coalition_is_possible_and_the_second_is_not() -> None:
    possible = sight_of("koalition", "coalitions").possible
    assert ("roses", "leaves") in possible
    assert ("roses", "leaves", "lemons") not in possible


@pytest.mark.clause("koalition.action.double", "koalition.action.scandal")
def test_one_party_is_doubled_and_the_other_halved() -> None:
    columns = {column.cards[0].card: column for column in sight_of("koalition", "scandal").columns if column.cards}
    assert (columns["fist1"].doubles, columns["fist1"].scandals) == (1, 0)
    assert (columns["hat1"].doubles, columns["hat1"].scandals) == (0, 1)


@pytest.mark.clause("koalition.score")
def test_leaders_and_cards_of_the_coalition_score() -> None:
    sight = sight_of("koalition", "result")
    assert sight.result.blocs == ("roses", "leaves")
    assert [sum(points) for points in sight.points] == [4, 0, 4, 2]
