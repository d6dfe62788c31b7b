"""Load generator: many tables, with a client in every seat."""

from __future__ import annotations

import asyncio
import http.client
import json
import random
import statistics
import time
from typing import Any, Final

from ludotheque.engine.game import Game
from ludotheque.lab.load.clients import LoadClient, PlayingClient, Tally
from ludotheque.lab.load.process import ServerProcess

TABLES: Final = 50
"""Tables that are played at while measuring."""
SETTLE: Final = 90
"""Moves at each table before measuring, so that the opening is over and caches are warm."""


class LoadGenerator:
    """All clients at many tables."""

    def __init__(self, served: ServerProcess, seed: int = 1) -> None:
        self.tally = Tally()
        self.guests: list[LoadClient] = []
        self.rng = random.Random(seed)
        self._served = served

    async def open_tables(self, game: Game, players: int, tables: int, watchers: int = 0) -> None:
        """Open tables, and fill them."""
        for _ in range(tables):
            table, cookies = await asyncio.to_thread(open_table, self._served.port, game, players)
            for seat, cookie in [*enumerate(cookies), *[(None, "")] * watchers]:
                path = f"/api/tables/{table}/socket?since=0"
                await self.connect(PlayingClient(seat, self.tally, self.rng), path, cookie)

    async def connect(self, guest: LoadClient, path: str, cookie: str = "", port: int | None = None) -> None:
        """Connect a client and wait for its welcome."""
        port = port or self._served.port
        await asyncio.get_running_loop().create_connection(lambda: guest, "127.0.0.1", port)
        guest.send_handshake(path, port, cookie)
        await guest.welcome
        self.guests.append(guest)

    def play(self) -> None:
        """Let every client play."""
        for guest in self.guests:
            guest.playing = True
            guest.play()

    async def measure(self, moves: int, settle: int) -> tuple[float, float, float]:
        """Moves a second, microseconds of the server's CPU a move, and the median answer in milliseconds."""
        tally = self.tally
        self.play()
        await self.wait_for_answers(settle)
        tally.waits.clear()
        acks, cpu, begun = tally.acks, self._served.cpu(), time.perf_counter()
        await self.wait_for_answers(acks + moves)
        seconds, spent = time.perf_counter() - begun, self._served.cpu() - cpu
        played = tally.acks - acks
        return played / seconds, spent / played * 1e6, statistics.median(tally.waits) * 1000

    async def wait_for_answers(self, acks: int) -> None:
        """Wait for so many answers."""
        async with asyncio.timeout(120):
            while self.tally.acks < acks:
                await asyncio.sleep(0.01)

    def close(self) -> None:
        """Close every connection."""
        for guest in self.guests:
            guest.close()


def open_table(port: int, game: Game, players: int) -> tuple[str, list[str]]:
    """Open a table with a guest in every seat; return its id, and the cookies in the order of the seats."""
    seats = [{"kind": "me"}, *[{"kind": "friend"}] * (players - 1)]
    long = {"no_fight": 2000, "max_moves": 20000} if game.id == "stratego" else {}
    opened, cookie = _post(port, "/api/tables", {"game": game.id, "name": "0", "chairs": seats, "options": long})
    join = f"/api/tables/{opened['id']}/join"
    _post(port, join, {"name": "0", "nonce": "0"}, cookie)
    others = [_post(port, join, {"name": str(seat), "nonce": str(seat)})[1] for seat in range(1, players)]
    return opened["id"], [cookie, *others]


def open_bot_table(port: int, game: Game, players: int, level: str) -> tuple[str, str]:
    """Open a table of one guest and bots that answer as soon as they can; return its id, and the guest's cookie."""
    seats = [{"kind": "me"}, *[{"kind": "bot", "level": level}] * (players - 1)]
    order = {"game": game.id, "name": "0", "chairs": seats, "pace": "at_once"}
    opened, cookie = _post(port, "/api/tables", order)
    _post(port, f"/api/tables/{opened['id']}/join", {"name": "0", "nonce": "0"}, cookie)
    return opened["id"], cookie


def _post(port: int, path: str, body: Any, cookie: str = "") -> tuple[Any, str]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    headers = {"Content-Type": "application/json", **({"Cookie": cookie} if cookie else {})}
    connection.request("POST", path, json.dumps(body), headers)
    answer = connection.getresponse()
    cookie = (answer.getheader("set-cookie") or "").partition(";")[0]
    found = json.loads(answer.read())
    connection.close()
    if answer.status >= 300:
        raise RuntimeError(f"{path}: {found}")
    return found, cookie
