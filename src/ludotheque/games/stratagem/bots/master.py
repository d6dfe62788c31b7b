"""The bot “master” of Stratagem: what its search needs to know of the game."""

from __future__ import annotations

from functools import partial
from math import sqrt
from typing import Final

from ludotheque.bots.guide import Budget, Guide
from ludotheque.bots.shares import expected_shares, final_shares
from ludotheque.games.stratagem.bots.tribune import Tribune
from ludotheque.games.stratagem.box import Box
from ludotheque.games.stratagem.rules import Stratagem
from ludotheque.games.stratagem.state import PARTY, PROGRAMME, State

MASTER_BUDGET: Final = Budget(rollouts=200)
"""More than in other games: at 60 rollouts, the differences between its moves drown in the luck of seven rounds."""
CLOSE: Final = 4.0
"""Tokens that are a clear lead at the end of a campaign."""
SWING: Final = 1.5
"""The same, more for the square root of the common cards to come."""
BEATEN: Final = -30.0
"""The tokens that stand for the hopes of a player who can no longer be elected."""


def master_guide(box: Box) -> Guide:
    """Search seven rounds ahead: what a support is worth shows late. Programmes are left to the quick policy, which
    chooses among equals."""
    return Guide(
        rules=Stratagem(box),
        quick=partial(Tribune, box),
        worth=worth,
        clock=lambda s: float(s.turn),
        horizon=28.0,
        breadth=5,
        skips=lambda v: v.stage in (PARTY, PROGRAMME),
    )


def worth(s: State) -> list[float]:
    """The share of each seat: by tokens, among those who can still be elected."""
    tokens = [float(count) for count in s.tokens]
    if s.outcome is not None:
        return final_shares(s.outcome, expected_shares(tokens, CLOSE))
    for seat in range(len(tokens)):
        if not s.alive[seat] or (s.candidates and seat not in s.candidates):
            tokens[seat] = BEATEN
    return expected_shares(tokens, CLOSE + SWING * sqrt(len(s.deck)))
