"""Every game's coach: the values that it gives moves are of legal moves, and follow from the sight alone."""

from __future__ import annotations

import math
from typing import Any

import pytest

from ludotheque.engine.advice import Judge
from ludotheque.engine.chance import QuickChance
from ludotheque.engine.rules import NATURE
from ludotheque.games import find, shelf
from tests import laws


@pytest.mark.parametrize("game", shelf())
def test_values_are_of_legal_moves_and_follow_from_the_sight(game: str) -> None:
    box, rng, valued = find(game), QuickChance(5), 0
    rules = box.rules
    assert box.coach is not None
    for number, (state, _, _) in enumerate(laws.Walk(box, rules.seats[0], {}, seed=4)):
        for seat in rules.asked(state):
            if seat == NATURE or number % 7:
                continue
            world = rules.imagine(rules.sight(state, seat), rng)
            found = []
            for here in (state, world):
                coach: Any = box.levels[box.coach](seat, QuickChance(3))
                assert isinstance(coach, Judge)
                found.append(coach.values(rules.sight(here, seat), rules.legal(here, seat)))
            assert found[0] == found[1], "values depend on something hidden"
            moves = [move for _, move in found[0]]
            assert set(moves) <= set(rules.legal(state, seat))
            assert len(set(moves)) == len(moves)
            assert all(math.isfinite(value) for value, _ in found[0])
            valued += bool(moves)
        if number > 700:
            break
    assert valued
