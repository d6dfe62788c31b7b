"""No vote is made or lost, and every game ends, whatever is played."""

from __future__ import annotations

import pytest

from ludotheque.games.president import GAME
from ludotheque.games.president.box import VOTES
from ludotheque.games.president.state import State
from tests import laws
from tests.games.president.race import BOX, RULES


def check(s: State) -> None:
    """Votes are those of departments and kept cards; every department and every card is in one place."""
    assert 0 <= sum(s.votes) <= VOTES
    sight = RULES.sight(s, None)
    assert sum(sight.votes) + sight.urn == 32_000_000
    for side, own in enumerate(s.own):
        departments = sum(BOX.units[BOX.index[code]] for code in BOX.codes_of(own))
        assert s.votes[side] == departments + sum(BOX.amounts[card] for card in s.kept[side])
    assert s.free + sum(s.own) == BOX.whole
    assert s.safe & s.free == 0
    cards = [*s.deck, *s.talon, *(card for cards in (*s.kept, *s.debts) for card in cards)]
    assert sorted(cards) == list(range(40))


def play(players: int, seed: int) -> None:
    """A random game, looked at after every move."""
    walk = laws.Walk(GAME, players, {}, seed)
    for state, _, _ in walk:
        check(state)
        assert len(walk.moves) < 20_000
    check(walk.state)


@pytest.mark.clause("president.box.urn")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_votes_and_urn_are_32_million_after_every_move(players: int) -> None:
    for seed in range(12):
        play(players, seed)


@pytest.mark.slow
@pytest.mark.clause("president.box.urn")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_ten_thousand_games(players: int) -> None:
    for seed in range(3334):
        play(players, seed + 100)
