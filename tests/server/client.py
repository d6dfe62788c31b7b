"""Guests for the tests: they open and join tables over HTTP and play over a real socket."""

from __future__ import annotations

import asyncio
import itertools
import json
import random
from collections.abc import Callable, Sequence
from typing import Any, Self

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.patience import PATIENCE
from tests.server.running import Running

Json = dict[str, Any]
ME, FRIEND = {"kind": "me"}, {"kind": "friend"}
FULL_ARMY = "M" + "B" * 6 + "E" * 5 + "F" * 4 + "G" * 4 + "C" + "H" * 4 + "I" * 3 + "J" * 2 + "K" + "L" + "D" * 8
SETUP = [{"do": "place", "piece": letter} for letter in FULL_ARMY]


def bot(level: str) -> Json:
    return {"kind": "bot", "level": level}


_guests: list[Guest] = []


async def close_all_guests() -> None:
    """Close the sockets and HTTP clients of all guests."""
    for guest in _guests:
        for socket in guest.sockets:
            await socket.close()
        await guest.http.aclose()
    _guests.clear()


class Guest:
    """A guest with a browser and cookies of their own."""

    def __init__(self, server: Running, name: str) -> None:
        self.server = server
        self.name = name
        # There is no TLS here, and reading the certificates for it would take longer than most tests.
        self.http = httpx.AsyncClient(base_url=server.address, timeout=PATIENCE, verify=False)
        self.sockets: list[TableSocket] = []
        _guests.append(self)

    async def open(self, *seats: Json, status: int = 201, nonce: str | None = None, **order: Any) -> Json:
        """Open a table and, as a browser does, take the seat that is kept there."""
        card = await self.offer(*seats, status=status, **order)
        return card if status != 201 or card["you"] is None else await self.join(card["id"], nonce=nonce)

    async def offer(self, *seats: Json, status: int = 201, **order: Any) -> Json:
        """Open a table, without taking the seat."""
        body = {"game": "stratego", "name": self.name, "chairs": list(seats), **order}
        return await self._ask("POST", "/api/tables", status, body)

    async def branch(self, table: str, **order: Any) -> Json:
        """Open a branch of a finished game, and take the seat there."""
        card = await self._ask("POST", f"/api/tables/{table}/branch", 201, {"name": self.name, **order})
        return await self.join(card["id"])

    async def join(self, table: str, status: int = 200, nonce: str | None = None) -> Json:
        wish = {"name": self.name, "nonce": nonce or f"{self.name}'s"}
        return await self._ask("POST", f"/api/tables/{table}/join", status, wish)

    async def claim(self, table: str, code: str, status: int = 200) -> Json:
        return await self._ask("POST", f"/api/tables/{table}/claim", status, {"code": code})

    async def post(self, path: str, body: Json, status: int = 200) -> Json:
        return await self._ask("POST", path, status, body)

    async def get(self, path: str, status: int = 200) -> Json:
        return await self._ask("GET", path, status)

    async def _ask(self, method: str, path: str, status: int, body: Json | None = None) -> Json:
        answer = await self.http.request(method, path, json=body)
        assert answer.status_code == status, answer.text
        found: Json = answer.json()
        return found

    async def watch_on_screen(self, table: str) -> TableSocket:
        """Open a shared screen on this guest's browser."""
        socket = TableSocket(self, table, query="since=0&view=screen")
        await socket.connect()
        return socket

    async def sit(self, table: str, since: int = 0, origin: str | None = None) -> TableSocket:
        """Connect to a table; take the seat that is kept for this guest, as a browser does."""
        socket = TableSocket(self, table, origin)
        await socket.connect(since)
        if socket.card["you"] in socket.card["awaited"]:
            started = (await self.join(table))["started"]
            await socket.until(lambda: socket.card["nonce"] is not None and (socket.now is not None or not started))
        return socket


class TableSocket:
    """A socket to a table, and all messages received on it."""

    def __init__(
        self,
        guest: Guest,
        table: str,
        origin: str | None = None,
        forwarded_for: str | None = None,
        query: str | None = None,
    ) -> None:
        self.guest = guest
        self.table = table
        self.origin = origin
        self.query = query
        self.headers = {"X-Forwarded-For": forwarded_for} if forwarded_for else {}
        self.card: Json = {}
        self.now: Json | None = None
        self.seq = 0
        self.story: list[Json] = []
        self.chat: list[Json] = []
        self.notices: list[Json] = []
        self.clocks: Json | None = None
        self.received: list[str] = []
        self.socket: ClientConnection | None = None
        self._ids = itertools.count(1)
        guest.sockets.append(self)

    async def connect(self, since: int = 0) -> Json:
        cookies = "; ".join(f"{key}={value}" for key, value in self.guest.http.cookies.items())
        self.socket = await connect(
            f"{self.guest.server.socket_address}/api/tables/{self.table}/socket?{self.query or f'since={since}'}",
            additional_headers={"Cookie": cookies, **self.headers} if cookies else self.headers,
            origin=self.origin,  # type: ignore[arg-type]
            max_size=None,
            compression=None,
            ping_interval=None,  # a test that does not read for a while would take the connection for dead
        )
        return await self.receive()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        if self.socket is not None:
            await self.socket.close()

    @property
    def seat(self) -> int | None:
        seat: int | None = self.card["you"]
        return seat

    async def receive(self, within: float = PATIENCE) -> Json:
        """Receive the next message, and update the state."""
        assert self.socket is not None
        async with asyncio.timeout(within):
            text = await self.socket.recv()
        assert isinstance(text, str)
        self.received.append(text)
        message: Json = json.loads(text)
        if message["t"] in ("welcome", "seats"):
            self.card = message["table"]
        if message["t"] in ("welcome", "progress"):
            now = message["now"]
            if message["t"] == "progress" and self.now is not None:
                now = {**now, "sight": {**self.now["sight"], **now["sight"]}}
            self.now, self.seq = now, message["seq"]
            self.story += message["story"]
        if message["t"] == "welcome":
            self.chat, self.clocks, self.notices = message["talk"], message["clocks"], message["news"]
        if message["t"] == "news":
            self.notices += message["news"]
        if message["t"] == "talk":
            self.chat = ([] if message["anew"] else self.chat) + message["lines"]
        if message["t"] == "clocks":
            self.clocks = message
        return message

    async def receive_until(self, kind: str) -> Json:
        while (message := await self.receive())["t"] != kind:
            pass
        return message

    async def receives_nothing(self, for_: float = 0.3) -> bool:
        try:
            await self.receive(for_)
        except TimeoutError:
            return True
        return False

    async def send(self, frame: str | bytes) -> None:
        assert self.socket is not None
        await self.socket.send(frame)

    async def play(self, *moves: Json, id: str | None = None, question: int | None = None) -> Json:
        """Send moves, and wait for their answer."""
        return await self._answer(self.frame(moves, id, question))

    async def ask(self, t: str, id: str | None = None, **fields: Any) -> Json:
        """Send another message than moves, and wait for its answer."""
        return await self._answer({"t": t, "id": id or self._id(), **fields})

    async def _answer(self, frame: Json) -> Json:
        await self.send(json.dumps(frame))
        while (message := await self.receive())["t"] not in ("ack", "advice", "allowed", "refused"):
            pass
        return message

    async def until(self, true: Callable[[], bool]) -> None:
        """Receive messages until a condition is true."""
        while not true():
            await self.receive()

    def _id(self) -> str:
        return f"{self.guest.name} {next(self._ids)}"

    def frame(self, moves: Sequence[Json], id: str | None = None, question: int | None = None) -> Json:
        if question is None:
            question = self.now["question"] if self.now else 0
        return {
            "t": "play",
            "id": id or self._id(),
            "question": question,
            "moves": list(moves),
        }

    @property
    def to_move(self) -> bool:
        return self.now is not None and self.seat in self.now["asked"]

    async def closed(self) -> int:
        """Wait until the server closes the socket; its close code."""
        assert self.socket is not None
        try:
            while True:
                async with asyncio.timeout(PATIENCE):
                    await self.socket.recv()
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd is not None else 0


async def two_at_a_table(server: Running, **order: Any) -> tuple[TableSocket, TableSocket]:
    """The sockets of Anne, who plays red, and Bruno; the game has begun."""
    anne, bruno = Guest(server, "Anne"), Guest(server, "Bruno")
    table = (await anne.open(ME, FRIEND, **order))["id"]
    await bruno.join(table)
    return await anne.sit(table), await bruno.sit(table)


async def deployed(server: Running, **order: Any) -> tuple[TableSocket, TableSocket]:
    """The same with both armies in place, red to move."""
    anne, bruno = await two_at_a_table(server, **order)
    for socket in (anne, bruno):
        assert (await socket.play(*SETUP))["t"] == "ack"
    while not anne.to_move or anne.now is None or anne.now["sight"]["turn"] != 0:
        await anne.receive()
    return anne, bruno


def any_move(socket: TableSocket, luck: random.Random) -> Json:
    """A random legal move."""
    assert socket.now is not None
    move: Json = luck.choice(socket.now["legal"])
    return move
