"""The room around a table: one change at a time, written down before it is told."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Sequence
from functools import partial
from typing import Final, NamedTuple, TypeVar

import msgspec

from ludotheque.engine.rules import Refused, Seat
from ludotheque.protocol import messages
from ludotheque.server.logging import hashed_id, log_event
from ludotheque.server.metrics.counters import counters
from ludotheque.server.rate_limit import RateLimiter
from ludotheque.server.runtime.time import TableTime
from ludotheque.server.storage import Conflict, Statement, StorageError
from ludotheque.server.storage.table_index import IndexEntry, IndexUpdate
from ludotheque.server.tables import commands, events, views
from ludotheque.server.tables.broadcast import Subscribers
from ludotheque.server.tables.commands import Asker
from ludotheque.server.tables.context import TableContext
from ludotheque.server.tables.events import (
    ChatPosted,
    ClocksShifted,
    GuestMerged,
    MovesPlayed,
    SeatClaimed,
    SeatTaken,
    TableEvent,
    TableHidden,
)
from ludotheque.server.tables.fair_queue import FairQueue, QueueTurn
from ludotheque.server.tables.seating import Seating
from ludotheque.server.tables.stories import Viewer
from ludotheque.server.tables.table import CommandRefused, InvalidLog, Table, Turn
from ludotheque.server.tables.timers import Timers
from ludotheque.server.websocket.connection import Connection

log = logging.getLogger(__name__)

TRIES: Final = 20
"""How often something is tried that other workers were quicker to write to the table's log for."""
T = TypeVar("T")

_encode = msgspec.json.Encoder().encode
_SPOKE = 'INSERT INTO spoke (guest, "table", who) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING'
SIGNED_OUT = 4401
"""A close code: whoever was on the line is somebody else by now. A browser does not come back by itself."""


class Rewritten(NamedTuple):
    """What is to be written to rewrite a log, and whether the game then goes on by itself."""

    statements: Sequence[Statement]
    goes_on: bool


class TableActor:
    """One table and everybody at it."""

    def __init__(self, id: str, context: TableContext) -> None:
        self.id = id
        self.lock = asyncio.Lock()
        self.time = TableTime(context.time)
        """The table's clock."""
        self.audience = Subscribers(context.signer, self.time.now)
        self.clockwork = Timers(self, context)
        self.chairs = Seating(self, context)
        self._context = context
        self._table: Table | None = None
        self._left: dict[Seat, float] = {}
        self._built = asyncio.get_running_loop().time()
        self._paces: dict[str, RateLimiter] = {}
        self._lanes = FairQueue()
        self._reading: asyncio.Task[None] | None = None
        """Will catch up with the log, and has not begun to."""
        self._heard: set[str] = set()
        """Those who look on and whose words are known to be theirs."""

    @property
    def quiet(self) -> bool:
        """Nobody is here and nothing goes on."""
        if self.audience.connections or self.clockwork.thinking:
            return False
        return not self.lock.locked() and self._reading is None

    @property
    def length(self) -> int:
        """How many lines of the table's log have happened here; 0 while it is not in memory."""
        return 0 if self._table is None else self._table.length

    async def table(self) -> Table | None:
        """The table, read from its log if it is not in memory; None if there is no such table."""
        if self._table is None or self._context.storage.shared:
            if self._reading is None:  # those who come at the same moment share it
                self._reading = asyncio.create_task(self._read_log())
            await asyncio.shield(self._reading)
        return self._table

    async def _read_log(self) -> None:
        async with self.lock:
            self._reading = None
            await self.catch_up()

    async def load(self) -> Table | None:
        if self._table is None:
            bodies = await self._context.storage.load(self.id)
            if bodies:
                await self._context.cluster.load_presence(self.id)
                self.audience.elsewhere = self._context.cluster.connected_elsewhere(self.id)
                table = await self._read(bodies)
                try:
                    await self._rouse(table)
                except Conflict:  # another worker has, since
                    table = await self._read(await self._context.storage.load(self.id))
                self.clockwork.wind(table)
                self._table = table  # not before: nobody is to see clocks that have yet to be set right
                self.go_on()
        return self._table

    async def _read(self, bodies: Sequence[bytes]) -> Table:
        return await self._context.time_slices.run(Table.loading(self.id, bodies))

    async def _rouse(self, table: Table) -> None:
        """Take the time that the house was closed off the clocks that ran, that on the wall among them."""
        opened_at = self._context.opened_at
        if not table.started or table.due() is None or table.updated >= opened_at:
            return
        slept = opened_at - max(table.updated, self._context.alive_at or 0)
        if slept > 0:
            await self.commit(table, [ClocksShifted(self.time.now(), slept)])

    async def keep_time(self) -> None:
        """Follow the wall clock after it has jumped: clocks that run here are set so that nobody gains or loses.

        Where several workers have the table in memory, the one that sees to it writes that down for all.
        """
        async with self.lock:
            jump = self.time.jump()
            table = await self.load() if jump else None
            if table is None:
                return
            if table.due() is not None:
                if not self._context.cluster.is_responsible_for(table):
                    if table.updated > self.time.now() + abs(jump) // 2:  # it is written down already
                        self.time.follow()
                    return
                try:
                    await self.commit(table, [ClocksShifted(self.time.now() + jump, jump)])
                except Conflict:
                    await self.catch_up()
                    return
                log_event(
                    log, "the wall clock jumped", level=logging.WARNING, table=hashed_id(self.id), milliseconds=jump
                )
            self.time.follow()
            self.tell_all(table)
            self.go_on()

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

    def card(self, table: Table, guest: str | None) -> messages.TableCard:
        """The table as a guest may know it."""
        return self.audience.card(table, guest)

    def enter(self, connection: Connection, table: Table, since: int, said: int = 0) -> None:
        """Somebody connects: they are told the table, and its story from ``since`` on."""
        audience = self.audience
        before, seats = audience.here(), audience.seats()
        connection.viewer = table.seat_of(connection.guest)
        audience.connections.add(connection)
        audience.welcome(connection, table, since, said)
        if connection.viewer is not None:
            self._context.push.cancel(self.id, connection.viewer)
        if audience.here() != before:
            audience.tell_seats(table, besides=connection)
        self._tell_neighbours(seats)

    def leave(self, connection: Connection) -> None:
        """Somebody disconnects."""
        audience = self.audience
        before, seats = audience.here(), audience.seats()
        audience.connections.discard(connection)
        self._have_left(before - audience.here())
        self._tell_neighbours(seats)

    def others_came_or_went(self) -> None:
        """Somebody has connected to another worker, or hung up there."""
        audience = self.audience
        before = audience.here()
        audience.elsewhere = self._context.cluster.connected_elsewhere(self.id)
        come = audience.here() - before
        for seat in come:
            self._context.push.cancel(self.id, seat)
        if self._table is not None and come:
            audience.tell_seats(self._table)
        self._have_left(before - audience.here())

    def _have_left(self, gone: Collection[Seat]) -> None:
        for seat in gone:
            self._left[seat] = asyncio.get_running_loop().time()
            if self._table is not None and self.clockwork.awaits(seat):
                self._context.push.remind_later(self._table, seat)
        if self._table is not None and gone:
            self.audience.tell_seats(self._table)

    def _tell_neighbours(self, before: Collection[Seat]) -> None:
        seats = self.audience.seats()
        if seats != before:
            self._context.cluster.set_presence(self.id, seats)

    def _away(self, seat: Seat) -> bool:
        """Whether somebody has been gone for long enough to be missed."""
        since = self._left.get(seat, self._built)
        gone_for = asyncio.get_running_loop().time() - since
        return seat not in self.audience.here() and gone_for >= self._context.away_seconds

    async def hide(self) -> None:
        """Take the table out of the lobby."""

        async def vanish(table: Table) -> None:
            if table.public:
                await self.commit(table, [TableHidden(self.time.now())])
                self.tell_all(table)

        await self.change(vanish)

    async def rewrite(self, work: Callable[[list[bytes]], Awaitable[Rewritten]]) -> None:
        """Have lines of the log rewritten, all or none; then everybody is told the table as it reads now."""
        async with self.lock:
            try:
                rewritten = await work(list(await self._context.storage.load(self.id)))
                await self._context.storage.write(*rewritten.statements)
            finally:
                self._table = None
            self._context.cluster.announce_rewrite(self.id)
            if not self.audience.connections and not rewritten.goes_on:
                return
            await self._tell_anew()

    async def read_anew(self) -> None:
        """Another worker has rewritten lines of the log."""
        async with self.lock:
            self._table = None
            await self._tell_anew()

    async def _tell_anew(self) -> None:
        table = await self.load()
        if table is not None:
            self.seat_anew(table)
            self.audience.forget_talk()
            self.tell_all(table)

    def is_now(self, before: str, guest: str) -> None:
        for connection in self.audience.connections:
            if connection.guest == before:
                connection.guest = guest

    def seat_anew(self, table: Table) -> None:
        """Whoever has lost their seat looks on."""
        before = self.audience.seats()
        for connection in self.audience.connections:
            seat = table.seat_of(connection.guest)
            if connection.viewer != seat:
                connection.viewer, connection.seq, connection.shown, connection.informed = seat, 0, None, 0
        self._tell_neighbours(before)

    def send_away(self, guest: str) -> None:
        """Hang up on a guest who is nobody any more."""
        for connection in [connection for connection in self.audience.connections if connection.guest == guest]:
            connection.hang_up(SIGNED_OUT, "signed_out")

    def sits(self, table: Table, guest: str, seat: Seat) -> None:
        """Whoever looked on so far sees what their seat sees."""
        self._seat(guest, seat)
        self.tell_all(table)
        self.go_on()

    def _seat(self, guest: str, seat: Seat) -> None:
        before = self.audience.seats()
        for connection in self.audience.connections:
            if connection.guest == guest:
                connection.viewer, connection.seq, connection.shown, connection.informed = seat, 0, None, 0
        self._tell_neighbours(before)

    async def _known(self) -> Table:
        table = await self.load()
        assert table is not None, "a room is asked only after its table was found"
        return table

    # --- what is asked for ---------------------------------------------------------------------------------------

    async def answer(self, connection: Connection, message: messages.Incoming) -> messages.Ack | messages.Refused:
        """Do what somebody sent, once, and tell everybody; the answer is theirs alone."""
        async with QueueTurn(self._lanes, connection.viewer, connection.sender), self.lock:
            try:
                for _ in range(TRIES):
                    try:
                        return await self._answer(connection, message)
                    except Conflict:
                        await self.catch_up()
                raise StorageError("other workers are always quicker")
            except CommandRefused as error:
                return messages.Refused(message.id, error.code, error.refusal, error.until)
            except RecursionError:  # moves are decoded when they are played, and may be nested to any depth
                return messages.Refused(message.id, "garbled")
            except StorageError as error:
                log.error("what was sent is not saved: %s", error)
                await self._recover()
                return messages.Refused(message.id, "not_saved")

    async def _answer(self, connection: Connection, message: messages.Incoming) -> messages.Ack:
        table = self._table or await self._known()
        if isinstance(message, messages.Play) and connection.viewer is not None:
            return messages.Ack(message.id, await self._played(table, connection.viewer, message))
        asker = self._asker(table, connection)
        who = asker.who
        if who is None or (who, message.id) not in table.acks:
            await self._behaves(table, connection, message)
            await self._do(table, asker, message)
        assert who is not None
        known = table.acks.get((who, message.id))
        return messages.Ack(message.id, table.told(asker.seat) if known is None else known)

    async def change(self, work: Callable[[Table], Awaitable[T]]) -> T:
        """Do something to the table; again, on the table as it is by then, as long as other workers write quicker."""
        async with self.lock:
            for _ in range(TRIES):
                try:
                    return await work(await self._known())
                except Conflict:
                    await self.catch_up()
            raise StorageError("other workers are always quicker")

    def _asker(self, table: Table, connection: Connection) -> Asker:
        guest = connection.guest
        if guest is None:
            return Asker(connection.viewer, None)
        speaker = self._context.signer.speaker_id(self.id, guest)
        return Asker(connection.viewer, speaker, guest == table.opener)

    async def _behaves(self, table: Table, connection: Connection, message: messages.Incoming) -> None:
        """Whether somebody may do this, by the house's manners; moves are not asked about."""
        guest, seat, manners = connection.guest, connection.viewer, self._context.sanctions
        if guest is None or isinstance(message, messages.Play):
            return
        people = [guest] if seat is None else [other for other, sits in table.guests.items() if sits == seat]
        banned = await manners.sanctioned_until(people, "ban")
        if banned is not None:
            raise CommandRefused("banned", until=banned)
        if isinstance(message, messages.Say):
            muted = await manners.sanctioned_until(people, "mute")
            if muted is not None:
                raise CommandRefused("muted", until=muted)
            if seat is None and guest not in self._heard:  # a line without a seat does not say whose it is
                who = self._context.signer.speaker_id(self.id, guest)
                await self._context.storage.write(Statement(_SPOKE, (guest, self.id, who)))
                self._heard.add(guest)

    async def _do(self, table: Table, asker: Asker, message: messages.Incoming) -> None:
        at = self.time.now()
        match message:
            case messages.Play():
                raise CommandRefused("no_seat")
            case messages.Say():
                lines = commands.say(table, asker, message, at)
                self._hurries(asker)
            case messages.Propose():
                lines = commands.propose(table, asker, message, at, self._away)
            case messages.Vote():
                lines = commands.vote(table, asker, message, at)
            case messages.Back():
                lines = commands.back(table, asker, message, at)
            case messages.Fill():
                lines = commands.fill(table, asker, message, at)
        if not lines:
            return
        was_over = table.over
        await self.commit(table, lines)
        if isinstance(lines[0], ChatPosted):
            self.audience.tell_talk(table)
        else:
            self.tell_all(table)
            self.go_on()
        if table.over and not was_over:
            self._is_over(table)

    async def _played(self, table: Table, seat: Seat, play: messages.Play) -> int:
        """Play moves, once; how much of their story the player then knew."""
        if (seat, play.id) not in table.acks:
            if seat in table.proxies:
                raise CommandRefused("proxied")
            at = self.time.now()
            await self.strike(table, at)
            await self.play(table, table.attempt(seat, play, at))
        return table.acks[seat, play.id]

    def _hurries(self, asker: Asker) -> None:
        """Nobody may flood the table with talk."""
        assert asker.speaker is not None
        pace = self._paces.setdefault(asker.speaker, RateLimiter(self._context.lines_per_minute, 60.0))
        if pace.step(asyncio.get_running_loop().time()):
            raise CommandRefused("too_fast")

    async def strike(self, table: Table, at: int) -> None:
        """Let the clock on the wall have its say, if it has any, before a move is tried: then that is committed."""
        if table.rings(at):
            await self.play(table, table.strike(at))

    async def begin_without(self, table: Table, at: int) -> None:
        """Begin a game that has waited long enough for those who have yet to come to the table."""
        begins = table.begins_at()
        if begins is not None and begins <= at:
            await self.commit(table, table.without(range(len(table.sitters)), at))
            self.tell_all(table)

    async def play(self, table: Table, turn: Turn) -> None:
        await self.commit(table, turn)
        self.audience.tell_progress(table)
        over = table.over
        if over or turn.taken is not None:
            self.tell_all(table)
        if over:
            self._is_over(table)
        self.go_on()

    async def commit(self, table: Table, change: Turn | Sequence[TableEvent]) -> None:
        """Write a change down, then let it happen. If it cannot be written, what is written counts: read it again."""
        noted: IndexEntry | IndexUpdate
        if isinstance(change, Turn):
            bodies = [events.encode(change.line)]
            noted = views.noted_after(table, change)
        else:
            bodies = [events.encode(line) for line in change]
            talk = all(isinstance(line, ChatPosted) for line in change)
            sitting: list[tuple[str, Viewer]] = [
                (line.guest, line.seat) for line in change if isinstance(line, SeatTaken | SeatClaimed) and line.guest
            ]
            sitting += [(line.guest, table.seat_of(line.before)) for line in change if isinstance(line, GuestMerged)]
            noted = views.noted_talk(table, change[-1].at) if talk else views.noted(table.after(change), sitting)
        try:
            await self._context.storage.append(self.id, table.length, bodies, noted)
        except Conflict:
            raise  # nothing of it is written: the table is as good as before, only behind
        except BaseException:
            self._table = None
            raise
        if isinstance(change, Turn):
            counters.moves += 1
            table.accept(change)
        else:
            for line in change:
                table.happen(line)

    def _is_over(self, table: Table) -> None:
        counters.over += 1
        log_event(log, "table over", table=hashed_id(self.id), game=table.game.id, lines=table.length)
        self._context.on_game_over(table)
        for seat in set(table.guests.values()) - self.audience.here():
            self._context.push.notify_game_over(table, seat, partial(self._is_absent, seat))

    def _is_absent(self, seat: Seat) -> bool:
        return seat not in self.audience.here()

    # --- what other workers write --------------------------------------------------------------------------------

    async def catch_up(self) -> None:
        """Read what others have added to the log, and tell it. Whoever calls this has the lock."""
        table = self._table
        if table is None:
            await self.load()
        else:
            start = table.length
            self._follow(start, await self._context.storage.load(self.id, start))

    def overhear(self, start: int, bodies: Sequence[bytes]) -> bool:
        """Lines that another worker has written, from number ``start`` on; whether we could listen.

        We cannot while the room may wait for an entry of its own to be written, nor without the table, nor follow
        what begins too late.
        """
        if self._table is None or self.lock.locked() or start > self.length:
            return False
        self._follow(start, bodies)
        return True

    async def overhear_soon(self, start: int, bodies: Sequence[bytes]) -> None:
        """The same, as soon as we can listen."""
        async with self.lock:
            self._follow(start, bodies)

    async def read_again(self) -> None:
        """The table could not be read, or is about to be: have it in memory, and tell everybody what is new."""
        async with self.lock:
            await self._recover()

    def _follow(self, start: int, bodies: Sequence[bytes]) -> None:
        table = self._table
        if table is None or start > table.length:
            return
        try:
            lines = [events.decode(body) for body in bodies[table.length - start :]]
            over, proxies = table.over, dict(table.proxies)
            for line in lines:
                table.happen(line)
        except (ValueError, LookupError, Refused, InvalidLog) as error:
            self._table = None
            log.error("table %s cannot be followed (%s)", hashed_id(self.id), type(error).__name__)
            return
        if not lines:
            return
        for line in lines:
            if isinstance(line, GuestMerged):
                self.is_now(line.before, line.guest)
            elif isinstance(line, ClocksShifted):
                self.time.follow()
        kinds: set[type[TableEvent]] = {type(line) for line in lines}
        if kinds - {ChatPosted, MovesPlayed}:
            self.seat_anew(table)
        if kinds == {ChatPosted}:
            self.audience.tell_talk(table)
        elif kinds == {MovesPlayed} and (table.over, table.proxies) == (over, proxies):
            self.audience.tell_progress(table)
        else:
            self.tell_all(table)
        self.clockwork.go_on(table, call=False)  # whoever is not here is called by the worker that wrote this

    async def _recover(self) -> None:
        """After a failure, tell everybody what the log says; if it cannot even be read, the next visitor tries."""
        try:
            table = await self.load()
        except (StorageError, InvalidLog) as error:
            log.error("table %s cannot be read: %s", hashed_id(self.id), error)
            return
        if table is not None:
            self.tell_all(table)

    def go_on(self) -> None:
        """After a change: whatever goes on by itself."""
        if self._table is not None:
            self.clockwork.go_on(self._table)

    def is_at(self, table: Table) -> bool:
        """Whether a table is still the one in the room: after a failure it is read anew."""
        return table is self._table

    def tell_all(self, table: Table) -> None:
        self.audience.tell_seats(table)
        self.audience.tell_progress(table)
        self.audience.tell_talk(table)
