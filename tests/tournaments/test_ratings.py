"""How ratings change after a game."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludotheque.tournaments.ratings import INITIAL, RatedSeat, Rating, rate


def game(*places: int) -> list[RatedSeat]:
    return [RatedSeat(str(number), place) for number, place in enumerate(places)]


def test_winner_rises_loser_falls_and_both_are_more_certain() -> None:
    found = rate({}, game(1, 2))
    assert found["0"].mu > INITIAL.mu > found["1"].mu
    assert found["0"].sigma < INITIAL.sigma
    assert found["1"].sigma < INITIAL.sigma


def test_partners_who_win_together_rise_alike_and_above_the_third_place() -> None:
    found = rate({}, game(1, 1, 3, 4))
    assert found["0"] == found["1"]
    assert found["1"].mu > INITIAL.mu > found["2"].mu > found["3"].mu


def test_draw_between_equals_changes_no_rating() -> None:
    found = rate({}, game(1, 1))
    assert found["0"].mu == found["1"].mu == pytest.approx(INITIAL.mu)


def test_player_who_left_counts_as_last_whatever_the_bot_achieved() -> None:
    found = rate({}, [RatedSeat("left", 1, True), RatedSeat("a", 2), RatedSeat("b", 3)])
    assert found == rate({}, [RatedSeat("left", 3), RatedSeat("a", 1), RatedSeat("b", 2)])


def test_bot_on_two_seats_gets_the_mean_of_both() -> None:
    found = rate({}, [RatedSeat("bot", 1), RatedSeat("bot", 3), RatedSeat("a", 2)])
    assert set(found) == {"bot", "a"}
    assert found["bot"].mu == pytest.approx(INITIAL.mu, abs=1)


def test_one_lucky_game_does_not_lead_a_ladder() -> None:
    known = {"old": Rating(30, 1)}
    found = rate(known, [RatedSeat("new", 1), RatedSeat("old", 2)])
    assert found["new"].shown > found["old"].shown - 400
    assert found["new"].lower_bound < found["old"].lower_bound


@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(1, 4), min_size=2, max_size=10))
def test_among_equals_the_first_never_falls_and_the_last_never_rises(places: list[int]) -> None:
    found = rate({}, game(*places))
    for number, place in enumerate(places):
        if place == min(places):
            assert found[str(number)].mu >= INITIAL.mu - 1e-9
        if place == max(places):
            assert found[str(number)].mu <= INITIAL.mu + 1e-9


@given(st.integers(2, 10))
def test_equals_without_ties_are_rated_in_the_order_of_their_places(seats: int) -> None:
    found = rate({}, game(*range(1, seats + 1)))
    ratings = [found[str(number)].mu for number in range(seats)]
    assert ratings == sorted(ratings, reverse=True)
    assert ratings[0] > ratings[-1]


def test_order_of_true_strengths_is_found() -> None:
    """Eight players at tables of four: after eighty games the order of the ratings is almost the true one."""
    rng = random.Random(4)
    known: dict[str, Rating] = {}
    for _ in range(80):
        table = rng.sample(range(8), 4)
        form = {player: player + rng.gauss(0, 1.5) for player in table}
        seats = [RatedSeat(str(p), 1 + sum(form[q] > form[p] for q in table)) for p in table]
        known.update(rate(known, seats))
    order = sorted(known, key=lambda who: known[who].mu)
    assert sum(abs(int(who) - place) for place, who in enumerate(order)) <= 4
