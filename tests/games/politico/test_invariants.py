"""Trumps are neither made nor lost, deputies never negative, and every game ends, whatever is played."""

from __future__ import annotations

import pytest

from ludotheque.engine.chance import QuickChance
from ludotheque.games.politico import GAME
from ludotheque.games.politico.sight import _on_the_table
from ludotheque.games.politico.state import State
from tests import laws
from tests.games.politico.assembly import BOX, RULES


def check(s: State) -> None:
    """Every trump is in one place; what is known to be in a hand is there."""
    found = [sum(kind) for kind in zip(s.deck, s.discard, *s.hands, strict=True)]
    for kind in _on_the_table(s):
        found[kind] += 1
    assert tuple(found) == BOX.counts
    for known, hand in zip(s.known, s.hands, strict=True):
        assert all(seen <= held for seen, held in zip(known, hand, strict=True))
    assert min(s.deputies) >= 0
    if s.government is not None:
        assert s.government.members[0] == s.government.pm


@pytest.mark.clause("politico.box.trumps")
@pytest.mark.parametrize("players", range(3, 9))
def test_trumps_are_conserved_through_whole_games(players: int) -> None:
    for seed in range(4):
        walk = laws.Walk(GAME, players, {}, seed)
        for state, _, _ in walk:
            check(state)
        assert walk.state.outcome is not None


@pytest.mark.clause("politico.ruling.windows", "politico.ruling.reaction-order")
def test_asked_seats_do_not_depend_on_hands() -> None:
    walk = laws.Walk(GAME, 5, {}, 9)
    rng = QuickChance(4)
    windows = 0
    for state, _, _ in walk:
        top = RULES.sight(state, None)
        if top.stage in ("counter", "lend", "join"):
            windows += 1
            for seat in (*range(5), None):
                world = RULES.imagine(RULES.sight(state, seat), rng)
                assert list(RULES.asked(world)) == list(RULES.asked(state))
    assert windows > 20
