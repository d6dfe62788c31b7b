"""How long a player waits for an answer while another one sends over hundreds of sockets at once."""

from __future__ import annotations

import asyncio
import random
import time
from statistics import median
from typing import Final, NamedTuple

import msgspec

from ludotheque.engine.game import Game
from ludotheque.lab.figure import Figure
from ludotheque.lab.load.clients import LoadClient, Tally
from ludotheque.lab.load.generator import open_table
from ludotheque.lab.load.process import start_server

SOCKETS: Final = 300
ANSWERS: Final = 100
LIMITS: Final = ("--sockets-per-guest", "1000", "--lines-per-minute", "1000000")


class _Received(msgspec.Struct):
    t: str


_decode = msgspec.json.Decoder(_Received).decode


class ChattingClient(LoadClient):
    """A client that sends a chat message as soon as its last one is answered."""

    _count = 0

    def __init__(self, tally: Tally) -> None:
        super().__init__(None, tally, random.Random(1))
        self.received = asyncio.Event()

    def take(self, frame: bytes) -> None:
        """Handle a message."""
        if frame[:7] not in (b'{"t":"a', b'{"t":"r', b'{"t":"w'):
            return
        received = _decode(frame)
        if received.t == "welcome":
            self.welcome.set_result(None)
        elif received.t in ("ack", "refused"):
            self.count_answer()
            self.received.set()
            self.play()

    def play(self) -> None:
        """Send the next chat message, while the load lasts."""
        if self.playing:
            self.send_chat()

    def send_chat(self) -> None:
        """Send one chat message."""
        self._count += 1
        self.sent = time.perf_counter()
        self.send(b'{"t":"say","id":"%x %d","text":"bonjour"}' % (id(self), self._count))

    async def wait(self) -> float:
        """Send a chat message and wait for its answer; return the seconds that took."""
        self.received.clear()
        begun = time.perf_counter()
        self.send_chat()
        async with asyncio.timeout(60):
            await self.received.wait()
        return time.perf_counter() - begun


class Wait(NamedTuple):
    """How long a player waited for an answer, in seconds, and how many answers the other player got meanwhile."""

    seconds: float
    others: int


async def measure_waits(port: int, game: Game, sockets: int = SOCKETS, answers: int = ANSWERS) -> list[Wait]:
    """Measure how long one player waits for each answer, with a message in flight on every socket of the other."""
    table, cookies = await asyncio.to_thread(open_table, port, game, 2)
    theirs = Tally()
    others = [ChattingClient(theirs) for _ in range(sockets)]
    player = ChattingClient(Tally())
    for guest, cookie in [(player, cookies[0]), *((other, cookies[1]) for other in others)]:
        await _connect(guest, port, table, cookie)
    for other in others:
        other.playing = True
        other.play()
    while sockets and theirs.acks < 10:
        await asyncio.sleep(0.01)
    found = []
    for _ in range(answers):
        before = theirs.acks
        found.append(Wait(await player.wait(), theirs.acks - before))
    for guest in (player, *others):
        guest.close()
    return found


async def _connect(guest: LoadClient, port: int, table: str, cookie: str) -> None:
    await asyncio.get_running_loop().create_connection(lambda: guest, "127.0.0.1", port)
    guest.send_handshake(f"/api/tables/{table}/socket", port, cookie)
    await guest.welcome


async def measure_hostile_player(game: Game) -> list[Figure]:
    """Measure it on a server whose rate limits let all of it pass."""
    with start_server(*LIMITS) as served:
        alone = await measure_waits(served.port, game, sockets=0)
        crowded = await measure_waits(served.port, game)
    name = f"{SOCKETS} sockets of one player, each with a message in flight"
    slowest = 1000 * max(wait.seconds for wait in crowded)
    return [
        Figure("a player alone: slowest answer", 1000 * max(wait.seconds for wait in alone), "ms"),
        Figure(f"{name}: median answer of the other", 1000 * median(wait.seconds for wait in crowded), "ms"),
        Figure(f"{name}: slowest answer of the other", slowest, "ms", "< 100", slowest < 100),
        Figure(f"{name}: messages between", median(wait.others for wait in crowded), "for each answer"),
    ]
