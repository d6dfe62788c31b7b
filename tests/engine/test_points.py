"""Points of a game in the standings of a tournament."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludotheque import games
from ludotheque.engine.points import EVEN, WIN, even_points, points_by_place
from ludotheque.engine.rules import Outcome


def places(scores: list[int]) -> tuple[int, ...]:
    return tuple(1 + sum(other > mine for other in scores) for mine in scores)


@given(st.lists(st.integers(0, 5), min_size=2, max_size=10))
def test_seat_has_the_same_average_points_at_a_table_of_any_size(scores: list[int]) -> None:
    points = points_by_place(places(scores))
    assert sum(points) == pytest.approx(EVEN * len(scores))
    assert all(0 <= each <= WIN for each in points)


@given(st.lists(st.integers(0, 5), min_size=2, max_size=10))
def test_better_place_has_more_points_and_a_shared_place_the_same(scores: list[int]) -> None:
    points = points_by_place(places(scores))
    for mine, worth in zip(scores, points, strict=True):
        for theirs, other in zip(scores, points, strict=True):
            assert (mine > theirs) == (worth > other + 1e-9)


def test_two_seats_have_the_points_of_a_win_draw_or_loss() -> None:
    assert even_points(Outcome((2, 1), "", "")) == (0, 6)
    assert even_points(Outcome((1, 1), "", "")) == (3, 3)


def test_every_game_gives_points_to_each_seat() -> None:
    for game in games.shelf().values():
        for seats in game.rules.seats:
            ending = Outcome(tuple(range(1, seats + 1)), "", "elected", tuple(range(seats, 0, -1)))
            assert len(game.match_points(ending)) == seats


@pytest.mark.clause("stratagem.match.points")
def test_stratagem_counts_by_its_printed_table() -> None:
    stratagem = games.find("stratagem")
    assert stratagem.match_points(Outcome((1, 2, 3, 4), "", "elected", (6, 4, 3, 1))) == (6, 4, 3, 1)
    assert stratagem.match_points(Outcome((2, 1, 3, 4), "", "coup", (4, 5, 3, 2))) == (4, 5, 3, 2)


@pytest.mark.clause("stratagem.match.points")
def test_stratagem_result_entered_by_hand_counts_as_a_ballot() -> None:
    stratagem = games.find("stratagem")
    assert stratagem.match_points(Outcome((2, 1, 4, 3), "", "hand")) == (4, 6, 2, 3)
    assert stratagem.match_points(Outcome((1, 1, 3, 4), "", "hand")) == (5, 5, 3, 2)
