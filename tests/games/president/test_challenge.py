"""The game of 21."""

from __future__ import annotations

import pytest

from ludotheque.engine.rules import NATURE
from ludotheque.games.president.challenge import score
from ludotheque.games.president.moves import (
    Alone,
    Challenge,
    Challenged,
    Claim,
    Claimed,
    Deal,
    Dealt,
    Draw,
    Hit,
    Lost,
    Rounded,
    Stand,
    Stood,
    Void,
    Won,
)
from ludotheque.games.president.state import State
from tests.games.president.race import (
    BOX,
    RULES,
    besides,
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


def challenged(mine: str = "62 13 01", theirs: str = "59 95") -> State:
    """Seat 0 has rolled a star and 9, and challenges seat 1 for 59; a third player holds all the rest."""
    s = race(mine, theirs, besides(mine, theirs))
    roll(s, "*9")
    assert do(s, 0, Challenge("59")) == [Challenged(0, 1, "59", 1_000_000)]
    return s


@pytest.mark.clause("president.challenge.deal")
def test_challenged_player_gets_two_cards_and_draws_as_wished() -> None:
    s = challenged()
    assert RULES.asked(s) == (NATURE,)
    assert refused(s, NATURE, Deal((5,))).reason == "not_nature", "two cards at first"
    assert refused(s, NATURE, Deal((11, 5))).reason == "not_nature", "an ace is dealt as 1"
    assert deal(s, 10, 5) == [Dealt(1, (10, 5), 15)]
    assert RULES.asked(s) == (1,)
    assert RULES.legal(s, 1) == (Hit(), Stand())
    assert refused(s, 1, Draw()).reason == "asked_defend"
    assert hit(s, 4) == [Dealt(1, (4,), 19)]
    sight = RULES.sight(s, None).duel
    assert sight is not None
    assert (sight.defence, sight.defence_score, sight.attack) == ((10, 5, 4), 19, ())


@pytest.mark.clause("president.challenge.deal", "president.challenge.won")
def test_challenged_player_over_21_loses_at_once() -> None:
    s = challenged()
    deal(s, 10, 5)
    assert hit(s, 7)[:2] == [Dealt(1, (7,), 22), Won(0, 0, 1, "59", 1_000_000, 2_350_000, 300_000)]
    assert "59" in codes(s, 0)
    assert codes(s, 1) == ["95"]
    assert votes(s)[:2] == [2_350_000, 300_000]


@pytest.mark.clause("president.challenge.example")
@pytest.mark.parametrize(("last", "result"), [(3, "won"), (8, "lost")])
def test_printed_example_is_played(last: int, result: str) -> None:
    s = challenged()
    deal(s, 10, 5)
    assert do(s, 1, Stand()) == [Stood(1, 15)]
    assert RULES.asked(s) == (NATURE,), "the challenger has no choice: the cards come"
    assert RULES.legal(s, 0) == ()
    assert hit(s, 3) == [Dealt(0, (3,), 3)]
    assert hit(s, 7) == [Dealt(0, (7,), 10)]
    assert hit(s, 5) == [Dealt(0, (5,), 15)], "equal: one more must be drawn"
    assert refused(s, 0, Stand()).reason == "not_asked"
    hit(s, last)
    assert s.duel is not None
    assert s.duel.result == result


@pytest.mark.clause("president.challenge.deal")
def test_challenge_with_21_each_is_void() -> None:
    s = challenged()
    deal(s, 10, 10)
    hit(s, 1)
    do(s, 1, Stand())
    before = votes(s)
    assert hit(s, 10, 9, 2)[:2] == [Dealt(0, (2,), 21), Void(0, 1, "59")]
    assert votes(s) == before
    assert s.safe == 0


@pytest.mark.clause("president.challenge.lost", "president.ruling.protection")
def test_challenger_who_loses_pays_the_votes_and_departments_of_the_stake() -> None:
    s = challenged(mine="62 13 06 22", theirs="59")
    s.safe |= BOX.set_of(["62"])
    deal(s, 10, 10)
    do(s, 1, Stand())
    events = hit(s, 10, 2, 10)
    assert events[:3] == [Dealt(0, (10,), 22), Lost(0, 1, "59", 1_000_000, 950_000), Rounded(0, 1_000_000, 950_000)]
    exact = challenged(mine="62 13 57 22", theirs="59")
    exact.safe |= BOX.set_of(["62"])
    deal(exact, 10, 10)
    do(exact, 1, Stand())
    assert hit(exact, 10, 2, 10)[1] == Lost(0, 1, "59", 1_000_000, 1_000_000)
    assert BOX.codes_of(exact.safe) == ("59", "62")
    assert RULES.asked(exact) == (1,)
    assert choices(exact) == ["13", "57", "62"], "250,000 leads nowhere"
    assert refused(exact, 1, Claim("22")).reason == "unreachable"
    assert refused(exact, 1, Claim("59")).reason == "not_theirs"
    assert do(exact, 1, Claim("62")) == [
        Claimed(1, 0, "62", 600_000, 1_600_000, 1_250_000),
        Claimed(1, 0, "57", 400_000, 2_000_000, 850_000),
    ], "400,000 can only be the Moselle"
    assert votes(exact)[:2] == [850_000, 2_000_000]
    assert codes(exact, 1) == ["57", "59", "62"]
    assert BOX.codes_of(exact.safe) == ("59",), "the protection of 62 went with its old token"


def test_departments_that_lead_to_the_same_are_told_apart_in_the_sight() -> None:
    def claim(code: str) -> State:
        s = challenged(mine="75 08 62 57", theirs="59")
        deal(s, 10, 10)
        do(s, 1, Stand())
        hit(s, 10, 2, 10)
        do(s, 1, Claim(code))
        return s

    one, other = claim("57"), claim("62")
    assert codes(one, 1) == codes(other, 1), "either calls for the other"
    assert [RULES.sight(s, None).named for s in (one, other)] == ["57", "62"], "their events differ in order"


@pytest.mark.clause("president.ruling.poor-loser")
def test_loser_with_few_votes_gives_up_everything_up_to_the_stake() -> None:
    s = challenged(mine="01 02", theirs="59")
    deal(s, 10, 10)
    do(s, 1, Stand())
    events = hit(s, 10, 2, 10)
    assert events[1] == Lost(0, 1, "59", 1_000_000, 350_000)
    assert [event.code for event in events if isinstance(event, Claimed)] == ["01", "02"]
    assert votes(s)[0] == 0
    assert votes(s)[1] == 1_350_000
    ruined = challenged(mine="", theirs="59 95")
    deal(ruined, 10, 10)
    do(ruined, 1, Stand())
    assert hit(ruined, 10, 2, 10)[1] == Lost(0, 1, "59", 1_000_000, 0)
    assert RULES.asked(ruined) == (NATURE,), "nothing to claim: the card of the star comes"


@pytest.mark.clause("president.ruling.shortfall", "president.ruling.poor-loser")
def test_a_stake_that_departments_cannot_make_is_paid_in_votes() -> None:
    """300,000 at stake, 600,000 and 500,000 in departments: 250,000 votes alone go over."""
    s = race("62 69", "26 95", besides("62 69 26 95"))
    roll(s, "*9")
    do(s, 0, Challenge("95"))
    deal(s, 10, 10)
    do(s, 1, Stand())
    events = hit(s, 10, 2, 10)
    assert events[1:4] == [
        Lost(0, 1, "95", 300_000, 250_000),
        Rounded(0, 300_000, 250_000),
        Alone("spoils", 1, 0, 250_000, 700_000, 850_000),
    ]
    assert votes(s)[:2] == [850_000, 700_000]
    assert codes(s, 0) == ["62", "69"]


@pytest.mark.clause("president.ruling.poor-loser")
def test_kept_votes_pay_a_stake() -> None:
    s = race("01", "26 95", besides("01 26 95"))
    s.votes[0] = 5
    roll(s, "*9")
    do(s, 0, Challenge("95"))
    deal(s, 10, 10)
    do(s, 1, Stand())
    events = hit(s, 10, 2, 10)
    assert events[1] == Lost(0, 1, "95", 300_000, 250_000)
    assert Alone("spoils", 1, 0, 100_000, 700_000, 0) in events
    assert votes(s)[:2] == [0, 700_000]


@pytest.mark.clause("president.ruling.shortfall")
def test_the_smallest_stake_costs_50_000_votes() -> None:
    s = race("62", "09 95", besides("62 09 95"))
    roll(s, "*9")
    do(s, 0, Challenge("09"))
    deal(s, 10, 10)
    do(s, 1, Stand())
    hit(s, 10, 2, 10)
    assert votes(s)[0] == 550_000


@pytest.mark.clause("president.ruling.enough-votes", "president.challenge.won")
def test_player_pays_no_more_votes_than_they_have() -> None:
    s = challenged()
    s.votes[1] = 4
    deal(s, 10, 5)
    assert hit(s, 7)[1] == Won(0, 0, 1, "59", 200_000, 1_550_000, 0)
    assert votes(s)[1] == 0


@pytest.mark.clause("president.ruling.ace")
@pytest.mark.parametrize(
    ("cards", "points"),
    [((1,), 11), ((1, 10), 21), ((1, 1), 12), ((1, 10, 10), 21), ((1, 5, 6), 12), ((1, 1, 9), 21), ((10, 10, 2), 22)],
)
def test_an_ace_is_eleven_unless_that_passes_21(cards: tuple[int, ...], points: int) -> None:
    assert score(cards) == points


@pytest.mark.clause("president.box.challenge")
def test_cards_not_left_in_the_pack_are_refused() -> None:
    s = challenged()
    deal(s, 2, 2)
    hit(s, 2, 2)
    do(s, 1, Hit())
    assert refused(s, NATURE, Deal((2,))).reason == "not_nature"
    assert refused(s, NATURE, Deal((3, 3))).reason == "not_nature"
    deal(s, 3)
