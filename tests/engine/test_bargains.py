"""Bargains between seats: offers, answers, and what becomes of promises."""

from __future__ import annotations

from dataclasses import dataclass, field

from ludotheque.bots.random import RandomPlayer
from ludotheque.engine.bargain_moves import (
    AcceptBargain,
    BargainAgreed,
    BargainCancelled,
    BargainLapsed,
    BargainOffered,
    BargainRefused,
    CancelBargain,
    OfferBargain,
    PromiseBroken,
    PromiseKept,
    PromiseVoid,
    RefuseBargain,
)
from ludotheque.engine.bargains import Bargaining, Bargains, Pledge, Promise, PromiseState, Terms, no_bargains
from ludotheque.engine.chance import QuickChance
from ludotheque.engine.rules import Event, Move, Seat

HELP, HELP_NEXT, SPARE = Pledge("help"), Pledge("help", 1), Pledge("spare", None)


@dataclass
class Talk:
    """A state with nothing but bargains."""

    players: int = 3
    round: int = 1
    bargains: Bargains = field(default_factory=lambda: no_bargains(3))


class Bazaar(Bargaining[Talk]):
    """Bargains on three kinds of terms; the last seat does not trade."""

    clause = "bazaar.bargains"
    terms = {  # noqa: RUF012
        "both": Terms(HELP, HELP),
        "later": Terms(HELP, HELP_NEXT),
        "peace": Terms(SPARE, HELP),
    }

    def round_of(self, s: Talk) -> int:
        return s.round

    def terms_between(self, s: Talk, by: Seat, to: Seat) -> tuple[str, ...]:
        return () if s.players - 1 in (by, to) else tuple(self.terms)

    def not_now(self, s: Talk, by: Seat, to: Seat, terms: str) -> str:
        return "does_not_trade"


BAZAAR = Bazaar()


def do(s: Talk, seat: Seat, move: Move) -> list[Event]:
    """Play a move that must be listed and allowed."""
    assert move in BAZAAR.free(s, seat)
    assert BAZAAR.refusal(s, seat, move) is None
    events: list[Event] = []
    BAZAAR.play(s, seat, move, events)
    return events


def refused(s: Talk, seat: Seat, move: Move) -> str:
    """The reason why a move is refused, which must not be listed."""
    assert move not in BAZAAR.free(s, seat)
    refusal = BAZAAR.refusal(s, seat, move)
    assert refusal is not None
    assert refusal.clause == "bazaar.bargains"
    return refusal.reason


def settle(s: Talk, **states: PromiseState) -> list[Event]:
    """Settle the promises of these kinds."""
    events: list[Event] = []
    BAZAAR.settle(s, events, lambda promise: states.get(promise.kind))
    return events


def test_offer_is_open_until_its_seat_agrees() -> None:
    s = Talk()
    assert BAZAAR.addressed(s) == ()
    assert do(s, 0, OfferBargain(1, "later")) == [BargainOffered(1, 0, 1, "later")]
    assert BAZAAR.addressed(s) == (1,)
    assert BAZAAR.replies(s, 1) == [AcceptBargain(1), RefuseBargain(1)]
    assert BAZAAR.replies(s, 0) == []
    assert do(s, 1, AcceptBargain(1)) == [BargainAgreed(1, 0, 1, "later")]
    assert BAZAAR.addressed(s) == ()
    assert s.bargains.pending() == [Promise(1, 0, "help", 1), Promise(0, 1, "help", 2)]


def test_offer_may_be_refused_or_cancelled() -> None:
    s = Talk()
    do(s, 0, OfferBargain(1, "both"))
    assert do(s, 1, RefuseBargain(1)) == [BargainRefused(1, 0, 1, "both")]
    do(s, 0, OfferBargain(1, "peace"))
    assert refused(s, 1, CancelBargain(2)) == "no_such_bargain"
    assert do(s, 0, CancelBargain(2)) == [BargainCancelled(2, 0, 1, "peace")]
    assert refused(s, 1, AcceptBargain(2)) == "no_such_bargain"
    assert s.bargains.pending() == []


def test_offers_are_bounded() -> None:
    s = Talk()
    assert refused(s, 0, OfferBargain(0, "both")) == "bargain_with"
    assert refused(s, 0, OfferBargain(3, "both")) == "bargain_with"
    assert refused(s, 0, OfferBargain(1, "free")) == "no_such_terms"
    assert refused(s, 0, OfferBargain(2, "both")) == "does_not_trade"
    do(s, 0, OfferBargain(1, "both"))
    assert refused(s, 0, OfferBargain(1, "later")) == "bargain_open"
    do(s, 1, RefuseBargain(1))
    assert refused(s, 0, OfferBargain(1, "both")) == "bargain_repeated"
    for terms in ("later", "peace"):
        do(s, 0, OfferBargain(1, terms))
        do(s, 1, RefuseBargain(s.bargains.made))
    assert refused(s, 0, OfferBargain(1, "both")) == "bargains_enough"
    BAZAAR.end_round(s, [], 1)
    s.round = 2
    do(s, 0, OfferBargain(1, "both"))
    s.round = 0
    assert refused(s, 0, CancelBargain(4)) == "no_bargains"


def test_what_both_have_promised_is_not_offered_back() -> None:
    s = Talk()
    do(s, 0, OfferBargain(1, "both"))
    do(s, 1, AcceptBargain(1))
    assert refused(s, 1, OfferBargain(0, "both")) == "bargain_repeated"
    do(s, 1, OfferBargain(0, "later"))


def test_kept_and_broken_promises_are_counted() -> None:
    s = Talk()
    do(s, 0, OfferBargain(1, "peace"))
    do(s, 1, AcceptBargain(1))
    assert settle(s, help="kept") == [PromiseKept(1, 0, 1, "help")]
    assert settle(s, help="kept") == []
    assert settle(s, spare="broken") == [PromiseBroken(1, 1, 0, "spare")]
    assert s.bargains.kept == (1, 0, 0)
    assert s.bargains.broken == (0, 1, 0)


def test_seat_is_released_when_the_promise_to_it_fails() -> None:
    for end in ("broken", "void"):
        s = Talk()
        do(s, 0, OfferBargain(1, "peace"))
        do(s, 1, AcceptBargain(1))
        assert settle(s, spare=end)[-1] == PromiseVoid(1, 0, 1, "help")
        assert s.bargains.pending() == []
        assert s.bargains.kept == (0, 0, 0)


def test_round_ends_open_offers_and_forgets_what_is_settled() -> None:
    s = Talk()
    do(s, 0, OfferBargain(1, "later"))
    do(s, 1, AcceptBargain(1))
    do(s, 0, OfferBargain(1, "both"))
    do(s, 1, OfferBargain(0, "peace"))
    do(s, 0, RefuseBargain(3))
    settle(s, spare="kept")
    events: list[Event] = []
    BAZAAR.end_round(s, events, 1)
    assert events == [BargainLapsed(2, 0, 1, "both")]
    assert [bargain.number for bargain in s.bargains.entries] == [1]
    s.round = 2
    settle(s, help="kept")
    BAZAAR.end_round(s, [], 2)
    assert [bargain.number for bargain in s.bargains.entries] == [1], "its end is shown for one more round"
    BAZAAR.end_round(s, [], 3)
    assert s.bargains.entries == ()
    assert s.bargains.made == 3


def test_random_player_refuses_bargains() -> None:
    s = Talk()
    do(s, 0, OfferBargain(1, "both"))
    bot = RandomPlayer(1, QuickChance(1))
    assert {bot.choose(None, BAZAAR.replies(s, 1), BAZAAR.free(s, 1)) for _ in range(20)} == {RefuseBargain(1)}
