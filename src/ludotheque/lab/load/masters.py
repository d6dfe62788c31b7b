"""How long one person waits for bots that search, at the largest table there is."""

from __future__ import annotations

import asyncio
import random
import time
from statistics import median
from typing import Final

from ludotheque.engine.game import Game
from ludotheque.lab.figure import Figure
from ludotheque.lab.load.clients import PlayingClient, Tally
from ludotheque.lab.load.generator import open_bot_table
from ludotheque.lab.load.process import start_server

MOVES: Final = 60
"""Moves of bots that are waited for."""
MOST_SECONDS: Final = 3.0
LIMIT: Final = 600.0
"""Seconds after which a measurement is broken off."""


class WaitingClient(PlayingClient):
    """A player who answers at once, and times every move that others take."""

    def __init__(self) -> None:
        super().__init__(0, Tally(), random.Random(1))
        self.moves: list[float] = []
        """Seconds between two changes of the table, while this player was not asked."""
        self._since: float | None = None

    def take(self, frame: bytes) -> None:
        """Handle a message; a new state ends a wait, and begins the next one unless it asks this player."""
        changed = frame[:10] == b'{"t":"prog'
        if changed and self._since is not None:
            self.moves.append(time.perf_counter() - self._since)
        super().take(frame)
        if changed:
            self._since = None if self.sent else time.perf_counter()


async def measure_masters(game: Game, moves: int = MOVES) -> list[Figure]:
    """Measure it on a server with its default settings, with a master in every seat but one."""
    players = max(game.rules.seats)
    level = list(game.levels)[-1]
    with start_server() as served:
        table, cookie = await asyncio.to_thread(open_bot_table, served.port, game, players, level)
        person = WaitingClient()
        await asyncio.get_running_loop().create_connection(lambda: person, "127.0.0.1", served.port)
        person.send_handshake(f"/api/tables/{table}/socket?since=0", served.port, cookie)
        await person.welcome
        person.playing = True
        person.play()
        async with asyncio.timeout(LIMIT):
            while len(person.moves) < moves:
                await asyncio.sleep(0.05)
        person.close()
    name = f"one person and {players - 1} bots of the level {level} ({game.id})"
    usual = median(person.moves)
    return [
        Figure(f"{name}: median wait for a bot", usual, "s", f"≤ {MOST_SECONDS:g}", usual <= MOST_SECONDS),
        Figure(f"{name}: longest wait for a bot", max(person.moves), "s"),
    ]
