"""The value of votes in a first round."""

from __future__ import annotations

import pytest

from ludotheque.games.president.bots import prices


@pytest.mark.clause("president.ruling.elected")
@pytest.mark.parametrize("others", [(100, 52), (100, 90, 52)])
def test_vote_price_is_positive_for_the_last(others: tuple[int, ...]) -> None:
    """Votes always help the last player."""
    for mine in (0, 10, 30, 50):
        for turns in (8, 12, 30, 60):
            assert prices.vote_price((mine, *others), turns, 0, 0) > 0


def test_election_chances_add_up_to_one() -> None:
    for votes in ((10, 20, 30, 40), (200, 10, 10, 0), (0, 0, 0, 0)):
        assert sum(prices.election_chances(votes, 12)) == pytest.approx(1)
    even = prices.election_chances((70, 70, 70, 70), 30)
    assert even == pytest.approx([even[0]] * 4)


def test_a_lead_is_worth_more_the_larger_it_is() -> None:
    for others in ((100, 90), (100, 90, 80)):
        leads = [prices.election_chances((lead, *others), 5)[0] for lead in (110, 140, 180, 240)]
        assert leads == sorted(leads)


def test_chances_are_defined_where_the_others_are_hopelessly_behind() -> None:
    chances = prices.election_chances((320, 0, 0), 0)
    assert chances[0] > 0.9
    assert sum(chances[1:]) < 0.1
