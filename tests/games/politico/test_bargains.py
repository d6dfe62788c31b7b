"""Bargains of Politico: offers, answers, and every way in which a promise is kept, broken or void."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from ludotheque.engine.bargain_moves import (
    AcceptBargain,
    BargainLapsed,
    CancelBargain,
    OfferBargain,
    PromiseBroken,
    PromiseKept,
    PromiseVoid,
    RefuseBargain,
)
from ludotheque.engine.rules import Event, Seat
from ludotheque.games.politico.bargains import PATIENCE, TERMS
from ludotheque.games.politico.moves import (
    Army,
    Censure,
    Counter,
    Decline,
    Form,
    Invite,
    Join,
    Pass,
    Ready,
    Recruit,
    Vote,
)
from ludotheque.games.politico.state import State
from tests.games.politico.assembly import RULES, assembly, do, govern, let_be, next_act, refused, stage, strike, vote


def agree(s: State, by: Seat, to: Seat, terms: str) -> None:
    """One seat offers a bargain, and the other agrees."""
    do(s, by, OfferBargain(to, terms))
    do(s, to, AcceptBargain(s.bargains.made))


def settled(events: Sequence[Event]) -> list[tuple[str, Seat, Seat, str]]:
    """The promises that some events settle: how, by whom, to whom, and what."""
    words = {PromiseKept: "kept", PromiseBroken: "broken", PromiseVoid: "void"}
    return [
        (words[type(event)], event.by, event.to, event.kind)
        for event in events
        if isinstance(event, PromiseKept | PromiseBroken | PromiseVoid)
    ]


def pending(s: State) -> set[tuple[Seat, Seat, str]]:
    return {(promise.by, promise.to, promise.kind) for promise in s.bargains.pending()}


def pass_turns(s: State, turns: int) -> list[Event]:
    """Let so many players pass; the events."""
    events: list[Event] = []
    for _ in range(turns):
        if stage(s) != "act":
            events += next_act(s)
        events += do(s, s.seat, Pass())
    return events


# --- offers and answers ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("terms", TERMS)
@pytest.mark.clause("politico.ruling.bargains")
def test_agreed_bargain_binds_both(terms: str) -> None:
    s = assembly(60, 40, 20)
    agree(s, 0, 1, terms)
    wanted, given = TERMS[terms]
    assert pending(s) == {(1, 0, wanted.kind), (0, 1, given.kind)}
    assert RULES.sight(s, None).bargains == s.bargains, "all see it"


@pytest.mark.clause("politico.ruling.bargains")
def test_any_seat_offers_while_no_vote_is_on() -> None:
    s = assembly(60, 40, 20, hands={0: "pm", 1: "leak"})
    do(s, 2, OfferBargain(1, "peace"))
    assert RULES.addressed(s) == (1,)
    govern(s, 0)
    assert stage(s) == "investiture"
    assert RULES.addressed(s) == ()
    assert RULES.replies(s, 1) == ()
    for move in (OfferBargain(2, "peace"), AcceptBargain(1)):
        refusal = refused(s, 1, move)
        assert (refusal.clause, refusal.reason) == ("politico.ruling.bargains", "no_bargains")
    vote(s, "yyy")
    assert stage(s) == "counter"
    do(s, 1, RefuseBargain(1))
    assert not pending(s)


@pytest.mark.clause("politico.ruling.bargains")
def test_refusals_cite_the_clause() -> None:
    s = assembly(60, 40, 20, 30)
    reasons = {}

    def reason(seat: Seat, move: OfferBargain | AcceptBargain | CancelBargain) -> str:
        refusal = refused(s, seat, move)
        assert refusal.clause == "politico.ruling.bargains"
        reasons[refusal.reason] = True
        return refusal.reason

    assert reason(0, OfferBargain(0, "peace")) == "bargain_with"
    assert reason(0, OfferBargain(4, "peace")) == "bargain_with"
    assert reason(0, OfferBargain(1, "deputies")) == "no_such_terms"
    assert reason(0, AcceptBargain(1)) == "no_such_bargain"
    do(s, 0, OfferBargain(1, "peace"))
    assert reason(0, OfferBargain(2, "peace")) == "bargain_open"
    assert reason(2, AcceptBargain(1)) == "no_such_bargain", "it is not for them"
    assert reason(1, CancelBargain(1)) == "no_such_bargain", "it is not theirs"
    do(s, 1, AcceptBargain(1))
    assert reason(0, OfferBargain(1, "peace")) == "promised_already"
    assert reason(1, OfferBargain(0, "spare_for_join")) == "promised_already"
    do(s, 0, OfferBargain(2, "vote_each"))
    do(s, 2, RefuseBargain(2))
    assert reason(0, OfferBargain(2, "vote_each")) == "bargain_repeated"
    do(s, 0, OfferBargain(2, "peace"))
    do(s, 0, CancelBargain(3))
    assert reason(0, OfferBargain(3, "peace")) == "bargains_enough"
    assert len(reasons) == 7
    assert refused(s, 7, OfferBargain(0, "peace")).reason == "not_asked"


@pytest.mark.clause("politico.ruling.bargains")
def test_offer_stays_open_for_a_round_of_the_table() -> None:
    s = assembly(60, 40, 20)
    do(s, 0, OfferBargain(1, "peace"))
    pass_turns(s, 2)
    next_act(s)
    assert AcceptBargain(1) in RULES.free(s, 1)
    assert BargainLapsed(1, 0, 1, "peace") in do(s, 2, Pass())
    assert not s.bargains.entries
    next_act(s)
    assert OfferBargain(1, "peace") in RULES.free(s, 0), "a new round of the table, a new offer"


# --- to join ---------------------------------------------------------------------------------------------------------


@pytest.mark.clause("politico.ruling.bargains")
def test_promise_to_join_is_kept_by_accepting_and_broken_by_declining() -> None:
    for reply, state in ((Join(), "kept"), (Decline(), "broken")):
        s = assembly(60, 40, 20, hands={0: "pm"})
        agree(s, 0, 1, "join_for_vote")
        do(s, 0, Form("pm"))
        do(s, 0, Invite(1))
        do(s, 0, Ready())
        events = do(s, 1, reply)
        if state == "kept":
            assert settled(events) == [("kept", 1, 0, "join")]
            assert pending(s) == {(0, 1, "vote")}
        else:
            assert settled(events) == [("broken", 1, 0, "join"), ("void", 0, 1, "vote")], "the other is released"
            assert s.bargains.broken == (0, 1, 0)


@pytest.mark.clause("politico.ruling.bargains")
def test_promise_to_join_holds_for_a_government_in_place() -> None:
    s = assembly(60, 40, 20, government=[0, 2])
    agree(s, 1, 0, "vote_for_join")
    do(s, 0, Recruit(1))
    assert set(settled(do(s, 1, Decline()))) == {("broken", 1, 0, "join"), ("void", 0, 1, "vote")}


@pytest.mark.clause("politico.ruling.bargains")
def test_government_without_an_invitation_leaves_the_promise_to_join() -> None:
    s = assembly(60, 40, 20, hands={0: "pm"})
    agree(s, 0, 1, "join_for_vote")
    govern(s, 0, 2)
    vote(s, "yny")
    assert (1, 0, "join") in pending(s), "and a vote was not promised"


# --- to vote ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("ballot", "state"), [("y", "kept"), ("n", "broken"), ("-", "broken")])
@pytest.mark.clause("politico.ruling.bargains")
def test_promise_to_vote_is_judged_by_the_ballot(ballot: str, state: str) -> None:
    s = assembly(60, 40, 20, hands={0: "pm"})
    agree(s, 0, 1, "vote_for_join")
    govern(s, 0)
    events = vote(s, f"y{ballot}n")
    assert settled(events)[0] == (state, 1, 0, "vote")
    assert ((0, 1, "join") in pending(s)) == (state == "kept")


@pytest.mark.clause("politico.ruling.bargains")
def test_ballot_tells_nothing_before_the_count() -> None:
    s = assembly(60, 40, 20, hands={0: "pm"})
    agree(s, 0, 1, "vote_each")
    govern(s, 0)
    do(s, 0, Vote("yes"))
    assert not settled(do(s, 1, Vote("no")))
    assert ("broken", 1, 0, "vote") in settled(do(s, 2, Vote("no")))


@pytest.mark.clause("politico.ruling.bargains")
def test_promise_to_vote_is_void_without_deputies() -> None:
    s = assembly(60, 0, 20, hands={0: "pm"})
    agree(s, 0, 1, "vote_each")
    govern(s, 0)
    assert settled(vote(s, "y n")) == [("void", 1, 0, "vote"), ("void", 0, 1, "vote")]
    assert s.bargains.broken == (0, 0, 0)


@pytest.mark.clause("politico.ruling.bargains")
def test_vote_on_another_government_does_not_count() -> None:
    s = assembly(60, 40, 20, hands={0: "pm"})
    agree(s, 1, 2, "vote_each")
    govern(s, 0)
    assert not settled(vote(s, "ynn"))


# --- to leave in peace -----------------------------------------------------------------------------------------------


def truce(*deputies: int, hands: str, government: Sequence[Seat] = ()) -> State:
    """Seat 0 has promised seat 1 peace, and the other way round."""
    s = assembly(*deputies, hands={0: hands, 2: "leak"}, government=government)
    agree(s, 1, 0, "peace")
    return s


BROKEN = [("broken", 0, 1, "spare"), ("void", 1, 0, "spare")]
"""Seat 0 breaks its promise, and seat 1 is released from its own."""


@pytest.mark.clause("politico.ruling.bargains")
def test_attack_breaks_the_peace() -> None:
    assert settled(strike(truce(60, 40, 20, hands="leak"), 0, 1, "leak")) == BROKEN
    assert not settled(strike(truce(60, 40, 20, hands="leak"), 0, 2, "leak"))


@pytest.mark.clause("politico.ruling.bargains")
def test_attack_on_an_ally_breaks_the_peace_if_the_government_could_fall() -> None:
    assert settled(strike(truce(60, 40, 20, hands="strike", government=[2, 1]), 0, 2, "strike")) == BROKEN
    assert not settled(strike(truce(60, 40, 20, hands="scandal", government=[2, 1]), 0, 2, "scandal"))
    assert not settled(strike(truce(60, 40, 20, hands="strike", government=[2]), 0, 2, "strike"))


@pytest.mark.clause("politico.ruling.bargains")
def test_motion_of_censure_breaks_the_peace() -> None:
    assert settled(do(truce(60, 40, 20, hands="censure", government=[2, 1]), 0, Censure())) == BROKEN
    assert not settled(do(truce(60, 40, 20, hands="censure", government=[2]), 0, Censure()))


@pytest.mark.clause("politico.ruling.bargains")
def test_vote_for_a_censure_breaks_the_peace() -> None:
    for ballot, broken in (("y", True), ("n", False), ("-", False)):
        s = assembly(60, 40, 20, 30, hands={2: "censure"}, government=[1], seat=2)
        agree(s, 1, 0, "peace")
        do(s, 2, Censure())
        assert settled(vote(s, f"{ballot}nyn")) == (BROKEN if broken else [])


@pytest.mark.clause("politico.ruling.bargains")
def test_army_breaks_the_peace_with_members_of_the_government() -> None:
    assert settled(do(truce(60, 40, 20, hands="army", government=[2, 1]), 0, Army("topple"))) == BROKEN
    assert not settled(do(truce(60, 40, 20, hands="army", government=[2, 1]), 0, Army("enter")))


@pytest.mark.clause("politico.ruling.bargains")
def test_army_breaks_the_peace_with_those_who_form_a_government() -> None:
    s = assembly(60, 40, 20, 30, hands={2: "pm", 0: "army", 3: "army"}, seat=2)
    agree(s, 1, 0, "peace")
    agree(s, 3, 1, "peace")
    govern(s, 2, 1)
    vote(s, "nyyy")
    assert settled(do(s, 0, Counter())) == BROKEN
    assert not settled(do(s, 3, Counter())), "it stands up for the government"


@pytest.mark.clause("politico.ruling.bargains")
def test_army_breaks_the_peace_with_a_minority_government() -> None:
    s = assembly(60, 40, 20, hands={1: "pm army", 0: "army"}, seat=1)
    agree(s, 1, 0, "peace")
    govern(s, 1, army=True)
    assert settled(do(s, 0, Counter())) == BROKEN


@pytest.mark.clause("politico.ruling.bargains")
def test_army_that_annuls_a_censure_keeps_the_peace() -> None:
    s = assembly(60, 20, 40, 30, hands={2: "censure", 0: "army", 3: "army"}, government=[1], seat=2)
    agree(s, 1, 0, "peace")
    agree(s, 1, 3, "peace")
    do(s, 2, Censure())
    vote(s, "-ny-")
    assert not settled(do(s, 0, Counter()))
    assert ("broken", 3, 1, "spare") in settled(do(s, 3, Counter())), "it lets the censure stand"
    let_be(s)


@pytest.mark.clause("politico.ruling.bargains")
def test_peace_is_kept_after_a_round_of_the_table() -> None:
    s = assembly(60, 40, 20)
    agree(s, 0, 1, "peace")
    assert not settled(pass_turns(s, 2))
    assert settled(pass_turns(s, 1)) == [("kept", 1, 0, "spare"), ("kept", 0, 1, "spare")]
    assert s.bargains.kept == (1, 1, 0)


# --- void ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("terms", ["join_for_vote", "vote_for_join", "vote_each"])
@pytest.mark.clause("politico.ruling.bargains")
def test_promise_that_has_not_come_up_is_void_after_three_rounds(terms: str) -> None:
    s = assembly(60, 40, 20)
    agree(s, 0, 1, terms)
    assert not settled(pass_turns(s, 3 * PATIENCE - 1))
    assert [how for how, *_ in settled(pass_turns(s, 1))] == ["void", "void"]
    assert not s.bargains.entries
    assert s.bargains.broken == (0, 0, 0)


@pytest.mark.clause("politico.ruling.bargains")
def test_promise_to_join_for_peace_outlasts_the_peace() -> None:
    s = assembly(60, 40, 20)
    agree(s, 0, 1, "spare_for_join")
    assert settled(pass_turns(s, 3)) == [("kept", 1, 0, "spare")]
    assert pending(s) == {(0, 1, "join")}


@pytest.mark.clause("politico.ruling.bargains")
def test_promises_are_void_when_the_game_ends() -> None:
    s = assembly(60, 40, 20, points=[490, 0, 0], government=[0], seat=2, rounds=30)
    agree(s, 1, 2, "peace")
    events = do(s, 2, Pass())
    assert s.outcome is not None
    assert settled(events) == [("void", 2, 1, "spare"), ("void", 1, 2, "spare")]
    assert RULES.addressed(s) == ()
