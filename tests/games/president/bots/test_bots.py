"""The militant and the spin doctor: how they fare in whole games."""

from __future__ import annotations

from functools import partial
from math import sqrt

import pytest

from ludotheque.games.president import GAME
from ludotheque.games.president.bots.militant import Militant
from ludotheque.games.president.bots.spin_doctor import SpinDoctor
from ludotheque.lab.simulate import plan, simulate
from tests.games.president.race import BOX
from tests.playing import play_game

BOTS = (Militant, SpinDoctor)

both = pytest.mark.parametrize("bot", BOTS)


@both
@pytest.mark.parametrize("players", [2, 3, 4])
def test_bots_answer_legally_and_in_time(bot: type[Militant], players: int) -> None:
    _, times = play_game(GAME, [partial(bot, BOX)] * players, players)
    assert max(times) < 0.2


def margin(share: float, fair: float, games: int) -> float:
    """By how many deviations a bot won more than its fair share. Shared victories spread less, so this is cautious."""
    return (share - fair) / sqrt(fair * (1 - fair) / games)


@pytest.mark.parametrize(
    ("players", "games"), [(2, 160), *(pytest.param(*table, marks=pytest.mark.slow) for table in ((3, 200), (4, 160)))]
)
def test_the_spin_doctor_beats_militants(players: int, games: int) -> None:
    bots = ["spin_doctor", *["militant"] * (players - 1)]
    report = simulate(plan("president", games, players, bots, 7, {}))
    assert margin(report.bot_shares[0], 1 / players, games) > 2


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_militant_beats_random_players(players: int) -> None:
    bots = ["militant", *["random"] * (players - 1)]
    report = simulate(plan("president", 60, players, bots, 7, {}))
    assert margin(report.bot_shares[0], 1 / players, 60) > 2
