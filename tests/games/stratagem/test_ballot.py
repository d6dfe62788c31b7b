"""Votes, eliminations, the end, and points over several games."""

from __future__ import annotations

import pytest

from ludotheque.engine.rules import Refusal
from ludotheque.games.stratagem.box import Effect
from ludotheque.games.stratagem.mats import change_tokens, ranking
from ludotheque.games.stratagem.moves import (
    Counted,
    Ended,
    Fined,
    Launch,
    Name,
    Out,
    Replaced,
    Resign,
    Restored,
    Shared,
)
from tests.games.stratagem.campaign import BOX, RULES, A, B, C, campaign, do, draw, launch, refused, stage, wait

EVENT = next(c.id for c in BOX.common if c.family == "opinion" and c.effects[0].option is not None)
"""An opinion on an option that nobody shows: it changes nothing."""
TWIN = next(c.id for c in BOX.common if c.family == "opinion" and c.effects[0].option is not None and c.id != EVENT)
BIG_FRIENDS = next(c.id for c in BOX.common if c.effects == (Effect("supported", percent=-1),))
"""Players with a support lose a token to each adversary."""


@pytest.mark.clause("stratagem.vote.when", "stratagem.vote.first")
def test_last_common_card_brings_a_vote_which_51_tokens_win() -> None:
    s = campaign(51, 20, 20, 9, deck=[EVENT], seat=3)
    events = draw(s, EVENT)
    assert Counted(1, (51, 20, 20, 9), ()) in events
    assert isinstance(events[-1], Ended)
    outcome = RULES.outcome(s)
    assert outcome is not None
    assert (outcome.places, outcome.reason, outcome.clause) == ((1, 2, 3, 4), "elected", "stratagem.vote.first")
    assert outcome.scores == (6, 4, 3, 2)


@pytest.mark.clause("stratagem.vote.first", "stratagem.vote.second", "stratagem.ruling.second-deck")
def test_vote_without_a_majority_opens_a_second_campaign_of_two_candidates() -> None:
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
def test_equal_tokens_are_ranked_by_signs_then_supports_then_order_of_play() -> None:
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


@pytest.mark.clause("stratagem.action.three-players", "stratagem.ruling.two-left")
def test_when_two_remain_the_campaign_goes_on_to_the_vote() -> None:
    s = campaign(60, 40, 0, 0, supports={1: [A[0], *B[:2]]}, deck=[EVENT, TWIN])
    s.alive, s.out = (True, True, True, False), (3,)
    wait(s)
    assert RULES.outcome(s) is None
    assert (stage(s), s.seat) == ("turn", 1)
    assert refused(s, 1, Launch("coup")) == Refusal("stratagem.ruling.two-left", "two_players")
    draw(s, EVENT)
    draw(s, TWIN)
    outcome = RULES.outcome(s)
    assert outcome is not None
    assert (outcome.places, outcome.reason) == ((1, 2, 3, 4), "elected")


@pytest.mark.clause("stratagem.ruling.two-left")
def test_a_crisis_is_over_when_two_remain() -> None:
    s = campaign(40, 40, 20, 0, supports={0: [A[0], B[0]], 1: [C[1]]})
    launch(s, "coup")
    launch(s, "strike")
    s.tokens = [50, 50, 0, 0]
    events = wait(s)
    assert Out(2, "tokens") in events
    assert Restored() in events
    assert s.crisis is None
    assert (stage(s), s.seat) == ("turn", 0)


@pytest.mark.clause("stratagem.ruling.poor-payer", "stratagem.out.tokens", "stratagem.out.when")
def test_with_two_tokens_and_three_left_the_heir_is_named_among_the_three() -> None:
    """The printed example."""
    s = campaign(2, 30, 34, 34, supports={0: C[:1]})
    events = draw(s, BIG_FRIENDS)
    assert s.tokens == [2, 30, 34, 34], "two tokens cannot be shared among three"
    assert Out(0, "tokens") in events
    assert (RULES.asked(s), stage(s)) == ((0,), "heir")
    assert RULES.legal(s, 0) == [Name(1), Name(2), Name(3)]
    assert do(s, 0, Name(3))[0] == Shared(0, 0, 2, 3, (0, 30, 34, 36))
    assert (stage(s), s.seat) == ("turn", 1)


@pytest.mark.clause("stratagem.ruling.poor-payer")
def test_a_debt_paid_in_full_leaves_nobody_broke() -> None:
    s = campaign(3, 31, 33, 33, supports={0: C[:1]})
    events = draw(s, BIG_FRIENDS)
    assert s.tokens == [0, 32, 34, 34]
    assert Shared(0, 0, 0, None, (0, 32, 34, 34)) in events, "nothing is left for an heir"


@pytest.mark.clause("stratagem.ruling.turn-end", "stratagem.ruling.poor-payer")
def test_player_recovers_within_the_turn_only_after_paying_in_full() -> None:
    for tokens, stays in ((3, True), (2, False)):
        s = campaign(tokens, 31, 33, 34 if tokens == 2 else 33)
        change_tokens(s, 0, -1, "fine", [])
        change_tokens(s, 0, 1, "support", [])
        wait(s)
        assert s.alive[0] is stays


@pytest.mark.clause("stratagem.ruling.poor-payer", "stratagem.ruling.fines-at-votes")
def test_a_fine_before_a_vote_may_ruin_and_the_vote_waits_for_the_heir() -> None:
    s = campaign(5, 48, 26, 21, deck=[EVENT], supports={0: A[:1]}, meet=False, seat=3)
    events = draw(s, EVENT)
    assert Fined(0, (A[0],)) in events
    assert s.tokens == [2, 49, 27, 22], "five among three: one each"
    assert not any(isinstance(event, Counted) for event in events)
    events = do(s, 0, Name(1))
    assert Counted(1, (0, 51, 27, 22), ()) in events
    outcome = RULES.outcome(s)
    assert outcome is not None
    assert outcome.winners == (1,)


@pytest.mark.clause("stratagem.ruling.poor-payer", "stratagem.ruling.last-alive")
def test_last_of_two_ruined_players_stays() -> None:
    s = campaign(1, 99, 0, 0)
    s.broke = (0, 1)
    wait(s)
    outcome = RULES.outcome(s)
    assert outcome is not None
    assert outcome.winners == (1,)


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
def test_match_points_follow_the_printed_table() -> None:
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
