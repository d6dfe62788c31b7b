"""Votes, eliminations, the end, and points over several games."""

from __future__ import annotations

import pytest

from ludotheque.games.stratagem.mats import ranking
from ludotheque.games.stratagem.moves import Counted, Ended, Fined, Name, Out, Replaced, Resign, Shared
from tests.games.stratagem.campaign import BOX, RULES, A, C, campaign, do, draw, refused, stage, wait

EVENT = next(c.id for c in BOX.common if c.family == "opinion" and c.effects[0].option is not None)
"""An opinion on an option that nobody shows: it changes nothing."""


@pytest.mark.clause("stratagem.vote.when", "stratagem.vote.first")
def test_with_the_last_common_card_there_is_a_vote_and_51_tokens_win() -> None:
    s = campaign(51, 20, 20, 9, deck=[EVENT], seat=3)
    events = draw(s, EVENT)
    assert Counted(1, (51, 20, 20, 9), ()) in events
    assert isinstance(events[-1], Ended)
    outcome = RULES.outcome(s)
    assert outcome is not None
    assert (outcome.places, outcome.reason, outcome.clause) == ((1, 2, 3, 4), "elected", "stratagem.vote.first")
    assert outcome.scores == (6, 4, 3, 2)


@pytest.mark.clause("stratagem.vote.first", "stratagem.vote.second", "stratagem.ruling.second-deck")
def test_otherwise_two_candidates_and_a_second_campaign() -> None:
    s = campaign(50, 20, 16, 14, deck=[EVENT], supports={2: C[:1]}, secrets={1: [BOX.common[12].id]})
    events = draw(s, EVENT)
    assert Counted(1, (50, 20, 16, 14), (0, 1)) in events
    assert s.campaign == 2
    assert len(s.deck) == 48, "what has fallen is shuffled; supports and secrets in hands stay there"
    assert s.fallen == ()
    assert (stage(s), s.seat) == ("turn", 1), "everyone keeps playing"
    s.deck = (BOX.cards[EVENT],)
    s.tokens = [20, 30, 40, 10]
    draw(s, EVENT)
    outcome = RULES.outcome(s)
    assert outcome is not None
    assert outcome.winners == (1,), "seat 2 has more, but is no candidate"
    assert outcome.clause == "stratagem.vote.second"


@pytest.mark.clause("stratagem.vote.when", "stratagem.irregular", "stratagem.ruling.fines-at-votes")
def test_irregular_players_are_fined_at_a_vote() -> None:
    s = campaign(52, 16, 16, 16, deck=[EVENT], supports={0: A[:1]}, meet=False)
    events = draw(s, EVENT)
    assert Fined(0, (A[0],)) in events
    assert s.tokens == [46, 18, 18, 18]
    assert s.campaign == 2, "51 are needed after the fine"


@pytest.mark.clause("stratagem.vote.tie", "stratagem.ruling.tie-order")
def test_equal_tokens_are_settled_by_signs_then_supports_then_the_order_of_play() -> None:
    plus = next(o.id for o in BOX.options if o.opinion > 0 and BOX.number[o.id] not in BOX.denied[2])
    signs = campaign(25, 25, 25, 25, deck=[EVENT], shown={2: [plus]})
    draw(signs, EVENT)
    assert signs.candidates == (2, 0)
    supports = campaign(25, 25, 25, 25, deck=[EVENT], supports={3: C[:1]}, meet=False)
    assert ranking(supports)[0] == 3
    assert ranking(campaign())[:2] == [0, 1]


@pytest.mark.clause("stratagem.vote.replace")
def test_a_candidate_who_is_out_is_replaced_by_the_best_placed() -> None:
    s = campaign(40, 35, 15, 10)
    s.campaign, s.candidates = 2, (0, 1)
    s.tokens = [0, 55, 25, 20]
    events = wait(s)
    assert Out(0, "tokens") in events
    assert Replaced(2) in events
    assert s.candidates == (1, 2)


@pytest.mark.clause("stratagem.out.when", "stratagem.ruling.turn-end")
def test_a_player_without_tokens_is_out_when_the_turn_is_over() -> None:
    s = campaign(34, 33, 33, 0)
    s.alive, s.out = (True,) * 4, ()
    events = wait(s)
    assert Out(3, "tokens") in events
    assert Shared(3, 0, 0, None, (34, 33, 33, 0)) in events
    assert not s.alive[3]
    assert s.seat == 1


@pytest.mark.clause("stratagem.action.three-players")
def test_when_two_remain_a_vote_settles_it() -> None:
    s = campaign(60, 40, 0, 0)
    s.alive, s.out = (True, True, True, False), (3,)
    wait(s)
    outcome = RULES.outcome(s)
    assert outcome is not None
    assert (outcome.places, outcome.reason) == ((1, 2, 3, 4), "elected")


@pytest.mark.clause("stratagem.ruling.last-alive")
def test_a_player_left_alone_wins() -> None:
    s = campaign(100, 0, 0, 0)
    s.alive, s.out = (True, True, True, True), ()
    wait(s)
    outcome = RULES.outcome(s)
    assert outcome is not None
    assert outcome.winners == (0,)
    assert outcome.clause == "stratagem.ruling.last-alive"


@pytest.mark.clause("stratagem.match.points", "stratagem.ruling.ranking")
def test_points_over_several_games() -> None:
    s = campaign(51, 29, 20, 0, deck=[EVENT])
    draw(s, EVENT)
    outcome = RULES.outcome(s)
    assert outcome is not None
    assert outcome.scores == (6, 4, 3, 1), "first eliminated: 1"
    two = campaign(60, 40, 0, 0, deck=[EVENT])
    two.out = (3, 2)
    draw(two, EVENT)
    outcome = RULES.outcome(two)
    assert outcome is not None
    assert outcome.scores == (6, 4, 2, 1), "second eliminated: 2"


@pytest.mark.clause("stratagem.match.points", "stratagem.ruling.resigning")
def test_a_player_may_resign_on_their_turn_for_no_points() -> None:
    s = campaign(25, 25, 25, 25)
    assert refused(s, 1, Resign()).reason == "no_resigning"
    events = do(s, 0, Resign())
    assert events[0] == Out(0, "resigned")
    assert stage(s) == "heir"
    do(s, 0, Name(2))
    assert s.tokens == [0, 33, 34, 33]
    assert s.seat == 1
    s.tokens, s.deck = [0, 60, 30, 10], (BOX.cards[EVENT],)
    draw(s, EVENT)
    outcome = RULES.outcome(s)
    assert outcome is not None
    assert outcome.scores == (0, 6, 4, 3)


def test_the_second_vote_is_by_relative_majority() -> None:
    s = campaign(26, 25, 25, 24, deck=[EVENT])
    s.campaign, s.candidates = 2, (3, 1)
    draw(s, EVENT)
    outcome = RULES.outcome(s)
    assert outcome is not None
    assert outcome.winners == (1,)
