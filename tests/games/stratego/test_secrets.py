"""Nothing a seat may not know reaches it: two thousand positions, three observers each."""

from __future__ import annotations

import pytest

from ludotheque.engine.chance import QuickChance, pick
from ludotheque.games import find
from ludotheque.games.stratego.board import SQUARE
from ludotheque.games.stratego.moves import Step
from ludotheque.games.stratego.state import State
from tests import laws

GAME = find("stratego")
POSITIONS = 2000


@pytest.mark.clause("stratego.deploy.hidden")
def test_two_thousand_positions_reveal_no_hidden_rank() -> None:
    rng = QuickChance(11)
    positions = comparisons = 0
    for seed in range(100):
        options = {"army": "training"} if seed % 4 == 0 else {"shuttle": ("seed", "isf", "classic")[seed % 3]}
        walk = laws.Walk(GAME, 2, options, seed)
        for step, (state, seat, move) in enumerate(walk):
            if step % 23 == seed % 23:
                strays = walk.stray_moves(3)
                comparisons += laws.nothing_leaks(GAME, state, 2, strays, rng)
                laws.events_match_sights(GAME, state, 2, seat, move, rng)
                positions += 1
        if positions >= POSITIONS:
            break
    assert positions >= POSITIONS
    assert comparisons >= 3 * POSITIONS


@pytest.mark.clause("stratego.deploy.hidden")
def test_quiet_moves_look_the_same_whatever_the_pieces_are() -> None:
    """Worlds that differ only in what an observer cannot see stay the same to it, move after move, until a fight."""
    rng = QuickChance(12)
    compared = 0
    for seed in range(12):
        walk = laws.Walk(GAME, 2, {}, seed)
        for step, (state, _, _) in enumerate(walk):
            if step < 80 or step % 40 != seed:
                continue
            for observer in (0, 1, None):
                compared += _walk_side_by_side(state.copy(), observer, rng)
    assert compared > 2000


def _walk_side_by_side(real: State, observer: int | None, rng: QuickChance) -> int:
    """Up to twenty steps to the next square, possible in both worlds; each must look the same."""
    r = GAME.rules
    world = r.imagine(r.sight(real, observer), rng)
    for count in range(20):
        asked = r.asked(real)
        if not asked:
            return count
        seat = asked[0]
        there = set(r.legal(world, seat))
        common = [m for m in r.legal(real, seat) if m in there and _is_quiet(real, m)]
        if not common:
            return count
        move = pick(rng, common)
        seen = laws.views(r.play(real, seat, move), observer)
        assert laws.encode(seen) == laws.encode(laws.views(r.play(world, seat, move), observer))
        if r.outcome(real) is not None or r.outcome(world) is not None:
            return count
        assert laws.encode(r.sight(real, observer)) == laws.encode(r.sight(world, observer))
        if observer is not None:
            assert laws.encode(r.legal(real, observer)) == laws.encode(r.legal(world, observer))
            assert laws.encode(r.free(real, observer)) == laws.encode(r.free(world, observer))
    return 20


def _is_quiet(state: State, move: object) -> bool:
    """A step to an empty neighbouring square: it shows nothing but that the piece can move."""
    if not isinstance(move, Step):
        return False
    frm, to = SQUARE[move.frm], SQUARE[move.to]
    return not state.board[to] and abs(to - frm) in (1, 10)
