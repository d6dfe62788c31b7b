"""Stratego: two armies, a hidden flag each, and no luck but the other's bluff."""

from __future__ import annotations

from typing import Any

from ludotheque.bots.random import RandomPlayer
from ludotheque.engine.game import Game
from ludotheque.games.stratego.bot import Strategist
from ludotheque.games.stratego.rules import Stratego


def _extras() -> dict[str, Any]:
    from ludotheque.games.stratego.setups import starter_setups

    return {"setups": starter_setups()}


GAME = Game(
    rules=Stratego(), package=__name__, levels={"random": RandomPlayer, "strategist": Strategist}, extras=_extras
)
