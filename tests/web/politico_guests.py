"""Guests who play Politico over sockets up to the scene that a browser test is about."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

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


async def seat_politico_guests(server: Running, players: int) -> list[TableSocket]:
    """Guests at one table, all connected, the game begun."""
    guests = [Guest(server, name) for name in ("Anne", "Béa", "Chloé", "Denis")[:players]]
    table = (await guests[0].open(ME, *[FRIEND] * (players - 1), game="politico", options=LONG))["id"]
    for guest in guests[1:]:
        await guest.join(table)
    return [await guest.sit(table) for guest in guests]


async def play_until(
    lines: list[TableSocket], scene: Callable[[TableSocket], bool], wanted: tuple[str, ...] = FORMING
) -> TableSocket:
    """Have all guests play until one of them is asked in such a scene; that one."""
    playing = [asyncio.create_task(_plays(line, wanted, scene)) for line in lines]
    done, rest = await asyncio.wait(playing, return_when=asyncio.FIRST_COMPLETED)
    for task in rest:
        task.cancel()
    await asyncio.gather(*rest, return_exceptions=True)
    done.pop().result()
    return next(line for line in lines if line.to_move and scene(line))


async def play_on(line: TableSocket) -> None:
    """Answer every question, without end."""
    await _plays(line, FORMING, lambda line: False)


async def _plays(line: TableSocket, wanted: tuple[str, ...], scene: Callable[[TableSocket], bool]) -> None:
    while True:
        await line.until(lambda: line.to_move)
        if scene(line):
            return
        assert line.now is not None
        await line.play(_choice(line.now["legal"], wanted))


def _choice(legal: list[Json], wanted: tuple[str, ...]) -> Json:
    votes = [move for move in legal if move.get("ballot") == "yes"]
    return [*votes, *(move for do in wanted for move in legal if move["do"] == do), *legal][0]


def sight(line: TableSocket) -> Json:
    """What a seat sees."""
    assert line.now is not None
    seen: Json = line.now["sight"]
    return seen


async def sit_in_browser(open_browser: OpenBrowser, line: TableSocket, size: tuple[int, int]) -> BrowserGuest:
    """A browser with the cookies of a guest who plays over a socket, at the same table."""
    guest = await open_browser(size)
    cookies = line.guest.http.cookies.items()
    await guest.page.context.add_cookies(
        [{"name": key, "value": value, "url": guest.address} for key, value in cookies]
    )
    await guest.goto(f"/t/{line.table}")
    return guest
