"""How well a game's worth of a state foretells who wins: a check for the values that a search compares."""

from __future__ import annotations

from math import log
from typing import Any, Final, NamedTuple

from ludotheque.bots.guide import Guide
from ludotheque.engine.chance import QuickChance
from ludotheque.engine.game import Game
from ludotheque.engine.rules import NATURE
from ludotheque.lab.play import play_with, replay

EVERY: Final = 20
"""Moves from one state that is looked at to the next."""


class Foresight(NamedTuple):
    """The mean loss of foretelling winners, in natural logarithms: 0 is certainty."""

    loss: float
    fair: float
    """The loss of giving every seat the same chance: a worth that loses more misleads a search."""


def measure_foresight(game: Game, guide: Guide, players: int, number: int, seed: int = 0) -> Foresight:
    """Compare the worth of states with how so many games between strong bots ended.

    States are those in which a search would begin. A victory of several counts for each of them in part.

    >>> from ludotheque import shelf
    >>> game, *others = shelf().values()
    >>> loss, fair = measure_foresight(game, game.levels["master"].guide, players=4, number=5)
    >>> loss < fair
    True
    """
    losses: list[float] = []
    for one in range(number):
        losses += _losses(game, guide, players, QuickChance(f"{seed}/{one}"))
    return Foresight(sum(losses) / len(losses), log(players))


def _losses(game: Game, guide: Guide, players: int, rng: QuickChance) -> list[float]:
    """The losses of the states of one game."""
    options = game.options({})
    moves: list[tuple[int, Any]] = []
    state = game.rules.setup(options, players)
    bots = [game.make_player("strong", seat, QuickChance(f"{rng.seed}/{seat}")) for seat in range(players)]
    play_with(game, state, bots, rng, moves=moves)
    outcome = game.rules.outcome(state)
    assert outcome is not None
    winners = outcome.winners or tuple(range(players))
    losses = []
    for step, (then, seat, _) in enumerate(replay(game, options, players, moves)):
        if step % EVERY == 0 and seat != NATURE and not guide.skips(game.rules.sight(then, seat)):
            shares = guide.worth(then)
            losses.append(-sum([log(max(shares[winner], 1e-9)) for winner in winners]) / len(winners))
    return losses
