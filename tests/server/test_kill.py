"""Kill −9 in the middle of play: nothing acknowledged is lost, nothing happens twice: moves, talk, seats."""

from __future__ import annotations

import asyncio
import json
import random
from collections import Counter
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidMessage

from ludotheque.server.ledger import Acted, Claimed, Said, Sat, decode
from ludotheque.server.ledger import Line as Written
from ludotheque.server.storage.sqlite_file import connect
from ludotheque.server.table import Table
from tests.server.client import FRIEND, ME, SETUP, Guest, Line, any_move
from tests.server.running import Running

TABLES = 6
LOST = (ConnectionClosed, InvalidMessage, OSError, EOFError)


class Scripted:
    """Somebody who plays any allowed move and talks, through lost lines, sending again what was not answered."""

    def __init__(self, line: Line, seed: int) -> None:
        self.line = line
        self.luck = random.Random(seed)
        self.acks: dict[str, int] = {}
        self.said: list[str] = []
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
            except LOST:
                self.line.socket = None
                await asyncio.sleep(0.05)

    async def send(self) -> None:
        assert self.line.now is not None
        if self.luck.random() < 0.3:
            text = f"{self.line.guest.name} {len(self.said)}"
            self.sent = {"t": "say", "id": f"talk {len(self.said)}", "text": text}
        else:
            deploying = self.line.now["sight"]["turn"] is None
            moves = SETUP if deploying else [any_move(self.line, self.luck)]
            self.sent = self.line.frame(moves)
        await self.line.say(json.dumps(self.sent))

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
        self.sent = None
        if self.line.to_move:
            await self.send()


class Newcomer:
    """Somebody who opens tables, sits down at them and claims seats, again and again, through lost lines."""

    def __init__(self, server: Running) -> None:
        self.server = server
        self.opened: list[tuple[Guest, str]] = []
        self.joined: list[tuple[Guest, str]] = []
        self.claimed: list[tuple[Guest, str]] = []

    async def come_and_go(self) -> None:
        while True:
            try:
                anne, bruno, phone = (Guest(self.server, name) for name in ("Anne", "Bruno", "phone"))
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
    await check_the_seats(newcomer)
    server.kill()
    for player in players:
        check_the_log(written(server, player.line.table), player)


async def test_kill_minus_nine(own_server: Running) -> None:
    await survive(own_server, 3, 300)


@pytest.mark.slow
@pytest.mark.timeout(1200)
async def test_kill_minus_nine_twenty_times(own_server: Running) -> None:
    await survive(own_server, 20, 120)


def written(server: Running, table: str) -> list[bytes]:
    log = connect(server.data)
    bodies = [body for (body,) in log.execute('SELECT body FROM entry WHERE "table" = ? ORDER BY seq', (table,))]
    log.close()
    return bodies


def check_the_log(bodies: list[bytes], player: Scripted) -> None:
    line = player.line
    seat = line.seat
    assert seat is not None
    entries: list[Written] = [decode(body) for body in bodies]
    acted = Counter(entry.client for entry in entries if isinstance(entry, Acted) and entry.seat == seat)
    assert set(acted.values()) == {1}, "a message was played twice"
    assert player.acks.keys() <= acted.keys(), "an acknowledged move is lost"
    assert len(acted) - len(player.acks) <= 1, "a move was played that nobody sent"
    said = [entry.text for entry in entries if isinstance(entry, Said) and entry.by == seat]
    assert said[: len(player.said)] == player.said, "an acknowledged line of talk is lost or doubled"
    assert len(said) - len(player.said) <= 1
    table = Table.load(line.table, bodies)
    assert all(table.acks[seat, id] == seq for id, seq in player.acks.items())
    heard = [(entry["seq"], entry["seat"], entry["events"]) for entry in line.story]
    kept = [(entry.seq, entry.seat, [json.loads(bytes(raw)) for raw in entry.events]) for entry in table.stories[seat]]
    assert heard == kept[: len(heard)], "a player was told something else than the log says"
    assert len(heard) >= max(player.acks.values())


async def check_the_seats(newcomer: Newcomer) -> None:
    """Whoever was told that they sit, sits, and in nobody's place; the lists agree with the logs."""
    assert newcomer.claimed
    for guests, seat in ((newcomer.opened, 0), (newcomer.joined, 1), (newcomer.claimed, 0)):
        for guest, table in guests:
            assert (await guest.get(f"/api/tables/{table}"))["you"] == seat
            assert [line["you"] for line in (await guest.get("/api/mine"))["tables"]] == [seat]
    for _, table in newcomer.opened:
        lines = [decode(body) for body in written(newcomer.server, table)]
        seats = Counter(line.seat for line in lines if isinstance(line, Sat))
        assert set(seats.values()) == {1}, "two sit on one chair"
        assert len([line for line in lines if isinstance(line, Claimed)]) <= 1
