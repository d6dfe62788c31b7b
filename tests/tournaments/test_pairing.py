"""Pairings, round after round."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from ludotheque.engine.points import WIN, points_by_place
from ludotheque.tournaments.history import History, InvalidEntrantCount, Round
from ludotheque.tournaments.pairing import Format, next_round, recommended_rounds
from ludotheque.tournaments.seating import table_sizes

TWO = range(2, 3)


def play(
    format: Format, entrants: int, rounds: int, seats: range = TWO, wanted: int = 2, seed: str = "s"
) -> tuple[list[Round], dict[int, float]]:
    """A tournament in which the lower number mostly wins; its rounds, and the points of each entrant."""
    rng = random.Random(seed)
    points = dict.fromkeys(range(entrants), 0.0)
    played: list[Round] = []
    for _ in range(rounds):
        round = next_round(format, range(entrants), History(played), points.__getitem__, seats, wanted, seed)
        played.append(round)
        assert sorted(round.entrants) == list(range(entrants)), "every entrant has one seat or a bye"
        for entrant in round.byes:
            points[entrant] += WIN
        for table in round.tables:
            assert len(table) in seats
            form = [entrant + rng.random() * 3 for entrant in table]
            order = sorted(form)
            for entrant, worth in zip(table, points_by_place([order.index(each) + 1 for each in form]), strict=True):
                points[entrant] += worth
    return played, points


@settings(max_examples=30, deadline=None)
@given(st.integers(2, 17), st.text(max_size=4))
def test_round_robin_pairs_all_once_with_balanced_sides(entrants: int, seed: str) -> None:
    rounds, _ = play("round_robin", entrants, recommended_rounds("round_robin", entrants, TWO, 2, 1), seed=seed)
    history = History(rounds)
    assert all(history.times_met(*pair) == 1 for pair in combinations(range(entrants), 2))
    assert all(abs(history.side_balance[entrant]) <= 1 for entrant in range(entrants))
    assert all(history.byes[entrant] == entrants % 2 for entrant in range(entrants))


def test_round_robin_swaps_the_seats_the_second_time() -> None:
    rounds, _ = play("round_robin", 4, 6)
    assert sorted(table for round in rounds for table in round.tables) == sorted(
        (one, other) for one in range(4) for other in range(4) if one != other
    )


def test_round_robin_without_a_withdrawn_entrant_has_no_repeated_meeting() -> None:
    played: list[Round] = []
    for number in range(5):
        present = range(6) if number < 2 else [0, 1, 2, 4, 5]
        played.append(next_round("round_robin", present, History(played), float, TWO, 2, "s"))
    history = History(played)
    assert all(history.times_met(*pair) == 1 for pair in combinations([0, 1, 2, 4, 5], 2))
    assert not any(3 in round.entrants for round in played[2:])


@settings(max_examples=20, deadline=None)
@given(st.integers(4, 11), st.integers(1, 3), st.text(max_size=3))
def test_late_entrant_of_a_round_robin_meets_all_others(entrants: int, after: int, seed: str) -> None:
    played: list[Round] = []
    while len(played) < 3 * entrants:
        present = range(entrants) if len(played) < after else range(entrants + 1)
        history = History(played)
        if all(history.times_met(*pair) for pair in combinations(range(entrants + 1), 2)):
            break
        played.append(next_round("round_robin", present, history, float, TWO, 2, seed))
    history = History(played)
    assert all(history.times_met(*pair) >= 1 for pair in combinations(range(entrants + 1), 2))
    assert len(played) <= entrants + after + 3, "in few rounds"


@settings(max_examples=30, deadline=None)
@given(st.integers(5, 20), st.text(max_size=4))
@example(12, "7é")
@example(16, "28é")
def test_swiss_has_no_repeated_meeting_while_avoidable(entrants: int, seed: str) -> None:
    rounds = min(recommended_rounds("swiss", entrants, TWO, 2, 1) + 1, entrants // 2)
    played, _ = play("swiss", entrants, rounds, seed=seed)
    history = History(played)
    assert max(history.met.values()) == 1
    assert max(history.byes.values(), default=0) <= 1
    assert all(abs(history.side_balance[entrant]) <= 2 for entrant in range(entrants))


def test_swiss_has_no_repeated_meeting_in_late_rounds() -> None:
    played, _ = play("swiss", 8, 4)
    assert max(History(played).met.values()) == 1


def test_swiss_pairs_equal_points_and_gives_the_last_a_bye() -> None:
    points = {0: 6.0, 1: 6.0, 2: 6.0, 3: 6.0, 4: 0.0, 5: 0.0, 6: 0.0}
    history = History([Round(((0, 4), (5, 1), (2, 6)), (3,))])
    found = next_round("swiss", range(7), history, points.__getitem__, TWO, 2, "s")
    assert {frozenset(table) <= {0, 1, 2, 3} or frozenset(table) <= {4, 5, 6} for table in found.tables} == {True}
    assert found.byes[0] in (4, 5, 6)


def test_second_bye_is_given_only_after_all_had_one() -> None:
    points = {0: 6.0, 1: 3.0, 2: 0.0}
    history = History([Round(((0, 1),), (2,))])
    assert next_round("swiss", range(3), history, points.__getitem__, TWO, 2, "s").byes == (1,)


@settings(max_examples=25, deadline=None)
@given(st.integers(3, 23), st.sampled_from([3, 4, 5]), st.sampled_from(["round_robin", "swiss"]), st.text(max_size=3))
def test_larger_tables_spread_the_meetings_evenly(entrants: int, wanted: int, format: Format, seed: str) -> None:
    played, _ = play(format, entrants, 3, range(3, 11), wanted, seed)
    sizes = [len(table) for table in played[0].tables]
    assert max(sizes) - min(sizes) <= 1
    met = History(played).met
    if len(sizes) > 5:
        assert max(met.values()) == 1
    assert max(met.values()) <= 3


def test_nine_entrants_at_tables_of_three_almost_all_meet_in_four_rounds() -> None:
    played, _ = play("round_robin", 9, 4, range(3, 11), 3)
    met = History(played).met
    assert sum(met[frozenset(pair)] > 0 for pair in combinations(range(9), 2)) >= 30


def test_seats_change_from_round_to_round() -> None:
    played: list[Round] = []
    for _ in range(4):
        played.append(next_round("match", range(4), History(played), float, range(2, 5), 4, "s"))
    had = Counter((entrant, seat) for round in played for seat, entrant in enumerate(round.tables[0]))
    assert max(had.values()) <= 2


def test_same_seed_gives_the_same_rounds() -> None:
    assert play("swiss", 11, 4, seed="a") == play("swiss", 11, 4, seed="a")
    assert play("swiss", 11, 4, seed="a") != play("swiss", 11, 4, seed="b")


@given(st.integers(2, 60), st.integers(2, 5), st.integers(0, 6), st.integers(2, 10))
def test_table_sizes_are_allowed_by_the_game(entrants: int, least: int, more: int, wanted: int) -> None:
    seats = range(least, least + more + 1)
    if entrants < least:
        with pytest.raises(InvalidEntrantCount):
            table_sizes(entrants, seats, wanted)
        return
    sizes, out = table_sizes(entrants, seats, wanted)
    assert sum(sizes) + out == entrants
    assert all(size in seats for size in sizes)
    assert out < least or out < wanted


@pytest.mark.parametrize("format", ["match", "round_robin", "swiss"])
def test_too_few_entrants_are_refused(format: Format) -> None:
    with pytest.raises(InvalidEntrantCount):
        next_round(format, [1, 2, 3], History(), float, range(4, 5), 4, "s")


def test_recommended_rounds() -> None:
    assert recommended_rounds("round_robin", 6, TWO, 2, 1) == 5
    assert recommended_rounds("round_robin", 7, TWO, 2, 1) == 7
    assert recommended_rounds("swiss", 9, TWO, 2, 1) == 4
    assert recommended_rounds("match", 4, range(3, 11), 4, 5) == 5
    assert recommended_rounds("round_robin", 9, range(3, 11), 3, 1) == 4
