"""Deployment: set-ups that are complete, varied and sound."""

from __future__ import annotations

import pytest

from ludotheque.bots.random import RandomPlayer
from ludotheque.engine.chance import QuickChance
from ludotheque.games import find
from ludotheque.games.stratego.bots.deployment import LANES, deploy, neighbours
from ludotheque.games.stratego.bots.strategist import Strategist
from ludotheque.games.stratego.pieces import ARMIES, BOMB, EMPTY, FLAG
from tests.games.stratego.field import RED, RULES, do


@pytest.mark.parametrize("army", ["full", "training"])
def test_drawn_set_ups_are_complete_varied_and_sound(army: str) -> None:
    drawn = [deploy(army, [], QuickChance(seed)) for seed in range(200)]
    assert len(set(map(tuple, drawn))) == 200
    for kinds in drawn:
        assert [kinds.count(kind) for kind in range(1, 13)] == list(ARMIES[army][1:])
        assert kinds.index(FLAG) < 20
        assert sum(kinds[square] == BOMB for square in neighbours(kinds.index(FLAG))) >= 2
    assert sum(kinds.index(FLAG) < 10 for kinds in drawn) > 150
    # Flags on both wings and in the middle.
    assert len({kinds.index(FLAG) for kinds in drawn}) >= (8 if army == "full" else 4)


def test_bombs_do_not_block_the_front() -> None:
    for seed in range(200):
        kinds = deploy("full", [], QuickChance(seed))
        assert not any(kinds[lane] in (BOMB, FLAG) for lane in LANES)


@pytest.mark.parametrize("army", ["full", "training"])
def test_set_up_begun_by_another_player_is_completed(army: str) -> None:
    for seed in range(60):
        rng = QuickChance(seed)
        other = RandomPlayer(RED, rng)
        s = RULES.setup(find("stratego").options({"army": army}), 2)
        for _ in range(rng.below(40)):
            do(s, other.choose(RULES.sight(s, RED), RULES.legal(s, RED), ()), RED)  # type: ignore[arg-type]
        bot = Strategist(RED, rng)
        while RED in RULES.asked(s):
            do(s, bot.choose(RULES.sight(s, RED), RULES.legal(s, RED), RULES.free(s, RED)), RED)
        assert sorted(s.kinds[1:41]) == sorted(kind for kind, n in enumerate(_all_forty(army)) for _ in range(n))


def _all_forty(army: str) -> list[int]:
    counts = list(ARMIES[army])
    counts[EMPTY] = 40 - sum(counts[1:])
    return counts
