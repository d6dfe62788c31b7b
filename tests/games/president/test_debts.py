"""Debts: losses that wait until the votes held cover them, and are paid at that very moment."""

from __future__ import annotations

import pytest

from ludotheque.engine.rules import NATURE
from ludotheque.games.president.moves import Alone, Challenge, Claim, Drawn, Owes, Pays, Release, Stand, Take
from tests.games.president.race import (
    BOX,
    RULES,
    SPEECH,
    TURNCOAT,
    besides,
    card,
    choices,
    codes,
    deal,
    do,
    hit,
    race,
    refused,
    roll,
    votes,
)

LOSSES = sorted((loss for loss in BOX.campaign if loss.kind == "lose"), key=lambda loss: loss.amount)


@pytest.mark.clause("president.card.debt")
def test_loss_larger_than_the_votes_held_becomes_a_debt() -> None:
    s = race("", "75")
    roll(s, "1*")
    do(s, 0, Take("01"))
    assert card(s, TURNCOAT)[:2] == [Drawn(0, 0, TURNCOAT, "lose", 300_000), Owes(0, TURNCOAT, 300_000)]
    assert RULES.sight(s, 1).debts == ((TURNCOAT,), ())
    assert BOX.cards[TURNCOAT] not in s.talon
    roll(s, "26")
    do(s, 1, Take("62"))
    assert RULES.asked(s) == (NATURE,), "the turn of a debtor begins as any other"


@pytest.mark.clause("president.card.debt", "president.ruling.debt-order")
def test_a_debt_is_paid_in_the_same_turn_before_the_card_of_the_star() -> None:
    s = race("01 03 26", "75", debts=[TURNCOAT, ""])
    s.votes[0] = 3
    roll(s, "2*")
    events = do(s, 0, Take("02"))
    assert Pays(0, 0, TURNCOAT, 300_000) in events
    assert (s.stack.what, RULES.asked(s), choices(s)) == ("pay", (0,), ["01", "03", "26"])
    assert refused(s, 0, Take("62")).reason == "asked_pay"
    assert refused(s, 0, Release("75")).reason == "not_yours"
    s.deck = (BOX.cards[SPEECH],)
    do(s, 0, Release("01"))
    assert choices(s) == ["03", "26"]
    do(s, 0, Release("26"))
    assert RULES.sight(s, 1).debts == ((), ())
    assert BOX.cards[TURNCOAT] in s.talon
    assert s.stack.what == "card", "only now the card of the star"


@pytest.mark.clause("president.ruling.debt-order")
def test_debt_is_paid_in_another_players_turn() -> None:
    """Seat 1 owes, is challenged by seat 0 and wins departments: that covers it at once."""
    s = race("62 57 67 01 26", "59", besides("62 57 67 01 26 59"), debts=["", TURNCOAT, ""])
    s.votes[1] = 2
    roll(s, "*9")
    do(s, 0, Challenge("59"))
    deal(s, 10, 10)
    do(s, 1, Stand())
    hit(s, 10, 2, 10)
    assert s.stack.what == "spoils"
    events = do(s, 1, Claim("57"))
    assert Pays(1, 1, TURNCOAT, 300_000) in events
    assert s.seat == 0, "it is still seat 0's turn"
    assert Alone("lose", 1, None, 250_000, 850_000, 0) in events
    assert votes(s)[1] == 850_000
    assert s.stack.what == "card"


@pytest.mark.clause("president.ruling.debt-order")
def test_debtor_chooses_departments_even_out_of_turn() -> None:
    s = race("62 57 67 01 26", "59 02 21 08", besides("62 57 67 01 26 59 02 21 08"), debts=["", TURNCOAT, ""])
    s.votes[1] = 5
    roll(s, "*9")
    do(s, 0, Challenge("59"))
    deal(s, 10, 10)
    do(s, 1, Stand())
    hit(s, 10, 2, 10)
    do(s, 1, Claim("57"))
    assert (s.stack.what, RULES.asked(s), choices(s)) == ("pay", (1,), ["02", "08", "21"])
    assert refused(s, 1, Release("67")).reason == "not_yours"
    do(s, 1, Release("02"))
    assert codes(s, 1) == ["21", "57", "59", "62"]
    assert (s.stack.what, s.seat) == ("card", 0)


@pytest.mark.clause("president.ruling.debt-order")
def test_debts_are_paid_oldest_first_and_only_when_covered() -> None:
    small, large = LOSSES[0], LOSSES[-1]
    s = race("01", "59", debts=[f"{large.id} {small.id}", ""])
    roll(s, "26")
    events = do(s, 0, Take("26"))
    assert not any(isinstance(event, Pays) for event in events), "the oldest is not covered, the other waits behind it"
    assert len(s.debts[0]) == 2
    roll(s, "05")
    do(s, 1, Take("50"))
    roll(s, "3*")
    events = do(s, 0, Take("13"))
    assert [event.card for event in events if isinstance(event, Pays)][:1] == [large.id]


@pytest.mark.clause("president.ruling.debt-order")
def test_votes_that_are_kept_cover_a_debt() -> None:
    s = race("", "59", debts=[TURNCOAT, ""])
    roll(s, "1*")
    do(s, 0, Take("10"))
    events = card(s, SPEECH)
    assert Pays(0, 0, TURNCOAT, 300_000) in events
    assert votes(s)[0] == 850_000
