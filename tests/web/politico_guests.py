"""Guests who play Politico over sockets up to the scene that a browser test is about."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from tests.server.client import FRIEND, ME, Guest, Json, TableSocket
from tests.server.running import Running
from tests.web.browser_guest import BrowserGuest
from tests.web.conftest import OpenBrowser

LONG = {"target": 2000, "rounds": 200}
"""Options with which a game does not end before the scene is reached."""
FORMING = ("form", "ready", "join", "draw", "pass", "suffer", "decline")
"""Moves in the order in which they are chosen: form a government, and let the rest be."""
ATTACKING = ("attack", "draw", "pass", "ready", "join", "suffer", "decline")
"""The same, but attack whenever that is possible."""


class GameOver(Exception):
    """The game ended before the scene came."""


async def seat_politico_guests(server: Running, players: int, **order: Any) -> list[TableSocket]:
    """Guests at one table, all connected, the game begun."""
    guests = [Guest(server, name) for name in ("Anne", "Béa", "Chloé", "Denis")[:players]]
    table = (await guests[0].open(ME, *[FRIEND] * (players - 1), game="politico", options=LONG, **order))["id"]
    for guest in guests[1:]:
        await guest.join(table)
    return [await guest.sit(table) for guest in guests]


async def play_until(
    sockets: list[TableSocket], scene: Callable[[TableSocket], bool], wanted: tuple[str, ...] = FORMING
) -> TableSocket:
    """Have all guests play until one of them is asked in such a scene; that one. Raises :class:`GameOver`."""
    playing = [asyncio.create_task(_plays(socket, wanted, scene)) for socket in sockets]
    done, rest = await asyncio.wait(playing, return_when=asyncio.FIRST_COMPLETED)
    for task in rest:
        task.cancel()
    await asyncio.gather(*rest, return_exceptions=True)
    done.pop().result()
    return next(socket for socket in sockets if socket.to_move and scene(socket))


async def play_on(socket: TableSocket) -> None:
    """Answer every question, without end."""
    await _plays(socket, FORMING, lambda socket: False)


async def _plays(socket: TableSocket, wanted: tuple[str, ...], scene: Callable[[TableSocket], bool]) -> None:
    while True:
        await socket.until(lambda: socket.to_move or socket.card["over"])
        if socket.card["over"]:
            raise GameOver
        if scene(socket):
            return
        assert socket.now is not None
        await socket.play(_choice(socket.now["legal"], wanted))


def _choice(legal: list[Json], wanted: tuple[str, ...]) -> Json:
    votes = [move for move in legal if move.get("ballot") == "yes"]
    return [*votes, *(move for do in wanted for move in legal if move["do"] == do), *legal][0]


def sight(socket: TableSocket) -> Json:
    """What a seat sees."""
    assert socket.now is not None
    seen: Json = socket.now["sight"]
    return seen


async def sit_in_browser(
    open_browser: OpenBrowser, socket: TableSocket, size: tuple[int, int], locale: str = "fr-FR"
) -> BrowserGuest:
    """A browser with the cookies of a guest who plays over a socket, at the same table."""
    guest = await open_browser(size, locale=locale)
    await take_seat_of(guest, socket)
    return guest


async def take_seat_of(guest: BrowserGuest, socket: TableSocket) -> None:
    """Give a browser the cookies of a guest who plays over a socket, and go to the same table."""
    cookies = socket.guest.http.cookies.items()
    await guest.page.context.add_cookies(
        [{"name": key, "value": value, "url": guest.address} for key, value in cookies]
    )
    await guest.goto(f"/t/{socket.table}")
