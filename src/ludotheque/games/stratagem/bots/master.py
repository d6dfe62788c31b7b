"""The bot “master” of Stratagem: what its search needs to know of the game."""

from __future__ import annotations

from functools import partial
from math import sqrt
from typing import Final

from ludotheque.bots.guide import Budget, Guide
from ludotheque.bots.shares import expected_shares, final_shares
from ludotheque.engine.rules import Seat
from ludotheque.games.stratagem.bots.outlook import cards_of
from ludotheque.games.stratagem.bots.tribune import Tribune
from ludotheque.games.stratagem.box import DICTATORSHIP, Box
from ludotheque.games.stratagem.rules import Stratagem
from ludotheque.games.stratagem.state import PARTY, PROGRAMME, State, cards_left

MASTER_BUDGET: Final = Budget(rollouts=300)
"""More than in other games: at 60 rollouts, the differences between its moves drown in the luck of seven rounds."""
CLOSE: Final = 13.0
"""Tokens that are a clear lead at the end of a campaign."""
SWING: Final = 3.4
"""The same, more for the square root of the common cards to come."""
AUTHOR: Final = 27.0
"""The tokens that a coup in progress is worth to its author."""
LAID: Final = 23.0
"""The tokens that an ACTION card on the table is worth."""
MEANS: Final = 8.0
"""The tokens that all supports of a dictatorship are worth, those of a coup among them; a part of them for a part."""
SECRET: Final = 3.5
"""The tokens that a secret in hand is worth."""
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
    """The share of each seat: by its tokens, if it can still be elected, and its means to seize power or oppose that.

    The constants are those that foretell best how 1,500 games between strong bots end.
    """
    tokens = [float(count) for count in s.tokens]
    if s.outcome is not None:
        return final_shares(s.outcome, expected_shares(tokens, CLOSE))
    for seat in range(len(tokens)):
        if not s.alive[seat] or (s.candidates and seat not in s.candidates):
            tokens[seat] = BEATEN
        tokens[seat] += LAID * s.laid[seat].bit_count() + SECRET * len(s.secrets[seat]) + MEANS * _means(s, seat)
    if s.crisis is not None:
        tokens[s.crisis.author] += AUTHOR
    return expected_shares(tokens, CLOSE + SWING * sqrt(cards_left(s)))


def _means(s: State, seat: Seat) -> float:
    """The share of what a dictatorship needs that the supports which count are."""
    cards, mat = cards_of(s.box), s.shown[seat]
    held = [cards.strengths[card] for card in s.supports[seat] if cards.meets_demands(mat, card)]
    return cards.progress(DICTATORSHIP, tuple(sorted(held, reverse=True)))
