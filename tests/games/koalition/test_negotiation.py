"""Negotiation: proposals, agreements, and the coalitions that are possible."""

from __future__ import annotations

import pytest

from ludotheque.engine.chance import QuickChance, pick
from ludotheque.engine.frames import Negotiation
from ludotheque.games.koalition.moves import (
    Accept,
    Accepted,
    Close,
    Decline,
    Declined,
    Formed,
    Lay,
    NoCoalition,
    Pass,
    Propose,
    Proposed,
    Silent,
    TakeBack,
    TookBack,
)
from ludotheque.games.koalition.negotiation import RENEWALS
from tests.games.koalition.ballot import RULES, do, kinds, refused, talking, who_refuses
from tests.playing import Referee


@pytest.mark.clause("koalition.coalition")
def test_leaders_negotiate_all_at_once() -> None:
    s = talking()
    assert sorted(RULES.asked(s)) == [0, 1, 2]
    assert do(s, 2, Propose(("roses", "leaves"))) == [Proposed(2, 1, ("roses", "leaves"))]
    assert do(s, 1, Propose(("roses", "hats"))) == [Proposed(1, 2, ("roses", "hats"))]
    events = do(s, 0, Accept(2))
    assert events[:2] == [Accepted(0, 2), Formed(("roses", "hats"), 19, 14)]


@pytest.mark.clause("koalition.coalition")
def test_only_leaders_propose_coalitions_and_only_with_their_own_blocs() -> None:
    s = talking("0 roses10, 1 hats9, 2 leaves8, 3 roses2", players=4)
    assert refused(s, 3, Propose(("roses", "hats"))).reason == "not_a_leader"
    assert refused(s, 2, Propose(("roses", "hats"))).reason == "not_your_coalition"
    assert refused(s, 0, Propose(("roses", "tulips"))).reason == "no_such_bloc"
    assert refused(s, 0, Propose(("roses", "roses"))).reason == "no_such_bloc"
    assert refused(s, 0, Propose(("hats", "roses"))).reason == "strongest_first"
    assert refused(s, 0, Lay("roses3")).reason == "negotiating"
    assert refused(s, 0, Pass()).reason == "negotiating"


@pytest.mark.clause("koalition.count")
def test_a_coalition_needs_the_majority() -> None:
    refusal = refused(talking(), 0, Propose(("roses",)))
    assert (refusal.clause, refusal.reason, refusal.args) == (
        "koalition.count",
        "no_majority",
        {"votes": 10, "majority": 14},
    )


@pytest.mark.clause("koalition.minimal")
def test_coalition_has_no_party_more_than_necessary() -> None:
    refusal = refused(talking(), 0, Propose(("roses", "hats", "leaves")))
    assert (refusal.clause, refusal.reason) == ("koalition.minimal", "not_minimal")


@pytest.mark.clause("koalition.ruling.compatible")
def test_the_leaders_highest_politicians_must_accept_each_others_parties() -> None:
    rules = who_refuses("roses10", "hats")
    s = talking(rules=rules)
    refusal = Referee(rules).refused(s, 0, Propose(("roses", "hats")))
    assert (refusal.clause, refusal.reason) == ("koalition.ruling.compatible", "incompatible")
    assert Referee(rules).refused(s, 1, Propose(("roses", "hats"))).reason == "incompatible", "both ways"
    Referee(rules).do(s, 0, Propose(("roses", "leaves")))


@pytest.mark.clause("koalition.ruling.compatible")
def test_only_the_leaders_own_highest_card_decides_which_parties_are_accepted() -> None:
    rules = who_refuses("roses5", "hats")
    s = talking("0 roses10, 0 roses5, 1 hats9, 2 leaves8", rules=rules)
    Referee(rules).do(s, 0, Propose(("roses", "hats")))


@pytest.mark.clause("koalition.ruling.compatible")
def test_joker_accepts_every_party() -> None:
    rules = who_refuses("roses4", "hats")
    s = talking("0 joker1 roses, 0 roses4, 1 hats9, 2 leaves8", rules=rules)
    Referee(rules).do(s, 0, Propose(("roses", "hats")) if s.blocs[0].label == "roses" else Propose(("hats", "roses")))


@pytest.mark.clause("koalition.ruling.handshake")
def test_coalition_is_formed_when_all_its_leaders_have_accepted() -> None:
    s = talking("0 roses5, 1 hats5, 2 leaves5, 3 lemons4", players=4)
    assert s.majority == 10
    do(s, 0, Propose(("hats", "roses")))
    s = talking("0 roses6, 1 hats5, 2 leaves4, 3 lemons10", players=4)
    assert s.majority == 13
    labels = ("roses", "hats", "leaves")
    do(s, 0, Propose(labels))
    assert kinds(do(s, 1, Accept(1))) == ["Accepted"]
    assert kinds(do(s, 2, Accept(1)))[:2] == ["Accepted", "Formed"]


@pytest.mark.clause("koalition.ruling.handshake")
def test_several_proposals_may_be_open_and_the_first_complete_wins() -> None:
    s = talking()
    do(s, 0, Propose(("roses", "hats")))
    do(s, 0, Propose(("roses", "leaves")))
    assert len(RULES.sight(s, None).proposals) == 2
    assert kinds(do(s, 2, Accept(2)))[1] == "Formed"
    assert RULES.refusal(s, 1, Accept(1)) is not None, "too late"


@pytest.mark.clause("koalition.ruling.handshake")
def test_leader_of_all_its_parties_forms_a_coalition_alone() -> None:
    s = talking("0 roses10, 0 leaves8, 1 hats9, 2 lemons8")
    assert kinds(do(s, 0, Propose(("roses", "leaves"))))[1] == "Formed"


@pytest.mark.clause("koalition.ruling.handshake")
def test_negotiations_end_when_every_leader_has_closed_them() -> None:
    s = talking()
    assert do(s, 0, Close()) == [Silent(0)]
    assert do(s, 1, Close()) == [Silent(1)]
    assert refused(s, 1, Close()).reason == "silent_already"
    events = do(s, 2, Close())
    assert events[:2] == [Silent(2), NoCoalition("france")]


@pytest.mark.clause("koalition.ruling.handshake")
def test_leaders_out_of_time_close_the_negotiation() -> None:
    s = talking()
    do(s, 0, Propose(("roses", "hats")))
    while isinstance(s.stack.top, Negotiation):
        seat = RULES.asked(s)[0]
        assert RULES.default(s, seat) == Close()
        do(s, seat, RULES.default(s, seat))
    assert s.result is not None
    assert s.result.blocs == ()


FOUR = "0 roses6, 1 hats5, 2 leaves4, 3 lemons10"
"""Four parties of 10, 6, 5 and 4: 25 votes, 13 make a majority; the three small ones have it together."""

SMALL = ("roses", "hats", "leaves")


@pytest.mark.clause("koalition.ruling.free-talk")
def test_a_proposal_turned_down_may_be_made_again() -> None:
    s = talking()
    do(s, 0, Propose(("roses", "hats")))
    do(s, 2, Close())
    assert list(RULES.asked(s)) == [1]
    assert do(s, 1, Decline(1)) == [Declined(1, 1)]
    assert sorted(RULES.asked(s)) == [0, 1]
    refusal = refused(s, 1, Accept(1))
    assert (refusal.clause, refusal.reason) == ("koalition.ruling.handshake", "no_such_proposal")
    assert do(s, 0, Propose(("roses", "hats"))) == [Proposed(0, 2, ("roses", "hats"))]
    assert kinds(do(s, 1, Accept(2)))[1] == "Formed"


@pytest.mark.clause("koalition.ruling.free-talk")
def test_coalition_cannot_be_proposed_while_it_is_open() -> None:
    s = talking()
    do(s, 0, Propose(("roses", "hats")))
    for seat in (0, 1):
        refusal = refused(s, seat, Propose(("roses", "hats")))
        assert (refusal.clause, refusal.reason) == ("koalition.ruling.free-talk", "on_the_table")


@pytest.mark.clause("koalition.ruling.free-talk")
def test_agreement_may_be_withdrawn_until_the_proposal_is_complete() -> None:
    s = talking(FOUR, players=4)
    do(s, 0, Propose(SMALL))
    do(s, 1, Accept(1))
    assert TakeBack(1) in RULES.free(s, 1)
    assert do(s, 1, TakeBack(1)) == [TookBack(1, 1)]
    assert RULES.sight(s, None).proposals[0].agreed == (0,)
    assert kinds(do(s, 2, Accept(1))) == ["Accepted"], "one hand is missing again"
    assert kinds(do(s, 1, Accept(1)))[:2] == ["Accepted", "Formed"]
    assert refused(s, 1, TakeBack(1)).reason == "no_negotiation", "too late"


@pytest.mark.clause("koalition.ruling.free-talk")
def test_author_may_withdraw_from_a_proposal() -> None:
    s = talking()
    do(s, 0, Propose(("roses", "hats")))
    do(s, 0, TakeBack(1))
    assert RULES.sight(s, None).proposals == ()
    assert refused(s, 1, Accept(1)).reason == "no_such_proposal"
    refusal = refused(s, 0, TakeBack(1))
    assert (refusal.clause, refusal.reason) == ("koalition.ruling.free-talk", "no_hand_there")


@pytest.mark.clause("koalition.ruling.free-talk")
def test_closing_leaves_the_proposals_of_others_open() -> None:
    s = talking()
    do(s, 0, Propose(("roses", "hats")))
    assert do(s, 1, Close()) == [Silent(1)]
    assert do(s, 2, Close()) == [Silent(2)]
    assert list(RULES.asked(s)) == [0], "whose hand is still held out"
    assert Accept(1) in RULES.free(s, 1)
    assert kinds(do(s, 1, Accept(1)))[1] == "Formed"


@pytest.mark.clause("koalition.ruling.free-talk")
def test_open_proposals_end_with_the_negotiation() -> None:
    s = talking()
    do(s, 0, Propose(("roses", "hats")))
    do(s, 1, Close())
    do(s, 2, Close())
    assert do(s, 0, Close())[:2] == [Silent(0), NoCoalition("france")]


@pytest.mark.clause("koalition.ruling.free-talk")
def test_new_proposal_asks_leaders_who_had_closed() -> None:
    s = talking()
    do(s, 0, Close())
    do(s, 1, Close())
    do(s, 2, Propose(("roses", "leaves")))
    assert list(RULES.asked(s)) == [0]


@pytest.mark.clause("koalition.ruling.free-talk")
def test_leader_repeats_a_proposal_at_most_ten_times() -> None:
    s = talking()
    pair = ("roses", "hats")
    for number in range(1, 2 + RENEWALS):
        do(s, 0, Propose(pair))
        do(s, 1, Decline(number))
    refusal = refused(s, 0, Propose(pair))
    assert (refusal.clause, refusal.reason) == ("koalition.ruling.free-talk", "insisted_enough")
    assert refusal.args == {"times": RENEWALS}
    assert Propose(pair) not in RULES.legal(s, 0)
    assert Propose(("roses", "leaves")) in RULES.legal(s, 0), "what is new may always be said"
    assert Propose(pair) in RULES.legal(s, 1), "each leader has renewals of their own"


@pytest.mark.clause("koalition.ruling.free-talk")
def test_agreement_is_renewed_at_most_ten_times_and_can_always_be_withdrawn() -> None:
    s = talking(FOUR, players=4)
    do(s, 0, Propose(SMALL))
    for _ in range(1 + RENEWALS):
        do(s, 1, Accept(1))
        do(s, 1, TakeBack(1))
    assert refused(s, 1, Accept(1)).reason == "insisted_enough"
    assert Accept(1) not in RULES.legal(s, 1)
    do(s, 1, Decline(1))


@pytest.mark.clause("koalition.ruling.free-talk")
@pytest.mark.parametrize("first", range(3))
def test_every_negotiation_ends_even_if_no_leader_closes_it(first: int) -> None:
    """All do anything but agree or fall silent, for as long as they are let."""
    s = talking()
    rng = QuickChance(first)
    for _ in range(1000):
        if not isinstance(s.stack.top, Negotiation):
            return
        seat = RULES.asked(s)[0]
        moves = [*RULES.legal(s, seat)]
        loud = [move for move in moves if not isinstance(move, Accept | Close)]
        do(s, seat, pick(rng, loud or [move for move in moves if isinstance(move, Close)]))
    raise AssertionError("they are talking still")


@pytest.mark.clause("koalition.ruling.free-talk")
def test_waiting_leader_may_still_propose() -> None:
    s = talking()
    do(s, 0, Close())
    assert 0 not in RULES.asked(s)
    assert Propose(("roses", "hats")) in RULES.free(s, 0)
    do(s, 0, Propose(("roses", "hats")))
