"""The captions of Stratego's figures: what they tell is what the rules say."""

from __future__ import annotations

import pytest

from ludotheque.games.stratego.moves import Fought, Step
from tests.figures import drawn, events_of, sight_of


def steps_from(id: str, square: str) -> set[str]:
    play = drawn("stratego", id).play
    moves = play.game.rules.legal(play.state, 0)
    return {move.to for move in moves if isinstance(move, Step) and move.frm == square}


@pytest.mark.clause("stratego.deploy.hidden")
def test_red_sees_forty_own_pieces_and_forty_backs() -> None:
    letters = sight_of("stratego", "hidden").letters
    assert "?" not in letters[:40]
    assert letters[40:] == "?" * 40


@pytest.mark.clause("stratego.move.step", "stratego.move.scout", "stratego.attack.reach")
def test_marked_squares_are_those_of_the_captions() -> None:
    assert steps_from("step", "e5") == {"e4", "e6", "f5"}
    assert {"a5", "a6", "a7", "a8"} <= steps_from("scout", "a4")
    assert "a9" not in steps_from("scout", "a4")
    assert {"e6", "f5"} <= steps_from("reach", "e5")


@pytest.mark.clause("stratego.attack.rank", "stratego.attack.spy", "stratego.attack.bomb", "stratego.attack.equal")
def test_fights_end_as_they_are_shown() -> None:
    fights = [event for event in events_of("stratego", "fights") if isinstance(event, Fought)]
    assert [(fight.attacker + fight.defender, fight.result) for fight in fights] == [
        ("GF", "won"),
        ("GI", "lost"),
        ("CL", "won"),
        ("FF", "both"),
        ("LB", "lost"),
        ("EB", "won"),
    ]


@pytest.mark.clause("stratego.end.flag")
def test_red_has_won_by_the_flag() -> None:
    outcome = sight_of("stratego", "flag").outcome
    assert (outcome.places, outcome.reason) == ((1, 2), "flag")


@pytest.mark.clause("stratego.ruling.shuttle-count")
def test_seventh_move_to_and_fro_is_refused() -> None:
    assert drawn("stratego", "shuttle").figure.show["refused"] == ["a5"]
    assert steps_from("shuttle", "a4") == {"a3", "b4"}
