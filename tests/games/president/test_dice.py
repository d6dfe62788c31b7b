"""What the dice allow."""

from __future__ import annotations

import pytest

from ludotheque.engine.rules import NATURE
from ludotheque.games.president.box import HIGH, LOW
from ludotheque.games.president.moves import (
    Blocked,
    Challenge,
    Challenged,
    Colours,
    Draw,
    Lots,
    Protect,
    Protected,
    Roll,
    Rolled,
    Started,
    Take,
    Took,
)
from tests.games.president.race import (
    BOX,
    EVERYWHERE,
    OTHER_SPEECH,
    RULES,
    SPEECH,
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


@pytest.mark.clause("president.start")
def test_parties_and_the_first_player_are_drawn_by_lot() -> None:
    s = RULES.setup(RULES.options_type(), 3)
    assert RULES.asked(s) == (NATURE,)
    assert refused(s, 0, Lots(("PS", "PC", "RI"), 1)).reason == "not_nature"
    for parties, first in (
        (("PS", "PS", "RI"), 1),
        (("PS", "PC"), 1),
        (("PS", "PC", "UDF"), 1),
        (("PS", "PC", "RI"), 3),
    ):
        assert refused(s, NATURE, Lots(parties, first)).reason == "not_nature"
    *drawn, started = do(s, NATURE, Lots(("PS", "PC", "RI"), 1))
    assert drawn == [Colours(0, "PS"), Colours(1, "PC"), Colours(2, "RI")]
    assert started == Started(("PS", "PC", "RI"), 1)
    (rolled,) = roll(s, "26")
    assert rolled == Rolled(1, "2", "6")
    assert RULES.asked(s) == (1,)


@pytest.mark.clause("president.roll.two-digits", "president.take")
def test_roll_of_2_and_6_allows_26_or_62() -> None:
    s = race("", "")
    roll(s, "26")
    assert choices(s) == ["26", "62"]
    assert do(s, 0, Take("62")) == [Took(0, 0, "62", 600_000, 600_000)]
    assert votes(s) == [600_000, 0]
    assert RULES.sight(s, 1).urn == 31_400_000
    assert codes(s, 0) == ["62"]


@pytest.mark.clause("president.roll.two-digits", "president.ruling.no-choice")
def test_only_free_department_must_be_taken() -> None:
    """There is no choice in it, so it is not asked."""
    s = race("", "26")
    assert roll(s, "26") == [Rolled(0, "2", "6"), Took(0, 0, "62", 600_000, 600_000)]
    assert s.seat == 1


@pytest.mark.clause("president.take", "president.roll.one-star", "president.ruling.missing-codes")
def test_department_that_cannot_be_taken_is_refused() -> None:
    s = race("", "26")
    roll(s, "2*")
    refusal = refused(s, 0, Challenge("26"))
    assert (refusal.clause, refusal.reason) == ("president.take", "asked_take")
    assert refused(s, 0, Take("26")).reason == "not_free"
    assert refused(s, 0, Take("59")).reason == "not_rolled"
    assert refused(s, 0, Take("00")).reason == "no_department"
    assert refused(s, 1, Take("62")).reason == "not_asked"


@pytest.mark.clause("president.ruling.own-and-free")
def test_free_department_is_taken_beside_an_own_one() -> None:
    s = race("26", "")
    roll(s, "26")
    assert codes(s, 0) == ["26", "62"]


@pytest.mark.clause("president.roll.two-digits", "president.challenge.when")
def test_challenge_is_compulsory_without_a_free_department() -> None:
    s = race("", "26", "62")
    roll(s, "26")
    assert RULES.legal(s, 0) == [Challenge("26"), Challenge("62")]
    own_and_theirs = race("62", "26")
    events = roll(own_and_theirs, "26")
    assert events == [Rolled(0, "2", "6"), Challenged(0, 1, "26", 150_000)], "no choice in it: it begins"
    many = race("62", besides("62"))
    roll(many, "2*")
    assert refused(many, 0, Challenge("62")).reason == "own"
    assert refused(many, 0, Draw()).reason == "asked_challenge"


@pytest.mark.clause("president.challenge.when")
def test_unchallengeable_department_cannot_be_challenged() -> None:
    s = race("", "26 62", safe="26")
    assert roll(s, "26")[1:] == [Challenged(0, 1, "62", 600_000)]
    many = race("", besides(""), safe="26")
    roll(many, "2*")
    assert refused(many, 0, Challenge("26")).reason == "unchallengeable"


@pytest.mark.clause("president.roll.two-digits", "president.ruling.own-both")
def test_player_with_both_departments_draws_a_card_or_protects() -> None:
    s = race("26 62", "")
    roll(s, "26")
    assert RULES.legal(s, 0) == [Draw(), Protect("26"), Protect("62")]
    assert refused(s, 0, Protect("59")).reason == "not_rolled"
    other = s.copy()
    assert do(s, 0, Protect("62"))[0] == Protected(0, "62")
    assert BOX.codes_of(s.safe) == ("62",)
    assert s.seat == 1
    do(other, 0, Draw())
    assert RULES.asked(other) == (NATURE,)
    assert other.stack.top.what == "card"


@pytest.mark.clause("president.ruling.blocked")
def test_blocked_player_draws_a_card_or_protects() -> None:
    s = race("26", "62", safe="62")
    roll(s, "26")
    assert RULES.legal(s, 0) == [Draw(), Protect("26")]
    assert refused(s, 0, Protect("62")).reason == "not_yours"
    nothing = race("", "26 62", safe="26 62")
    assert roll(nothing, "26") == [Rolled(0, "2", "6"), Blocked(0)]
    assert RULES.asked(nothing) == (NATURE,)
    card(nothing, SPEECH)
    assert nothing.seat == 1
    protected = race("26 62", "", safe="26")
    roll(protected, "26")
    assert refused(protected, 0, Protect("26")).reason == "protected"


@pytest.mark.clause("president.ruling.missing-codes")
def test_codes_without_a_department_are_ignored() -> None:
    assert {(low, high): BOX.codes_of(BOX.eligible[low, high]) for low, high in (("0", "5"), ("0", "9"))} == {
        ("0", "5"): ("05", "50"),
        ("0", "9"): ("09", "90"),
    }
    nines = BOX.codes_of(BOX.eligible["*", "9"])
    assert not {"96", "98", "99", "00"} & set(nines)
    assert all(BOX.eligible[low, high] for low in LOW for high in HIGH), "every roll means some department"


@pytest.mark.clause("president.roll.one-star")
def test_roll_of_2_and_a_star_allows_19_codes() -> None:
    s = race("", "")
    roll(s, "2*")
    tens = ["20", "21", "22", "23", "24", "25", "26", "27", "28", "29"]
    ones = ["02", "12", "32", "42", "52", "62", "72", "82", "92"]
    assert choices(s) == sorted(tens + ones)
    assert len(choices(s)) == 19


@pytest.mark.clause("president.roll.one-star")
def test_a_star_brings_a_card_in_any_case() -> None:
    taken = race("", "")
    roll(taken, "2*")
    do(taken, 0, Take("20"))
    assert (RULES.asked(taken), taken.seat, taken.draws) == ((NATURE,), 0, 0)
    card(taken, SPEECH)
    assert taken.seat == 1
    own = race(" ".join(BOX.codes_of(BOX.eligible["2", "*"])), "")
    roll(own, "2*")
    do(own, 0, Draw())
    card(own, SPEECH)
    assert (RULES.asked(own), own.seat) == ((NATURE,), 0), "one for having no other choice, one for the star"
    card(own, OTHER_SPEECH)
    assert own.seat == 1


@pytest.mark.clause("president.roll.one-star")
def test_star_without_a_free_department_is_a_challenge_then_the_card() -> None:
    s = race("", EVERYWHERE)
    roll(s, "2*")
    assert len(RULES.legal(s, 0)) == 19
    assert all(isinstance(move, Challenge) for move in RULES.legal(s, 0))


@pytest.mark.clause("president.roll.two-stars")
def test_two_stars_allow_any_free_department_and_two_cards() -> None:
    s = race("01", "02")
    roll(s, "**")
    assert choices(s) == besides("01 02").split()
    do(s, 0, Take("59"))
    card(s, SPEECH)
    assert (RULES.asked(s), s.seat) == ((NATURE,), 0)
    card(s, OTHER_SPEECH)
    assert s.seat == 1


@pytest.mark.clause("president.roll.two-stars", "president.ruling.blocked")
def test_two_stars_allow_no_challenge() -> None:
    s = race("01", besides("01"))
    roll(s, "**")
    assert RULES.legal(s, 0) == [Draw(), Protect("01")]
    do(s, 0, Protect("01"))
    assert s.draws == 1


@pytest.mark.clause("president.roll.overseas")
@pytest.mark.parametrize("dice", ["47", "49", "4*", "*7", "*9", "**"])
def test_rolls_that_lead_overseas(dice: str) -> None:
    s = race("", "")
    roll(s, dice)
    assert {"971", "972", "974"} <= set(choices(s))


@pytest.mark.clause("president.roll.overseas")
def test_no_other_roll_leads_overseas() -> None:
    away = BOX.set_of(["971", "972", "974"])
    rolls = {low + high for low in LOW for high in HIGH if BOX.eligible[low, high] & away}
    assert rolls == {"47", "49", "4*", "*7", "*9", "**"}


@pytest.mark.clause("president.roll.final")
def test_an_announced_department_cannot_be_changed() -> None:
    s = race("", "")
    roll(s, "26")
    do(s, 0, Take("26"))
    assert refused(s, 0, Take("62")).reason == "not_asked"


def test_impossible_rolls_are_refused() -> None:
    s = race("", "")
    for bad in (Roll("5", "5"), Roll("0", "0"), Roll("7", "2"), Roll("", "")):
        assert refused(s, NATURE, bad).reason == "not_nature"
    assert refused(s, 0, Roll("2", "6")).reason == "not_nature"
