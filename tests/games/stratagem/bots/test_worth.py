"""The value of options to a bot."""

from __future__ import annotations

import pytest

from ludotheque.games.stratagem.bots.outlook import cards_of
from ludotheque.games.stratagem.bots.worth import BALLOT, FORCE, Weights, best_programmes
from ludotheque.games.stratagem.box import PARTIES
from tests.games.stratagem.campaign import REAL
from tests.games.stratagem.test_box import _turned


@pytest.mark.clause("stratagem.box.balance")
@pytest.mark.parametrize("w", [BALLOT, FORCE])
def test_programmes_are_the_same_for_every_party(w: Weights) -> None:
    """The box is the same for every party, and so is what the tribune makes of it."""
    cards = cards_of(REAL)
    for number, party in enumerate(PARTIES):
        plans = best_programmes(cards, party, w)
        turned = {frozenset(_turned(2 * theme + side) for theme, side in enumerate(plan)) for plan in plans}
        after = best_programmes(cards, PARTIES[(number + 1) % 4], w)
        assert turned == {frozenset(2 * theme + side for theme, side in enumerate(plan)) for plan in after}
    assert best_programmes(cards, PARTIES[0], BALLOT) != best_programmes(cards, PARTIES[0], FORCE)
