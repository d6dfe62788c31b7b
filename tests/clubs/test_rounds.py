"""Who sits with whom, round after round."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from ludotheque.engine.points import WIN, shared
from ludotheque.tournaments.history import History, InvalidEntrantCount, Round
from ludotheque.tournaments.pairing import Format, next_round, recommended_rounds
from ludotheque.tournaments.seating import table_sizes

TWO = range(2, 3)


def play(
    format: Format, people: int, rounds: int, seats: range = TWO, wanted: int = 2, seed: str = "s"
) -> tuple[list[Round], dict[int, float]]:
    """An evening in which the lower number always wins, or now and then does not."""
    luck = random.Random(seed)
    points = dict.fromkeys(range(people), 0.0)
    played: list[Round] = []
    for _ in range(rounds):
        round = next_round(format, range(people), History(played), points.__getitem__, seats, wanted, seed)
        played.append(round)
        assert sorted(round.entrants) == list(range(people)), "everybody has a place, and one only"
        for entrant in round.byes:
            points[entrant] += WIN
        for table in round.tables:
            assert len(table) in seats
            form = [entrant + luck.random() * 3 for entrant in table]
            order = sorted(form)
            for entrant, worth in zip(table, shared([order.index(each) + 1 for each in form]), strict=True):
                points[entrant] += worth
    return played, points


@settings(max_examples=30, deadline=None)
@given(st.integers(2, 17), st.text(max_size=4))
def test_everybody_meets_everybody_once_and_begins_half_of_the_games(people: int, seed: str) -> None:
    rounds, _ = play("round_robin", people, recommended_rounds("round_robin", people, TWO, 2, 1), seed=seed)
    history = History(rounds)
    assert all(history.times_met(*pair) == 1 for pair in combinations(range(people), 2))
    assert all(abs(history.side_balance[entrant]) <= 1 for entrant in range(people))
    assert all(history.byes[entrant] == people % 2 for entrant in range(people))


def test_the_second_time_around_the_seats_are_swapped() -> None:
    rounds, _ = play("round_robin", 4, 6)
    assert sorted(table for round in rounds for table in round.tables) == sorted(
        (one, other) for one in range(4) for other in range(4) if one != other
    )


def test_somebody_who_leaves_a_round_robin_leaves_a_hole_and_nobody_meets_twice() -> None:
    played: list[Round] = []
    for number in range(5):
        present = range(6) if number < 2 else [0, 1, 2, 4, 5]
        played.append(next_round("round_robin", present, History(played), float, TWO, 2, "s"))
    history = History(played)
    assert all(history.times_met(*pair) == 1 for pair in combinations([0, 1, 2, 4, 5], 2))
    assert not any(3 in round.entrants for round in played[2:])


@settings(max_examples=20, deadline=None)
@given(st.integers(4, 11), st.integers(1, 3), st.text(max_size=3))
def test_late_comers_to_a_round_robin_meet_everybody_too(people: int, after: int, seed: str) -> None:
    played: list[Round] = []
    while len(played) < 3 * people:
        present = range(people) if len(played) < after else range(people + 1)
        history = History(played)
        if all(history.times_met(*pair) for pair in combinations(range(people + 1), 2)):
            break
        played.append(next_round("round_robin", present, history, float, TWO, 2, seed))
    history = History(played)
    assert all(history.times_met(*pair) >= 1 for pair in combinations(range(people + 1), 2))
    assert len(played) <= people + after + 3, "and it does not take for ever"


@settings(max_examples=30, deadline=None)
@given(st.integers(5, 20), st.text(max_size=4))
@example(12, "7é")
@example(16, "28é")
def test_a_swiss_has_no_second_meeting_while_that_can_be_avoided(people: int, seed: str) -> None:
    rounds = min(recommended_rounds("swiss", people, TWO, 2, 1) + 1, people // 2)
    played, _ = play("swiss", people, rounds, seed=seed)
    history = History(played)
    assert max(history.met.values()) == 1
    assert max(history.byes.values(), default=0) <= 1
    assert all(abs(history.side_balance[entrant]) <= 2 for entrant in range(people))


def test_a_swiss_goes_on_to_the_last_meeting_that_is_possible() -> None:
    played, _ = play("swiss", 8, 4)
    assert max(History(played).met.values()) == 1


def test_in_a_swiss_equals_meet_and_the_last_sits_out() -> None:
    points = {0: 6.0, 1: 6.0, 2: 6.0, 3: 6.0, 4: 0.0, 5: 0.0, 6: 0.0}
    history = History([Round(((0, 4), (5, 1), (2, 6)), (3,))])
    found = next_round("swiss", range(7), history, points.__getitem__, TWO, 2, "s")
    assert {frozenset(table) <= {0, 1, 2, 3} or frozenset(table) <= {4, 5, 6} for table in found.tables} == {True}
    assert found.byes[0] in (4, 5, 6)


def test_whoever_has_sat_out_does_not_again_while_others_have_not() -> None:
    points = {0: 6.0, 1: 3.0, 2: 0.0}
    history = History([Round(((0, 1),), (2,))])
    assert next_round("swiss", range(3), history, points.__getitem__, TWO, 2, "s").byes == (1,)


@settings(max_examples=25, deadline=None)
@given(st.integers(3, 23), st.sampled_from([3, 4, 5]), st.sampled_from(["round_robin", "swiss"]), st.text(max_size=3))
def test_larger_tables_meet_as_evenly_as_they_can(people: int, wanted: int, format: Format, seed: str) -> None:
    played, _ = play(format, people, 3, range(3, 11), wanted, seed)
    sizes = [len(table) for table in played[0].tables]
    assert max(sizes) - min(sizes) <= 1
    met = History(played).met
    if len(sizes) > 5:
        assert max(met.values()) == 1
    assert max(met.values()) <= 3


def test_nine_people_at_tables_of_three_all_meet_in_four_rounds_but_for_a_few() -> None:
    played, _ = play("round_robin", 9, 4, range(3, 11), 3)
    met = History(played).met
    assert sum(met[frozenset(pair)] > 0 for pair in combinations(range(9), 2)) >= 30


def test_seats_change_from_round_to_round() -> None:
    played: list[Round] = []
    for _ in range(4):
        played.append(next_round("match", range(4), History(played), float, range(2, 5), 4, "s"))
    had = Counter((entrant, seat) for round in played for seat, entrant in enumerate(round.tables[0]))
    assert max(had.values()) <= 2


def test_the_same_seed_seats_the_same_way() -> None:
    assert play("swiss", 11, 4, seed="a") == play("swiss", 11, 4, seed="a")
    assert play("swiss", 11, 4, seed="a") != play("swiss", 11, 4, seed="b")


@given(st.integers(2, 60), st.integers(2, 5), st.integers(0, 6), st.integers(2, 10))
def test_tables_are_of_sizes_the_game_has(people: int, least: int, more: int, wanted: int) -> None:
    seats = range(least, least + more + 1)
    if people < least:
        with pytest.raises(InvalidEntrantCount):
            table_sizes(people, seats, wanted)
        return
    sizes, out = table_sizes(people, seats, wanted)
    assert sum(sizes) + out == people
    assert all(size in seats for size in sizes)
    assert out < least or out < wanted


@pytest.mark.parametrize("format", ["match", "round_robin", "swiss"])
def test_too_few_are_told_so(format: Format) -> None:
    with pytest.raises(InvalidEntrantCount):
        next_round(format, [1, 2, 3], History(), float, range(4, 5), 4, "s")


def test_how_many_rounds() -> None:
    assert recommended_rounds("round_robin", 6, TWO, 2, 1) == 5
    assert recommended_rounds("round_robin", 7, TWO, 2, 1) == 7
    assert recommended_rounds("swiss", 9, TWO, 2, 1) == 4
    assert recommended_rounds("match", 4, range(3, 11), 4, 5) == 5
    assert recommended_rounds("round_robin", 9, range(3, 11), 3, 1) == 4
