"""Attacks, answers, loans, falls."""

from __future__ import annotations

import pytest

from ludotheque.games.politico.moves import (
    Accept,
    Answer,
    Answered,
    Attack,
    Attacked,
    Censure,
    Decline,
    Exposed,
    Fell,
    Form,
    Lifted,
    Moved,
    Offer,
    Offered,
    Pass,
    Plead,
    Pleaded,
    Recruit,
    Scored,
    Suffer,
    Suffered,
)
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

STRIKE = next(card for card in BOX.attack if card.id == "strike")
TAX = next(card for card in BOX.attack if card.exposed)
PERSONAL = next(card for card in BOX.attack if card.personal and not card.exposed)
GREEN = {card.id: card for card in BOX.defence}


@pytest.mark.clause("politico.attack.any")
def test_anyone_may_attack_anyone_else() -> None:
    s = assembly(60, 50, 40, hands={0: "strike"}, government=[0, 1])
    assert Attack("strike", 1) in RULES.legal(s, 0), "even an ally"
    assert Attack("strike", 2) in RULES.legal(s, 0), "even outside the government"
    assert refused(s, 0, Attack("strike", 0)).reason == "no_target"
    assert refused(s, 0, Attack("strike", 7)).reason == "no_target"
    assert refused(s, 0, Attack("split", 1)).reason == "not_held"
    assert strike(s, 0, 2) == [Attacked(0, 2, "strike")]
    assert RULES.asked(s) == (2,)


@pytest.mark.clause("politico.attack.answer", "politico.ruling.defence-effects")
def test_matching_defence_answers_an_attack() -> None:
    s = assembly(60, 50, 40, hands={0: "morals", 1: "libel round-table"})
    strike(s, 0, 1, "morals")
    assert refused(s, 1, Answer("round-table")).reason == "no_answer"
    assert refused(s, 1, Answer("baraka")).reason == "not_held"
    events = parry(s, 1, "libel")
    assert events[0] == Answered(1, "libel", None)
    assert s.points == [-GREEN["libel"].penalty, GREEN["libel"].reward, 0]
    assert s.seat == 1, "the turn is over"
    assert s.discard[BOX.number["morals"]] == s.discard[BOX.number["libel"]] == 1


@pytest.mark.clause("politico.box.trumps")
def test_printed_attacks_have_the_printed_defences() -> None:
    answers = {card.id: card.defence for card in BOX.attack}
    assert answers["morals"] == "libel"
    assert answers["split"] == "patch-up"


@pytest.mark.clause("politico.baraka")
@pytest.mark.parametrize("card", [card.id for card in BOX.attack])
def test_baraka_answers_every_attack_without_penalty_or_reward(card: str) -> None:
    s = assembly(60, 50, 40, hands={0: card, 1: "baraka"})
    strike(s, 0, 1, card)
    parry(s, 1, "baraka")
    assert (s.points, s.deputies) == ([0, 0, 0], [60, 50, 40])


@pytest.mark.clause("politico.attack.resolve", "politico.attack.lend-effect")
def test_an_attack_that_is_not_answered_hits_at_once() -> None:
    s = assembly(60, 50, 40, hands={0: "split"})
    split = next(card for card in BOX.attack if card.id == "split")
    strike(s, 0, 1, "split")
    events = do(s, 1, Suffer())
    assert events[0] == Suffered(1, "split")
    assert s.points == [split.gain, -split.points, 0]
    assert s.deputies == [60 + split.deputies, 50 - split.deputies, 40]
    assert s.discard[BOX.number["split"]] == 1
    assert s.seat == 1


@pytest.mark.clause("politico.ruling.score-floor")
def test_points_may_be_negative_but_deputies_never() -> None:
    s = assembly(60, 5, 40, hands={0: "split"})
    strike(s, 0, 1, "split")
    do(s, 1, Suffer())
    assert s.points[1] < 0
    assert s.deputies == [65, 0, 40]


@pytest.mark.clause("politico.attack.lend", "politico.ruling.lend-contract", "politico.ruling.plead")
def test_another_player_may_offer_the_defence_and_the_target_takes_one_offer() -> None:
    s = assembly(60, 50, 40, 30, hands={0: "strike", 2: "round-table", 3: "round-table leak"})
    strike(s, 0, 1)
    assert do(s, 1, Plead()) == [Pleaded(1)]
    assert set(RULES.asked(s)) == {2, 3}
    assert do(s, 3, Offer()) == [Offered(3)]
    assert RULES.sight(s, 0).known[3] == ("round-table",), "it is known by now"
    do(s, 2, Offer())
    assert (RULES.asked(s), stage(s)) == ((1,), "accept")
    events = do(s, 1, Accept(2))
    assert events[0] == Answered(1, "round-table", 2)
    loan = GREEN["round-table"].loan
    assert Moved(2, loan, 40 + loan, "loan") in events
    assert s.deputies == [60, 50 - loan, 40 + loan, 30]
    assert s.hands[2][BOX.number["round-table"]] == 0, "the card stays with the target, who has used it"
    assert s.points[1] == 0, "no reward for a card that was lent"


@pytest.mark.clause("politico.ruling.plead")
def test_player_with_an_answer_cannot_ask_for_help_and_possible_lenders_stay_secret() -> None:
    s = assembly(60, 50, 40, 30, hands={0: "strike", 1: "baraka", 2: "leak", 3: "round-table"})
    strike(s, 0, 1)
    assert refused(s, 1, Plead()).reason == "no_help"
    other = assembly(60, 50, 40, 30, hands={0: "strike", 1: "leak", 2: "leak", 3: "round-table"})
    strike(other, 0, 1)
    do(other, 1, Plead())
    assert set(RULES.asked(other)) == {2, 3}, "whatever they hold"
    assert refused(other, 2, Offer()).reason == "not_held"
    do(other, 2, Pass())
    do(other, 3, Pass())
    assert other.points[1] == -STRIKE.points


@pytest.mark.clause("politico.attack.lend")
def test_defence_cannot_be_lent_against_a_personal_attack() -> None:
    s = assembly(60, 50, 40, hands={0: PERSONAL.id, 2: PERSONAL.defence})
    strike(s, 0, 1, PERSONAL.id)
    assert refused(s, 1, Plead()).reason == "no_help"
    assert RULES.legal(s, 1) == [Suffer()]


def test_target_may_decline_every_offer() -> None:
    s = assembly(60, 50, 40, hands={0: "strike", 2: "round-table"})
    strike(s, 0, 1)
    do(s, 1, Plead())
    do(s, 2, Offer())
    do(s, 1, Decline())
    assert s.points[1] == -STRIKE.points


@pytest.mark.clause("politico.points.fall", "politico.ruling.pm-total", "politico.ruling.fall-instead")
def test_fall_by_an_outside_attack_moves_points_and_deputies_to_the_attacker() -> None:
    s = assembly(60, 50, 40, hands={2: "strike"}, government=[0, 1], seat=2)
    strike(s, 2, 0)
    events = do(s, 0, Suffer())
    assert events[1] == Fell(0, "attack", 2)
    assert s.points == [-50, -50, 50]
    assert s.deputies == [40, 50, 60]
    assert s.government is None
    assert s.discard[BOX.number["pm"]] == 1


@pytest.mark.clause("politico.points.fall")
def test_member_who_brings_the_government_down_gains_60_points() -> None:
    s = assembly(60, 50, 40, hands={1: "strike"}, government=[0, 1, 2], seat=1)
    strike(s, 1, 0)
    do(s, 0, Suffer())
    assert s.points == [-50, 60, -50]
    assert s.deputies == [40, 70, 40]


@pytest.mark.clause("politico.points.fall")
def test_prime_minister_who_brings_down_their_own_government_penalises_only_the_allies() -> None:
    s = assembly(90, 50, 30, hands={0: "censure"}, government=[0, 1])
    do(s, 0, Censure())
    vote(s, "ynn")
    let_be(s)
    assert s.points == [0, -50, 0]
    assert s.deputies == [90, 50, 30]


@pytest.mark.clause("politico.ruling.poor-pm")
def test_prime_minister_with_few_deputies_loses_those_there_are() -> None:
    s = assembly(15, 50, 40, hands={2: "strike"}, government=[0, 1], seat=2)
    strike(s, 2, 0)
    do(s, 0, Suffer())
    assert s.deputies == [0, 50, 55]


@pytest.mark.clause("politico.ruling.fall-by-attack")
def test_the_government_falls_only_by_a_card_that_says_so() -> None:
    soft = next(card for card in BOX.attack if not card.falls and not card.personal)
    s = assembly(60, 50, 40, hands={2: f"{soft.id} strike"}, government=[0, 1], seat=2)
    strike(s, 2, 0, soft.id)
    do(s, 0, Suffer())
    assert s.government is not None
    outside = assembly(60, 50, 40, 10, hands={2: "strike"}, government=[0, 1], seat=2)
    strike(outside, 2, 3)
    do(outside, 3, Suffer())
    assert outside.government is not None
    assert outside.points[3] == -STRIKE.points


@pytest.mark.clause("politico.ruling.fall-by-attack", "politico.points.fall")
def test_attack_on_any_member_brings_the_government_down() -> None:
    s = assembly(60, 50, 40, 10, hands={2: "strike"}, government=[0, 1], seat=2)
    strike(s, 2, 1)
    assert Fell(0, "attack", 2) in do(s, 1, Suffer())
    assert s.government is None
    assert s.points == [-50, -50, 50, 0]
    assert s.deputies == [40, 50, 60, 10], "the deputies are the prime minister's, whichever member was attacked"
    member = assembly(60, 50, 40, 10, hands={2: "strike"}, government=[0, 1, 2], seat=2)
    strike(member, 2, 1)
    do(member, 1, Suffer())
    assert member.points == [-50, -50, 60, 0]


@pytest.mark.clause("politico.ruling.fall-by-attack", "politico.points.fall")
def test_prime_minister_who_attacks_an_ally_penalises_only_the_allies() -> None:
    s = assembly(60, 50, 40, 10, hands={0: "strike pm"}, government=[0, 1, 2])
    strike(s, 0, 1)
    assert Fell(0, "attack", 0) in do(s, 1, Suffer())
    assert s.points == [0, -50, -50, 0]
    assert s.deputies == [60, 50, 40, 10]
    assert (RULES.asked(s), stage(s)) == ((0,), "form"), "and may form another at once"


@pytest.mark.clause("politico.points.new-gov")
def test_attacker_may_form_a_new_government_at_once_after_a_fall() -> None:
    s = assembly(60, 50, 40, hands={2: "strike pm"}, government=[0, 1], seat=2)
    strike(s, 2, 0)
    do(s, 0, Suffer())
    assert (RULES.asked(s), stage(s)) == ((2,), "form")
    govern(s, 2, 1)
    vote(s, "nyy")
    assert s.government is not None
    assert s.government.pm == 2
    assert s.seat == 0
    declines = assembly(60, 50, 40, hands={2: "strike pm"}, government=[0, 1], seat=2)
    strike(declines, 2, 0)
    do(declines, 0, Suffer())
    do(declines, 2, Pass())
    assert declines.seat == 0
    fails = assembly(60, 50, 40, hands={2: "strike pm"}, government=[0, 1], seat=2)
    strike(fails, 2, 0)
    do(fails, 0, Suffer())
    govern(fails, 2)
    vote(fails, "nnn")
    assert fails.seat == 0, "and then the turn is over"


@pytest.mark.clause("politico.ruling.exposed", "politico.attack.resolve")
def test_an_exposed_attack_keeps_its_target_out_of_governments_until_the_end_of_their_turn() -> None:
    s = assembly(60, 50, 40, hands={0: TAX.id, 1: "pm"}, government=[2])
    strike(s, 0, 1, TAX.id)
    assert Exposed(1, TAX.id) in do(s, 1, Suffer())
    assert RULES.sight(s, 2).exposed == ((), (TAX.id,), ())
    s.government = None
    next_act(s)
    assert refused(s, 1, Form("pm")).reason == "exposed"
    assert Lifted(1, (TAX.id,)) in do(s, 1, Pass())
    assert s.exposed[1] == ()
    head = assembly(60, 50, 40, government=[0])
    head.exposed[1] = (BOX.number[TAX.id],)
    assert refused(head, 0, Recruit(1)).reason == "no_reshuffle"


def test_options_forbid_personal_attacks_and_lending() -> None:
    s = assembly(60, 50, 40, hands={0: f"{PERSONAL.id} strike", 2: "round-table"}, personal=False, lending=False)
    assert refused(s, 0, Attack(PERSONAL.id, 1)).reason == "not_personal"
    strike(s, 0, 1)
    assert refused(s, 1, Plead()).reason == "no_help"


def test_score_events_name_their_reason() -> None:
    s = assembly(60, 50, 40, hands={0: "strike"})
    strike(s, 0, 1)
    events = do(s, 1, Suffer())
    assert Scored(1, -STRIKE.points, -STRIKE.points, "attack") in events
    assert Scored(0, STRIKE.gain, STRIKE.gain, "attacked") in events
