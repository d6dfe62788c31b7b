"""The room around a table: those who are connected, one change at a time, and what each of them is told."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Sequence

import msgspec

from ludotheque.engine.rules import Seat
from ludotheque.server import ledger, wire
from ludotheque.server.bots import BotFailed, Bots, job_for
from ludotheque.server.ledger import Line, Sat
from ludotheque.server.storage import Storage, StorageTrouble
from ludotheque.server.table import BadLog, NotPlayed, Table, Turn, Viewer

log = logging.getLogger(__name__)

UNREAD = 256
"""Messages a connection may leave unread before it is cut: whoever comes back is told everything anyway."""

_encode = msgspec.json.Encoder().encode


class TableFull(Exception):
    """No seat is free."""


class Connection:
    """Somebody's open socket on a table, and how much of its story they have been told."""

    def __init__(self, guest: str | None) -> None:
        self.guest = guest
        self.viewer: Viewer = None
        self.seq = 0
        self.now = b""
        self._outbox: asyncio.Queue[bytes | None] = asyncio.Queue(UNREAD)

    def send(self, message: bytes) -> None:
        """Leave a message to be sent; nobody waits for a slow reader."""
        if self._outbox.full():
            self.cut()
        else:
            self._outbox.put_nowait(message)

    def cut(self) -> None:
        """Give up on whoever is at the other end."""
        while not self._outbox.empty():
            self._outbox.get_nowait()
        self._outbox.put_nowait(None)

    async def pump(self, send: Callable[[bytes], Awaitable[None]]) -> None:
        """Send what is left here, until it is cut."""
        while (message := await self._outbox.get()) is not None:
            await send(message)


class Room:
    """One table and everybody at it."""

    def __init__(self, id: str, storage: Storage, bots: Bots, bot_delay: float) -> None:
        self.id = id
        self.lock = asyncio.Lock()
        self.connections: set[Connection] = set()
        self.thinking: set[Seat] = set()
        self._answered: dict[Seat, int] = {}
        self._storage = storage
        self._bots = bots
        self._bot_delay = bot_delay
        self._table: Table | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def quiet(self) -> bool:
        """Nobody is here and nothing goes on."""
        return not self.connections and not self.thinking and not self.lock.locked()

    async def table(self) -> Table | None:
        """The table, read from its log if it is not in memory; None if there is no such table."""
        if self._table is None:
            async with self.lock:
                await self._load()
        return self._table

    async def _load(self) -> Table | None:
        if self._table is None:
            bodies = await self._storage.load(self.id)
            if bodies:
                self._table = Table.load(self.id, bodies)
                self._wake_bots()
        return self._table

    def opened(self, table: Table) -> None:
        """Take a table that was just opened, and committed."""
        self._table = table
        self._wake_bots()

    async def close(self) -> None:
        """Send everybody home."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # --- coming and going ----------------------------------------------------------------------------------------

    def here(self) -> set[Seat]:
        """The seats that are connected."""
        return {connection.viewer for connection in self.connections if connection.viewer is not None}

    def enter(self, connection: Connection, table: Table, since: int) -> None:
        """Somebody connects: they are told the table, and its story from ``since`` on."""
        before = self.here()
        connection.viewer = table.seat_of(connection.guest)
        self.connections.add(connection)
        story = table.stories[connection.viewer]
        since = max(0, min(since, len(story)))
        now = None
        if table.started:
            connection.now = _encode(table.now(connection.viewer))
            now = _encoded(connection.now)
        connection.seq = len(story)
        card = table.card(connection.viewer, self.here())
        connection.send(_encode(wire.Welcome(card, connection.seq, story[since:], now, [], None)))
        if self.here() != before:
            self._tell_seats(table, besides=connection)

    def leave(self, connection: Connection) -> None:
        """Somebody disconnects."""
        before = self.here()
        self.connections.discard(connection)
        if self._table is not None and self.here() != before:
            self._tell_seats(self._table)

    async def join(self, guest: str, name: str, nonce: str) -> wire.TableCard:
        """Take the first free seat; whoever sits here already keeps theirs."""
        async with self.lock:
            table = await self._load()
            assert table is not None
            if table.seat_of(guest) is None:
                seat = table.free_seat()
                if seat is None:
                    raise TableFull(self.id)
                await self._commit(table, table.seating([Sat(seat, name, nonce, now_ms(), guest)]))
                for connection in self.connections:
                    if connection.guest == guest:
                        connection.viewer, connection.seq, connection.now = seat, 0, b""
                self._tell_seats(table)
                self._tell_progress(table)
                self._wake_bots()
            return table.card(table.seat_of(guest), self.here())

    # --- playing -------------------------------------------------------------------------------------------------

    async def play(self, connection: Connection, play: wire.Play) -> wire.Ack | wire.Refused:
        """Play moves somebody sent, and tell everybody; the answer is theirs alone."""
        async with self.lock:
            try:
                table = await self._load()
                assert table is not None
                return wire.Ack(play.id, await self._play(table, connection.viewer, play))
            except NotPlayed as error:
                return wire.Refused(play.id, error.code, error.refusal)
            except StorageTrouble as error:
                log.error("moves were not saved: %s", error)
                await self._recover()
                return wire.Refused(play.id, "not_saved")

    async def _play(self, table: Table, seat: Viewer, play: wire.Play) -> int:
        if seat is not None and (seat, play.id) in table.acks:
            return table.acks[seat, play.id]
        turn = table.attempt(seat, play, now_ms())
        await self._commit(table, turn)
        self._tell_progress(table)
        if table.over:
            self._tell_seats(table)
        self._wake_bots()
        return table.acks[turn.line.seat, play.id]

    async def _commit(self, table: Table, change: Turn | Sequence[Line]) -> None:
        """Write a change down, then let it happen. If it cannot be written, what is written counts: read it again."""
        lines = [change.line] if isinstance(change, Turn) else change
        try:
            await self._storage.append(self.id, table.length, [ledger.encode(line) for line in lines])
        except BaseException:
            self._table = None
            raise
        if isinstance(change, Turn):
            table.accept(change)
        else:
            for line in change:
                table.happen(line)

    async def _recover(self) -> None:
        """After a failure, tell everybody what the log says; if it cannot even be read, the next visitor tries."""
        try:
            table = await self._load()
        except (StorageTrouble, BadLog) as error:
            log.error("table %s cannot be read: %s", self.id, error)
            return
        if table is not None:
            self._tell_progress(table)

    # --- telling -------------------------------------------------------------------------------------------------

    def _tell_seats(self, table: Table, besides: Connection | None = None) -> None:
        here = self.here()
        messages: dict[Viewer, bytes] = {}
        for connection in self.connections:
            if connection is not besides:
                viewer = connection.viewer
                if viewer not in messages:
                    messages[viewer] = _encode(wire.Seats(table.card(viewer, here)))
                connection.send(messages[viewer])

    def _tell_progress(self, table: Table) -> None:
        """Tell everybody what is new to them. Whoever sees nothing new is sent nothing, not even a sign of life."""
        if not table.started:
            return
        nows: dict[Viewer, bytes] = {}
        messages: dict[tuple[Viewer, int], bytes] = {}
        for connection in self.connections:
            viewer, seq = connection.viewer, connection.seq
            if viewer not in nows:
                nows[viewer] = _encode(table.now(viewer))
            now, story = nows[viewer], table.stories[viewer]
            if seq == len(story) and now == connection.now:
                continue
            if (viewer, seq) not in messages:
                messages[viewer, seq] = _encode(wire.Progress(len(story), story[seq:], _encoded(now)))
            connection.seq, connection.now = len(story), now
            connection.send(messages[viewer, seq])

    # --- bots ----------------------------------------------------------------------------------------------------

    def _wake_bots(self) -> None:
        """Have every bot think that is asked."""
        table = self._table
        if table is None or table.match is None:
            return
        for seat in table.match.asked():
            sat = table.sitters[seat] if seat >= 0 else None
            if sat is not None and sat.level is not None and seat not in self.thinking:
                self.thinking.add(seat)
                task = asyncio.create_task(self._bot_plays(table, seat, sat.level))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)

    async def _bot_plays(self, table: Table, seat: Seat, level: str) -> None:
        match = table.playing()
        question = match.rules.question(match.state)
        # A pause, so that people can follow; but not between the steps of one answer, such as a deployment.
        pause = 0.0 if self._answered.get(seat) == question else self._bot_delay
        self._answered[seat] = question
        number = table.length
        try:
            try:
                move, _ = await asyncio.gather(self._bots.choose(job_for(table, seat, level)), asyncio.sleep(pause))
            except BotFailed:
                move = _encode(match.rules.default(match.state, seat))
            await self._play_for_bot(table, seat, wire.Play(f"bot {number}", question, [msgspec.Raw(move)]))
        except Exception:
            log.exception("a bot's move was not played")
            return  # it is woken again by whatever happens next, not at once: that could go on forever
        finally:
            self.thinking.discard(seat)
        self._wake_bots()

    async def _play_for_bot(self, table: Table, seat: Seat, play: wire.Play) -> None:
        """The same way as people's moves. A bot that breaks the rules has the default played for it."""
        async with self.lock:
            if table is not self._table:
                return
            try:
                await self._play(table, seat, play)
            except NotPlayed as error:
                if error.code == "stale":
                    return
                log.error("a bot's move was refused (%s, %s)", table.game.id, error.code)
                match = table.playing()
                default = msgspec.Raw(_encode(match.rules.default(match.state, seat)))
                await self._play(table, seat, msgspec.structs.replace(play, moves=[default]))


def now_ms() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def _encoded(now: bytes) -> wire.Now:
    """A ``Now`` that is encoded already: it is written into a message as it is."""
    return msgspec.Raw(now)  # type: ignore[return-value]
