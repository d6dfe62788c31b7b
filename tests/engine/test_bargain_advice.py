"""Advice on bargains: the reasons, the reputation of the other player, and the alternatives."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from ludotheque.engine.advice import Advice, Alternative, Reason
from ludotheque.engine.bargain_advice import advise_offer, advise_reply
from ludotheque.engine.bargain_moves import AcceptBargain, OfferBargain, RefuseBargain
from ludotheque.engine.bargains import Bargain, no_bargains

CLAUSE = "parlour.ruling.bargains"
OFFERED = replace(no_bargains(3), made=1, entries=(Bargain(1, 0, 1, "peace", 1),))


def test_offer_is_advised_before_what_would_be_played_without_it() -> None:
    otherwise = Advice(
        "pass", (Reason("advice.pass"),), tuple(Alternative(n, Reason("advice.other")) for n in (1, 2)), "x"
    )
    advice = advise_offer(OFFERED, OfferBargain(2, "peace"), otherwise, CLAUSE)
    assert (advice.move, advice.clause) == (OfferBargain(2, "peace"), CLAUSE)
    assert [other.move for other in advice.alternatives] == ["pass", 1]
    assert [reason.key for reason in advice.reasons] == ["advice.bargain_offer", "advice.bargain_kept"]


@pytest.mark.parametrize("agrees", [True, False])
def test_reply_names_the_other_answer_and_the_promises_broken(agrees: bool) -> None:
    replies: list[AcceptBargain | RefuseBargain] = [AcceptBargain(1), RefuseBargain(1)]
    move, other = replies if agrees else reversed(replies)
    advice = advise_reply(replace(OFFERED, broken=(2, 0, 0)), move, replies, CLAUSE)
    assert advice.move == move
    assert [alternative.move for alternative in advice.alternatives] == [other]
    assert advice.reasons[0].key == ("advice.bargain_accept" if agrees else "advice.bargain_refuse")
    assert advice.reasons[1] == Reason("advice.bargain_broken", {"who": 0, "times": 2})
