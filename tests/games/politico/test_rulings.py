"""What the print leaves open: full rounds, announced resignations, the army and HOMME PROVIDENTIEL, no deputies."""

from __future__ import annotations

import pytest

from ludotheque.engine.chance import QuickChance
from ludotheque.engine.rules import NATURE
from ludotheque.games.politico.moves import (
    Announce,
    Announced,
    Army,
    Began,
    Censure,
    Counted,
    Dispute,
    Fell,
    Happen,
    Pass,
    Resign,
    Scored,
    Suffer,
    Vote,
    VoteOpened,
)
from ludotheque.games.politico.state import State
from tests.games.politico.assembly import (
    BOX,
    RULES,
    assembly,
    do,
    govern,
    let_be,
    next_act,
    refused,
    stage,
    strike,
    vote,
)


def pass_a_turn(s: State) -> None:
    """The next player draws and passes."""
    next_act(s)
    do(s, s.seat, Pass())


# Full rounds


def toppled_and_formed_again() -> State:
    """The army has brought seat 0 down in seat 2's turn, and seat 0 has formed another government in it."""
    s = assembly(60, 50, 40, hands={0: "pm", 2: "army"}, government=[0, 1], seat=2)
    do(s, 2, Army("topple"))
    let_be(s)
    do(s, 2, Pass())
    govern(s, 0, 1)
    vote(s, "yyn")
    let_be(s)
    assert s.seat == 0
    return s


@pytest.mark.clause("politico.ruling.full-round", "politico.points.round")
def test_government_formed_in_another_turn_scores_only_after_all_have_played() -> None:
    s = toppled_and_formed_again()
    assert s.government is not None
    assert s.points == [-50, -50, 50], "seats 1 and 2 have had no turn since"
    assert s.government.rounds == 0
    for _ in range(2):
        pass_a_turn(s)
    assert s.points == [-50, -50, 50]
    pass_a_turn(s)
    assert s.points == [-50 + 40 + 50, -50 + 50, 50], "now it has lasted a round"
    assert s.government.rounds == 1


@pytest.mark.clause("politico.ruling.full-round", "politico.providential.when")
def test_government_formed_in_another_turn_that_falls_at_once_is_a_short_one() -> None:
    s = toppled_and_formed_again()
    assert s.short == 1
    next_act(s)
    do(s, 0, Resign())
    assert s.short == 2


@pytest.mark.clause("politico.ruling.full-round", "politico.providential.effect")
def test_immunity_lasts_two_full_rounds() -> None:
    s = assembly(60, 50, 40, hands={0: "providential", 2: "army"}, government=[1], seat=2)
    s.short = 1
    do(s, 2, Army("topple"))
    let_be(s)
    do(s, 2, Pass())
    do(s, 1, Pass())
    assert s.seat == 0
    late = assembly(60, 50, 40, hands={0: "providential", 2: "army"}, government=[0], seat=2)
    late.short = 1
    do(late, 2, Army("topple"))
    let_be(late)
    do(late, 2, Pass())
    govern(late, 0, card="providential")
    assert late.government is not None
    assert late.government.immune == 2, "the turn that follows is no round"
    for left in (1, 0):
        for _ in range(3):
            pass_a_turn(late)
        assert late.government is not None
        assert late.government.immune == left


# Resignations


@pytest.mark.clause("politico.ruling.resign-between", "politico.gov.resign-pm")
def test_prime_minister_announces_in_another_turn_and_resigns_before_the_next() -> None:
    s = assembly(60, 50, 40, government=[0, 1], seat=1)
    asked = RULES.question(s)
    assert do(s, 0, Announce()) == [Announced(0)]
    assert RULES.question(s) == asked, "nobody's answer changes by it"
    assert RULES.sight(s, 2).government.resigning, "all have heard it"  # type: ignore[union-attr]
    assert s.government is not None
    assert refused(s, 0, Announce()).clause == "politico.ruling.resign-between"
    events = do(s, 1, Pass())
    assert events.index(Fell(0, "resigned", 0)) < events.index(Began(2, 2))
    assert s.government is None
    assert s.points == [0, 0, 0]
    assert s.discard[BOX.number["pm"]] == 1


@pytest.mark.clause("politico.ruling.resign-between", "politico.points.round")
def test_government_resigned_before_its_heads_turn_does_not_score() -> None:
    s = assembly(60, 50, 40, government=[0, 1], seat=2)
    do(s, 0, Announce())
    events = do(s, 2, Pass())
    assert not [event for event in events if isinstance(event, Scored)]
    assert Began(0, 2) in events


@pytest.mark.clause("politico.ruling.resign-between")
def test_only_the_prime_minister_announces_at_any_time() -> None:
    s = assembly(60, 50, 40, hands={0: "leak", 2: "censure army"}, government=[0, 1], seat=2)
    assert refused(s, 1, Announce()).reason == "cannot_resign"
    assert refused(s, 2, Announce()).reason == "cannot_resign"
    do(s, 2, Censure())
    assert Announce() in RULES.free(s, 0), "in a vote"
    vote(s, "n-y")
    other = assembly(60, 50, 40, hands={0: "leak", 2: "army"}, government=[0, 1], seat=2)
    do(other, 2, Army("topple"))
    assert stage(other) == "counter"
    do(other, 0, Announce())
    let_be(other)
    assert other.points == [-50, -50, 50], "what happens before the turn ends happens all the same"
    own = assembly(60, 50, 40, hands={0: "leak"}, government=[0, 1])
    do(own, 0, Announce())
    strike(own, 0, 2, "leak")
    assert Fell(0, "resigned", 0) in do(own, 2, Suffer()), "on one's own turn one may act first"


@pytest.mark.clause("politico.ruling.resign-between")
def test_announcement_ends_with_its_government() -> None:
    s = assembly(60, 50, 40, hands={2: "strike pm"}, government=[0, 1], seat=2)
    do(s, 0, Announce())
    strike(s, 2, 0)
    do(s, 0, Suffer())
    govern(s, 2, 0)
    vote(s, "yny")
    let_be(s)
    assert s.government is not None
    assert s.government.pm == 2


# The army


@pytest.mark.clause("politico.ruling.providential-army", "politico.army.uses")
def test_the_army_never_enters_the_government_of_the_providential_man() -> None:
    s = assembly(60, 50, 40, hands={0: "providential", 2: "army"})
    s.vacant = 6
    govern(s, 0, card="providential")
    for _ in range(6):
        pass_a_turn(s)
    assert s.government is not None
    assert s.government.immune == 0
    pass_a_turn(s)
    next_act(s)
    assert s.seat == 2
    refusal = refused(s, 2, Army("enter"))
    assert (refusal.clause, refusal.reason) == ("politico.ruling.providential-army", "no_entry_providential")
    assert Army("topple") in RULES.legal(s, 2), "but it can be brought down by now"


# Votes


@pytest.mark.clause("politico.ruling.no-deputies", "politico.gov.vote")
def test_player_without_deputies_is_not_asked_to_vote() -> None:
    s = assembly(60, 0, 40, hands={0: "pm"})
    assert VoteOpened("investiture", 0, (60, 0, 40)) in govern(s, 0)
    assert list(RULES.asked(s)) == [0, 2]
    assert refused(s, 1, Vote("yes")).reason == "not_asked"
    events = vote(s, "y n")
    assert Counted("investiture", ("yes", "none", "no"), (60, 0, 40), 60, 40, True) in events


@pytest.mark.clause("politico.ruling.no-deputies", "politico.ruling.abstain")
def test_assembly_without_deputies_invests_no_government() -> None:
    s = assembly(0, 0, 0, hands={0: "pm strike"})
    events = govern(s, 0)
    assert Counted("investiture", ("none",) * 3, (0, 0, 0), 0, 0, False) in events
    assert stage(s) == "attack"


@pytest.mark.clause("politico.ruling.no-deputies", "politico.dispute")
def test_first_vote_counts_players_and_the_second_deputies() -> None:
    s = assembly(60, 0, 40, 20)
    do(s, 0, Dispute())
    assert len(RULES.asked(s)) == 4
    vote(s, "yynn")
    assert list(RULES.asked(s)) == [0, 2, 3], "a tie: now deputies count"
    vote(s, "y nn")
    assert s.outcome is None
    do(s, 0, Pass())
    do(s, NATURE, Happen(None))


def test_vote_of_some_seats_looks_the_same_in_imagined_states() -> None:
    s = assembly(60, 0, 40, 20, hands={0: "pm"})
    govern(s, 0)
    do(s, 2, Vote("no"))
    for seat in (*range(4), None):
        sight = RULES.sight(s, seat)
        world = RULES.imagine(sight, QuickChance(1))
        assert RULES.sight(world, seat) == sight
