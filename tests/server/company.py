"""People at a table of three, in the same process as the house: what each of them hears is at hand."""

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


class Person(Connection):
    """Somebody connected, who keeps all they hear."""

    def __init__(self, guest: str | None) -> None:
        super().__init__(guest)
        self.heard: list[Json] = []
        self.raw: list[str] = []

    def send(self, message: bytes) -> None:
        self.raw.append(message.decode())
        self.heard.append(json.loads(message))

    def last(self, kind: str) -> Json:
        """The latest message of a kind; the welcome counts as one of every kind it carries."""
        for message in reversed(self.heard):
            if message["t"] == kind:
                return message
        raise AssertionError(f"never heard {kind}")

    @property
    def card(self) -> Json:
        card: Json = next(message["table"] for message in reversed(self.heard) if "table" in message)
        return card

    @property
    def news(self) -> list[str]:
        """What they know to have happened around the game: after how much of their story, what, and to whom."""
        news = [item for message in self.heard for item in message.get("news", ())]
        assert [item["seq"] for item in news] == list(range(1, len(news) + 1))
        return [
            " ".join(str(item[key]) for key in ("after", "kind", "motion", "seat") if item[key] is not None)
            for item in news
        ]

    @property
    def talk(self) -> list[str]:
        """What they can read by now."""
        lines: list[Json] = []
        for message in self.heard:
            if message["t"] == "welcome":
                lines = list(message["talk"])
            elif message["t"] == "talk":
                lines = message["lines"] if message["anew"] else lines + message["lines"]
        assert [line["seq"] for line in lines] == list(range(1, len(lines) + 1))
        return [line["text"] for line in lines]


class Company:
    """Three people and somebody who looks on, at a table of the parlour game."""

    def __init__(self, room: TableActor, table: Table, people: list[Person], watcher: Person) -> None:
        self.room = room
        self.table = table
        self.people = people
        self.watcher = watcher

    async def ask(self, person: Person, message: Json) -> Json:
        """Send something, and have the answer."""
        frame = json.dumps({"id": f"message {next(_numbers)}", **message})
        answer = await self.room.handle(person, msgspec.json.decode(frame, type=messages.Incoming))
        found: Json = json.loads(msgspec.json.encode(answer))
        return found

    async def play(self, seat: int, move: Json | None = None) -> Json:
        """Play a move, or the first that is allowed."""
        match = self.table.playing()
        chosen = move or json.loads(msgspec.json.encode(match.legal(seat)[0]))
        question = match.rules.question(match.state)
        return await self.ask(self.people[seat], {"t": "play", "question": question, "moves": [chosen]})

    def go_away(self, seat: int) -> None:
        """Lose the line."""
        self.room.disconnect(self.people[seat])

    def come_back(self, seat: int) -> Person:
        """Connect anew."""
        person = Person(f"guest {seat}")
        self.room.connect(person, self.table, 0)
        self.people[seat] = person
        return person


async def seated(services: Services, **order: Any) -> Company:
    """Everybody sits, connected; the first deal is made."""
    chairs = [http.SeatRequest("me"), http.SeatRequest("friend"), http.SeatRequest("friend")]
    opened = http.OpenTable("parlour", "Anne", chairs, **order)
    card = await services.tables.open(opened, "Anne", "guest 0")
    room, table = await services.tables.find(card.id)
    for seat, name in ((0, "Anne"), (1, "Bruno"), (2, "Chloé")):
        await services.tables.join(room.id, f"guest {seat}", name, name)
    people = [Person(f"guest {seat}") for seat in range(3)]
    watcher = Person("guest 9")
    for person in (*people, watcher):
        room.connect(person, table, 0)
    return Company(room, table, people, watcher)


def stop_time(monkeypatch: pytest.MonkeyPatch, now: Callable[[], int]) -> None:
    """Have tables go by a clock that the test turns: time passes by it, and the wall clock does not jump."""
    monkeypatch.setattr("ludotheque.server.runtime.time.now_ms", now)
    monkeypatch.setattr("ludotheque.server.runtime.time.TableTime.now", lambda _: now())


async def until(true: Callable[[], bool], within: float = PATIENCE) -> None:
    """Wait until something is so."""
    async with asyncio.timeout(within):
        while not true():
            await asyncio.sleep(0.005)
