"""Guests who play Le Jeu du Président over sockets up to the scene that a browser test is about."""

from __future__ import annotations

from collections.abc import Collection

from tests.server.client import FRIEND, ME, Guest, TableSocket
from tests.server.running import Running
from tests.web.politico_guests import play_until, sight

DEPARTMENTS = 98
WITH_CARDS = ("draw", "challenge", "stand")
"""Moves in the order in which they are chosen: campaign cards and challenges where there is a choice."""


async def seat_president_guests(server: Running, players: int) -> list[TableSocket]:
    """Guests at one table, all connected, the game begun."""
    guests = [Guest(server, name) for name in ("Anne", "Béa", "Chloé", "Denis")[:players]]
    table = (await guests[0].open(ME, *[FRIEND] * (players - 1), game="president"))["id"]
    for guest in guests[1:]:
        await guest.join(table)
    return [await guest.sit(table) for guest in guests]


async def play_until_few_are_free(sockets: list[TableSocket], most: int) -> None:
    """Have all guests play until no more than so many departments are free."""
    await play_until(sockets, lambda socket: DEPARTMENTS - sum(map(len, sight(socket)["held"])) <= most, wanted=())


async def play_until_second_round(sockets: list[TableSocket]) -> None:
    """Have all guests play until the second round has begun."""
    await play_until(sockets, lambda socket: sight(socket)["round"] > 1, wanted=())


async def play_until_asked(sockets: list[TableSocket], stages: Collection[str]) -> None:
    """Have all guests play until the first of them is asked at one of these stages."""
    first = sockets[0]
    await play_until(sockets, lambda socket: socket is first and sight(socket)["stage"] in stages, wanted=WITH_CARDS)
