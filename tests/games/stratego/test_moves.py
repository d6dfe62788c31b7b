"""Turns and moves, up to the shuttle and chase rules."""

from __future__ import annotations

import pytest

from ludotheque.games.stratego.moves import Moved, Place
from ludotheque.games.stratego.state import SHOWN
from tests.games.stratego.field import BLUE, RED, RULES, do, field, letter_at, play, refused, step, targets


@pytest.mark.clause("stratego.turn.red")
def test_red_starts_and_sides_alternate() -> None:
    s = field("L b2, M a1", "L b9, M a10")
    assert refused(s, "b9-b8", BLUE).clause == "stratego.turn.red"
    play(s, "b2-b3")
    assert list(RULES.asked(s)) == [BLUE]
    assert refused(s, "b3-b4", RED).reason == "not_your_turn"
    play(s, "b9-b8")
    assert list(RULES.asked(s)) == [RED]


@pytest.mark.clause("stratego.ruling.own-turn")
def test_player_moves_only_their_own_pieces() -> None:
    s = field("L b2, M a1", "L b9, M a10")
    for text in ("b9-b8", "e5-e6"):
        refusal = refused(s, text)
        assert (refusal.clause, refusal.reason) == ("stratego.ruling.own-turn", "not_yours")


@pytest.mark.clause("stratego.ruling.own-turn")
def test_move_out_of_turn_cites_the_same_clause_for_both_sides() -> None:
    s = field("L b2, M a1", "L b9, M a10")
    play(s, "b2-b3")
    assert refused(s, "b3-b4", RED).clause == "stratego.ruling.own-turn"
    play(s, "b9-b8")
    assert refused(s, "b8-b7", BLUE).clause == "stratego.ruling.own-turn"


@pytest.mark.clause("stratego.move.step")
def test_a_piece_goes_one_square_in_four_directions() -> None:
    s = field("H e5, M a1", "L b9, M a10")
    assert targets(s, "e5") == {"e4", "e6", "f5"}  # d5 is water
    assert play(s, "e5-e6") == [Moved(RED, "e5", "e6")]
    assert (letter_at(s, "e5"), letter_at(s, "e6")) == ("A", "H")


@pytest.mark.clause("stratego.move.step")
@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("b2-c3", "diagonal"),
        ("b2-b4", "too_far"),
        ("b2-b2", "stay"),
        ("b2-b1", "own_piece"),
        ("b2-e9", "diagonal"),
    ],
)
def test_piece_cannot_move_further_or_diagonally(move: str, reason: str) -> None:
    s = field("L b2, M b1", "L b9, M a10")
    refusal = refused(s, move)
    assert (refusal.clause, refusal.reason) == ("stratego.move.step", reason)


@pytest.mark.clause("stratego.move.step")
def test_a_square_off_the_board_is_refused() -> None:
    s = field("L b2, M b1", "L b9, M a10")
    assert refused(s, "b2-z9").reason == "no_such_square"
    assert refused(s, "k1-k2").reason == "no_such_square"


@pytest.mark.clause("stratego.move.step")
def test_piece_cannot_cross_the_edge_of_the_board() -> None:
    s = field("L j4, M a1", "L b9, M a10")
    assert targets(s, "j4") == {"j3", "j5", "i4"}
    assert refused(s, "j4-a5").reason == "diagonal"


@pytest.mark.clause("stratego.move.fixed")
@pytest.mark.parametrize("letter", ["M", "B"])
def test_flag_and_bombs_never_move(letter: str) -> None:
    pieces = "M e3, B e1, L a1" if letter == "M" else "B e3, M e1, L a1"
    s = field(pieces, "L b9, M a10")
    refusal = refused(s, "e3-e4")
    assert (refusal.clause, refusal.args) == ("stratego.move.fixed", {"piece": letter})
    assert targets(s, "e3") == set()


@pytest.mark.clause("stratego.move.scout")
def test_scout_moves_any_number_of_free_squares() -> None:
    s = field("D b2, M a1, F b6, F e2", "L h9, M a10")
    assert targets(s, "b2") == {"b1", "b3", "b4", "b5", "a2", "c2", "d2"}
    refusal = refused(s, "b2-b7")
    assert (refusal.clause, refusal.reason) == ("stratego.move.scout", "in_the_way")
    play(s, "b2-b5")
    assert letter_at(s, "b5") == "D"


@pytest.mark.clause("stratego.move.scout")
def test_scout_that_moves_one_square_stays_hidden() -> None:
    s = field("D b2, M a1", "L h9, M a10")
    play(s, "b2-b3")
    assert RULES.sight(s, BLUE).letters[s.board[21] - 1] == "?"


@pytest.mark.clause("stratego.ruling.scout-run")
def test_scout_that_moves_several_squares_is_known() -> None:
    s = field("D b2, M a1", "L h9, M a10")
    play(s, "b2-b4")
    token = s.board[31]
    assert s.marks[token] & SHOWN
    assert RULES.sight(s, BLUE).letters[token - 1] == "D"
    assert RULES.sight(s, None).letters[token - 1] == "D"


@pytest.mark.clause("stratego.move.final")
def test_there_is_no_move_that_takes_one_back() -> None:
    s = field("L b2, M a1", "L h9, M a10")
    play(s, "b2-b3")
    assert refused(s, "b3-b2", RED).clause == "stratego.ruling.own-turn"
    assert all(move.to != "b2" for move in RULES.free(s, RED) if hasattr(move, "to"))


@pytest.mark.clause("stratego.deploy.rows")
def test_deployment_is_refused_after_the_start() -> None:
    s = field("L b2, M a1", "L h9, M a10")
    refusal = RULES.refusal(s, RED, Place("L"))
    assert refusal is not None
    assert refusal.reason == "deployment_over"


@pytest.mark.clause("stratego.ruling.own-turn")
def test_moves_of_a_missing_seat_are_refused() -> None:
    s = field("L b2, M a1", "L h9, M a10")
    for seat in (2, -1, 99):
        assert RULES.legal(s, seat) == ()
        assert RULES.free(s, seat) == ()
        refusal = RULES.refusal(s, seat, step("b2-b3"))
        assert refusal is not None
        assert refusal.reason == "not_seated"


@pytest.mark.clause("stratego.turn.red")
def test_the_question_changes_with_every_turn() -> None:
    s = field("L b2, M a1", "L h9, M a10")
    numbers = [RULES.question(s)]
    for move in ("b2-b3", "h9-h8", "b3-b4"):
        do(s, step(move))
        numbers.append(RULES.question(s))
    assert len(set(numbers)) == 4
