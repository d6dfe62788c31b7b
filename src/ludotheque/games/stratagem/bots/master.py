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
from ludotheque.games.stratagem.box import COUP, Box
from ludotheque.games.stratagem.rules import Stratagem
from ludotheque.games.stratagem.state import PARTY, PROGRAMME, State, cards_left

MASTER_BUDGET: Final = Budget(rollouts=300)
"""More than in other games: with fewer, the differences between its moves drown in the luck of seven rounds."""
CLOSE: Final = 15.0
"""Tokens that are a clear lead at the end of a campaign."""
SWING: Final = 4.0
"""The same, more for the square root of the common cards to come."""
COUP_BEGUN: Final = 15.0
"""Tokens for the supports of a coup, in proportion to those held."""
COUP_READY: Final = 13.0
"""Tokens besides for all of them."""
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
    """The share of each seat: by tokens, and by the supports of a coup, among those who can still be elected.

    The constants are those that foretell best how 1,500 games between strong bots end.
    """
    tokens = [float(count) for count in s.tokens]
    if s.outcome is not None:
        return final_shares(s.outcome, expected_shares(tokens, CLOSE))
    for seat in range(len(tokens)):
        if not s.alive[seat] or (s.candidates and seat not in s.candidates):
            tokens[seat] = BEATEN
        else:
            tokens[seat] += _coup_value(s, seat)
    return expected_shares(tokens, CLOSE + SWING * sqrt(cards_left(s)))


def _coup_value(s: State, seat: Seat) -> float:
    """What the supports that count towards a coup are worth, in tokens."""
    cards, mat = cards_of(s.box), s.shown[seat]
    held = [cards.strengths[card] for card in s.supports[seat] if cards.meets_demands(mat, card)]
    progress = cards.progress(COUP, tuple(sorted(held, reverse=True)))
    return COUP_BEGUN * progress + (COUP_READY if progress >= 1 else 0.0)
