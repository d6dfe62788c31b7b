"""Bargains: what may be offered when, and when a promise is kept, broken or void."""

from __future__ import annotations

import pytest

from ludotheque.engine.bargain_moves import (
    AcceptBargain,
    BargainLapsed,
    CancelBargain,
    OfferBargain,
    PromiseBroken,
    PromiseKept,
    PromiseVoid,
)
from ludotheque.engine.chance import QuickChance
from ludotheque.engine.rules import NATURE, Event, Seat
from ludotheque.games.koalition.moves import Accept, Close, Decline, Pass, Propose, Retire, Scandal, TakeBack, Topple
from ludotheque.games.koalition.state import State
from tests.games.koalition.ballot import RULES, THREE, counted, do, refused, shake, talking, vote

pytestmark = pytest.mark.clause("koalition.ruling.bargains")


def agree(s: State, by: Seat, to: Seat, terms: str) -> int:
    """Make a bargain; returns its number."""
    do(s, by, OfferBargain(to, terms))
    do(s, to, AcceptBargain(s.bargains.made))
    return s.bargains.made


def settled(events: list[Event]) -> list[Event]:
    """What became of promises."""
    return [event for event in events if isinstance(event, PromiseKept | PromiseBroken | PromiseVoid)]


def test_offers_go_to_all_while_cards_are_played_and_bind_no_question() -> None:
    s = vote(THREE)
    before = RULES.question(s), list(RULES.asked(s))
    agree(s, 2, 1, "together")
    assert (RULES.question(s), list(RULES.asked(s))) == before
    assert {move.terms for move in RULES.free(s, 0) if isinstance(move, OfferBargain)} == {
        "together",
        "join_for_next",
        "join_for_peace",
        "peace",
    }


def test_only_negotiating_leaders_bargain_after_the_count_and_not_for_peace() -> None:
    s = talking("0 roses10, 1 hats9, 2 leaves8, 3 roses2", players=4)
    do(s, 0, OfferBargain(1, "join_for_next"))
    assert refused(s, 1, OfferBargain(0, "peace")).reason == "peace_too_late"
    assert refused(s, 3, OfferBargain(0, "together")).reason == "cannot_join"
    assert refused(s, 2, OfferBargain(3, "together")).reason == "cannot_join"
    assert refused(s, 3, OfferBargain(7, "together")).clause == "koalition.ruling.bargains"


def test_nothing_is_promised_for_a_next_country_in_the_last() -> None:
    s = vote(THREE, countries=1)
    assert refused(s, 0, OfferBargain(1, "join_for_next")).reason == "no_next_country"
    assert refused(s, 0, OfferBargain(1, "join_for_peace")).reason == "no_next_country"
    do(s, 0, OfferBargain(1, "peace"))
    do(s, 0, CancelBargain(1))
    do(s, 0, OfferBargain(1, "together"))


def test_no_bargain_is_offered_before_a_country_is_open() -> None:
    s = RULES.setup(RULES.options_type(), 3)
    assert refused(s, 0, OfferBargain(1, "together")).reason == "no_bargains"
    assert RULES.free(s, 0) == []


def test_open_offer_lapses_at_the_end_of_the_country() -> None:
    s = talking()
    do(s, 0, OfferBargain(1, "together"))
    assert list(RULES.addressed(s)) == [1]
    assert BargainLapsed(1, 0, 1, "together") in shake(s, "roses", "leaves")
    assert list(RULES.addressed(s)) == []


def test_promise_to_join_is_kept_in_a_coalition_with_both() -> None:
    s = talking()
    agree(s, 0, 1, "together")
    assert settled(shake(s, "roses", "hats")) == [PromiseKept(1, 1, 0, "join"), PromiseKept(1, 0, 1, "join")]
    assert s.bargains.kept == (1, 1, 0)


def test_promise_to_join_is_broken_by_a_coalition_without_the_other() -> None:
    s = talking()
    agree(s, 0, 1, "together")
    assert settled(shake(s, "roses", "leaves")) == [PromiseVoid(1, 1, 0, "join"), PromiseBroken(1, 0, 1, "join")]
    assert s.bargains.broken == (1, 0, 0)


def test_promise_to_join_is_broken_by_declining_what_the_other_has_accepted() -> None:
    s = talking()
    agree(s, 0, 1, "together")
    do(s, 0, Propose(("roses", "hats")))
    assert settled(do(s, 1, Decline(1))) == [PromiseBroken(1, 1, 0, "join"), PromiseVoid(1, 0, 1, "join")]


def test_promise_to_join_is_broken_by_taking_the_hand_back() -> None:
    s = talking("0 roses9, 1 hats8, 2 leaves7, 3 lemons6, 2 fists5", players=4)
    agree(s, 0, 1, "together")
    do(s, 2, Propose(("hats", "leaves", "lemons")))
    assert settled(do(s, 1, Decline(1))) == [], "the other is not in it"
    do(s, 0, Propose(("roses", "hats", "lemons")))
    do(s, 1, Accept(2))
    assert settled(do(s, 1, TakeBack(2))) == [PromiseBroken(1, 1, 0, "join"), PromiseVoid(1, 0, 1, "join")]


def test_hand_taken_back_before_the_other_agrees_breaks_nothing() -> None:
    s = talking()
    agree(s, 0, 1, "together")
    do(s, 0, Propose(("roses", "hats")))
    assert settled(do(s, 0, TakeBack(1))) == []


def test_promise_to_join_is_broken_by_leaving_the_other_waiting_to_the_end() -> None:
    s = talking()
    agree(s, 0, 1, "together")
    do(s, 0, Propose(("roses", "hats")))
    events: list[Event] = []
    for seat in (0, 2, 1, 0, 2, 1):
        if seat in RULES.asked(s) and not settled(events):
            events += do(s, seat, Close())
    assert settled(events) == [PromiseBroken(1, 1, 0, "join"), PromiseVoid(1, 0, 1, "join")]


def test_promise_to_join_is_void_where_a_party_wins_alone() -> None:
    s = vote("0 roses10, 0 roses9, 1 hats3, 2 leaves2")
    agree(s, 0, 1, "together")
    assert settled(counted(s)) == [PromiseVoid(1, 1, 0, "join"), PromiseVoid(1, 0, 1, "join")]


def test_promise_for_the_next_country_waits_for_it() -> None:
    s = talking(countries=3)
    agree(s, 0, 1, "join_for_next")
    assert settled(shake(s, "roses", "hats")) == [PromiseKept(1, 1, 0, "join")]
    assert [(promise.by, promise.due) for promise in s.bargains.pending()] == [(0, 2)]


def test_seat_owes_nothing_for_the_next_country_if_the_other_did_not_join() -> None:
    s = talking()
    agree(s, 0, 1, "join_for_peace")
    assert settled(shake(s, "hats", "leaves")) == [PromiseBroken(1, 1, 0, "join"), PromiseVoid(1, 0, 1, "spare")]


@pytest.mark.parametrize("action", [Topple("hats"), Scandal("hats"), Retire("hats9")])
def test_promise_to_spare_is_broken_by_an_action_against_the_other(action: Topple | Scandal | Retire) -> None:
    s = vote("0 roses10, 1 hats9, 2 hats3", topple=1, scandal=1, retire=1)
    agree(s, 0, 1, "peace")
    assert settled(do(s, 0, action)) == [PromiseVoid(1, 1, 0, "spare"), PromiseBroken(1, 0, 1, "spare")]
    assert s.bargains.broken == (1, 0, 0)


@pytest.mark.parametrize("action", [Topple("leaves"), Scandal("leaves"), Retire("hats3"), Retire("roses10")])
def test_promise_to_spare_is_not_touched_by_actions_against_others(action: Topple | Scandal | Retire) -> None:
    s = vote("0 roses10, 1 hats9, 2 hats3, 2 leaves8, 1 leaves2", topple=1, scandal=1, retire=1)
    agree(s, 0, 1, "peace")
    assert settled(do(s, 0, action)) == []
    events = counted(s)
    if not settled(events):
        events += shake(s, *s.coalitions[0].labels)
    assert PromiseKept(1, 0, 1, "spare") in events


def test_promise_of_the_next_country_is_judged_there() -> None:
    s = talking()
    agree(s, 0, 1, "join_for_peace")
    shake(s, "roses", "hats")
    rng = QuickChance(1)
    while list(RULES.asked(s)) == [NATURE]:
        RULES.play(s, NATURE, RULES.chance(s, rng))
    for _ in range(200):
        seat = RULES.asked(s)[0]
        moves = RULES.legal(s, seat)
        events = do(s, seat, next((move for move in moves if isinstance(move, Pass | Close)), moves[0]))
        if settled(events):
            break
    assert settled(events) == [PromiseKept(1, 0, 1, "spare")]
