"""Armies drawn from beliefs: they look like the sight, and follow the odds."""

from __future__ import annotations

from collections import Counter

import pytest

from ludotheque.bots.random import RandomPlayer
from ludotheque.engine.chance import QuickChance
from ludotheque.games.stratego.board import SQUARE
from ludotheque.games.stratego.bots.armies import imagine_from_beliefs
from ludotheque.games.stratego.bots.beliefs import estimate_odds
from ludotheque.games.stratego.bots.chronicle import Chronicle
from ludotheque.games.stratego.pieces import BOMB, FLAG, MARSHAL
from tests.games.stratego.duel import Duel
from tests.games.stratego.field import BLUE, RED, RULES, field


@pytest.mark.parametrize("army", ["full", "training"])
@pytest.mark.parametrize("seat", [RED, BLUE])
def test_drawn_armies_look_like_the_sight(army: str, seat: int) -> None:
    duel = Duel((RandomPlayer, RandomPlayer), "armies", army=army)
    looked = 0
    for _ in duel.moves():
        s = duel.state
        if not s.ply or s.ply % 30:
            continue
        v = RULES.sight(s, seat)
        odds = estimate_odds(v, Chronicle.from_middle(seat, v))
        for seed in range(3):
            world = imagine_from_beliefs(v, odds, QuickChance(seed))
            assert RULES.sight(world, seat) == v
            assert RULES.legal(world, RULES.asked(s)[0])
        looked += 1
    assert looked > 1


def test_the_same_numbers_draw_the_same_army() -> None:
    s = field("H a4, M a1", "B e8, B d7, M a10, L b8, K c8, I j7")
    v = RULES.sight(s, RED)
    odds = estimate_odds(v, Chronicle.from_middle(RED, v))
    drawn = [imagine_from_beliefs(v, odds, QuickChance(9)).kinds for _ in range(2)]
    assert drawn[0] == drawn[1]


def test_likelier_kinds_are_drawn_more_often() -> None:
    s = field("H a4, M a1", "B e8, M a10, L b8, F c7")
    v = RULES.sight(s, RED)
    here, there = s.board[SQUARE["b8"]], s.board[SQUARE["c7"]]
    odds = {token: [0.0] * 13 for token in s.board if 40 < token <= 80}
    odds[here][MARSHAL], odds[there][MARSHAL] = 0.9, 0.1
    odds[here][5], odds[there][5] = 0.1, 0.9
    odds[s.board[SQUARE["e8"]]][BOMB] = odds[s.board[SQUARE["a10"]]][FLAG] = 1.0
    found = Counter(imagine_from_beliefs(v, odds, QuickChance(seed)).kinds[here] for seed in range(300))
    assert found[MARSHAL] > 240
    assert found[5] > 10
