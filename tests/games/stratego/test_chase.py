"""Chases of any number of hunters and preys, worked out by hand and compared with a slow judge."""

from __future__ import annotations

from collections import Counter

import pytest

from ludotheque.games.stratego.board import NAMES
from ludotheque.games.stratego.state import State
from tests.games.stratego.field import RULES, field, play, refused, targets
from tests.games.stratego.hunt import Hunt

CHASE = pytest.mark.clause("stratego.ruling.chase")

# Two hunters and two preys on opposite edges: each red move threatens, and the threatened piece steps aside.
LOOP = ["a5-a6", "b6-b5", "j5-j6", "i6-i5", "a6-a5", "b5-b6", "j6-j5", "i5-i6"]


def two_hunts(shuttle: str = "seed") -> State:
    """Red L a5, K j5, M a1; blue Q b6, Q i6, Y j10 (by their letters for red: E b6, E i6, M j10)."""
    return field("L a5, K j5, M a1", "E b6, E i6, M j10", shuttle=shuttle)


@CHASE
def test_pursuit_of_two_pieces_in_turn_is_one_chase() -> None:
    s = two_hunts()
    play(s, *LOOP)
    refusal = refused(s, "a5-a6")
    assert (refusal.clause, refusal.reason) == ("stratego.move.chase", "chase")
    assert targets(s, "a5") == {"a4", "b5"}


@CHASE
def test_a_turn_that_threatens_nothing_ends_the_chase() -> None:
    s = two_hunts()
    play(s, *LOOP, "a5-a4", "b6-b7")
    assert RULES.sight(s, None).chases[0] == ()
    play(s, "a4-a5", "b7-b6")
    assert "a6" in targets(s, "a5")


@CHASE
def test_another_piece_may_not_repeat_the_board_of_a_chase_either() -> None:
    """A third hunter makes the move by which the board of an earlier one comes back."""
    s = field("L a5, K j5, J f2, M a1", "E b6, E i6, F e3, M j10")
    # The hunt of e3 comes first, and its last step back closes the circle of all three.
    first = ["f2-f3", "e3-e2"]
    play(s, *first, *LOOP, "f3-f2", "e2-e3", *LOOP)
    assert refused(s, "f2-f3").reason == "chase"


@CHASE
@pytest.mark.parametrize("option", ["seed", "isf", "classic"])
def test_two_chases_are_refused_under_every_shuttle_rule(option: str) -> None:
    s = two_hunts(shuttle=option)
    play(s, *LOOP)
    assert refused(s, "a5-a6").reason == "chase"


@CHASE
def test_two_chases_never_end_without_the_rule() -> None:
    s = two_hunts(shuttle="off")
    play(s, *LOOP * 5)
    assert s.outcome is None
    assert RULES.sight(s, None).chases == ((), ())


@CHASE
def test_threatening_another_piece_does_not_end_a_chase() -> None:
    """A hunter turns from one prey to another and back: it is one chase, in which both have evaded."""
    s = field("L c2, K h2, M a1", "E b3, F d3, G i3, M j10")
    play(s, "c2-c3", "b3-b2", "h2-h3", "i3-i2", "c3-c2", "b2-b3", "h3-h2", "i2-i3")
    assert refused(s, "c2-c3").reason == "chase"
    play(s, "c2-d2", "d3-e3")  # a piece that had not been threatened so far evades: the chase goes on
    assert len(RULES.sight(s, None).chases[0]) == 10
    play(s, "h2-h3", "i3-i2")
    assert len(RULES.sight(s, None).chases[0]) == 12


@CHASE
def test_capture_beside_an_enemy_opens_a_chase() -> None:
    s = field("L a4, K j5, M a1", "F a5, E b5, E i6, M j10")
    play(s, "a4xa5", "b5-b6")
    trail = RULES.sight(s, None).chases[0]
    assert trail == ("a4-a5", "b5-b6")
    play(s, "a5-a6", "b6-b5", "j5-j6", "i6-i5", "a6-a5", "b5-b6", "j6-j5", "i5-i6")
    # The board after the capture had the enemy on b5; this one is that of the second move.
    assert refused(s, "a5-a6").reason == "chase"


@CHASE
def test_the_board_after_the_opening_capture_is_one_of_the_chase() -> None:
    s = field("L a4, K j6, M a1", "F a5, E b5, E i5, M j10")
    play(s, "a4xa5", "b5-b6", "j6-j5", "i5-i6", "a5-a6", "b6-b5", "j5-j6", "i6-i5")
    # Red L a6, K j6; blue b5, i5. Back to a5 is the board of the capture.
    assert refused(s, "a6-a5").reason == "chase"


@CHASE
def test_a_fight_far_away_ends_a_chase() -> None:
    s = field("L a5, K j5, D e2, M a1", "E b6, E i6, F e8, M j10")
    play(s, *LOOP[:4], "e2xe8", "i5-i6", *LOOP[4:6])
    assert len(RULES.sight(s, None).chases[0]) == 2


@CHASE
def test_a_threatened_piece_that_stays_while_another_flees_from_nothing_ends_a_chase() -> None:
    s = two_hunts()
    play(s, "a5-a6", "b6-b5", "j5-j6")
    play(s, "b5-b4")  # it fled last turn, but the threat is now to i6
    assert RULES.sight(s, None).chases[0] == ()


@CHASE
def test_piece_may_go_straight_back_only_on_the_next_turn() -> None:
    """After another hunter has moved, the way back of the first is no exception any more."""
    s = two_hunts()
    play(s, *LOOP)
    assert refused(s, "a5-a6").reason == "chase"
    one = field("L a5, M a1", "E b6, M j10", shuttle="isf")
    play(one, "a5-a6", "b6-b5", "a6-a5", "b5-b6", "a5-a6", "b6-b5")
    assert refused(one, "a6-a5").reason == "shuttle"


@CHASE
def test_board_repeats_only_with_the_same_pieces_on_it() -> None:
    """Two like pieces that have changed places make another board: else a refusal could reveal their ranks."""
    s = field("L a5, K j5, M a1", "E b6, E i6, M j10")
    play(s, *LOOP[:4])
    boards = s.chase[0].seen  # type: ignore[union-attr]
    swapped = s.copy()
    (first, second) = (swapped.board[NAMES.index("b5")], swapped.board[NAMES.index("i5")])
    swapped.board[NAMES.index("b5")], swapped.board[NAMES.index("i5")] = second, first
    assert bytes(s.board) in boards
    assert bytes(swapped.board) not in boards


# Compared with the slow judge


@CHASE
@pytest.mark.clause("stratego.ruling.shuttle-count")
@pytest.mark.clause("stratego.move.chase")
def test_chase_rules_agree_with_a_brute_force_check() -> None:
    refusals: Counter[str] = Counter()
    widest: Counter[str] = Counter()
    for seed in range(150):
        hunt = Hunt(seed, ("seed", "isf", "classic", "off")[seed % 4])
        hunt.run(90)
        refusals += hunt.refusals
        widest |= hunt.widest
    # What was compared is worth comparing: chases of many, some opened by a capture, and many moves refused.
    assert refusals["chase"] > 50
    assert refusals["shuttle"] > 50
    assert widest["hunters"] >= 3
    assert widest["preys"] >= 3
    assert widest["captures"]
