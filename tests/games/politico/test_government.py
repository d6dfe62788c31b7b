"""Forming a government, changing it, leaving it."""

from __future__ import annotations

import pytest

from ludotheque.engine.rules import NATURE
from ludotheque.games.politico.moves import (
    Attack,
    Bid,
    Censure,
    Counted,
    Decline,
    Dissolve,
    Election,
    Entered,
    Expel,
    Fell,
    Form,
    Formed,
    Invite,
    Invited,
    Join,
    Joined,
    Leave,
    Left,
    Pass,
    Ready,
    Recruit,
    Resign,
    Scored,
    TakenBack,
    United,
    Vote,
    Voted,
    VoteOpened,
)
from tests.games.politico.assembly import BOX, RULES, assembly, do, govern, let_be, next_act, refused, stage, vote


@pytest.mark.clause("politico.gov.form")
def test_premier_ministre_invites_players_who_accept_or_decline() -> None:
    s = assembly(0, 60, 50, 40, hands={0: "pm"})
    assert do(s, 0, Form("pm")) == [Bid(0, "pm", False, False)]
    assert do(s, 0, Invite(1)) == [Invited(1, 0)]
    do(s, 0, Invite(2))
    assert refused(s, 0, Invite(1)).reason == "no_guest"
    assert refused(s, 0, Invite(0)).reason == "no_guest"
    do(s, 0, Ready())
    assert set(RULES.asked(s)) == {1, 2}
    assert do(s, 2, Join()) == [Joined(2)]
    assert refused(s, 2, Join()).reason == "not_asked"
    events = do(s, 1, Decline())
    assert events[-1] == VoteOpened("investiture", 0, (0, 60, 50, 40))
    vote(s, " nyy")
    let_be(s)
    assert s.government is not None
    assert (s.government.pm, s.government.members) == (0, (0, 2))


@pytest.mark.clause("politico.gov.form")
def test_government_is_formed_only_with_the_card_and_while_there_is_none() -> None:
    s = assembly(60, 50, 40, hands={0: "strike"})
    assert refused(s, 0, Form("pm")).reason == "not_held"
    there = assembly(60, 50, 40, hands={0: "pm"}, government=[1])
    assert refused(there, 0, Form("pm")).reason == "in_place"


@pytest.mark.clause("politico.gov.vote")
def test_absolute_majority_of_the_votes_cast_forms_a_government() -> None:
    s = assembly(60, 50, 40, 20, hands={0: "pm"})
    govern(s, 0, 3)
    events = vote(s, "yn-y")
    assert Counted("investiture", ("yes", "no", "abstain", "yes"), (60, 50, 40, 20), 80, 50, True) in events
    assert stage(s) == "event", "nobody holds a card, so nobody is asked about the army; the turn is over"
    assert s.seat == 1
    assert Formed(0, (0, 3), False) in events


@pytest.mark.clause("politico.gov.vote")
def test_half_of_the_votes_forms_no_government() -> None:
    s = assembly(60, 40, 20, hands={0: "pm"})
    govern(s, 0)
    vote(s, "ynn")
    assert s.government is None


@pytest.mark.clause("politico.gov.vote", "politico.ruling.windows")
def test_ballots_are_secret_until_all_have_voted() -> None:
    s = assembly(60, 40, 20, hands={0: "pm"})
    govern(s, 0)
    (event,) = do(s, 1, Vote("no"))
    assert event.seen(1) == Voted(1, "no")
    assert event.seen(0) == event.seen(None) == Voted(1, None)
    assert RULES.sight(s, 1).ballot == "no"
    assert RULES.sight(s, 0).ballot is None


@pytest.mark.clause("politico.ruling.abstain")
def test_abstentions_are_not_votes_cast_and_no_vote_carries_nothing() -> None:
    s = assembly(60, 40, 20, hands={0: "pm"})
    govern(s, 0)
    assert Counted("investiture", ("abstain",) * 3, (60, 40, 20), 0, 0, False) in vote(s, "---")
    other = assembly(60, 40, 20, hands={0: "pm"})
    govern(other, 0)
    vote(other, "--y")
    assert other.government is not None


@pytest.mark.clause("politico.gov.fail")
def test_without_a_majority_the_card_is_taken_back_and_one_may_attack() -> None:
    s = assembly(60, 50, 40, hands={0: "pm strike union"})
    govern(s, 0, union=True)
    events = vote(s, "ynn")
    assert events[-1] == TakenBack(0, ("pm", "union"))
    assert stage(s) == "attack"
    assert RULES.sight(s, 2).known[0] == ("pm", "union"), "all have seen them go back"
    assert refused(s, 0, Form("pm")).reason == "asked_attack"
    do(s, 0, Attack("strike", 1))


@pytest.mark.clause("politico.gov.talk")
def test_forming_a_government_moves_no_points_deputies_or_cards() -> None:
    s = assembly(60, 50, 40, hands={0: "pm"})
    before = (list(s.points), list(s.deputies), [sum(hand) for hand in s.hands])
    govern(s, 0, 1)
    assert (s.points, s.deputies, [sum(hand) for hand in s.hands]) == (before[0], before[1], [0, 0, 0])


@pytest.mark.clause("politico.gov.resign-member")
def test_a_member_may_leave_on_their_turn_and_the_government_stands() -> None:
    s = assembly(10, 90, 80, government=[0, 1], seat=1)
    assert do(s, 1, Leave())[0] == Left(1, False)
    assert s.government is not None
    assert s.government.members == (0,)
    assert s.seat == 2, "that was their turn"
    outsider = assembly(10, 90, 80, government=[0, 1], seat=2)
    assert refused(outsider, 2, Leave()).reason == "no_member"


@pytest.mark.clause("politico.gov.reshuffle", "politico.ruling.reshuffle-once")
def test_prime_minister_expels_and_recruits_without_a_vote() -> None:
    s = assembly(10, 90, 80, 70, government=[0, 1], hands={0: "strike"})
    assert do(s, 0, Expel(1)) == [Left(1, True)]
    assert refused(s, 0, Recruit(1)).reason == "no_reshuffle", "once per turn"
    do(s, 0, Recruit(2))
    assert RULES.asked(s) == [2]
    assert do(s, 2, Join())[-1] == Entered(2)
    do(s, 0, Recruit(3))
    do(s, 3, Decline())
    assert s.government is not None
    assert s.government.members == (0, 2)
    do(s, 0, Attack("strike", 1))
    member = assembly(10, 90, 80, government=[0, 1], seat=1)
    assert refused(member, 1, Expel(0)).reason == "no_reshuffle"


@pytest.mark.clause("politico.gov.resign-pm")
def test_prime_minister_resigns_on_their_turn_without_penalty() -> None:
    mine = assembly(10, 90, 80, government=[0, 1])
    assert do(mine, 0, Resign()) == [Fell(0, "resigned", 0)]
    assert (mine.points, mine.deputies) == ([0, 0, 0], [10, 90, 80])
    assert mine.discard[BOX.number["pm"]] == 1
    assert stage(mine) == "act", "the turn goes on"
    assert refused(mine, 1, Resign()).reason == "cannot_resign"
    busy = assembly(10, 90, 80, government=[0, 1], seat=2, stage="draw")
    refusal = refused(busy, 0, Resign())
    assert (refusal.clause, refusal.reason) == ("politico.ruling.resign-between", "resign_later")


@pytest.mark.clause("politico.points.round")
def test_a_government_that_lasts_a_round_scores() -> None:
    s = assembly(60, 50, 40, government=[0, 1], seat=2)
    events = do(s, 2, Pass())
    assert Scored(0, 110, 110, "round") in events
    assert Scored(1, 50, 50, "round") in events
    assert s.points == [110, 50, 0]
    assert s.government is not None
    assert s.government.rounds == 1


@pytest.mark.clause("politico.points.round")
def test_prime_minister_without_deputies_scores_30() -> None:
    s = assembly(0, 50, 40, government=[0, 1], seat=2)
    do(s, 2, Pass())
    assert s.points == [30, 50, 0]


@pytest.mark.clause("politico.points.round")
def test_government_scores_every_round_on_the_prime_ministers_turn() -> None:
    s = assembly(60, 50, 40, hands={0: "pm"})
    govern(s, 0, 1)
    vote(s, "yyy")
    for _ in range(2):
        assert s.points == [0, 0, 0]
        next_act(s)
        do(s, s.seat, Pass())
    assert s.points == [110, 50, 0]
    for _ in range(3):
        next_act(s)
        do(s, s.seat, Pass())
    assert s.points == [220, 100, 0]


@pytest.mark.clause("politico.union")
def test_union_may_be_laid_with_a_premier_ministre() -> None:
    s = assembly(60, 20, 10, hands={0: "pm union", 1: "strike"})
    govern(s, 0, union=True)
    events = vote(s, "y--")
    events += let_be(s)
    assert United(0) in events
    assert s.union == 2, "this turn counts"


@pytest.mark.clause("politico.dissolve")
def test_prime_minister_dissolves_the_assembly_once() -> None:
    s = assembly(10, 90, 80, government=[0, 1])
    assert refused(s, 0, Censure()).reason == "not_held"
    do(s, 0, Dissolve())
    assert (RULES.asked(s), stage(s)) == ((NATURE,), "election")
    do(s, NATURE, Election(((90,), (80,), (10,))))
    assert s.deputies == [90, 80, 10]
    assert stage(s) == "act", "the turn goes on"
    assert refused(s, 0, Dissolve()).reason == "no_dissolution"
    assert s.government is not None
    member = assembly(10, 90, 80, government=[0, 1], seat=1)
    assert refused(member, 1, Dissolve()).reason == "no_dissolution"
