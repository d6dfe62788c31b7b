"""Campaign cards: departments for an amount, votes alone, votes that are kept."""

from __future__ import annotations

import pytest

from ludotheque.engine.rules import NATURE
from ludotheque.games.president.box import UNIT
from ludotheque.games.president.moves import (
    Alone,
    Card,
    Drawn,
    Kept,
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
def test_gain_card_gives_departments_worth_its_amount() -> None:
    s = race("", "")
    star(s)
    events = card(s, RUGBY)
    assert events == [Drawn(0, 0, RUGBY, "gain", 600_000)]
    assert refused(s, 0, Take("59")).reason == "unreachable", "1,000,000 is too much"
    assert refused(s, 0, Take("01")).reason == "not_free"
    assert do(s, 0, Take("06")) == [Took(0, 0, "06", 350_000, 500_000)]
    assert votes(s) == [150_000, 0], "the urn pays when all departments are chosen"
    assert do(s, 0, Take("02")) == [Took(0, 0, "02", 200_000, 700_000)]
    assert set(choices(s)) == {"04", "05", "09", "23", "46", "48", "90"}, "only 50,000 are left to take"
    do(s, 0, Take("48"))
    assert votes(s) == [750_000, 0]
    assert codes(s, 0) == ["01", "02", "06", "48"]
    assert s.seat == 1
    assert BOX.cards[RUGBY] in s.talon


@pytest.mark.clause("president.card.lose")
def test_loss_card_takes_departments_worth_its_amount() -> None:
    s = race("44 48 22 62", "")
    star(s)
    assert card(s, TURNCOAT) == [Drawn(0, 0, TURNCOAT, "lose", 300_000)]
    assert choices(s) == ["22", "44", "48"], "600,000 or 150,000 would leave an amount that cannot be made"
    assert refused(s, 0, Release("62")).reason == "unreachable"
    assert refused(s, 0, Release("75")).reason == "not_yours"
    assert refused(s, 0, Take("75")).reason == "asked_lose"
    assert refused(s, 0, Release("02")).reason == "not_yours"
    events = do(s, 0, Release("44"))
    assert events == [Released(0, 0, "44", 250_000, 1_050_000), Released(0, 0, "48", 50_000, 1_000_000)]
    assert codes(s, 0) == ["01", "22", "62"]
    assert s.free >> BOX.index["44"] & 1, "free again"
    assert votes(s) == [1_000_000, 0]


@pytest.mark.clause("president.card.keep")
def test_kept_card_gives_votes_without_a_department() -> None:
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


@pytest.mark.clause("president.card.round")
def test_a_player_who_pays_rounds_down_by_50_000() -> None:
    s = race("60 62", "")
    star(s)
    assert card(s, TURNCOAT) == [
        Drawn(0, 0, TURNCOAT, "lose", 300_000),
        Rounded(0, 300_000, 250_000),
        Released(0, 0, "60", 250_000, 750_000),
    ]
    assert votes(s) == [750_000, 0]
    assert s.seat == 1


@pytest.mark.clause("president.card.round", "president.ruling.shortfall")
def test_player_without_small_departments_pays_votes_alone() -> None:
    s = race("59 62", "", kept=[SPEECH, ""])
    roll(s, "1*")
    do(s, 0, Take("13"))
    assert card(s, TURNCOAT)[1:] == [
        Rounded(0, 300_000, 250_000),
        Alone("lose", 0, None, 250_000, 2_950_000, 0),
    ]
    assert votes(s) == [2_950_000, 0], "a loss always costs"
    assert codes(s, 0) == ["13", "59", "62"]
    assert s.seat == 1


@pytest.mark.clause("president.ruling.shortfall")
def test_player_pays_the_largest_sum_of_departments_below_and_the_rest_in_votes() -> None:
    s = race("59 32 46", "")
    roll(s, "1*")
    do(s, 0, Take("13"))
    events = card(s, TURNCOAT)
    assert events[1:] == [
        Rounded(0, 300_000, 250_000),
        Released(0, 0, "32", 100_000, 1_650_000),
        Released(0, 0, "46", 50_000, 1_600_000),
        Alone("lose", 0, None, 100_000, 1_500_000, 0),
    ]
    assert votes(s)[0] == 1_500_000


@pytest.mark.clause("president.card.round")
def test_the_urn_rounds_up_by_50_000() -> None:
    s = race("", besides("57 56 01"))
    roll(s, "1*")
    assert card(s, RUGBY)[:2] == [Drawn(0, 0, RUGBY, "gain", 600_000), Rounded(0, 600_000, 650_000)]
    assert votes(s)[0] == 800_000


@pytest.mark.clause("president.card.round", "president.ruling.shortfall")
@pytest.mark.parametrize(("left", "takes"), [("59 75", []), ("02 75", ["02"]), ("02 48", ["02", "48"])])
def test_urn_pays_in_votes_what_free_departments_cannot_make(left: str, takes: list[str]) -> None:
    s = race("", besides(left, "01"))
    roll(s, "1*")
    events = card(s, RUGBY)
    assert [event.code for event in events if isinstance(event, Took)] == takes
    alone = 600_000 - sum(BOX.units[BOX.index[code]] * UNIT for code in takes)
    assert Alone("gain", 0, None, alone, 750_000, 0) in events
    assert votes(s)[0] == 750_000, "the whole amount"
    assert codes(s, 0) == sorted(["01", *takes])


@pytest.mark.clause("president.ruling.enough-votes")
def test_the_urn_pays_no_more_than_it_holds() -> None:
    s = race("", besides("01 59"))
    s.votes = [300, 336]
    roll(s, "1*")
    assert votes(s)[0] == 15_150_000
    card(s, RUGBY)
    assert sum(votes(s)) == 32_000_000
    assert votes(s)[0] == 15_200_000


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


def test_empty_campaign_pack_draws_no_card() -> None:
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
    assert codes(s, 0) == ["01", "62"]
    assert s.safe == 0
