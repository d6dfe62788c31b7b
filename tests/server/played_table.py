"""A table of three players in the same process as the server; the messages to each connection are recorded."""

from __future__ import annotations

import asyncio
import itertools
import json
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from ludotheque.protocol import http, messages
from ludotheque.server.runtime.services import Services
from ludotheque.server.tables.actor import TableActor
from ludotheque.server.tables.connection import Connection
from ludotheque.server.tables.table import Table
from tests.patience import PATIENCE

Json = dict[str, Any]
_numbers = itertools.count(1)


class RecordingConnection(Connection):
    """A connection that keeps every message it is sent."""

    def __init__(self, guest: str | None) -> None:
        super().__init__(guest)
        self.received: list[Json] = []
        self.raw: list[str] = []

    def send(self, message: bytes) -> None:
        self.raw.append(message.decode())
        self.received.append(json.loads(message))

    def last(self, kind: str) -> Json:
        """The latest message of a kind; the welcome counts as one of every kind it carries."""
        for message in reversed(self.received):
            if message["t"] == kind:
                return message
        raise AssertionError(f"no message {kind}")

    @property
    def card(self) -> Json:
        card: Json = next(message["table"] for message in reversed(self.received) if "table" in message)
        return card

    @property
    def notices(self) -> list[str]:
        """The notices that were sent: after how many entries of the story, the kind, the motion and the seat."""
        news = [item for message in self.received for item in message.get("news", ())]
        assert [item["seq"] for item in news] == list(range(1, len(news) + 1))
        return [
            " ".join(str(item[key]) for key in ("after", "kind", "motion", "seat") if item[key] is not None)
            for item in news
        ]

    @property
    def chat(self) -> list[str]:
        """The texts of the chat that can be read by now."""
        lines: list[Json] = []
        for message in self.received:
            if message["t"] == "welcome":
                lines = list(message["talk"])
            elif message["t"] == "talk":
                lines = message["lines"] if message["anew"] else lines + message["lines"]
        assert [line["seq"] for line in lines] == list(range(1, len(lines) + 1))
        return [line["text"] for line in lines]


class PlayedTable:
    """A table of the parlour game with three players and a spectator, all connected."""

    def __init__(
        self, actor: TableActor, table: Table, players: list[RecordingConnection], spectator: RecordingConnection
    ) -> None:
        self.actor = actor
        self.table = table
        self.players = players
        self.spectator = spectator

    async def send(self, person: RecordingConnection, message: Json) -> Json:
        """Send a message over a connection; its answer."""
        frame = json.dumps({"id": f"message {next(_numbers)}", **message})
        answer = await self.actor.handle(person, msgspec.json.decode(frame, type=messages.Incoming))
        found: Json = json.loads(msgspec.json.encode(answer))
        return found

    async def play(self, seat: int, move: Json | None = None) -> Json:
        """Play a move, or the first that is allowed."""
        match = self.table.playing()
        chosen = move or json.loads(msgspec.json.encode(match.legal(seat)[0]))
        question = match.rules.question(match.state)
        return await self.send(self.players[seat], {"t": "play", "question": question, "moves": [chosen]})

    def disconnect(self, seat: int) -> None:
        """Disconnect a player."""
        self.actor.disconnect(self.players[seat])

    def reconnect(self, seat: int) -> RecordingConnection:
        """Connect a player again."""
        person = RecordingConnection(f"guest {seat}")
        self.actor.connect(person, self.table, 0)
        self.players[seat] = person
        return person


async def open_played_table(services: Services, game: str = "parlour", **order: Any) -> PlayedTable:
    """A table with all three players seated and connected; the first deal is made."""
    chairs = [http.SeatRequest("me"), http.SeatRequest("friend"), http.SeatRequest("friend")]
    opened = http.OpenTable(game, "Anne", chairs, **order)
    card = await services.tables.opening.open(opened, "Anne", "guest 0")
    actor, table = await services.tables.find(card.id)
    for seat, name in ((0, "Anne"), (1, "Bruno"), (2, "Chloé")):
        await services.tables.join(actor.id, f"guest {seat}", name, name)
    players = [RecordingConnection(f"guest {seat}") for seat in range(3)]
    spectator = RecordingConnection("guest 9")
    for person in (*players, spectator):
        actor.connect(person, table, 0)
    return PlayedTable(actor, table, players, spectator)


def use_clock(monkeypatch: pytest.MonkeyPatch, now: Callable[[], int]) -> None:
    """Let tables read the time from ``now``, which the test controls; the wall clock does not jump."""
    monkeypatch.setattr("ludotheque.server.runtime.time.now_ms", now)
    monkeypatch.setattr("ludotheque.server.runtime.time.TableTime.now", lambda _: now())


async def wait_until(true: Callable[[], bool], within: float = PATIENCE) -> None:
    """Wait until a condition is true."""
    async with asyncio.timeout(within):
        while not true():
            await asyncio.sleep(0.005)
