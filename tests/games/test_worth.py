"""Every master's worth of a state: shares of the seats, which foretell the winner better than fair shares do."""

from __future__ import annotations

from math import log
from typing import Any, Final

import pytest

from ludotheque.bots.guide import Guide
from ludotheque.bots.search import SearcherMaker
from ludotheque.engine.chance import QuickChance
from ludotheque.engine.game import Game
from ludotheque.engine.rules import NATURE
from ludotheque.games import shelf
from ludotheque.lab.play import play_with, replay

GAMES: Final = 24
EVERY: Final = 20
"""Moves from one state that is looked at to the next."""


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
    losses = []
    for number in range(GAMES):
        shares, winners = _strong_game(game, players, number, maker.guide)
        for share in shares:
            assert len(share) == players
            assert all(0 <= mine <= 1 for mine in share)
            losses.append(-sum(log(max(share[seat], 1e-9)) for seat in winners) / len(winners))
    assert sum(losses) / len(losses) < log(players)


def _strong_game(game: Game, players: int, number: int, guide: Guide) -> tuple[list[Any], tuple[int, ...]]:
    """What some of the states of a game between strong bots are worth, where a search would begin, and who won it."""
    options, rng, moves = game.options({}), QuickChance(f"worth/{number}"), []
    bots = [game.make_player("strong", seat, QuickChance(f"{rng.seed}/{seat}")) for seat in range(players)]
    state = game.rules.setup(options, players)
    play_with(game, state, bots, rng, moves=moves)
    shares = [
        guide.worth(then)
        for step, (then, seat, _) in enumerate(replay(game, options, players, moves))
        if step % EVERY == 0 and seat != NATURE and not guide.skips(game.rules.sight(then, seat))
    ]
    return shares, game.rules.outcome(state).winners or tuple(range(players))
