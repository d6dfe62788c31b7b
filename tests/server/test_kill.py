"""Kill −9 in the middle of play: nothing acknowledged is lost, nothing is played twice."""

from __future__ import annotations

import asyncio
import json
import random
from collections import Counter
from typing import Any

from websockets.exceptions import ConnectionClosed, InvalidMessage

from ludotheque.server.database import connect
from ludotheque.server.ledger import Acted, decode
from ludotheque.server.table import Table
from tests.server.client import FRIEND, ME, SETUP, Guest, Line, any_move
from tests.server.running import Running

TABLES, MOVES, KILLS = 6, 1400, 4


class Scripted:
    """Somebody who plays any allowed move, through lost lines, sending again what was not answered."""

    def __init__(self, line: Line, seed: int) -> None:
        self.line = line
        self.luck = random.Random(seed)
        self.acks: dict[str, int] = {}
        self.sent: dict[str, Any] | None = None
        self.moves = 0

    async def play_on(self) -> None:
        while True:
            try:
                if self.line.socket is None:
                    await self.line.connect(self.line.seq)
                    if self.sent is not None:
                        await self.line.say(json.dumps(self.sent))
                if self.sent is None and self.line.to_move:
                    await self.send()
                await self.take(await self.line.hear(30))
            except (ConnectionClosed, InvalidMessage, OSError):
                self.line.socket = None
                await asyncio.sleep(0.05)

    async def send(self) -> None:
        assert self.line.now is not None
        deploying = self.line.now["sight"]["turn"] is None
        moves = SETUP if deploying else [any_move(self.line, self.luck)]
        self.sent = self.line.frame(moves)
        await self.line.say(json.dumps(self.sent))

    async def take(self, message: dict[str, Any]) -> None:
        if message["t"] == "ack":
            assert self.sent is not None
            assert message["id"] == self.sent["id"]
            self.acks[message["id"]] = message["seq"]
            self.moves += len(self.sent["moves"])
            self.sent = None
        assert message["t"] != "refused", message


async def seated(server: Running, number: int) -> list[Scripted]:
    """Two scripted players at a table of their own."""
    anne, bruno = Guest(server, "Anne"), Guest(server, "Bruno")
    table = (await anne.open(ME, FRIEND, options={"no_fight": 2000, "max_moves": 20000}))["id"]
    await bruno.join(table)
    return [Scripted(await guest.sit(table), 2 * number + seat) for seat, guest in enumerate((anne, bruno))]


async def test_kill_minus_nine(own_server: Running) -> None:
    players = [player for number in range(TABLES) for player in await seated(own_server, number)]
    tasks = [asyncio.create_task(player.play_on()) for player in players]

    def played() -> int:
        for task in tasks:
            if task.done():
                task.result()
        return sum(player.moves for player in players)

    for kill in range(1, KILLS + 1):
        while played() < MOVES * kill // (KILLS + 1):
            await asyncio.sleep(0.005)
        own_server.kill()
        await asyncio.to_thread(own_server.start)
    while played() < MOVES:
        await asyncio.sleep(0.02)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    own_server.kill()
    check_the_logs(own_server, players)


def check_the_logs(server: Running, players: list[Scripted]) -> None:
    log = connect(server.data)
    for player in players:
        line = player.line
        query = 'SELECT body FROM entry WHERE "table" = ? ORDER BY seq'
        bodies = [body for (body,) in log.execute(query, (line.table,))]
        acted = [entry for entry in map(decode, bodies) if isinstance(entry, Acted) and entry.seat == line.seat]
        written = Counter(entry.client for entry in acted)
        assert set(written.values()) == {1}, "a message was played twice"
        assert player.acks.keys() <= written.keys(), "an acknowledged move is lost"
        assert len(written) - len(player.acks) <= 1, "a move was played that nobody sent"
        table = Table.load(line.table, bodies)
        assert line.seat is not None
        assert all(table.acks[line.seat, id] == seq for id, seq in player.acks.items())
        heard = [(entry["seq"], entry["seat"], entry["events"]) for entry in line.story]
        kept = [
            (entry.seq, entry.seat, [json.loads(bytes(raw)) for raw in entry.events])
            for entry in table.stories[line.seat]
        ]
        assert heard == kept[: len(heard)], "a player was told something else than the log says"
        assert len(heard) >= max(player.acks.values())
    log.close()
