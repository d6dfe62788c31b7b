"""A hundred tokens and fifty cards after every move, and every game ends."""

from __future__ import annotations

import pytest

from ludotheque.games.stratagem import GAME
from ludotheque.games.stratagem.state import State
from tests import laws


def check(s: State) -> None:
    """Tokens and cards are conserved; nobody holds two supports of a mark."""
    assert sum(s.tokens) == 100
    assert min(s.tokens) >= 0
    cards = [*s.deck, *s.fallen, *(card for hand in (*s.supports, *s.secrets) for card in hand)]
    cards += [s.offer.card] if s.offer is not None else []
    assert sorted(cards) == list(range(50))
    for held in s.supports:
        marks = [s.box.common[card].mark for card in held]
        assert len(set(marks)) == len(marks)


def play(seed: int) -> State:
    """A random game, looked at after every move."""
    walk = laws.Walk(GAME, 4, {}, seed)
    for state, _, _ in walk:
        check(state)
        assert len(walk.moves) < 20_000
    check(walk.state)
    end: State = walk.state
    return end


@pytest.mark.clause("stratagem.box.tokens")
def test_tokens_add_up_to_a_hundred_after_every_move() -> None:
    for seed in range(30):
        assert play(seed).outcome is not None


@pytest.mark.slow
@pytest.mark.clause("stratagem.box.tokens")
def test_invariants_hold_in_ten_thousand_games() -> None:
    for seed in range(10_000):
        play(seed + 100)
