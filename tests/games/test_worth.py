"""Every master's worth of a state: it foretells the winner better than fair shares do."""

from __future__ import annotations

import pytest

from ludotheque.bots.search import SearcherMaker
from ludotheque.engine.game import Game
from ludotheque.games import shelf
from ludotheque.lab.foresight import measure_foresight


@pytest.mark.parametrize(
    ("game", "players"),
    [
        pytest.param(game, players, id=f"{game.id}-{players}")
        for game in shelf().values()
        for players in sorted({game.rules.seats[0], game.rules.seats[-1]})
    ],
)
def test_worth_foretells_the_winner_better_than_fair_shares(game: Game, players: int) -> None:
    maker = game.levels["master"]
    assert isinstance(maker, SearcherMaker)
    found = measure_foresight(game, maker.guide, players, number=24)
    assert 0 < found.loss < found.fair
