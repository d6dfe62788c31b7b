"""Five board games as a library, a server and a browser app.

The names below are all that a first script needs:

>>> import ludotheque
>>> list(ludotheque.shelf())
['koalition', 'politico', 'president', 'stratagem', 'stratego']
>>> stratego = ludotheque.find("stratego")
>>> match = ludotheque.Match(stratego, players=["Anne", "Bruno"], options={"army": "training"})
>>> bot = ludotheque.make_bot(stratego, "random", seat=0, seed=1)
>>> move = bot.choose(match.sight(0), match.legal(0), match.free(0))
>>> events = match.play(0, move)
>>> match.play(0, match.decode('{"do": "step", "from": "a1", "to": "a2"}'))
Traceback (most recent call last):
ludotheque.engine.rules.Refused: still_deploying (stratego.deploy.rows)

The best bot of a game also says why:

>>> coach = ludotheque.make_bot(stratego, stratego.coach, seat=1, seed=1)
>>> advice = coach.advice(match.sight(1), match.legal(1), match.free(1))
>>> advice.move in match.legal(1), advice.clause
(True, 'stratego.end.flag')
>>> print(advice.reasons[0].say(stratego.words("en")))
The flag at the back, on j10, guarded by bombs (i10, j9): without a miner nobody gets in.

``ludotheque.games`` is the package that the games are in: ``ludotheque.games.stratego`` has the moves, the sights and
the events of Stratego.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from ludotheque import games as games
    from ludotheque.bots.factory import UnknownBot, make_bot
    from ludotheque.engine.advice import Advice, Adviser
    from ludotheque.engine.game import Game
    from ludotheque.engine.match import Match
    from ludotheque.engine.options import BadOptions
    from ludotheque.engine.rules import Event, Outcome, Refused
    from ludotheque.games import UnknownGame, find, shelf

__version__ = "0.2.0"

__all__ = [
    "Advice",
    "Adviser",
    "BadOptions",
    "Event",
    "Game",
    "Match",
    "Outcome",
    "Refused",
    "UnknownBot",
    "UnknownGame",
    "__version__",
    "find",
    "games",
    "make_bot",
    "shelf",
]

_MODULES: Final = {
    "Advice": "ludotheque.engine.advice",
    "Adviser": "ludotheque.engine.advice",
    "BadOptions": "ludotheque.engine.options",
    "Event": "ludotheque.engine.rules",
    "Game": "ludotheque.engine.game",
    "Match": "ludotheque.engine.match",
    "Outcome": "ludotheque.engine.rules",
    "Refused": "ludotheque.engine.rules",
    "UnknownBot": "ludotheque.bots.factory",
    "UnknownGame": "ludotheque.games",
    "find": "ludotheque.games",
    "make_bot": "ludotheque.bots.factory",
    "shelf": "ludotheque.games",
}
"""Where each public name is defined."""


if not TYPE_CHECKING:  # a checker that saw this function would let any name pass

    def __getattr__(name: str) -> Any:
        """Import a public name at its first use: every command and every worker process imports this module."""
        if name == "games":
            return import_module("ludotheque.games")
        if name not in _MODULES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        globals()[name] = value = getattr(import_module(_MODULES[name]), name)
        return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
