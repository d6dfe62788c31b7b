"""The shelf. A folder in here that offers a ``GAME`` of its name is on it; nothing else has to know."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from ludotheque.engine.game import Game


class UnknownGame(LookupError):
    """No such box on the shelf."""


def shelf() -> dict[str, Game]:
    """Every game, by its id."""
    return {name: _open(name) for name in _names()}


@cache
def _names() -> tuple[str, ...]:
    return tuple(sorted(found.name for found in iter_modules(__path__) if found.ispkg))


@cache
def _open(name: str) -> Game:
    """Take a game off the shelf: nothing is read in for those that stay there."""
    game: Game = import_module(f"{__name__}.{name}").GAME
    assert game.id == name, "a game's folder has its name"
    return game


def find(game: str) -> Game:
    """The game of that id.

    >>> find("stratego").rules.seats
    range(2, 3)
    """
    if game not in _names():
        raise UnknownGame(f"there is no game “{game}” on the shelf: {', '.join(_names())}")
    return _open(game)
