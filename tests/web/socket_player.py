"""A player at a socket that answers as a bot of a level would: plays a game on while a page shows it."""

from __future__ import annotations

import msgspec

from ludotheque.engine.chance import QuickChance
from ludotheque.engine.game import Game
from tests.server.client import Guest, TableSocket
from tests.server.running import Running
from tests.web.browser_guest import BrowserGuest


async def connect_beside(guest: BrowserGuest, server: Running, table: str) -> TableSocket:
    """A second socket of a guest in a browser, with the browser's cookies, at the same table."""
    other = Guest(server, "Anne")
    for cookie in await guest.page.context.cookies():
        other.http.cookies.set(cookie["name"], cookie["value"])
    return await other.sit(table)


class SocketPlayer:
    """Chooses the moves of the seat that a socket belongs to."""

    def __init__(self, game: Game, socket: TableSocket, level: str) -> None:
        assert socket.seat is not None
        self._rules = game.rules
        self._socket = socket
        self._bot = game.levels[level](socket.seat, QuickChance("socket player"))
        self._heard = 0

    async def answer(self) -> None:
        """Answer the question that is asked."""
        socket, rules = self._socket, self._rules
        assert socket.now is not None
        events = [event for entry in socket.story[self._heard :] for event in entry["events"]]
        self._heard = len(socket.story)
        self._bot.hear([msgspec.convert(event, rules.event_type) for event in events])
        legal, free = ([msgspec.convert(move, rules.move_type) for move in socket.now[of]] for of in ("legal", "free"))
        sight = msgspec.convert(socket.now["sight"], rules.sight_type)
        await socket.play(msgspec.to_builtins(self._bot.choose(sight, legal, free)))

    async def play_to_end(self) -> None:
        """Answer every question until the game is over."""
        while not self._socket.card["over"]:
            if self._socket.to_move:
                await self.answer()
            else:
                await self._socket.receive()
