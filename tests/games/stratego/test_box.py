"""What the box holds: armies, board, deployment."""

from __future__ import annotations

import pytest

from ludotheque.engine.chance import QuickChance
from ludotheque.games.stratego.board import LAKES, LAND, NAMES, NEAR, SQUARE, square_names
from ludotheque.games.stratego.moves import Began, Deployed, Place, Placed
from ludotheque.games.stratego.notation import read_setup
from ludotheque.games.stratego.options import Options
from ludotheque.games.stratego.pieces import ARMIES, BOX, LETTERS
from ludotheque.games.stratego.rules import Stratego
from ludotheque.games.stratego.setups import starter_setups
from tests.games.stratego.field import BLUE, RED, RULES, field, refused

FULL = "LKJJIIIHHH HGGGGFFFFE EEEEDDDDDD DDCBBBBBBM"
TRAINING = "MBBCDDEEKL" + "A" * 30


@pytest.mark.clause("stratego.box.army")
def test_the_army_is_forty_pieces() -> None:
    printed = {
        "marshal": (10, 1), "general": (9, 1), "colonel": (8, 2), "major": (7, 3), "captain": (6, 4),
        "lieutenant": (5, 4), "sergeant": (4, 4), "miner": (3, 5), "scout": (2, 8), "spy": (1, 1),
        "bomb": (None, 6), "flag": (None, 1),
    }  # fmt: skip
    assert {piece["name"]: (piece.get("rank"), piece["full"]) for piece in BOX["piece"]} == printed
    assert sum(ARMIES["full"]) == 40


@pytest.mark.clause("stratego.box.training")
def test_the_training_mission_has_ten_pieces() -> None:
    printed = {"flag": 1, "marshal": 1, "general": 1, "miner": 2, "scout": 2, "bomb": 2, "spy": 1}
    assert {piece["name"]: piece["training"] for piece in BOX["piece"] if piece["training"]} == printed
    assert sum(ARMIES["training"]) == 10


@pytest.mark.clause("stratego.box.training")
def test_the_training_mission_stands_anywhere_on_the_four_rows() -> None:
    rules = Stratego()
    s = rules.setup(Options(army="training"), 2)
    assert Place("A") in rules.legal(s, RED)
    for move in read_setup("A" * 30 + "MBBCDDEEKL", "training"):
        assert rules.refusal(s, RED, move) is None
        rules.play(s, RED, move)
    assert square_names(s.army[RED]) == list(NAMES[30:40])


@pytest.mark.clause("stratego.box.training")
def test_the_training_mission_has_no_captain() -> None:
    s = RULES.setup(Options(army="training"), 2)
    refusal = RULES.refusal(s, RED, Place("H"))
    assert refusal is not None
    assert refusal.clause == "stratego.box.training"


@pytest.mark.clause("stratego.box.board")
def test_two_lakes_lie_in_the_middle() -> None:
    assert {NAMES[square] for square in LAKES} == {"c5", "d5", "c6", "d6", "g5", "h5", "g6", "h6"}
    assert LAND.bit_count() == 92
    assert set(square_names(NEAR[SQUARE["b5"]])) == {"a5", "b4", "b6"}


@pytest.mark.clause("stratego.box.board")
def test_pieces_cannot_enter_or_cross_water() -> None:
    s = field("D c4, M a1", "M j10, C j9")
    assert refused(s, "c4-c5").clause == "stratego.box.board"
    assert refused(s, "c4-c7").reason == "in_the_way"
    assert refused(s, "c4-c5").args == {"to": "c5"}


@pytest.mark.clause("stratego.deploy.rows")
def test_each_side_fills_its_four_rows() -> None:
    s = RULES.setup(Options(), 2)
    for move in read_setup(FULL):
        RULES.play(s, RED, move)
    assert square_names(s.army[RED]) == list(NAMES[:40])
    assert RULES.legal(s, RED) == ()
    refusal = RULES.refusal(s, RED, Place("L"))
    assert refusal is not None
    assert (refusal.clause, refusal.reason) == ("stratego.deploy.rows", "sealed")


@pytest.mark.clause("stratego.deploy.rows")
def test_blue_deploys_from_its_own_back_row_as_it_sits() -> None:
    s = RULES.setup(Options(), 2)
    events = RULES.play(s, BLUE, Place("L"))
    assert events == [Placed(BLUE, "j10", "L")]


@pytest.mark.clause("stratego.deploy.rows")
def test_no_square_stays_empty_in_the_full_game() -> None:
    s = RULES.setup(Options(), 2)
    refusal = RULES.refusal(s, RED, Place("A"))
    assert refusal is not None
    assert refusal.reason == "must_fill"


@pytest.mark.clause("stratego.deploy.rows")
def test_both_deploy_at_the_same_time_and_nobody_moves_before() -> None:
    s = RULES.setup(Options(), 2)
    assert list(RULES.asked(s)) == [RED, BLUE]
    for move in read_setup(FULL)[:-1]:
        RULES.play(s, BLUE, move)
    assert list(RULES.asked(s)) == [RED, BLUE]
    assert refused(s, "a4-a5", RED).reason == "still_deploying"
    assert RULES.play(s, BLUE, read_setup(FULL)[-1])[-1] == Deployed(BLUE)
    assert list(RULES.asked(s)) == [RED]
    for move in read_setup(FULL):
        events = RULES.play(s, RED, move)
    assert events[1:3] == [Deployed(RED), Began()]


@pytest.mark.clause("stratego.deploy.hidden")
def test_ranks_and_progress_of_a_deployment_are_hidden() -> None:
    s = RULES.setup(Options(), 2)
    before = [RULES.sight(s, BLUE), RULES.sight(s, None)]
    for move in read_setup(FULL)[:20]:
        events = RULES.play(s, RED, move)
        assert [event.seen(BLUE) for event in events] == [None]
        assert [event.seen(None) for event in events] == [None]
    assert [RULES.sight(s, BLUE), RULES.sight(s, None)] == before


@pytest.mark.clause("stratego.deploy.hidden")
def test_the_enemy_sees_backs_and_a_spectator_sees_backs_on_both_sides() -> None:
    s = RULES.setup(Options(), 2)
    for seat in (RED, BLUE):
        for move in read_setup(FULL):
            RULES.play(s, seat, move)
    assert RULES.sight(s, RED).letters == FULL.replace(" ", "") + "?" * 40
    assert RULES.sight(s, BLUE).letters == "?" * 40 + FULL.replace(" ", "")
    assert RULES.sight(s, None).letters == "?" * 80


@pytest.mark.clause("stratego.ruling.start-position")
def test_red_is_the_first_seat() -> None:
    s = field("L a4, M a1", "L a7, M a10")
    assert list(RULES.asked(s)) == [RED]
    assert s.army[RED] & 1


@pytest.mark.clause("stratego.box.army")
def test_starter_setups_are_whole_armies() -> None:
    found = starter_setups()
    assert len([setup for setup in found if setup.army == "full"]) >= 12
    for setup in found:
        read_setup(setup.letters, setup.army)
        assert set(setup.names) == set(setup.notes) == {"fr", "en"}
    assert len({setup.letters for setup in found}) == len(found)


@pytest.mark.clause("stratego.deploy.rows")
def test_any_piece_left_may_come_next() -> None:
    rng = QuickChance(4)
    s = RULES.setup(Options(), 2)
    while RED in RULES.asked(s):
        legal = RULES.legal(s, RED)
        RULES.play(s, RED, legal[rng.below(len(legal))])
    assert sorted(s.kinds[1:41]) == sorted(kind for kind, n in enumerate(ARMIES["full"]) for _ in range(n))
    assert LETTERS[s.kinds[1]] == RULES.sight(s, RED).letters[0]


@pytest.mark.clause("stratego.deploy.rows")
@pytest.mark.parametrize("army", ["full", "training"])
def test_player_out_of_time_gets_a_starter_setup(army: str) -> None:
    s = RULES.setup(Options(army=army), 2)  # type: ignore[arg-type]
    while RED in RULES.asked(s):
        RULES.play(s, RED, RULES.default(s, RED))
    ready = next(setup for setup in starter_setups() if setup.army == army)
    assert "".join(LETTERS[kind] for kind in s.kinds[1:41]) == ready.letters
