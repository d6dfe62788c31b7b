"""Elimination: who is out, who inherits, and a game with few players left."""

from __future__ import annotations

import pytest

from ludotheque.engine.rules import Refusal
from ludotheque.games.stratagem.box import Effect
from ludotheque.games.stratagem.mats import change_tokens
from ludotheque.games.stratagem.moves import Counted, Fined, Launch, Name, Out, Replaced, Restored, Shared
from tests.games.stratagem.campaign import (
    BOX,
    IDLE_OPINION,
    RULES,
    A,
    B,
    C,
    campaign,
    do,
    draw,
    launch,
    refused,
    stage,
    wait,
)

TWIN = next(
    c.id for c in BOX.common if c.family == "opinion" and c.effects[0].option is not None and c.id != IDLE_OPINION
)

BIG_FRIENDS = next(c.id for c in BOX.common if c.effects == (Effect("supported", percent=-1),))
"""Players with a support lose a token to each adversary."""


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
    s = campaign(60, 40, 0, 0, supports={1: [A[0], *B[:2]]}, deck=[IDLE_OPINION, TWIN])
    s.alive, s.out = (True, True, True, False), (3,)
    wait(s)
    assert RULES.outcome(s) is None
    assert (stage(s), s.seat) == ("turn", 1)
    assert refused(s, 1, Launch("coup")) == Refusal("stratagem.ruling.two-left", "two_players")
    draw(s, IDLE_OPINION)
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
    s = campaign(5, 48, 26, 21, deck=[IDLE_OPINION], supports={0: A[:1]}, meet=False, seat=3)
    events = draw(s, IDLE_OPINION)
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
