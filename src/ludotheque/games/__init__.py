"""The shelf. A folder in here that offers a ``GAME`` is on it; nothing else has to know."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from ludotheque.engine.game import Game


class UnknownGame(LookupError):
    """No such box on the shelf."""


@cache
def shelf() -> dict[str, Game]:
    """Every game, by its id."""
    folders = sorted(found.name for found in iter_modules(__path__) if found.ispkg)
    games = [import_module(f"{__name__}.{folder}").GAME for folder in folders]
    return {game.id: game for game in games}


def find(game: str) -> Game:
    """The game of that id.

    >>> find("stratego").rules.seats
    range(2, 3)
    """
    try:
        return shelf()[game]
    except KeyError:
        raise UnknownGame(f"there is no game “{game}” on the shelf: {', '.join(shelf())}") from None
