"""Bots by name: the levels of a game, and the variants that it measures them against."""

from __future__ import annotations

from ludotheque.engine.chance import QuickChance
from ludotheque.engine.game import Game, UnknownLevel
from ludotheque.engine.player import Player
from ludotheque.engine.rules import Seat

UnknownBot = UnknownLevel
"""A game has no bot of that name; the message lists those it has."""


def make_bot(game: Game, name: str, seat: Seat, seed: int | str | None = None) -> Player:
    """Make the bot of that name for a seat; the same seed gives the same bot.

    ``game.levels`` lists the bots that players are offered, weakest first; ``game.bots`` lists all of them. The former
    name of a level makes the bot of that level.
    """
    return game.bots[game.bot(name)](seat, QuickChance(seed))
