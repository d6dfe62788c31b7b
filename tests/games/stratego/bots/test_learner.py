"""The casual player and the beginner: sensible players that the next level beats."""

from __future__ import annotations

from ludotheque.games import find
from tests.playing import won_by


def test_beginner_beats_the_random_player_and_each_level_the_one_below() -> None:
    game = find("stratego")
    assert won_by(game, "beginner,random", 2, 6) > 1.5
    assert won_by(game, "casual,beginner", 2, 12) > 1.1
    assert won_by(game, "strong,casual", 2, 12) > 1.1
