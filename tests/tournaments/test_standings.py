"""Standings and tie-breaks."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from ludotheque.engine.points import points_by_place
from ludotheque.tournaments.standings import Result, standings


def duel(winner: int, loser: int) -> Result:
    return Result((winner, loser), (1, 2), (6, 0))


def draw(one: int, other: int) -> Result:
    return Result((one, other), (1, 1), (3, 3))


def test_points_decide_first() -> None:
    table = standings([0, 1, 2], [duel(0, 1), duel(0, 2), duel(1, 2)])
    assert [(line.entrant, line.place, line.points) for line in table] == [(0, 1, 12), (1, 2, 6), (2, 3, 0)]


def test_stronger_opponents_break_a_tie() -> None:
    # 0 and 1 have six points; 0 beat 2, who has six, 1 beat 3, who has none.
    table = standings([0, 1, 2, 3, 4], [duel(0, 2), duel(1, 3), duel(2, 4)])
    lines = {line.entrant: line for line in table}
    assert lines[0].opposition == 6
    assert lines[1].opposition == 0
    assert [lines[entrant].place for entrant in (0, 1)] == [1, 3]


def test_beaten_opponents_break_a_tie_where_all_have_met() -> None:
    results = [duel(0, 1), duel(2, 0), duel(1, 2), duel(0, 3), duel(1, 3), draw(2, 3)]
    lines = {line.entrant: line for line in standings(range(4), results)}
    assert lines[0].points == lines[1].points == 12
    assert lines[0].opposition == lines[1].opposition
    assert lines[0].beaten == 12 + 3
    assert lines[1].beaten == 9 + 3
    assert (lines[0].place, lines[1].place) == (1, 2)


def test_entrants_whom_no_tie_break_separates_share_a_place() -> None:
    table = standings(range(3), [duel(0, 1), duel(1, 2), duel(2, 0)])
    assert [line.place for line in table] == [1, 1, 1]


def test_wins_come_before_opponents_at_larger_tables() -> None:
    one = Result((0, 1, 2, 3), (1, 2, 3, 4), (6, 4, 2, 0))
    other = Result((0, 1, 2, 3), (4, 2, 3, 1), (0, 4, 2, 6))
    lines = {line.entrant: line for line in standings(range(4), [one, other, one, other])}
    assert lines[0].points == lines[3].points == 12 < lines[1].points
    third = Result((0, 1, 2, 4), (3, 4, 2, 1), (2, 0, 4, 6))
    lines = {line.entrant: line for line in standings(range(5), [one, third])}
    assert lines[0].wins == 1
    assert lines[0].points == 8 > lines[4].points


def test_bye_gives_points_but_no_game() -> None:
    (first, *_) = standings([0, 1, 2], [draw(0, 1)], {2: 6.0})
    assert (first.entrant, first.points, first.played) == (2, 6, 0)


def test_entrant_who_never_played_is_listed() -> None:
    assert [line.entrant for line in standings([5, 6], [])] == [5, 6]


@settings(deadline=None)
@given(st.integers(2, 8), st.integers(1, 5), st.integers(0, 1000))
def test_standings_do_not_depend_on_the_order_of_the_results(entrants: int, games: int, seed: int) -> None:
    rng = random.Random(seed)
    results = []
    for _ in range(games):
        seated = rng.sample(range(entrants), rng.randint(2, entrants))
        scores = [rng.randint(0, 3) for _ in seated]
        places = [1 + sum(other > mine for other in scores) for mine in scores]
        results.append(Result(seated, places, points_by_place(places)))
    table = standings(range(entrants), results)
    rng.shuffle(results)
    again = standings(range(entrants), results)
    assert {line.entrant: line.place for line in table} == {line.entrant: line.place for line in again}
    assert abs(sum(line.points for line in table) - sum(sum(result.points) for result in results)) < 1e-4
    assert min(line.place for line in table) == 1
