"""Kill −9 during play: no acknowledged move, chat message or seat is lost or doubled."""

from __future__ import annotations

import asyncio
import itertools
import json
import random
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidMessage

from ludotheque.server.storage import open_storage
from ludotheque.server.tables.events import ChatPosted, MovesPlayed, SeatClaimed, SeatTaken, decode
from ludotheque.server.tables.events import TableEvent as Written
from ludotheque.server.tables.table import Table
from tests.server.client import FRIEND, ME, SETUP, Guest, TableSocket, any_move
from tests.server.running import Running

TABLES = 6
LOST = (ConnectionClosed, InvalidMessage, OSError, EOFError)


class Scripted:
    """A player who plays legal moves and chats, reconnects, and sends again what was not answered."""

    def __init__(self, line: TableSocket, seed: int) -> None:
        self.line = line
        self.luck = random.Random(seed)
        self.acks: dict[str, int] = {}
        self.said: list[str] = []
        self.sent: dict[str, Any] | None = None
        self.moves = 0
        self.answered_at = 0.0
        self.elsewhere: Running | None = None
        """The worker to connect to next, where there are two."""

    async def play_on(self) -> None:
        while True:
            try:
                if self.line.socket is None:
                    await self.line.connect(self.line.seq)
                    if self.sent is not None:
                        await self.line.send(json.dumps(self.sent))
                if self.sent is None and self.line.to_move:
                    await self.send()
                await self.take(await self.line.receive(30))
                if self.elsewhere is not None and self.sent is None:
                    await self.line.close()
                    self.move()
            except LOST:
                self.move()
                await asyncio.sleep(0.05)

    def move(self) -> None:
        """Connect anew: to another worker, if there is one to go to."""
        self.line.socket = None
        if self.elsewhere is not None:
            self.line.guest.server, self.elsewhere = self.elsewhere, None

    async def send(self) -> None:
        assert self.line.now is not None
        if self.luck.random() < 0.3:
            text = f"{self.line.guest.name} {len(self.said)}"
            self.sent = {"t": "say", "id": f"talk {len(self.said)}", "text": text}
        else:
            deploying = self.line.now["sight"]["turn"] is None
            moves = SETUP if deploying else [any_move(self.line, self.luck)]
            self.sent = self.line.frame(moves)
        await self.line.send(json.dumps(self.sent))

    async def take(self, message: dict[str, Any]) -> None:
        assert message["t"] != "refused", message
        if message["t"] != "ack":
            return
        assert self.sent is not None
        assert message["id"] == self.sent["id"]
        if self.sent["t"] == "say":
            self.said.append(self.sent["text"])
        else:
            self.acks[message["id"]] = message["seq"]
            self.moves += len(self.sent["moves"])
        self.answered_at = time.monotonic()
        self.sent = None
        if self.line.to_move:
            await self.send()


class Newcomer:
    """A guest who opens tables, joins them and claims seats, repeatedly, through lost connections."""

    def __init__(self, *servers: Running) -> None:
        self.servers = servers
        self.opened: list[tuple[Guest, str]] = []
        self.joined: list[tuple[Guest, str]] = []
        self.claimed: list[tuple[Guest, str]] = []

    async def come_and_go(self) -> None:
        turns = itertools.cycle(self.servers)
        while True:
            try:
                anne, bruno, phone = (Guest(next(turns), name) for name in ("Anne", "Bruno", "phone"))
                table = await anne.open(ME, FRIEND)
                self.opened.append((anne, table["id"]))
                await bruno.join(table["id"])
                self.joined.append((bruno, table["id"]))
                await phone.claim(table["id"], table["claim"])
                self.claimed.append((phone, table["id"]))
            except httpx.HTTPError:
                await asyncio.sleep(0.05)
            await asyncio.sleep(0.1)


async def seated(server: Running, number: int) -> list[Scripted]:
    """Two scripted players at a table of their own."""
    anne, bruno = Guest(server, "Anne"), Guest(server, "Bruno")
    table = (await anne.open(ME, FRIEND, options={"no_fight": 2000, "max_moves": 20000}))["id"]
    await bruno.join(table)
    return [Scripted(await guest.sit(table), 2 * number + seat) for seat, guest in enumerate((anne, bruno))]


async def survive(server: Running, kills: int, moves_between: int) -> None:
    players = [player for number in range(TABLES) for player in await seated(server, number)]
    newcomer = Newcomer(server)
    tasks = [asyncio.create_task(player.play_on()) for player in players]
    tasks.append(asyncio.create_task(newcomer.come_and_go()))

    def played() -> int:
        for task in tasks:
            if task.done():
                task.result()
        return sum(player.moves for player in players)

    for kill in range(1, kills + 1):
        while played() < moves_between * kill:
            await asyncio.sleep(0.005)
        server.kill()
        await asyncio.to_thread(server.start)
    while played() < moves_between * (kills + 1):
        await asyncio.sleep(0.02)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    await check_seats(newcomer)
    server.kill()
    await check_logs(server.data, players)


async def test_kill_minus_nine(own_server: Running) -> None:
    await survive(own_server, 3, 300)


@pytest.mark.slow
@pytest.mark.timeout(1200)
async def test_kill_minus_nine_twenty_times(own_server: Running) -> None:
    await survive(own_server, 20, 120)


async def load_logs(database: Path | str, *tables: str) -> list[list[bytes]]:
    storage = await open_storage(database)
    logs = [await storage.load(table) for table in tables]
    await storage.close()
    return logs


async def check_logs(database: Path | str, players: Sequence[Scripted]) -> None:
    logs = await load_logs(database, *(player.line.table for player in players))
    for player, bodies in zip(players, logs, strict=True):
        check_log(bodies, player)


def check_log(bodies: list[bytes], player: Scripted) -> None:
    line = player.line
    seat = line.seat
    assert seat is not None
    entries: list[Written] = [decode(body) for body in bodies]
    acted = Counter(entry.client for entry in entries if isinstance(entry, MovesPlayed) and entry.seat == seat)
    assert set(acted.values()) == {1}, "a message was played twice"
    assert player.acks.keys() <= acted.keys(), "an acknowledged move is lost"
    assert len(acted) - len(player.acks) <= 1, "a move was played that nobody sent"
    said = [entry.text for entry in entries if isinstance(entry, ChatPosted) and entry.by == seat]
    assert said[: len(player.said)] == player.said, "an acknowledged line of talk is lost or doubled"
    assert len(said) - len(player.said) <= 1
    table = Table.load(line.table, bodies)
    assert all(table.acknowledgements.find(seat, id) == seq for id, seq in player.acks.items())
    heard = [(entry["seq"], entry["seat"], entry["events"]) for entry in line.story]
    kept = [(entry.seq, entry.seat, [json.loads(bytes(raw)) for raw in entry.events]) for entry in table.stories[seat]]
    assert heard == kept[: len(heard)], "a player was told something else than the log says"
    assert len(heard) >= max(player.acks.values())


async def check_seats(newcomer: Newcomer) -> None:
    """Check that every acknowledged seat is taken by its guest alone, and that the lists agree with the logs."""
    assert newcomer.claimed
    for guests, seat in ((newcomer.opened, 0), (newcomer.joined, 1), (newcomer.claimed, 0)):
        for guest, table in guests:
            assert (await guest.get(f"/api/tables/{table}"))["you"] == seat
            assert [line["you"] for line in (await guest.get("/api/mine"))["tables"]] == [seat]
    for bodies in await load_logs(newcomer.servers[0].data, *(table for _, table in newcomer.opened)):
        lines = [decode(body) for body in bodies]
        seats = Counter(line.seat for line in lines if isinstance(line, SeatTaken) and line.nonce)
        assert set(seats.values()) == {1}, "two guests have the same seat"
        assert all(
            len({line.guest for line in lines if isinstance(line, SeatTaken) and line.seat == seat}) == 1
            for seat in seats
        )
        assert len([line for line in lines if isinstance(line, SeatClaimed)]) <= 1
