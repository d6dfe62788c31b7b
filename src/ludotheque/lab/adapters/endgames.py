"""Endgames: the last decisions of a game, small enough for what walks through a whole tree.

All that every seat sees at that moment is known; the rest is one of a few worlds, drawn from what a spectator sees.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ludotheque.engine.chance import QuickChance, pick
from ludotheque.engine.rules import NATURE
from ludotheque.lab.stepping import Setting, Stepper


def endgame_worlds(setting: Setting, decisions: int, worlds: int, seed: int) -> list[Any]:
    """Worlds that look the same to a spectator, so many decisions before the end of a random game."""
    rules, rng = setting.game.rules, QuickChance(seed)
    stepper = Stepper(replace(setting, horizon=0), rng)
    before = []
    while stepper.seat is not None:
        if stepper.seat != NATURE and not stepper.spelled:
            before.append(stepper.state.copy())
        stepper.choose(pick(rng, stepper.numbers()))
    if decisions > len(before):
        raise ValueError(f"that game has {len(before)} decisions, fewer than {decisions}")
    sight = rules.sight(before[-decisions], None)
    return [rules.imagine(sight, rng) for _ in range(worlds)]
