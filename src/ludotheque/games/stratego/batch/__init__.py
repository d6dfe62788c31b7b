"""Stratego in batches: the whole game, many games at once, in JAX, on a processor or a graphics card.

An optional extra (``pip install "ludotheque[batch]"``), for those who simulate and learn. The rules are the same as in
:mod:`ludotheque.games.stratego.rules`, and tests compare both move by move. Not in batches: deploying square by square
(games begin from set-ups that are given), draw offers and resigning.
"""

from __future__ import annotations

from ludotheque.games.stratego.batch.environment import Environment, State

__all__ = ["Environment", "State"]
