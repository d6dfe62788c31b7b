"""Votes, the end, and points over several games."""

from __future__ import annotations

import pytest

from ludotheque.games.stratagem.mats import ranking
from ludotheque.games.stratagem.moves import Counted, Ended, Fined
from tests.games.stratagem.campaign import BOX, IDLE_OPINION, RULES, A, C, campaign, draw, stage


@pytest.mark.clause("stratagem.vote.when", "stratagem.vote.first")
def test_last_common_card_brings_a_vote_which_51_tokens_win() -> None:
    s = campaign(51, 20, 20, 9, deck=[IDLE_OPINION], seat=3)
    events = draw(s, IDLE_OPINION)
    assert Counted(1, (51, 20, 20, 9), ()) in events
    assert isinstance(events[-1], Ended)
    outcome = RULES.outcome(s)
    assert outcome is not None
    assert (outcome.places, outcome.reason, outcome.clause) == ((1, 2, 3, 4), "elected", "stratagem.vote.first")
    assert outcome.scores == (6, 4, 3, 2)


@pytest.mark.clause("stratagem.vote.first", "stratagem.vote.second", "stratagem.ruling.second-deck")
def test_vote_without_a_majority_opens_a_second_campaign_of_two_candidates() -> None:
    s = campaign(50, 20, 16, 14, deck=[IDLE_OPINION], supports={2: C[:1]}, secrets={1: [BOX.common[12].id]})
    events = draw(s, IDLE_OPINION)
    assert Counted(1, (50, 20, 16, 14), (0, 1)) in events
    assert s.campaign == 2
    assert len(s.deck) == 48, "what has fallen is shuffled; supports and secrets in hands stay there"
    assert s.fallen == ()
    assert (stage(s), s.seat) == ("turn", 1), "everyone keeps playing"
    s.deck = (BOX.cards[IDLE_OPINION],)
    s.tokens = [20, 30, 40, 10]
    draw(s, IDLE_OPINION)
    outcome = RULES.outcome(s)
    assert outcome is not None
    assert outcome.winners == (1,), "seat 2 has more, but is no candidate"
    assert outcome.clause == "stratagem.vote.second"


@pytest.mark.clause("stratagem.vote.when", "stratagem.irregular", "stratagem.ruling.fines-at-votes")
def test_irregular_players_are_fined_at_a_vote() -> None:
    s = campaign(52, 16, 16, 16, deck=[IDLE_OPINION], supports={0: A[:1]}, meet=False)
    events = draw(s, IDLE_OPINION)
    assert Fined(0, (A[0],)) in events
    assert s.tokens == [46, 18, 18, 18]
    assert s.campaign == 2, "51 are needed after the fine"


@pytest.mark.clause("stratagem.vote.tie", "stratagem.ruling.tie-order")
def test_equal_tokens_are_ranked_by_signs_then_supports_then_order_of_play() -> None:
    plus = next(o.id for o in BOX.options if o.opinion > 0 and BOX.number[o.id] not in BOX.denied[2])
    signs = campaign(25, 25, 25, 25, deck=[IDLE_OPINION], shown={2: [plus]})
    draw(signs, IDLE_OPINION)
    assert signs.candidates == (2, 0)
    supports = campaign(25, 25, 25, 25, deck=[IDLE_OPINION], supports={3: C[:1]}, meet=False)
    assert ranking(supports)[0] == 3
    assert ranking(campaign())[:2] == [0, 1]


@pytest.mark.clause("stratagem.match.points", "stratagem.ruling.ranking")
def test_match_points_follow_the_printed_table() -> None:
    s = campaign(51, 29, 20, 0, deck=[IDLE_OPINION])
    draw(s, IDLE_OPINION)
    outcome = RULES.outcome(s)
    assert outcome is not None
    assert outcome.scores == (6, 4, 3, 1), "first eliminated: 1"
    two = campaign(60, 40, 0, 0, deck=[IDLE_OPINION])
    two.out = (3, 2)
    draw(two, IDLE_OPINION)
    outcome = RULES.outcome(two)
    assert outcome is not None
    assert outcome.scores == (6, 4, 2, 1), "second eliminated: 2"


def test_the_second_vote_is_by_relative_majority() -> None:
    s = campaign(26, 25, 25, 24, deck=[IDLE_OPINION])
    s.campaign, s.candidates = 2, (3, 1)
    draw(s, IDLE_OPINION)
    outcome = RULES.outcome(s)
    assert outcome is not None
    assert outcome.winners == (1,)
