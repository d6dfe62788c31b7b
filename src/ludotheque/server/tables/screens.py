"""Shared screens: a television or laptop that shows the whole room what spectators may know.

At a private table its viewers are the players, so that the spectators' delay does not apply to it.
"""

from __future__ import annotations

from typing import Final

from ludotheque.engine.rules import Seat
from ludotheque.server.tables.connection import Connection
from ludotheque.server.tables.table import Table

SCREEN: Final[Seat] = -2
"""Stands for an open screen among the connected seats that workers tell each other. Nature is -1."""


def is_live(connection: Connection, table: Table) -> bool:
    """Whether the spectators' delay does not apply to a connection: a screen in private, or a device of players."""
    return (connection.is_screen and not table.public) or bool(table.seats.on_device(connection.device))
