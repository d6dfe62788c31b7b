"""Campaign cards: departments for an amount, votes that are kept, debts."""

from __future__ import annotations

import pytest

from ludotheque.engine.rules import NATURE
from ludotheque.games.president.moves import (
    Card,
    Drawn,
    Kept,
    Owes,
    Pays,
    Release,
    Released,
    Reshuffled,
    Rounded,
    Take,
    Took,
)
from ludotheque.games.president.state import State
from tests.games.president.race import (
    BOX,
    OTHER_SPEECH,
    RUGBY,
    RULES,
    SPEECH,
    TURNCOAT,
    besides,
    card,
    choices,
    codes,
    do,
    race,
    refused,
    roll,
    votes,
)


def star(s: State, take: str = "01") -> None:
    """A roll that brings a card: 1 and a star, with a department taken for it."""
    roll(s, "1*")
    do(s, s.seat, Take(take))


@pytest.mark.clause("president.card.gain")
def test_600_000_rugby_fans_bring_their_departments() -> None:
    s = race("", "")
    star(s)
    events = card(s, RUGBY)
    assert events == [Drawn(0, 0, RUGBY, "gain", 600_000)]
    assert refused(s, 0, Take("59")).reason == "unreachable", "1,000,000 is too much"
    assert refused(s, 0, Take("01")).reason == "not_free"
    assert do(s, 0, Take("06")) == [Took(0, 0, "06", 350_000, 500_000)]
    assert do(s, 0, Take("02")) == [Took(0, 0, "02", 200_000, 700_000)]
    assert set(choices(s)) == {"04", "05", "09", "23", "46", "48", "90"}, "only 50,000 are left to take"
    do(s, 0, Take("48"))
    assert votes(s) == [750_000, 0]
    assert codes(s, 0) == ["01", "02", "06", "48"]
    assert s.seat == 1
    assert BOX.cards[RUGBY] in s.talon


@pytest.mark.clause("president.card.lose")
def test_a_turncoat_loses_300_000_with_their_departments() -> None:
    s = race("44 48 62", "")
    star(s)
    assert card(s, TURNCOAT) == [Drawn(0, 0, TURNCOAT, "lose", 300_000)]
    assert choices(s) == ["44", "48"], "600,000 or 150,000 would leave an amount that cannot be made"
    assert refused(s, 0, Release("62")).reason == "unreachable"
    assert refused(s, 0, Release("75")).reason == "not_yours"
    assert refused(s, 0, Take("75")).reason == "asked_lose"
    assert do(s, 0, Release("44")) == [Released(0, 0, "44", 250_000, 800_000)]
    assert choices(s) == ["48"]
    do(s, 0, Release("48"))
    assert codes(s, 0) == ["01", "62"]
    assert s.free >> BOX.index["44"] & 1, "free again"
    assert votes(s) == [750_000, 0]


@pytest.mark.clause("president.card.keep")
def test_a_speech_brings_a_million_votes_without_a_department() -> None:
    s = race("", "")
    star(s)
    assert card(s, SPEECH)[:2] == [
        Drawn(0, 0, SPEECH, "keep", 1_000_000),
        Kept(0, 0, SPEECH, 1_000_000, 1_150_000),
    ]
    assert votes(s) == [1_150_000, 0]
    assert codes(s, 0) == ["01"]
    assert RULES.sight(s, 1).kept == ((SPEECH,), ())
    assert BOX.cards[SPEECH] not in s.talon + s.deck, "it stays to the end"


@pytest.mark.clause("president.card.debt", "president.ruling.debt-order")
def test_a_loss_larger_than_the_votes_held_waits_until_it_can_be_paid() -> None:
    s = race("", "75")
    star(s)
    assert card(s, TURNCOAT)[:2] == [Drawn(0, 0, TURNCOAT, "lose", 300_000), Owes(0, TURNCOAT, 300_000)]
    assert RULES.sight(s, 1).debts == ((TURNCOAT,), ())
    assert BOX.cards[TURNCOAT] not in s.talon
    roll(s, "26")
    do(s, 1, Take("62"))
    roll(s, "06")
    do(s, 0, Take("60"))
    assert votes(s)[0] == 400_000
    roll(s, "05")
    events = do(s, 1, Take("05"))
    assert events[-2:] == [Pays(0, 0, TURNCOAT, 300_000), Rounded(0, 300_000, 250_000)], "150,000 and 250,000 it is"
    assert (RULES.asked(s), choices(s)) == ((0,), ["60"]), "before the dice"
    do(s, 0, Release("60"))
    assert RULES.asked(s) == (NATURE,)
    assert RULES.sight(s, 1).debts == ((), ())
    assert BOX.cards[TURNCOAT] in s.talon


@pytest.mark.clause("president.ruling.debt-order")
def test_debts_are_paid_oldest_first_and_only_when_covered() -> None:
    losses = sorted((c for c in BOX.campaign if c.kind == "lose"), key=lambda c: c.amount)
    small, large = losses[0], losses[-1]
    s = race("59", "01", debts=[f"{large.id} {small.id}", ""], seat=1)
    roll(s, "26")
    events = do(s, 1, Take("26"))
    paid = [event.card for event in events if isinstance(event, Pays)]
    assert paid == [large.id, small.id], "both rounded down to nothing: 1,000,000 cannot be given in part"
    assert s.debts[0] == ()
    poor = race("01", "02", debts=[f"{large.id} {small.id}", ""], seat=1)
    roll(poor, "26")
    do(poor, 1, Take("26"))
    assert len(poor.debts[0]) == 2, "the oldest is not covered, and the other waits behind it"


@pytest.mark.clause("president.card.round")
def test_a_player_who_pays_rounds_down() -> None:
    s = race("60 62", "")
    star(s)
    assert card(s, TURNCOAT) == [Drawn(0, 0, TURNCOAT, "lose", 300_000), Rounded(0, 300_000, 250_000)]
    assert choices(s) == ["60"]
    do(s, 0, Release("60"))
    assert votes(s) == [750_000, 0]
    assert s.seat == 1


@pytest.mark.clause("president.card.round", "president.ruling.departments-only")
def test_nothing_is_paid_where_nothing_small_enough_is_held() -> None:
    s = race("59 62", "", kept=[SPEECH, ""])
    roll(s, "1*")
    do(s, 0, Take("13"))
    events = card(s, TURNCOAT)
    assert events[1] == Rounded(0, 300_000, 0)
    assert votes(s) == [3_200_000, 0], "the votes of the speech are not paid either"
    assert s.seat == 1


@pytest.mark.clause("president.card.round")
def test_the_urn_rounds_up() -> None:
    left = "59 75 01"
    s = race("", besides(left))
    roll(s, "1*")
    do(s, 0, Take("01"))
    assert card(s, RUGBY) == [Drawn(0, 0, RUGBY, "gain", 600_000), Rounded(0, 600_000, 900_000)]
    assert choices(s) == ["75"]
    do(s, 0, Take("75"))
    assert votes(s)[0] == 1_050_000


@pytest.mark.clause("president.ruling.short-map")
def test_when_the_map_holds_less_than_the_gain_all_of_it_is_taken() -> None:
    s = race("", "22 56", besides("01 02 22 48 56"))
    roll(s, "1*")
    do(s, 0, Take("01"))
    assert card(s, RUGBY) == [Drawn(0, 0, RUGBY, "gain", 600_000), Rounded(0, 600_000, 250_000)]
    do(s, 0, Take("02"))
    assert do(s, 0, Take("48"))[0] == Took(0, 0, "48", 50_000, 400_000)
    assert s.round == 2, "and the map is full"


@pytest.mark.clause("president.ruling.deck")
def test_played_cards_are_reshuffled_when_the_pack_runs_out() -> None:
    s = race("", "")
    s.deck, s.talon = (BOX.cards[SPEECH],), tuple(n for n in s.deck if n != BOX.cards[SPEECH])
    roll(s, "**")
    do(s, 0, Take("59"))
    events = card(s, SPEECH)
    assert events[-1] == Reshuffled(39)
    assert (len(s.deck), s.talon) == (39, ())
    assert refused(s, NATURE, Card(SPEECH)).reason == "not_nature", "it is kept"
    card(s, OTHER_SPEECH)


def test_no_card_is_left_at_all() -> None:
    s = race("", "")
    s.deck, s.talon = (), ()
    roll(s, "**")
    do(s, 0, Take("59"))
    assert s.seat == 1


@pytest.mark.clause("president.ruling.protection")
def test_a_department_given_up_can_be_challenged_again() -> None:
    s = race("22 48 62", "", safe="22 48")
    star(s)
    card(s, TURNCOAT)
    do(s, 0, Release("22"))
    do(s, 0, Release("48"))
    assert s.safe == 0
