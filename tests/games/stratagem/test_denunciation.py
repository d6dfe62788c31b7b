"""Denunciation: charges of irregular supports, right and wrong."""

from __future__ import annotations

import pytest

from ludotheque.engine.rules import Refusal
from ludotheque.games.stratagem.mats import irregular_supports
from ludotheque.games.stratagem.moves import Denounce, Denounced, Withdraw
from tests.games.stratagem.campaign import BOX, RULES, A, campaign, could_be, demands, do, refused, wait


@pytest.mark.clause("stratagem.irregular", "stratagem.ruling.irregular-allowed")
def test_irregular_players_are_denounced_out_of_turn() -> None:
    seat = could_be(A[0])
    s = campaign(supports={seat: A[:1]}, seat=seat)
    assert irregular_supports(s, seat) == ()
    do(s, seat, Withdraw(demands(A[0])[0]))
    assert irregular_supports(s, seat) == (BOX.cards[A[0]],)
    other = (seat + 2) % 4
    assert RULES.sight(s, other).irregular == (), "noticing is the players' job"
    events = do(s, other, Denounce(seat))
    assert events[0] == Denounced(other, seat, True, (A[0],))
    assert s.tokens[seat] == 25 - 6
    assert sum(s.tokens) == 100
    assert s.supports[seat] == ()
    shown = campaign(supports={seat: A[:1]}, seat=seat, meet=False, show_irregular=True)
    assert RULES.sight(shown, other).irregular[seat]


@pytest.mark.clause("stratagem.ruling.irregular-allowed", "stratagem.ruling.charge-once")
def test_wrong_charge_costs_nothing_but_is_public() -> None:
    s = campaign()
    assert do(s, 2, Denounce(1)) == [Denounced(2, 1, False, ())]
    assert s.tokens == [25] * 4
    assert refused(s, 2, Denounce(1)) == Refusal("stratagem.ruling.charge-once", "charged"), "not again in this turn"
    assert refused(s, 2, Denounce(2)).reason == "no_charge"
    do(s, 2, Denounce(3))
    assert refused(s, 2, Denounce(1)).reason == "charged", "another charge does not make the first one forgotten"
    do(s, 0, Denounce(1))
    assert Denounce(1) not in RULES.free(s, 2)
    wait(s)
    do(s, 2, Denounce(1))
