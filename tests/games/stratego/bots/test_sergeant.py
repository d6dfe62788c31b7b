"""The sergeant: a sensible player that the strategist beats."""

from __future__ import annotations

from ludotheque.games import find
from tests.playing import won_by


def test_sergeant_beats_the_random_player_and_loses_to_the_strategist() -> None:
    game = find("stratego")
    assert won_by(game, "sergeant,random", 2, 6) > 1.5
    assert won_by(game, "strategist,sergeant", 2, 12) > 1.1
