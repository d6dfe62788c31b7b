"""The bot “master” of Stratego: the player that learnt by itself, with a search on top."""

from __future__ import annotations

from math import inf
from typing import Any, Final

from ludotheque.bots import guide
from ludotheque.bots.guide import Budget, Guide
from ludotheque.engine.chance import Chance
from ludotheque.games.stratego.bots.armies import imagine_from_beliefs
from ludotheque.games.stratego.bots.learnt.player import LearntPlayer, make_learnt
from ludotheque.games.stratego.bots.prospects import worth
from ludotheque.games.stratego.rules import Stratego
from ludotheque.games.stratego.sight import Sight
from ludotheque.games.stratego.state import State

PROMISING: Final = 0.04
"""The probability with which the network would play a move that is worth a search."""
MARGIN: Final = 0.015
"""By how much a move must be worth more than the network's choice, whose value is often wrong by that."""
MASTER_BUDGET: Final = Budget(rollouts=90)
"""In simulations: a fifth of a second for a move that is searched, most are not."""


def master_guide() -> Guide:
    """Search on from what was learnt; with an army for which nothing was, the next four moves, two of each side.

    The worlds of a search are drawn from what the network or the strategist believes. With other armies it looks four
    moves ahead, so that exchanges come to their end: with two moves it won 19 of 30 games against the strategist, with
    four 25 of 32, at the same number of rollouts.
    """
    return Guide(
        rules=Stratego(),
        quick=make_learnt,
        worth=worth,
        clock=lambda s: float(s.ply),
        horizon=4.0,
        breadth=3,
        margin=MARGIN,
        promising=lambda v: PROMISING if v.options.army == "full" else -inf,
        skips=lambda v: v.turn is None,
        imagine=_imagine,
        lookahead=_look_ahead,
    )


def _imagine(v: Sight, quick: Any, rng: Chance) -> State:
    """A world in which the enemy's hidden pieces are drawn from what is believed of each."""
    assert isinstance(quick, LearntPlayer)
    odds = quick.odds(v) if v.options.army == "full" else quick.strategist.odds(v)
    return imagine_from_beliefs(v, odds, rng)


def _look_ahead(v: Sight, quick: Any) -> guide.Lookahead | None:
    """What the network sees one move ahead; the quick bot plays on where it has learnt nothing."""
    if v.options.army != "full":
        return None
    from ludotheque.games.stratego.bots.learnt.lookahead import Lookahead

    assert isinstance(quick, LearntPlayer)
    return Lookahead(quick, quick.recall(v))
