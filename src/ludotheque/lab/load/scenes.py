"""How much a server bears: tables full of people who answer at once, over loopback, on real sockets.

The server runs in a process of its own, as ``ludotheque serve`` would; what it spends is read from ``/proc``. The
people are as cheap as can be, so that it is the server that is measured: they read frames by hand and play any move
they are offered.
"""

from __future__ import annotations

import asyncio
import base64
import http.client
import json
import os
import random
import re
import statistics
import struct
import subprocess
import sys
import tempfile
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ClassVar, Final, TypeVar, cast

import msgspec
from uvicorn.loops.auto import auto_loop_factory

from ludotheque import games
from ludotheque.engine.game import Game
from ludotheque.lab.bench import Figure

TABLES: Final = 50
SOCKETS: Final = 900
LIMITS: Final = (
    *("--posts-per-minute", "1000000", "--frames-per-second", "1000000", "--sockets-per-address", "1000000"),
    *("--log-level", "warning"),
)
SETTLE: Final = 90
"""Moves at each table before measuring, so that armies stand and everybody is warm."""


T = TypeVar("T")
_TEXT, _PING, _PONG = 1, 9, 10


class _Now(msgspec.Struct):
    asked: list[int]
    question: int
    legal: list[msgspec.Raw]


class _Heard(msgspec.Struct):
    t: str
    id: str | None = None
    now: _Now | None = None


_hear = msgspec.json.Decoder(_Heard).decode


class Served:
    """A server under load."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        assert process.stdout is not None
        self.port = int(re.findall(r"\d+", process.stdout.readline())[-1])
        self._process = process

    def cpu(self) -> float:
        """Seconds of CPU time it has used, bots left aside."""
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def resident(self) -> float:
        """Megabytes it holds in memory."""
        pages = int(Path(f"/proc/{self._process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


@contextmanager
def serving(*options: str) -> Iterator[Served]:
    """A server on a free port with a database of its own, and limits that are not reached."""
    with tempfile.TemporaryDirectory(prefix="ludotheque-load-") as folder:
        data = str(Path(folder) / "ludotheque.db")
        command = [sys.executable, "-m", "ludotheque", "serve", "--port", "0", "--data", data, *LIMITS, *options]
        with running(command) as served:
            yield served


@contextmanager
def running(command: Sequence[str], **settings: str) -> Iterator[Served]:
    """A server that says its port in its first line; ``settings`` are added to its environment."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ, **settings}) as process:
        try:
            yield Served(process)
        finally:
            process.terminate()
            process.wait(20)


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run it on the event loop that the server runs on too, so that the people take as little as they can."""
    factory: Any = auto_loop_factory()
    with asyncio.Runner(loop_factory=factory) as runner:
        return runner.run(work)


class Tally:
    """What was answered, and how quickly."""

    def __init__(self) -> None:
        self.acks = 0
        self.waits: list[float] = []
        self.refused = 0


class Guest(asyncio.BufferedProtocol, ABC):
    """Somebody at a table who plays any move at once. Frames are read by hand: most bytes are never looked at."""

    _place: ClassVar = memoryview(bytearray(256 * 1024))
    """What comes in comes in here, whoever it is for: setting room aside for each read would take longer."""

    def __init__(self, seat: int | None, tally: Tally, luck: random.Random) -> None:
        self.seat = seat
        self.tally = tally
        self.luck = luck
        self.playing = False
        self.welcome = asyncio.get_running_loop().create_future()
        self.sent = 0.0
        """When the move was sent that is not answered yet."""
        self._buffer = bytearray()
        self._upgraded = False
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Connected."""
        self._transport = cast(asyncio.Transport, transport)

    def ask(self, path: str, port: int, cookie: str) -> None:
        """Ask for the socket of a table."""
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [
            f"GET {path} HTTP/1.1",
            f"Host: 127.0.0.1:{port}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {key}",
            "Sec-WebSocket-Version: 13",
            *([f"Cookie: {cookie}"] if cookie else []),
        ]
        assert self._transport is not None
        self._transport.write(("\r\n".join(lines) + "\r\n\r\n").encode())

    def get_buffer(self, sizehint: int) -> memoryview:
        """Where to read to."""
        return self._place

    def buffer_updated(self, nbytes: int) -> None:
        """Cut what came in into frames."""
        buffer = self._buffer
        buffer += self._place[:nbytes]
        if not self._upgraded:
            end = buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            del buffer[: end + 4]
            self._upgraded = True
        while (frame := _frame(buffer)) is not None:
            kind, body = frame
            if kind == _TEXT:
                self.take(body)
            elif kind == _PING and self._transport is not None:
                self._transport.write(_masked(body, _PONG))

    @abstractmethod
    def take(self, frame: bytes) -> None:
        """Hear a message."""

    @abstractmethod
    def play(self) -> None:
        """Play if one is asked."""

    def say(self, text: bytes) -> None:
        """Send a message."""
        assert self._transport is not None
        self._transport.write(_masked(text))

    def answered(self) -> None:
        """The move that was sent is played."""
        self.tally.acks += 1
        self.tally.waits.append(time.perf_counter() - self.sent)
        self.sent = 0.0

    def close(self) -> None:
        """Hang up."""
        if self._transport is not None:
            self._transport.abort()


class Player(Guest):
    """Somebody at one of our tables."""

    _now: _Now | None = None
    _count = 0

    def take(self, frame: bytes) -> None:
        """Hear a message."""
        if frame[:11] == b'{"t":"clock' or frame[:10] == b'{"t":"seat':
            return
        heard = _hear(frame)
        if heard.t == "welcome":
            self.welcome.set_result(None)
        elif heard.t == "ack":
            self.answered()
        elif heard.t == "refused":
            self.tally.refused += 1
            self.sent = 0.0
        if heard.now is not None:
            self._now = heard.now
        self.play()

    def is_asked(self) -> bool:
        """Whether there is something to play."""
        now = self._now
        return self.playing and now is not None and not self.sent and self.seat in now.asked and bool(now.legal)

    def play(self) -> None:
        """Play if one is asked."""
        now = self._now
        if now is None or not self.is_asked():
            return
        self._count += 1
        self._now = None
        move = bytes(self.luck.choice(now.legal))
        text = b'{"t":"play","id":"%d","question":%d,"moves":[%b]}' % (self._count, now.question, move)
        self.sent = time.perf_counter()
        self.say(text)


def _frame(buffer: bytearray) -> tuple[int, bytes] | None:
    """The next whole frame, taken out of the buffer: its kind, and what is in it."""
    if len(buffer) < 2:
        return None
    length, start = buffer[1] & 127, 2
    if length == 126:
        if len(buffer) < 4:
            return None
        length, start = struct.unpack_from(">H", buffer, 2)[0], 4
    elif length == 127:
        if len(buffer) < 10:
            return None
        length, start = struct.unpack_from(">Q", buffer, 2)[0], 10
    if len(buffer) < start + length:
        return None
    kind, body = buffer[0] & 15, bytes(buffer[start : start + length])
    del buffer[: start + length]
    return kind, body


def _masked(text: bytes, kind: int = _TEXT) -> bytes:
    """A frame from a client; a mask of zeros is as good as any here, and costs nothing."""
    length = len(text)
    head = bytes((0x80 | kind, 0x80 | min(length, 126))) + (struct.pack(">H", length) if length > 125 else b"")
    return head + b"\0\0\0\0" + text


class Crowd:
    """Everybody at many tables."""

    def __init__(self, served: Served, seed: int = 1) -> None:
        self.tally = Tally()
        self.guests: list[Guest] = []
        self.luck = random.Random(seed)
        self._served = served

    async def sit(self, game: Game, players: int, tables: int, watchers: int = 0) -> None:
        """Open tables, and fill them."""
        for _ in range(tables):
            table, cookies = await asyncio.to_thread(open_table, self._served.port, game, players)
            for seat, cookie in [*enumerate(cookies), *[(None, "")] * watchers]:
                path = f"/api/tables/{table}/socket?since=0"
                await self.connect(Player(seat, self.tally, self.luck), path, cookie)

    async def connect(self, guest: Guest, path: str, cookie: str = "", port: int | None = None) -> None:
        """Have somebody come in."""
        port = port or self._served.port
        await asyncio.get_running_loop().create_connection(lambda: guest, "127.0.0.1", port)
        guest.ask(path, port, cookie)
        await guest.welcome
        self.guests.append(guest)

    def play(self) -> None:
        """Let everybody play."""
        for guest in self.guests:
            guest.playing = True
            guest.play()

    async def measure(self, moves: int, settle: int) -> tuple[float, float, float]:
        """Moves a second, microseconds of the server's CPU a move, and the median answer in milliseconds."""
        tally = self.tally
        self.play()
        await self.reach(settle)
        tally.waits.clear()
        acks, cpu, begun = tally.acks, self._served.cpu(), time.perf_counter()
        await self.reach(acks + moves)
        seconds, spent = time.perf_counter() - begun, self._served.cpu() - cpu
        played = tally.acks - acks
        return played / seconds, spent / played * 1e6, statistics.median(tally.waits) * 1000

    async def reach(self, acks: int) -> None:
        """Wait for so many answers."""
        async with asyncio.timeout(120):
            while self.tally.acks < acks:
                await asyncio.sleep(0.01)

    def leave(self) -> None:
        """Everybody hangs up."""
        for guest in self.guests:
            guest.close()


def open_table(port: int, game: Game, players: int) -> tuple[str, list[str]]:
    """A table with a guest on every chair: its name, and their cookies in the order of the seats."""
    chairs = [{"kind": "me"}, *[{"kind": "friend"}] * (players - 1)]
    long = {"no_fight": 2000, "max_moves": 20000} if game.id == "stratego" else {}
    opened, cookie = _post(port, "/api/tables", {"game": game.id, "name": "0", "chairs": chairs, "options": long})
    join = f"/api/tables/{opened['id']}/join"
    _post(port, join, {"name": "0", "nonce": "0"}, cookie)
    others = [_post(port, join, {"name": str(seat), "nonce": str(seat)})[1] for seat in range(1, players)]
    return opened["id"], [cookie, *others]


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


def _crowded() -> tuple[Game, int, int]:
    """The many-seat table of this shelf: a game for six if there is one, else two players and four who look on."""
    for game in games.shelf().values():
        if 6 in game.rules.seats:
            return game, 6, 0
    game = next(iter(games.shelf().values()))
    return game, game.rules.seats[0], 6 - game.rules.seats[0]


def load(scene: str = "all", moves: int = 10_000, tick: Callable[[str], None] = lambda what: None) -> list[Figure]:
    """Every figure of the server, or those of one scene."""
    from ludotheque.lab.peer import beside

    pair = games.find("stratego")
    crowded, players, watchers = _crowded()
    figures: list[Figure] = []
    if scene in ("all", "two"):
        tick(f"{TABLES} tables of two")
        ours = run(_under_load(f"{TABLES} two-seat tables ({pair.id})", pair, 2, 0, moves, 5000))
        figures += [*ours, *beside(f"{TABLES} two-seat tables", 2, moves, ours, tick)]
    if scene in ("all", "six"):
        tick(f"{TABLES} tables of six")
        name = f"{TABLES} six-seat tables ({crowded.id}{', four looking on' if watchers else ''})"
        ours = run(_under_load(name, crowded, players, watchers, moves // 2, 2500))
        figures += [*ours, *beside(f"{TABLES} six-seat tables", 6, moves // 2, ours, tick)]
    if scene in ("all", "ease"):
        tick("a few tables")
        figures.append(run(_at_ease(pair)))
    if scene in ("all", "sockets"):
        tick(f"{SOCKETS} sockets")
        figures.append(run(_many_sockets(pair)))
    if scene in ("all", "hostile"):
        from ludotheque.lab.load_hostile import hostile

        tick("one player's many sockets")
        figures += run(hostile(pair))
    if scene in ("all", "postgres"):
        figures += _with_postgres(moves, tick)
    return figures


async def _under_load(name: str, game: Game, players: int, watchers: int, moves: int, aim: int) -> Sequence[Figure]:
    with serving() as served:
        crowd = Crowd(served)
        await crowd.sit(game, players, TABLES, watchers)
        rate, cost, wait = await crowd.measure(moves, TABLES * SETTLE)
        crowd.leave()
    return [
        Figure(f"{name}: durable moves", rate, "moves/s", f"≥ {aim:,}", rate >= aim),
        Figure(f"{name}: the server's CPU", cost, "µs a move", "≤ 300", cost <= 300),
        Figure(f"{name}: its share of a core", rate * cost / 1e4, "%"),
        Figure(f"{name}: median answer", wait, "ms"),
    ]


def _with_postgres(moves: int, tick: Callable[[str], None]) -> Sequence[Figure]:
    from ludotheque.lab.load_workers import load_workers
    from ludotheque.lab.postgres import NoPostgres

    try:
        return load_workers(moves, tick)
    except NoPostgres as error:
        return [Figure(f"two workers on PostgreSQL: {error}", 0, "")]


async def _at_ease(game: Game) -> Figure:
    with serving() as served:
        crowd = Crowd(served)
        await crowd.sit(game, 2, 2)
        _, _, wait = await crowd.measure(1000, 2 * SETTLE)
        crowd.leave()
    return Figure("two tables: median answer", wait, "ms", "< 1", wait < 1)


async def _many_sockets(game: Game) -> Figure:
    with serving() as served:
        crowd = Crowd(served)
        await crowd.sit(game, 2, SOCKETS // 2)
        held = served.resident()
        crowd.leave()
    return Figure(f"{SOCKETS} sockets: memory held", held, "MB", "< 70", held < 70)
