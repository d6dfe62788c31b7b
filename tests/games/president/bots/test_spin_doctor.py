"""The spin doctor: what it does in plain situations."""

from __future__ import annotations

import pytest

from ludotheque.engine.chance import QuickChance
from ludotheque.games.president.bots.militant import Militant
from ludotheque.games.president.bots.spin_doctor import SpinDoctor
from ludotheque.games.president.moves import AnyMove, Challenge, Draw, Hit, Protect, Release, Stand, Take
from tests.games.president.race import BOX, RULES, TURNCOAT, besides, card, choices, chosen, deal, do, race, roll, votes

UNITS = {department.code: units for department, units in zip(BOX.department, BOX.units, strict=True)}

LOSSES = tuple(number for number, campaign in enumerate(BOX.campaign) if campaign.kind == "lose")


def shared_out(*units: int, free: str = "", **held: str) -> list[str]:
    """Departments for each seat up to so many units, smallest first, besides what is ``held`` (``s0="38"``)."""
    left = besides(free, *held.values()).split()
    left.sort(key=lambda code: UNITS[code])
    found = []
    for seat, wanted in enumerate(units):
        mine = held.get(f"s{seat}", "").split()
        while left and sum(UNITS[code] for code in mine) + UNITS[left[0]] <= wanted:
            mine.append(left.pop(0))
        found.append(" ".join(mine))
    found[0] += " " + " ".join(left)
    return found


# What rolls can still reach


def test_spin_doctor_completes_a_pair_of_digits() -> None:
    """17 and 71 together bring a campaign card at every 1-7; 31, larger, can only be reached with a star."""
    s = race("17", "01 10 11 12 13 14 15 18 19 21 41 51 61 81 91")
    roll(s, "1*")
    assert set(choices(s)) == {"16", "31", "71"}
    assert chosen(s, Militant) == Take("31")
    assert chosen(s, SpinDoctor) == Take("71")


def test_a_department_that_is_much_larger_is_worth_more_than_a_pair() -> None:
    s = race("17", "01 10 11 12 14 15 18 19 21 31 41 51 61 81 91")
    roll(s, "1*")
    assert chosen(s, SpinDoctor) == Take("13")


def test_towards_the_end_votes_count_and_pairs_do_not() -> None:
    s = race("17", besides("17 16 31 71 75 59 13"))
    roll(s, "1*")
    assert chosen(s, SpinDoctor) == Take("13")
    s = race("17 13", besides("17 16 31 71 75 59 13"))
    roll(s, "1*")
    assert chosen(s, SpinDoctor) == Take("31")


def test_spin_doctor_completes_pairs_with_the_gain_of_a_card() -> None:
    """Two of three departments of five units make 500,000: 71 goes with 17."""
    gain = next(card.id for card in BOX.campaign if (card.kind, card.amount) == ("gain", 500_000))
    held = shared_out(200, 4, 200, s1="17", free="14 22 71 59")
    s = race(*held, seat=1)
    roll(s, "**")
    do(s, 1, Take("59"))
    card(s, gain)
    assert choices(s) == ["14", "22", "71"]
    assert chosen(s, Militant) == Take("14")
    assert chosen(s, SpinDoctor) == Take("71")


def test_spin_doctor_keeps_pairs_when_a_card_costs_departments() -> None:
    """05, and one of the two with five units: 22 goes, which stands alone."""
    s = race("05 17 22 71", "75 13")
    roll(s, "**")
    do(s, 0, Take("59"))
    card(s, TURNCOAT)
    assert chosen(s, SpinDoctor) == Release("22")


def test_spin_doctor_draws_a_card_while_the_mean_card_gains_votes() -> None:
    s = race("26 62", "75")
    roll(s, "26")
    assert chosen(s, SpinDoctor) == Draw()
    s.deck = LOSSES
    assert isinstance(chosen(s, SpinDoctor), Protect)


# The game of 21


@pytest.mark.parametrize(
    ("cards", "move"),
    [((10, 5), Hit()), ((10, 6), Stand()), ((1, 6), Hit()), ((1, 7), Stand()), ((2, 2), Hit()), ((1, 10), Stand())],
)
def test_the_spin_doctor_knows_the_odds(cards: tuple[int, ...], move: AnyMove) -> None:
    s = race("69 76 13", "26 62")
    roll(s, "26")
    do(s, 0, Challenge("62"))
    deal(s, *cards)
    assert chosen(s, SpinDoctor) == move


def test_spin_doctor_challenges_for_the_largest_department() -> None:
    for mine in ("", "69 76 13"):
        s = race(mine, "26 62")
        roll(s, "26")
        assert chosen(s, SpinDoctor) == Challenge("62")


# Places


@pytest.mark.clause("president.ruling.elected")
@pytest.mark.parametrize("seat", [2, 3])
def test_spin_doctor_behind_challenges_the_second(seat: int) -> None:
    """16 and 61 are worth the same; 16 is the first's, but the second's 61 opens the way to the second round."""
    held = shared_out(160, 100, 94, 90, s0="16", s1="61", free="75")
    s = race(*held, seat=seat)
    roll(s, "16")
    assert chosen(s, Militant) == Challenge("16")
    assert chosen(s, SpinDoctor) == Challenge("61")


@pytest.mark.clause("president.ruling.elected")
def test_third_takes_the_larger_department_at_the_end_of_the_first_round() -> None:
    held = shared_out(160, 90, 52, 50, free="29 92")
    s = race(*held, seat=2)
    roll(s, "29")
    assert chosen(s, SpinDoctor) == Take("92")


def test_spin_doctor_takes_the_majority() -> None:
    held = shared_out(309, 90, 20, free="29 92")
    s = race(*held)
    s.votes[0] = 309
    roll(s, "29")
    assert chosen(s, SpinDoctor) == Take("92")


# What it says of it


@pytest.mark.parametrize("closing", [0, 6])
def test_advice_in_a_short_campaign_compares_with_the_rival_and_not_with_the_majority(closing: int) -> None:
    s = race("17", "59 13")
    s.closing = closing
    roll(s, "1*")
    advice = SpinDoctor(BOX, 0, QuickChance(1)).advice(RULES.sight(s, 0), RULES.legal(s, 0), ())
    (reason, *_) = advice.reasons
    assert reason.key == ("advice.take_short" if closing else "advice.take")
    if closing:
        assert (reason.args["rival"], reason.args["votes"]) == (1, votes(s)[1])
