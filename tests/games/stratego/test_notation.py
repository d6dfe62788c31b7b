"""Squares, set-ups, positions and moves as text."""

from __future__ import annotations

import pytest

from ludotheque.engine.chance import QuickChance
from ludotheque.games.stratego.board import NAMES
from ludotheque.games.stratego.moves import Accept, Place, Step, move_text
from ludotheque.games.stratego.notation import (
    BadNotation,
    read_position,
    read_setup,
    write_position,
    write_setup,
    write_sight,
)
from ludotheque.games.stratego.options import Options
from ludotheque.games.stratego.state import State
from tests.games.stratego.field import BLUE, RED, RULES, field

FULL = "LKJJIIIHHHHGGGGFFFFEEEEEDDDDDDDDCBBBBBBM"


def battle(seed: int, moves: int) -> State:
    """A random game, so many moves in."""
    rng = QuickChance(seed)
    s = RULES.setup(Options(), 2)
    for _ in range(80 + moves):
        asked = RULES.asked(s)
        if not asked:
            break
        legal = RULES.legal(s, asked[0])
        RULES.play(s, asked[0], legal[rng.below(len(legal))])
    return s


@pytest.mark.clause("stratego.notation")
def test_squares_run_from_a1_to_j10() -> None:
    assert (NAMES[0], NAMES[9], NAMES[90], NAMES[99]) == ("a1", "j1", "a10", "j10")


@pytest.mark.clause("stratego.notation")
def test_moves_and_attacks_are_written() -> None:
    assert move_text(Step("a4", "a5")) == "a4-a5"
    assert move_text(Step("a4", "a5"), attack=True) == "a4xa5"
    assert (move_text(Place("L")), move_text(Accept())) == ("L", "accept")


@pytest.mark.clause("stratego.notation")
def test_a_setup_reads_the_same_from_either_side() -> None:
    s = RULES.setup(Options(), 2)
    for seat in (RED, BLUE):
        for move in read_setup(FULL):
            RULES.play(s, seat, move)
    assert write_setup(s, RED) == write_setup(s, BLUE) == FULL
    assert write_position(s)[0] == "L"
    assert write_position(s)[99] == "X"


@pytest.mark.clause("stratego.notation")
@pytest.mark.parametrize(
    ("letters", "why"),
    [
        (FULL[:-1], "40 letters, this one has 39"),
        (FULL[:-1] + "Z", "“Z” is no piece"),
        (FULL[:-1] + "L", "has 1 of L"),
        ("", "this one has 0"),
        ("🚩" * 40, "is no piece"),
    ],
)
def test_a_bad_setup_is_refused_and_says_why(letters: str, why: str) -> None:
    with pytest.raises(BadNotation, match=why):
        read_setup(letters)


@pytest.mark.clause("stratego.notation")
@pytest.mark.parametrize("seed", range(12))
def test_a_position_written_and_read_plays_on_the_same(seed: int) -> None:
    s = battle(seed, 40 * seed)
    if RULES.outcome(s) is not None:
        return
    written = write_position(s)
    assert len(written) == 102
    again = read_position(written)
    assert write_position(again) == written
    seat = RULES.asked(s)[0]
    s.shuttle, s.chase = [None, None], [None, None]
    assert set(RULES.legal(again, seat)) == set(RULES.legal(s, seat))
    for observer in (RED, BLUE, None):
        RULES.imagine(RULES.sight(again, observer), QuickChance(1))


@pytest.mark.clause("stratego.notation")
@pytest.mark.clause("stratego.end.immobile")
@pytest.mark.parametrize(
    ("red", "blue", "turn", "winners", "clause"),
    [
        ("M a1, B b1", "L e7, M a10", "r", (BLUE,), "stratego.end.immobile"),
        ("L e4, M a1", "M a10, B a9", "b", (RED,), "stratego.end.immobile"),
        ("E a1, B a2, B b1, M j1", "L e7, M a10", "r", (BLUE,), "stratego.end.immobile"),
        ("M a1, B b1", "M a10, B b10", "b", (), "stratego.ruling.both-immobile"),
    ],
)
def test_a_position_whose_side_to_move_cannot_is_decided_at_once(
    red: str, blue: str, turn: str, winners: tuple[int, ...], clause: str
) -> None:
    s = field(red, blue, turn)
    outcome = RULES.outcome(s)
    assert outcome is not None
    assert (outcome.winners, outcome.clause) == (winners, clause)
    assert not RULES.asked(s)
    written = write_position(s)
    assert written.endswith(turn)
    assert write_position(read_position(written)) == written


@pytest.mark.clause("stratego.notation")
def test_a_position_whose_other_side_cannot_move_is_played_on() -> None:
    s = field("L e4, M a1", "M a10, B a9", "r")
    assert RULES.outcome(s) is None
    assert RULES.asked(s) == (RED,)


@pytest.mark.clause("stratego.notation")
def test_sight_is_written_without_hidden_ranks() -> None:
    s = battle(3, 200)
    whole, seen = write_position(s), write_sight(RULES.sight(s, RED))
    assert len(seen) == 102
    assert "?" in seen
    assert all(b in ("?", a) for a, b in zip(whole, seen, strict=True))


@pytest.mark.clause("stratego.notation")
@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (lambda p: p[:-1], "100 letters and the side to move"),
        (lambda p: p[:-1] + "x", "100 letters and the side to move"),
        (lambda p: p.replace("_", "A"), "the water is on"),
        (lambda p: "!" + p[1:], "is no piece"),
        (lambda p: "L" * 40 + p[40:], "too many L"),
        (lambda p: p[:40].replace("B", "A", 1) + "B" + p[41:], "B cannot have come to a5"),
    ],
)
def test_a_bad_position_is_refused_and_says_why(spoil: object, why: str) -> None:
    with pytest.raises(BadNotation, match=why):
        read_position(spoil(write_position(battle(1, 0))))  # type: ignore[operator]
