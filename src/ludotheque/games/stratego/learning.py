"""Stratego as a game to learn. JAX and NumPy are imported only once they are needed."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from ludotheque.engine.learning import Learning
from ludotheque.games.stratego.bots.learnt.player import player_from


@cache
def make_problem(channels: int, blocks: int) -> Any:
    """What is learnt, with a network of so many channels and blocks; in half precision on a graphics card."""
    import jax

    from ludotheque.games.stratego.batch.learning import Problem
    from ludotheque.games.stratego.batch.network import Size

    return Problem(Size(channels, blocks), half_precision=jax.default_backend() != "cpu")


LEARNING: Final = Learning(make_problem, player_from)
