"""Shuttling and chasing: worked examples."""

from __future__ import annotations

import pytest

from ludotheque.engine.chance import QuickChance
from ludotheque.games.stratego.options import CROSSINGS
from ludotheque.games.stratego.state import State
from tests.games.stratego.field import RULES, field, play, refused, targets

# Blue walks round in a square, far away.
ELSEWHERE = ["j8-i8", "i8-i9", "i9-j9", "j9-j8"]


def turns(s: State, moves: list[str], first: int = 0) -> None:
    """Red's moves, each answered by blue's walk."""
    for count, move in enumerate(moves, first):
        play(s, move, ELSEWHERE[count % 4])


@pytest.mark.clause("stratego.move.shuttle")
def test_three_round_trips_are_allowed_and_the_seventh_move_refused() -> None:
    s = field("G a2, M e1, F h1", "L j8, M a10")
    turns(s, ["a2-a3", "a3-a2"] * 3)
    refusal = refused(s, "a2-a3")
    assert (refusal.clause, refusal.reason, refusal.args) == ("stratego.move.shuttle", "shuttle", {"limit": 6})
    assert targets(s, "a2") == {"a1", "b2"}


@pytest.mark.clause("stratego.move.shuttle")
def test_another_border_ends_the_shuttle_count() -> None:
    s = field("G a2, M e1, F h1", "L j8, M a10")
    turns(s, ["a2-a3", "a3-a2"] * 3)
    turns(s, ["a2-b2", "b2-a2", "a2-a3"], 6)
    assert "a2" in targets(s, "a3")


@pytest.mark.clause("stratego.move.shuttle")
def test_another_piece_ends_the_shuttle_count() -> None:
    s = field("G a2, M e1, F h1", "L j8, M a10")
    turns(s, ["a2-a3", "a3-a2"] * 3)
    turns(s, ["h1-h2"], 6)
    assert "a3" in targets(s, "a2")


@pytest.mark.clause("stratego.ruling.shuttle-count")
@pytest.mark.parametrize(("option", "allowed"), [("seed", 6), ("isf", 3), ("classic", 5)])
def test_each_table_option_allows_its_own_number_of_crossings(option: str, allowed: int) -> None:
    assert CROSSINGS[option] == allowed
    s = field("G a2, M e1, F h1", "L j8, M a10", shuttle=option)
    trips = ["a2-a3", "a3-a2"] * 4
    turns(s, trips[:allowed])
    refusal = refused(s, trips[allowed])
    assert refusal.args == {"limit": allowed}
    assert refusal.clause == ("stratego.move.shuttle" if option == "seed" else "stratego.ruling.shuttle-count")


@pytest.mark.clause("stratego.ruling.shuttle-count")
def test_scout_cannot_recross_any_border_of_its_line() -> None:
    """It may turn at other squares, but not cross the border between a4 and a5 a fourth time in a row."""
    s = field("D a2, M e1, F h1", "L j8, M a10", shuttle="isf")
    turns(s, ["a2-a6", "a6-a3", "a3-a5"])
    assert refused(s, "a5-a4").reason == "shuttle"
    assert refused(s, "a5-a1").reason == "shuttle"
    assert {"a6", "a7", "b5"} <= targets(s, "a5")
    # From a5 up it crosses only borders that it did not cross on its last moves.
    turns(s, ["a5-a7"], 3)
    assert {"a4", "a2"} <= targets(s, "a7")


@pytest.mark.clause("stratego.ruling.shuttle-count")
def test_a_scouts_long_trips_count_like_short_ones() -> None:
    s = field("D a2, M e1, F h1", "L j8, M a10")
    turns(s, ["a2-a7", "a7-a2"] * 3)
    assert refused(s, "a2-a3").reason == "shuttle"
    assert "a1" in targets(s, "a2")


@pytest.mark.clause("stratego.ruling.shuttle-count")
def test_attacks_count_for_the_shuttle_rule() -> None:
    """The second crossing is an attack that is won; the fourth, at a table with the federation's rule, is refused."""
    s = field("L a2, M e1, F h1", "L j8, M a10, F b3, F b2", shuttle="isf")
    play(s, "a2-a3", "b2-a2", "a3xa2", "j8-i8", "a2-a3", "i8-j8")
    assert refused(s, "a3-a2").reason == "shuttle"


@pytest.mark.clause("stratego.ruling.shuttle-count")
def test_enemy_moves_do_not_change_the_shuttle_count() -> None:
    s = field("G a2, M e1, F h1", "D j8, M a10, F c3")
    for count, move in enumerate(["a2-a3", "a3-a2"] * 3):
        play(s, move, ["c3-c4", "j8-j3", "j3-h3", "c4-b4", "h3-i3", "b4-c4"][count])
    assert refused(s, "a2-a3").reason == "shuttle"


# A chase around the lake c5 d5 c6 d6: the general hunts a piece that keeps out of reach.
ROUND = ["b4", "b5", "b6", "b7", "c7", "d7", "e7", "e6", "e5", "e4", "d4", "c4"]


def lap(start: int, length: int) -> list[str]:
    """Steps along the shore of the lake."""
    return [f"{ROUND[i % 12]}-{ROUND[(i + 1) % 12]}" for i in range(start, start + length)]


def chase_around_the_lake() -> State:
    """Red's general follows blue's captain one step behind, all the way round."""
    s = field("K c4, M a1", "H b5, M a10")
    hunter, prey = lap(11, 13), lap(1, 13)
    for count in range(12):
        play(s, hunter[count], prey[count])
    return s


@pytest.mark.clause("stratego.move.chase")
def test_a_chase_around_the_lake_is_refused_at_the_repeated_position() -> None:
    s = chase_around_the_lake()
    refusal = refused(s, "c4-b4")
    assert (refusal.clause, refusal.reason) == ("stratego.move.chase", "chase")


@pytest.mark.clause("stratego.move.chase")
def test_other_moves_of_the_hunting_side_are_allowed() -> None:
    s = chase_around_the_lake()
    assert targets(s, "c4") >= {"c3", "d4"}
    play(s, "c4-c3", "b5-b6", "c3-c4", "b6-b5")
    assert "b4" in targets(s, "c4")


@pytest.mark.clause("stratego.ruling.chase")
def test_going_straight_back_is_allowed_while_shuttling_is() -> None:
    """Hunter and prey step to and fro: each position comes again, yet only the shuttle rule ends it."""
    s = field("K b3, M a1", "H c4, M a10")
    play(s, "b3-b4")  # next to c4
    trips = [("c4-c3", "b4-b3"), ("c3-c4", "b3-b4")] * 3
    for count, (prey, hunter) in enumerate(trips):
        play(s, prey)
        if count < 5:
            play(s, hunter)
    assert refused(s, "b3-b4").reason == "shuttle"


@pytest.mark.clause("stratego.ruling.chase")
def test_an_attack_ends_the_chase() -> None:
    s = field("K c4, M a1, D j2", "H b5, M a10, C j5, F h9")
    hunter, prey = lap(11, 13), lap(1, 13)
    for count in range(11):
        play(s, hunter[count], prey[count])
    play(s, "j2xj5", "h9-h8")
    play(s, hunter[11], prey[11])
    assert "b4" in targets(s, "c4")


@pytest.mark.clause("stratego.ruling.chase")
def test_threatened_piece_that_does_not_evade_ends_the_chase() -> None:
    s = field("K c4, M a1", "H b5, M a10, F h9")
    hunter, prey = lap(11, 13), lap(1, 13)
    for count in range(11):
        play(s, hunter[count], prey[count])
    # Blue moves another piece: the captain, threatened, stays; the chase that follows is a new one.
    play(s, "d4-d3", prey[11], "d3-c3", "h9-h8")
    assert RULES.sight(s, None).chases[0] == ()


@pytest.mark.clause("stratego.ruling.chase")
def test_sight_has_the_chase_and_an_imagined_game_continues_it() -> None:
    s = chase_around_the_lake()
    for observer in (0, 1, None):
        seen = RULES.sight(s, observer)
        world = RULES.imagine(seen, QuickChance(1))
        assert seen.chases[0]
        assert refused(world, "c4-b4").reason == "chase"
