"""Motions, the army, HOMME PROVIDENTIEL, UNION NATIONALE."""

from __future__ import annotations

import pytest

from ludotheque.games.politico.moves import (
    Answer,
    Army,
    Attack,
    Censure,
    Counter,
    Entered,
    Fell,
    Form,
    Formed,
    Parted,
    Pass,
    Pressed,
    Settled,
    Suffer,
    TakenBack,
    Union,
)
from ludotheque.games.politico.scoring import end_government
from tests.games.politico.assembly import (
    BOX,
    RULES,
    assembly,
    do,
    govern,
    let_be,
    next_act,
    parry,
    refused,
    stage,
    strike,
    vote,
)

ARMY = BOX.number["army"]


@pytest.mark.clause("politico.censure")
def test_censure_by_a_majority_of_the_votes_cast_brings_the_government_down() -> None:
    s = assembly(60, 50, 40, hands={2: "censure"}, government=[0, 1], seat=2)
    do(s, 2, Censure())
    assert stage(s) == "censure"
    events = vote(s, "n-y")
    assert s.government is not None, "60 against 40"
    assert events[-1] == TakenBack(2, ("censure",))
    carried = assembly(30, 20, 60, hands={2: "censure"}, government=[0, 1], seat=2)
    do(carried, 2, Censure())
    assert Fell(0, "censure", 2) in vote(carried, "nny")
    assert carried.points == [-50, -50, 50]
    assert carried.deputies == [10, 20, 80]
    assert stage(carried) == "form"


@pytest.mark.clause("politico.censure")
def test_after_a_defeated_motion_another_attack_may_be_made() -> None:
    s = assembly(60, 50, 40, hands={2: "censure strike"}, government=[0, 1], seat=2)
    do(s, 2, Censure())
    vote(s, "nny")
    assert stage(s) == "attack"
    assert refused(s, 2, Censure()).reason == "asked_attack"
    strike(s, 2, 0)


@pytest.mark.clause("politico.baraka")
def test_baraka_does_nothing_against_motion_army_or_premier_ministre() -> None:
    s = assembly(30, 20, 60, hands={0: "baraka", 2: "censure"}, government=[0], seat=2)
    do(s, 2, Censure())
    vote(s, "nny")
    assert stage(s) == "counter"
    assert RULES.legal(s, 0) == (Pass(),)
    pressed = assembly(30, 20, 60, hands={0: "baraka", 2: "army"}, government=[0], seat=2)
    do(pressed, 2, Army("topple"))
    assert RULES.legal(pressed, 0) == (Pass(),)


@pytest.mark.clause("politico.army.uses")
def test_the_army_enters_a_government_in_place() -> None:
    s = assembly(60, 50, 40, hands={2: "army"}, government=[0, 1], seat=2)
    events = do(s, 2, Army("enter"))
    assert events[:3] == [Pressed(2, "enter", 1), Settled(2, "enter", True), Entered(2)]
    assert s.government is not None
    assert s.government.members == (0, 1, 2)
    assert s.seat == 0
    providential = assembly(60, 50, 40, hands={2: "army"}, government=[0, 1], seat=2, card="providential", immune=1)
    assert refused(providential, 2, Army("enter")).reason == "no_entry_providential"
    ordinary = assembly(60, 50, 40, hands={2: "army"}, government=[0, 1], seat=2, card="providential")
    assert Army("enter") in RULES.legal(ordinary, 2), "laid as a PREMIER MINISTRE"
    assert refused(assembly(60, 50, 40, hands={0: "army"}), 0, Army("enter")).reason == "no_government"
    member = assembly(60, 50, 40, hands={1: "army"}, government=[0, 1], seat=1)
    assert refused(member, 1, Army("enter")).reason == "no_entry"


@pytest.mark.clause("politico.army.uses", "politico.ruling.army-fall", "politico.army.lost-card")
def test_the_army_brings_the_government_down_and_its_head_may_try_again() -> None:
    s = assembly(60, 50, 40, hands={0: "pm", 2: "army pm"}, government=[0, 1], seat=2)
    do(s, 2, Army("topple"))
    events = let_be(s)
    assert Fell(0, "army", 2) in events
    assert s.points == [-50, -50, 50]
    assert s.discard[BOX.number["pm"]] == 1, "the card is lost"
    assert (RULES.asked(s), stage(s)) == ((2,), "form"), "the player of the army is asked first"
    first = s.copy()
    govern(first, 2)
    vote(first, "--y")
    let_be(first)
    assert first.government is not None
    assert first.government.pm == 2
    assert first.seat == 0, "and the turn is over: nobody else tries"
    do(s, 2, Pass())
    assert (RULES.asked(s), stage(s)) == ((0,), "form"), "then its head may lay a second card"
    govern(s, 0, 1)
    vote(s, "yy-")
    let_be(s)
    assert s.government is not None
    assert s.government.pm == 0
    assert s.seat == 0
    head = assembly(60, 50, 40, hands={0: "army"}, government=[0, 1])
    assert refused(head, 0, Army("topple")).reason == "own_government"


@pytest.mark.clause("politico.army.uses", "politico.army.lost-card")
def test_the_army_annuls_an_investiture_even_out_of_turn() -> None:
    s = assembly(90, 50, 30, hands={0: "pm pm union", 2: "army"})
    govern(s, 0, union=True)
    vote(s, "ynn")
    assert stage(s) == "counter"
    assert set(RULES.asked(s)) == {0, 2}, "all who hold any card"
    do(s, 2, Counter())
    events = let_be(s)
    assert Settled(2, "investiture", True) in events
    assert s.government is None
    assert s.discard[BOX.number["pm"]] == 1, "lost"
    assert s.hands[0][BOX.number["union"]] == 1
    assert (s.seat, stage(s)) == (0, "act")
    govern(s, 0)
    vote(s, "ynn")
    let_be(s)
    assert s.government is not None, "with a second one"


@pytest.mark.clause("politico.army.uses", "politico.ruling.censure-annulled")
def test_the_army_annuls_a_vote_of_censure() -> None:
    s = assembly(30, 20, 60, hands={0: "army", 2: "censure strike"}, government=[0, 1], seat=2)
    do(s, 2, Censure())
    vote(s, "nny")
    do(s, 0, Counter())
    let_be(s)
    assert s.government is not None
    assert s.discard[BOX.number["censure"]] == 1
    assert stage(s) == "attack"


@pytest.mark.clause("politico.army.uses", "politico.army.with-union")
def test_the_army_forms_a_minority_government_with_a_premier_ministre() -> None:
    s = assembly(0, 50, 40, hands={0: "pm army union"})
    events = govern(s, 0, army=True, union=True)
    assert Formed(0, (0,), False) in events
    assert s.government is not None
    assert s.union > 0


@pytest.mark.clause("politico.ruling.army-minority", "politico.army.counter")
def test_a_minority_bid_that_is_countered_fails_like_a_lost_vote() -> None:
    s = assembly(0, 50, 40, hands={0: "pm army strike", 1: "army"})
    govern(s, 0, army=True)
    do(s, 1, Counter())
    events = let_be(s)
    assert TakenBack(0, ("pm",)) in events
    assert stage(s) == "attack"
    assert s.discard[ARMY] == 2


@pytest.mark.clause("politico.attack.answer", "politico.ruling.army-minority")
def test_the_army_answers_an_attack_unless_it_is_countered() -> None:
    s = assembly(60, 50, 40, hands={0: "strike", 1: "army"})
    strike(s, 0, 1)
    parry(s, 1, "army")
    assert s.points == [0, 0, 0]
    assert s.seat == 1
    countered = assembly(60, 50, 40, hands={0: "strike", 1: "army baraka", 2: "army"})
    strike(countered, 0, 1)
    parry(countered, 1, "army")
    do(countered, 2, Counter())
    let_be(countered)
    assert (RULES.asked(countered), stage(countered)) == ((1,), "answer")
    do(countered, 1, Answer("baraka"))


@pytest.mark.clause("politico.army.counter", "politico.ruling.reaction-order")
@pytest.mark.parametrize(("depth", "falls"), [(1, True), (2, False), (3, True), (4, False)])
def test_army_is_countered_to_depth_four_by_several_players(depth: int, falls: bool) -> None:
    s = assembly(60, 50, 40, 30, hands={0: "leak", 1: "army leak", 2: "army army", 3: "army"}, government=[0], seat=2)
    do(s, 2, Army("topple"))
    layers = [1, 2, 3]
    for seat in layers[: depth - 1]:
        assert seat in RULES.asked(s)
        do(s, seat, Counter())
    assert s.pressure is not None
    assert s.pressure.laid == (2, *layers[: depth - 1])
    let_be(s)
    assert (s.government is None) == falls


@pytest.mark.clause("politico.army.counter", "politico.ruling.windows")
def test_all_but_the_last_to_play_an_army_are_asked_whatever_they_hold() -> None:
    s = assembly(60, 50, 40, 30, hands={0: "leak", 1: "army", 2: "army strike"}, government=[0], seat=2)
    do(s, 2, Army("topple"))
    assert set(RULES.asked(s)) == {0, 1}, "not seat 3, whose hand is empty for all to see"
    assert refused(s, 0, Counter()).reason == "not_held"
    do(s, 1, Counter())
    assert set(RULES.asked(s)) == {0, 2}, "a player may lay several"


@pytest.mark.clause("politico.providential.when", "politico.providential.effect")
def test_providential_man_governs_without_a_vote_after_two_rounds_without_a_government() -> None:
    s = assembly(0, 50, 40, hands={0: "providential", 1: "strike"})
    s.vacant = 6
    events = govern(s, 0, 2, card="providential")
    assert Formed(0, (0, 2), True) in events, "no vote"
    assert s.seat == 1
    next_act(s)
    assert refused(s, 1, Attack("strike", 0)).reason == "immune"
    assert refused(s, 1, Attack("strike", 2)).reason == "immune"
    too_soon = assembly(0, 50, 40, hands={0: "providential"})
    too_soon.vacant = 5
    govern(too_soon, 0, card="providential")
    assert stage(too_soon) == "investiture"


@pytest.mark.clause("politico.providential.when")
def test_providential_man_governs_without_a_vote_after_two_short_governments() -> None:
    s = assembly(60, 50, 40, hands={2: "strike strike"}, government=[0], seat=2)
    strike(s, 2, 0)
    do(s, 0, Suffer())
    do(s, 2, Pass())
    assert s.short == 1
    other = assembly(60, 50, 40, hands={0: "providential"})
    other.short = 2
    govern(other, 0, card="providential")
    assert other.government is not None
    assert other.government.immune == 2
    lasted = assembly(60, 50, 40, government=[0], seat=2)
    lasted.short = 1
    do(lasted, 2, Pass())
    next_act(lasted)
    do(lasted, 0, Pass())
    next_act(lasted)
    assert lasted.government is not None
    end_government(lasted, "resigned", 0, [])
    assert lasted.short == 0, "it lasted a round"


@pytest.mark.clause("politico.providential.effect", "politico.ruling.attack-scope")
def test_providential_government_is_immune_for_two_rounds() -> None:
    s = assembly(60, 50, 40, hands={2: "strike army censure"}, government=[0, 1], seat=2, card="providential", immune=2)
    assert refused(s, 2, Attack("strike", 0)).reason == "immune"
    assert refused(s, 2, Army("topple")).reason == "immune"
    assert refused(s, 2, Censure()).reason == "immune"
    do(s, 2, Pass())
    assert s.government is not None
    assert s.government.immune == 1
    for _ in range(3):
        next_act(s)
        do(s, s.seat, Pass())
    assert s.government.immune == 0
    next_act(s)
    do(s, 0, Pass())
    next_act(s)
    do(s, 1, Pass())
    next_act(s)
    assert Attack("strike", 0) in RULES.legal(s, 2)
    strike(s, 2, 0)
    do(s, 0, Suffer())
    assert s.discard[BOX.number["providential"]] == 1, "it goes back to the pack"


@pytest.mark.clause("politico.providential.as-pm")
def test_providential_man_otherwise_counts_as_a_premier_ministre() -> None:
    s = assembly(90, 50, 30, hands={0: "providential"})
    govern(s, 0, card="providential")
    assert stage(s) == "investiture"
    vote(s, "ynn")
    let_be(s)
    assert s.government is not None
    assert s.government.immune == 0


@pytest.mark.clause("politico.union", "politico.ruling.attack-scope")
def test_union_forbids_every_attack_for_a_round_but_one() -> None:
    s = assembly(60, 50, 40, hands={0: "union", 1: "strike ecology censure army"}, government=[2])
    do(s, 0, Union())
    next_act(s)
    assert refused(s, 1, Attack("strike", 0)).reason == "union"
    assert refused(s, 1, Censure()).reason == "union"
    assert refused(s, 1, Army("topple")).reason == "union"
    assert Attack("ecology", 2) in RULES.legal(s, 1)
    assert Army("enter") in RULES.legal(s, 1)
    do(s, 1, Pass())
    next_act(s)
    assert Parted() in do(s, 2, Pass())
    assert s.discard[BOX.number["union"]] == 1


def test_union_cannot_be_played_twice() -> None:
    s = assembly(60, 50, 40, hands={0: "pm union"})
    s.union = 2
    assert refused(s, 0, Union()).reason == "united"
    assert refused(s, 0, Form("pm", union=True)).reason == "no_union"
    assert refused(s, 0, Form("pm", army=True)).reason == "no_army"
