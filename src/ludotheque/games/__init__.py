"""The games: every package in this folder is one, and has it as ``GAME``."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from ludotheque.engine.game import Game


class UnknownGame(LookupError):
    """There is no game of that id; the message lists those there are."""


def shelf() -> dict[str, Game]:
    """Every game, by its id."""
    return {name: _open(name) for name in _names()}


@cache
def _names() -> tuple[str, ...]:
    return tuple(sorted(found.name for found in iter_modules(__path__) if found.ispkg))


@cache
def _open(name: str) -> Game:
    """Import a game, the first time that it is needed."""
    game: Game = import_module(f"{__name__}.{name}").GAME
    assert game.id == name, "a game's package has its id as name"
    return game


def find(game: str) -> Game:
    """The game of that id.

    >>> find("stratego").rules.seats
    range(2, 3)
    """
    if game not in _names():
        raise UnknownGame(f"there is no game “{game}”: there are {', '.join(_names())}")
    return _open(game)
