"""Play from outside: a program that sits at the tables of a house, over HTTP and a socket.

A bot is a function that is handed a :class:`Turn` and answers with a move::

    import random
    from ludotheque.client import play

    ended = play("http://localhost:8000", lambda turn: random.choice(turn.legal),
                 game="stratego", chairs=["me", "strategist"])
    print(ended.outcome)

``docs/bots.md`` tells the rest.
"""

from ludotheque.client.bot import Bot, Seated, Turn, Typed
from ludotheque.client.client import Address, House, Promise
from ludotheque.client.errors import (
    BadAddress,
    ClientTrouble,
    HouseRefused,
    LineClosed,
    MoveRefused,
    NoTable,
    NotSeated,
    OtherEdition,
    TableFull,
    TooFast,
    Unreachable,
)
from ludotheque.client.seat import Ended, Seat, play, play_async, sit

__all__ = [
    "Address",
    "BadAddress",
    "Bot",
    "ClientTrouble",
    "Ended",
    "House",
    "HouseRefused",
    "LineClosed",
    "MoveRefused",
    "NoTable",
    "NotSeated",
    "OtherEdition",
    "Promise",
    "Seat",
    "Seated",
    "TableFull",
    "TooFast",
    "Turn",
    "Typed",
    "Unreachable",
    "play",
    "play_async",
    "sit",
]
