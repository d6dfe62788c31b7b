"""Cards are neither made nor lost, and every game ends, whatever is played."""

from __future__ import annotations

import pytest

from ludotheque.games.koalition import GAME
from ludotheque.games.koalition.box import DEAL
from ludotheque.games.koalition.state import State, total
from tests import laws


def check(s: State) -> None:
    """Cards in hands, those in play and those gone are what was dealt; points are accounted for."""
    each, extra = DEAL[s.players]
    size = s.box.pack_size(s.players)
    cards = [card for hand in s.hands for card in hand]
    cards += [card for column in s.columns for _, card in column]
    cards += s.gone
    assert len(set(cards)) == len(cards), "no card is in two places"
    politicians = sum(card < size for card in cards)
    trumps = len(cards) - politicians + sum(map(sum, s.actions)) + sum(s.used)
    assert (politicians, trumps) == (s.players * each, s.players * extra)
    for kind, there_are in enumerate(s.box.actions):
        assert sum(actions[kind] for actions in s.actions) + s.used[kind] <= there_are
    assert all(set(known) <= set(hand) for known, hand in zip(s.known, s.hands, strict=True))
    assert all(points >= 0 for row in s.points for points in row)


@pytest.mark.clause("koalition.box.deal")
@pytest.mark.parametrize("players", range(3, 11))
def test_cards_are_conserved_through_whole_games(players: int) -> None:
    for seed in range(3):
        walk = laws.Walk(GAME, players, {"countries": 15 if seed == 0 else 4}, seed)
        for state, _, _ in walk:
            if state.deals:
                check(state)
        assert walk.state.outcome is not None
        assert walk.state.outcome.scores == tuple(total(walk.state, seat) for seat in range(players))
        assert len(walk.state.left) == 15 - walk.state.number
