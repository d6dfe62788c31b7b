"""How long a player waits for an answer while another one sends over hundreds of sockets at once."""

from __future__ import annotations

import asyncio
import random
import time
from statistics import median
from typing import Final, NamedTuple

import msgspec

from ludotheque.engine.game import Game
from ludotheque.lab.bench import Figure
from ludotheque.lab.load import Guest, Tally, open_table, serving

SOCKETS: Final = 300
ANSWERS: Final = 100
LIMITS: Final = ("--sockets-per-guest", "1000", "--lines-per-minute", "1000000")


class _Heard(msgspec.Struct):
    t: str


_hear = msgspec.json.Decoder(_Heard).decode


class Talker(Guest):
    """Says something as soon as the last thing it said is answered."""

    _count = 0

    def __init__(self, tally: Tally) -> None:
        super().__init__(None, tally, random.Random(1))
        self.heard = asyncio.Event()

    def take(self, frame: bytes) -> None:
        """Hear a message."""
        if frame[:7] not in (b'{"t":"a', b'{"t":"r', b'{"t":"w'):
            return
        heard = _hear(frame)
        if heard.t == "welcome":
            self.welcome.set_result(None)
        elif heard.t in ("ack", "refused"):
            self.answered()
            self.heard.set()
            self.play()

    def play(self) -> None:
        """Say something, if one is to go on."""
        if self.playing:
            self.talk()

    def talk(self) -> None:
        """Say something once."""
        self._count += 1
        self.sent = time.perf_counter()
        self.say(b'{"t":"say","id":"%x %d","text":"bonjour"}' % (id(self), self._count))

    async def wait(self) -> float:
        """Say something, and wait for the answer; how many seconds that took."""
        self.heard.clear()
        begun = time.perf_counter()
        self.talk()
        async with asyncio.timeout(60):
            await self.heard.wait()
        return time.perf_counter() - begun


class Wait(NamedTuple):
    """How long a player waited for an answer, in seconds, and how many the other one had meanwhile."""

    seconds: float
    others: int


async def waits(port: int, game: Game, sockets: int = SOCKETS, answers: int = ANSWERS) -> list[Wait]:
    """How one player waits for each answer, with a message in flight on every socket of the other."""
    table, cookies = await asyncio.to_thread(open_table, port, game, 2)
    theirs = Tally()
    others = [Talker(theirs) for _ in range(sockets)]
    player = Talker(Tally())
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


async def _connect(guest: Guest, port: int, table: str, cookie: str) -> None:
    await asyncio.get_running_loop().create_connection(lambda: guest, "127.0.0.1", port)
    guest.ask(f"/api/tables/{table}/socket", port, cookie)
    await guest.welcome


async def hostile(game: Game) -> list[Figure]:
    """The figures, from a server whose limits let all of it pass."""
    with serving(*LIMITS) as served:
        alone = await waits(served.port, game, sockets=0)
        crowded = await waits(served.port, game)
    name = f"{SOCKETS} sockets of one player, each with a message in flight"
    slowest = 1000 * max(wait.seconds for wait in crowded)
    return [
        Figure("a player alone: slowest answer", 1000 * max(wait.seconds for wait in alone), "ms"),
        Figure(f"{name}: median answer of the other", 1000 * median(wait.seconds for wait in crowded), "ms"),
        Figure(f"{name}: slowest answer of the other", slowest, "ms", "< 100", slowest < 100),
        Figure(f"{name}: messages between", median(wait.others for wait in crowded), "for each answer"),
    ]
