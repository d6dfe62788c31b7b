"""The room around a table: one change at a time, written down before it is told."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import msgspec

from ludotheque.engine.rules import Seat
from ludotheque.server import asking, ledger, showing, wire
from ludotheque.server.asking import Asker
from ludotheque.server.bots import Bots
from ludotheque.server.calls import Calls
from ludotheque.server.clockwork import Clockwork
from ludotheque.server.connection import Connection
from ludotheque.server.keys import Keys
from ludotheque.server.ledger import Claimed, Line, Replaced, Said, Sat, Woke
from ludotheque.server.logs import mark, tell
from ludotheque.server.pace import Pace, now_ms
from ludotheque.server.storage import Storage, StorageTrouble
from ludotheque.server.storage.register import Moved, Noted
from ludotheque.server.table import BadLog, NotDone, Table, Turn
from ludotheque.server.tally import tally
from ludotheque.server.telling import Audience

log = logging.getLogger(__name__)

_encode = msgspec.json.Encoder().encode


class TableFull(Exception):
    """No seat is free."""


class BadClaim(Exception):
    """A claim link that leads to no seat."""


class SeatedElsewhere(Exception):
    """A guest who has another seat at the same table."""


@dataclass(frozen=True)
class Hall:
    """What all the rooms of a house share."""

    storage: Storage
    bots: Bots
    keys: Keys
    calls: Calls
    opened_at: int
    """When this house opened its doors; clocks did not run before that ..."""
    alive_at: int | None = None
    """... since the house before it was last known to be open."""
    bot_delay: float = 0.4
    away: float = 30.0
    """Seconds after which whoever has lost the line counts as gone."""
    lines_per_minute: int = 30
    timed: set[str] = field(default_factory=set)
    """The tables at which a clock runs."""
    ended: Callable[[Table], None] = lambda table: None
    """Told of every game that has just ended, once that is written down."""


class Room:
    """One table and everybody at it."""

    def __init__(self, id: str, hall: Hall) -> None:
        self.id = id
        self.lock = asyncio.Lock()
        self.audience = Audience(hall.keys, now_ms)
        self.clockwork = Clockwork(self, hall)
        self._hall = hall
        self._table: Table | None = None
        self._left: dict[Seat, float] = {}
        self._built = asyncio.get_running_loop().time()
        self._paces: dict[str, Pace] = {}

    @property
    def quiet(self) -> bool:
        """Nobody is here and nothing goes on."""
        return not self.audience.connections and not self.clockwork.thinking and not self.lock.locked()

    async def table(self) -> Table | None:
        """The table, read from its log if it is not in memory; None if there is no such table."""
        if self._table is None:
            async with self.lock:
                await self.load()
        return self._table

    async def load(self) -> Table | None:
        if self._table is None:
            bodies = await self._hall.storage.load(self.id)
            if bodies:
                table = Table.load(self.id, bodies)
                await self._rouse(table)
                self.clockwork.wind(table)
                self._table = table  # not before: nobody is to see clocks that have yet to be set right
                self.go_on()
        return self._table

    async def _rouse(self, table: Table) -> None:
        """Take the time that the house was closed off the clocks that ran."""
        opened_at = self._hall.opened_at
        if table.clocks is None or table.clocks.due() is None or table.updated >= opened_at:
            return
        slept = opened_at - max(table.updated, self._hall.alive_at or 0)
        if slept > 0:
            await self._commit(table, [Woke(now_ms(), slept)])

    def opened(self, table: Table) -> None:
        """Take a table that was just opened, and committed."""
        self._table = table
        self.go_on()

    def rest(self) -> None:
        """Nobody needs the room for now."""
        self.clockwork.rest()

    async def close(self) -> None:
        """Send everybody home."""
        await self.clockwork.stop()

    # --- coming and going ----------------------------------------------------------------------------------------

    def card(self, table: Table, guest: str | None) -> wire.TableCard:
        """The table as a guest may know it."""
        return self.audience.card(table, guest)

    def enter(self, connection: Connection, table: Table, since: int, said: int = 0) -> None:
        """Somebody connects: they are told the table, and its story from ``since`` on."""
        audience = self.audience
        before = audience.here()
        connection.viewer = table.seat_of(connection.guest)
        audience.connections.add(connection)
        audience.welcome(connection, table, since, said)
        if connection.viewer is not None:
            self._hall.calls.back(self.id, connection.viewer)
        if audience.here() != before:
            audience.tell_seats(table, besides=connection)

    def leave(self, connection: Connection) -> None:
        """Somebody disconnects."""
        audience = self.audience
        before = audience.here()
        audience.connections.discard(connection)
        gone = before - audience.here()
        for seat in gone:
            self._left[seat] = asyncio.get_running_loop().time()
            if self._table is not None and self.clockwork.awaits(seat):
                self._hall.calls.left(self._table, seat)
        if self._table is not None and gone:
            audience.tell_seats(self._table)

    def _away(self, seat: Seat) -> bool:
        """Whether somebody has been gone for long enough to be missed."""
        since = self._left.get(seat, self._built)
        gone_for = asyncio.get_running_loop().time() - since
        return seat not in self.audience.here() and gone_for >= self._hall.away

    async def join(self, guest: str, name: str, nonce: str, program: bool = False) -> wire.TableCard:
        """Take the first free seat; whoever sits here already keeps theirs."""
        async with self.lock:
            table = await self._known()
            if table.seat_of(guest) is None:
                seat = table.free_seat()
                if seat is None:
                    raise TableFull(self.id)
                sat = Sat(seat, name, nonce, now_ms(), guest, program=program)
                await self._commit(table, table.seating([sat]))
                self._sits(table, guest, seat)
            return self.card(table, guest)

    async def claim(self, guest: str, code: str) -> wire.TableCard:
        """Take one's seat from another browser; the first keeps it too."""
        async with self.lock:
            table = await self._known()
            keys = self._hall.keys
            codes = [keys.same(code, keys.claim(self.id, seat)) for seat in range(len(table.sitters))]
            if True not in codes or not table.is_guest(codes.index(True)):
                raise BadClaim(self.id)
            seat, sits = codes.index(True), table.seat_of(guest)
            if sits is not None and sits != seat:
                raise SeatedElsewhere(self.id)
            if sits is None:
                await self._commit(table, [Claimed(seat, guest, now_ms())])
                self._sits(table, guest, seat)
            return self.card(table, guest)

    async def replace(self, guest: str) -> None:
        """Let a bot play for a guest of this table who is absent; they may take their seat back."""
        async with self.lock:
            table = await self._known()
            seat = table.seat_of(guest)
            if seat is not None and seat in table.players() and table.started and not table.over:
                await self._commit(table, [Replaced(seat, now_ms())])
                self._tell_all(table)
                self.go_on()

    def _sits(self, table: Table, guest: str, seat: Seat) -> None:
        """Whoever looked on so far sees what their seat sees."""
        for connection in self.audience.connections:
            if connection.guest == guest:
                connection.viewer, connection.seq, connection.shown, connection.informed = seat, 0, None, 0
        self._tell_all(table)
        self.go_on()

    async def _known(self) -> Table:
        table = await self.load()
        assert table is not None, "a room is asked only after its table was found"
        return table

    # --- what is asked for ---------------------------------------------------------------------------------------

    async def answer(self, connection: Connection, message: wire.Incoming) -> wire.Ack | wire.Refused:
        """Do what somebody sent, once, and tell everybody; the answer is theirs alone."""
        async with self.lock:
            try:
                table = await self._known()
                if isinstance(message, wire.Play) and connection.viewer is not None:
                    return wire.Ack(message.id, await self._played(table, connection.viewer, message))
                asker = self._asker(table, connection)
                who = asker.who
                if who is None or (who, message.id) not in table.acks:
                    await self._do(table, asker, message)
                assert who is not None
                return wire.Ack(message.id, table.acks[who, message.id])
            except NotDone as error:
                return wire.Refused(message.id, error.code, error.refusal)
            except StorageTrouble as error:
                log.error("what was sent is not saved: %s", error)
                await self._recover()
                return wire.Refused(message.id, "not_saved")

    def _asker(self, table: Table, connection: Connection) -> Asker:
        guest = connection.guest
        if guest is None:
            return Asker(connection.viewer, None)
        speaker = self._hall.keys.speaker(self.id, guest)
        return Asker(connection.viewer, speaker, guest == table.opened.opener)

    async def _do(self, table: Table, asker: Asker, message: wire.Incoming) -> None:
        at = now_ms()
        match message:
            case wire.Play():
                raise NotDone("no_seat")
            case wire.Say():
                lines = asking.say(table, asker, message, at)
                self._hurries(asker)
            case wire.Propose():
                lines = asking.propose(table, asker, message, at, self._away)
            case wire.Vote():
                lines = asking.vote(table, asker, message, at)
            case wire.Back():
                lines = asking.back(table, asker, message, at)
            case wire.Fill():
                lines = asking.fill(table, asker, message, at)
        was_over = table.over
        await self._commit(table, lines)
        if isinstance(lines[0], Said):
            self.audience.tell_talk(table)
        else:
            self._tell_all(table)
            self.go_on()
        if table.over and not was_over:
            self._is_over(table)

    async def _played(self, table: Table, seat: Seat, play: wire.Play) -> int:
        """Play moves, once; how much of their story the player then knew."""
        if (seat, play.id) not in table.acks:
            if seat in table.proxies:
                raise NotDone("proxied")
            await self.play(table, table.attempt(seat, play, now_ms()))
        return table.acks[seat, play.id]

    def _hurries(self, asker: Asker) -> None:
        """Nobody may flood the table with talk."""
        assert asker.speaker is not None
        pace = self._paces.setdefault(asker.speaker, Pace(self._hall.lines_per_minute, 60.0))
        if pace.step(asyncio.get_running_loop().time()):
            raise NotDone("too_fast")

    async def play(self, table: Table, turn: Turn) -> None:
        await self._commit(table, turn)
        self.audience.tell_progress(table)
        over = table.over
        if over or turn.taken is not None:
            self._tell_all(table)
        if over:
            self._is_over(table)
        self.go_on()

    async def _commit(self, table: Table, change: Turn | Sequence[Line]) -> None:
        """Write a change down, then let it happen. If it cannot be written, what is written counts: read it again."""
        noted: Noted | Moved | None
        if isinstance(change, Turn):
            bodies = [ledger.encode(change.line)]
            noted = showing.noted_after(table, change)
        else:
            bodies = [ledger.encode(line) for line in change]
            talk = all(isinstance(line, Said) for line in change)
            sitting = [(line.guest, line.seat) for line in change if isinstance(line, Sat | Claimed) and line.guest]
            noted = None if talk else showing.noted(table.after(change), sitting)
        try:
            await self._hall.storage.append(self.id, table.length, bodies, noted)
        except BaseException:
            self._table = None
            raise
        if isinstance(change, Turn):
            tally.moves += 1
            table.accept(change)
        else:
            for line in change:
                table.happen(line)

    def _is_over(self, table: Table) -> None:
        tally.over += 1
        tell(log, "table over", table=mark(self.id), game=table.game.id, lines=table.length)
        self._hall.ended(table)

    async def _recover(self) -> None:
        """After a failure, tell everybody what the log says; if it cannot even be read, the next visitor tries."""
        try:
            table = await self.load()
        except (StorageTrouble, BadLog) as error:
            log.error("table %s cannot be read: %s", mark(self.id), error)
            return
        if table is not None:
            self._tell_all(table)

    def go_on(self) -> None:
        """After a change: whatever goes on by itself."""
        if self._table is not None:
            self.clockwork.go_on(self._table)

    def is_at(self, table: Table) -> bool:
        """Whether a table is still the one in the room: after a failure it is read anew."""
        return table is self._table

    def _tell_all(self, table: Table) -> None:
        self.audience.tell_seats(table)
        self.audience.tell_progress(table)
        self.audience.tell_talk(table)
