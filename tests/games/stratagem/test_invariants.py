"""A hundred tokens and fifty cards after every move, and every game ends."""

from __future__ import annotations

import pytest

from ludotheque.engine.chance import QuickChance
from ludotheque.engine.rules import NATURE
from ludotheque.games.stratagem import GAME
from ludotheque.games.stratagem.state import State


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
    rules = GAME.rules
    s: State = rules.setup(GAME.options({}), 4)
    rng, moves = QuickChance(seed), 0
    while asked := rules.asked(s):
        legal = rules.legal(s, asked[0]) if asked[0] != NATURE else [rules.chance(s, rng)]
        rules.play(s, asked[0], legal[rng.below(len(legal))])
        check(s)
        moves += 1
        assert moves < 20_000
    return s


@pytest.mark.clause("stratagem.box.tokens")
def test_a_hundred_tokens_after_every_move() -> None:
    for seed in range(30):
        assert play(seed).outcome is not None


@pytest.mark.slow
@pytest.mark.clause("stratagem.box.tokens")
def test_ten_thousand_games() -> None:
    for seed in range(10_000):
        play(seed + 100)
