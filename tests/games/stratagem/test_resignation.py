"""Resignation: when, and for how many points."""

from __future__ import annotations

import pytest

from ludotheque.games.stratagem.moves import Name, Out, Resign
from tests.games.stratagem.campaign import BOX, IDLE_OPINION, RULES, campaign, do, draw, refused, stage


@pytest.mark.clause("stratagem.match.points", "stratagem.ruling.resigning")
def test_a_player_may_resign_on_their_turn_for_no_points() -> None:
    s = campaign(25, 25, 25, 25)
    assert refused(s, 1, Resign()).reason == "no_resigning"
    events = do(s, 0, Resign())
    assert events[0] == Out(0, "resigned")
    assert stage(s) == "heir"
    do(s, 0, Name(2))
    assert s.tokens == [0, 33, 34, 33]
    assert s.seat == 1
    s.tokens, s.deck = [0, 60, 30, 10], (BOX.cards[IDLE_OPINION],)
    draw(s, IDLE_OPINION)
    outcome = RULES.outcome(s)
    assert outcome is not None
    assert outcome.scores == (0, 6, 4, 3)
