"""What a network is shown is what the seat knows: it follows from the sight and from what happened."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import jax
import numpy as np
import pytest

from ludotheque.engine.chance import QuickChance
from ludotheque.games.stratego.batch.observation import NUMBERS, PLANES
from ludotheque.games.stratego.bots.deployment import deploy
from ludotheque.games.stratego.bots.learnt.features import make_numbers, make_planes
from ludotheque.games.stratego.bots.learnt.recollection import Recollection
from ludotheque.games.stratego.options import Options
from ludotheque.games.stratego.pieces import MOBILE, SCOUT
from tests.games.stratego.batch.lockstep import RULES, Compiled, Lockstep

OPTIONS: Final = Options(shuttle="isf", no_fight=40)
GAMES: Final = 16
"""As in one of the tests of equality, so that both use the same compiled functions."""


@pytest.fixture(autouse=True)
def quick_compiler() -> Iterator[None]:
    """Compile in half the time, to slower code."""
    jax.config.update("jax_disable_most_optimizations", True)  # type: ignore[no-untyped-call]
    yield
    jax.config.update("jax_disable_most_optimizations", False)  # type: ignore[no-untyped-call]


def test_planes_follow_from_the_sight_and_the_events_of_the_side_to_move() -> None:
    rng = QuickChance(5)
    both = Lockstep(OPTIONS, [deploy("full", [], rng) for _ in range(8)], GAMES, seed=5)
    memories = [Recollection([0, 0]) for _ in both.games]
    held = np.zeros(len(PLANES))
    for move in range(240):
        moves = both.compare()
        seen, numbers = map(np.asarray, both.compiled.observe(both.batch))
        for game, s in enumerate(both.games):
            seat = s.ply & 1
            v = RULES.sight(s, seat)
            if s.ply == 0:
                memories[game] = Recollection.from_start(v)
            else:
                memories[game].follow(both.events[game][-1:])
            expected = make_planes(v, seat, memories[game])
            wrong = [PLANES[plane] for plane in np.flatnonzero((expected != seen[game]).any(0))]
            assert not wrong, f"game {game}, move {s.ply}"
            np.testing.assert_allclose(numbers[game], make_numbers(v, seat), rtol=1e-6)
        held += seen.sum((0, 1))
        both.advance(moves, chasing=move % 4 > 0)
    assert {PLANES[plane] for plane in np.flatnonzero(held == 0)} <= {"enemy spy", "enemy flag"}


def test_worlds_that_differ_in_what_is_hidden_show_the_same() -> None:
    """Two of blue's hidden pieces change places: red sees no difference, whatever is played without a fight."""
    rng = QuickChance(3)
    red = deploy("full", [], rng)
    plain = [place for place in range(40) if MOBILE[red[place]] and red[place] != SCOUT]
    one, other = next((a, b) for a in plain for b in plain if red[a] != red[b] and 30 > a != b < 30)
    changed = list(red)
    changed[one], changed[other] = red[other], red[one]
    compiled = Compiled.of(OPTIONS)
    state = compiled.begin(jax.random.key(1), GAMES, [red, changed] * 32)
    numbers = np.random.default_rng(3)
    drawn = np.asarray(state.drawn) % 2
    alike = np.flatnonzero(drawn[:, 0] == 0)  # red's own army is the same in these
    assert set(drawn[alike, 1]) == {0, 1}
    for move in range(40):
        if move % 2 == 0:
            planes, counts = map(np.asarray, compiled.observe(state))
            assert (planes[alike] == planes[alike[0]]).all()
            assert (counts[alike] == counts[alike[0]]).all()
        legal = np.asarray(compiled.look(state)[1])
        possible = np.flatnonzero(legal[alike].all(0))
        quiet = possible[possible // 4 < 50] if move < 20 else possible
        state = compiled.step(state, np.full(GAMES, numbers.choice(quiet), np.int32))
        if move < 20:
            assert not np.asarray(state.terminated)[alike].any()
        if (np.asarray(state.exchange)[alike] != 0).any():
            break
    assert move >= 20
    assert len(NUMBERS) == counts.shape[1]
