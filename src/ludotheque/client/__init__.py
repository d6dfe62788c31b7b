"""Python client: programs that play at the tables of a server, over HTTP and a socket.

A bot is a function that gets a :class:`Turn` and returns a move::

    import random
    from ludotheque.client import play

    ended = play("http://localhost:8000", lambda turn: random.choice(turn.legal),
                 game="stratego", chairs=["me", "strategist"])
    print(ended.outcome)

``docs/bots.md`` has the rest.
"""

import warnings
from typing import TYPE_CHECKING, Any, Final

from ludotheque.client.bot import Bot, PlayerBot, Turn, Typed
from ludotheque.client.client import Address, Client, Promise
from ludotheque.client.errors import (
    BadAddress,
    ClientError,
    ClosedByServer,
    IncompatibleRules,
    MoveRefused,
    NoTable,
    NotSeated,
    RequestRefused,
    TableFull,
    TooFast,
    Unreachable,
)
from ludotheque.client.seat import Ended, Seat, play, play_async, sit

__all__ = [
    "Address",
    "BadAddress",
    "Bot",
    "Client",
    "ClientError",
    "ClosedByServer",
    "Ended",
    "IncompatibleRules",
    "MoveRefused",
    "NoTable",
    "NotSeated",
    "PlayerBot",
    "Promise",
    "RequestRefused",
    "Seat",
    "TableFull",
    "TooFast",
    "Turn",
    "Typed",
    "Unreachable",
    "play",
    "play_async",
    "sit",
]

RENAMED: Final = {
    "ClientTrouble": "ClientError",
    "House": "Client",
    "HouseRefused": "RequestRefused",
    "LineClosed": "ClosedByServer",
    "OtherEdition": "IncompatibleRules",
    "Seated": "PlayerBot",
}
"""The names of 0.1, and those that replace them."""

if not TYPE_CHECKING:  # a checker that saw this function would let any name pass

    def __getattr__(name: str) -> Any:
        """Return what a name of 0.1 stands for now, with a warning."""
        if name not in RENAMED:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        new = RENAMED[name]
        warnings.warn(f"ludotheque.client.{name} is now called {new}", DeprecationWarning, stacklevel=2)
        return globals()[new]
