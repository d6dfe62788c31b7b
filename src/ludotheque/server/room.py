"""The room around a table: one change at a time, written down before it is told."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Coroutine, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final

import msgspec

from ludotheque.engine.rules import Seat
from ludotheque.server import asking, ledger, showing, wire
from ludotheque.server.asking import Asker
from ludotheque.server.bots import BotFailed, Bots, job_for
from ludotheque.server.calls import Calls
from ludotheque.server.connection import Connection
from ludotheque.server.database import StorageTrouble
from ludotheque.server.keys import Keys
from ludotheque.server.ledger import Claimed, Line, Said, Sat, Woke
from ludotheque.server.pace import Pace
from ludotheque.server.register import Moved, Noted
from ludotheque.server.storage import Storage
from ludotheque.server.table import BadLog, NotDone, Table, Turn, Viewer
from ludotheque.server.telling import Audience

log = logging.getLogger(__name__)

_LATE_AT_ONCE: Final = 1000
"""Moves that are played for a seat in one go at most, so that rules that never ask anew cannot hold the house up."""

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


class Room:
    """One table and everybody at it."""

    def __init__(self, id: str, hall: Hall) -> None:
        self.id = id
        self.lock = asyncio.Lock()
        self.audience = Audience(hall.keys, now_ms)
        self.thinking: set[Seat] = set()
        self.due: int | None = None
        """When the next clock runs out."""
        self._hall = hall
        self._table: Table | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._alarm: asyncio.TimerHandle | None = None
        self._answered: dict[Seat, tuple[int, int]] = {}
        self._left: dict[Seat, float] = {}
        self._built = asyncio.get_running_loop().time()
        self._paces: dict[str, Pace] = {}
        self._waited: set[Seat] = set()
        """Those who play themselves and whom everybody waits for."""

    @property
    def quiet(self) -> bool:
        """Nobody is here and nothing goes on."""
        return not self.audience.connections and not self.thinking and not self.lock.locked()

    async def table(self) -> Table | None:
        """The table, read from its log if it is not in memory; None if there is no such table."""
        if self._table is None:
            async with self.lock:
                await self._load()
        return self._table

    async def _load(self) -> Table | None:
        if self._table is None:
            bodies = await self._hall.storage.load(self.id)
            if bodies:
                table = Table.load(self.id, bodies)
                await self._rouse(table)
                self._waited = _waited(table)  # whoever is asked since before we looked is not called anew
                self._table = table  # not before: nobody is to see clocks that have yet to be set right
                self._go_on()
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
        self._go_on()

    def rest(self) -> None:
        """Nobody needs the room for now."""
        if self._alarm is not None:
            self._alarm.cancel()

    async def close(self) -> None:
        """Send everybody home."""
        self.rest()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

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
        if self._table is not None and gone:
            audience.tell_seats(self._table)

    def _away(self, seat: Seat) -> bool:
        """Whether somebody has been gone for long enough to be missed."""
        since = self._left.get(seat, self._built)
        gone_for = asyncio.get_running_loop().time() - since
        return seat not in self.audience.here() and gone_for >= self._hall.away

    async def join(self, guest: str, name: str, nonce: str) -> wire.TableCard:
        """Take the first free seat; whoever sits here already keeps theirs."""
        async with self.lock:
            table = await self._known()
            if table.seat_of(guest) is None:
                seat = table.free_seat()
                if seat is None:
                    raise TableFull(self.id)
                await self._commit(table, table.seating([Sat(seat, name, nonce, now_ms(), guest)]))
                self._sits(table, guest, seat)
            return self.card(table, guest)

    async def claim(self, guest: str, code: str) -> wire.TableCard:
        """Take one's seat from another browser; the first keeps it too."""
        async with self.lock:
            table = await self._known()
            keys = self._hall.keys
            codes = [keys.same(code, keys.claim(self.id, seat)) for seat in range(len(table.sitters))]
            if True not in codes or not table.is_human(codes.index(True)):
                raise BadClaim(self.id)
            seat, sits = codes.index(True), table.seat_of(guest)
            if sits is not None and sits != seat:
                raise SeatedElsewhere(self.id)
            if sits is None:
                await self._commit(table, [Claimed(seat, guest, now_ms())])
                self._sits(table, guest, seat)
            return self.card(table, guest)

    def _sits(self, table: Table, guest: str, seat: Seat) -> None:
        """Whoever looked on so far sees what their seat sees."""
        for connection in self.audience.connections:
            if connection.guest == guest:
                connection.viewer, connection.seq, connection.shown, connection.informed = seat, 0, None, 0
        self._tell_all(table)
        self._go_on()

    async def _known(self) -> Table:
        table = await self._load()
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
        await self._commit(table, lines)
        if isinstance(lines[0], Said):
            self.audience.tell_talk(table)
        else:
            self._tell_all(table)
            self._go_on()

    async def _played(self, table: Table, seat: Seat, play: wire.Play) -> int:
        """Play moves, once; how much of their story the player then knew."""
        if (seat, play.id) not in table.acks:
            if seat in table.proxies:
                raise NotDone("proxied")
            await self._play(table, table.attempt(seat, play, now_ms()))
        return table.acks[seat, play.id]

    def _hurries(self, asker: Asker) -> None:
        """Nobody may flood the table with talk."""
        assert asker.speaker is not None
        pace = self._paces.setdefault(asker.speaker, Pace(self._hall.lines_per_minute, 60.0))
        if pace.step(asyncio.get_running_loop().time()):
            raise NotDone("too_fast")

    async def _play(self, table: Table, turn: Turn) -> None:
        await self._commit(table, turn)
        self.audience.tell_progress(table)
        if table.over or turn.taken is not None:
            self._tell_all(table)
        self._go_on()

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
            self._tell_all(table)

    def _tell_all(self, table: Table) -> None:
        self.audience.tell_seats(table)
        self.audience.tell_progress(table)
        self.audience.tell_talk(table)

    # --- what goes on by itself ----------------------------------------------------------------------------------

    def _go_on(self) -> None:
        """After a change: bots that are asked think, and the alarm is set for the next clock that runs out."""
        table = self._table
        if table is None:
            return
        self._wake_bots(table)
        self._call_the_absent(table)
        if table.clocks is None:
            return
        due = None if table.over or table.adjourned else table.clocks.due()
        if due == self.due:
            return
        self.due = due
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        if due is None:
            self._hall.timed.discard(self.id)
        else:
            self._hall.timed.add(self.id)
            wait = max(0, due - now_ms()) / 1000
            self._alarm = asyncio.get_running_loop().call_later(wait, lambda: self._start(self._time_is_up()))

    def _call_the_absent(self, table: Table) -> None:
        """Call those whose turn has just come and who are not here."""
        before, self._waited = self._waited, _waited(table)
        for seat in self._waited - before - self.audience.here():
            self._hall.calls.turn(table, seat, partial(self._is_missed, seat))

    def _is_missed(self, seat: Seat) -> bool:
        return seat in self._waited and seat not in self.audience.here()

    async def _time_is_up(self) -> None:
        """Play for those who have run out of time, so that the others never wait for good."""
        async with self.lock:
            self.due = None
            try:
                table = await self._load()
                if table is not None and table.clocks is not None and not table.over and not table.adjourned:
                    for seat in table.clocks.out(now_ms()):
                        await self._play_late(table, seat)
            except (StorageTrouble, BadLog) as error:
                log.error("nobody could be played for at table %s: %s", self.id, error)
            self._go_on()

    async def _play_late(self, table: Table, seat: Seat) -> None:
        for _ in range(_LATE_AT_ONCE):
            at = now_ms()
            if table.over or table.clocks is None or seat not in table.clocks.out(at):
                return
            await self._play(table, table.late(seat, at))

    def _wake_bots(self, table: Table) -> None:
        """Have every bot think that is asked."""
        if table.match is None or table.adjourned or table.ended:
            return
        for seat in table.match.asked():
            level = table.bot_at(seat) if seat >= 0 else None
            if level is not None and seat not in self.thinking:
                self.thinking.add(seat)
                self._start(self._bot_plays(table, seat, level))

    async def _bot_plays(self, table: Table, seat: Seat, level: str) -> None:
        match = table.playing()
        question = match.rules.question(match.state)
        # A pause, so that people can follow; but not between the steps of one answer, such as a deployment: nothing
        # has been heard since the last of them. In a negotiation every word is an answer to another.
        heard = question, len(table.stories[seat])
        pause = 0.0 if self._answered.get(seat) == heard else self._hall.bot_delay
        number = table.length
        try:
            try:
                thought = self._hall.bots.choose(job_for(table, seat, level))
                move, _ = await asyncio.gather(thought, asyncio.sleep(pause))
            except BotFailed:
                move = _encode(match.rules.default(match.state, seat))
            await self._play_for_bot(table, seat, wire.Play(f"bot {number}", question, [msgspec.Raw(move)]), number)
            self._answered[seat] = question, len(table.stories[seat])
        except Exception:
            log.exception("a bot's move was not played")
            return  # it is woken again by whatever happens next, not at once: that could go on forever
        finally:
            self.thinking.discard(seat)
        self._go_on()

    async def _play_for_bot(self, table: Table, seat: Viewer, play: wire.Play, began: int) -> None:
        """The same way as people's moves. A bot that breaks the rules has the default played for it.

        Not one that was overtaken while it thought, as by the end of a proposal it was about to accept: it thinks
        again. ``began`` is how long the table's log was when it started to.
        """
        async with self.lock:
            if table is not self._table or seat is None or table.bot_at(seat) is None:
                return
            try:
                turn = table.attempt(seat, play, now_ms())
            except NotDone as error:
                if error.code in ("stale", "adjourned", "over") or table.length != began:
                    return
                log.error("a bot's move was refused (%s, %s)", table.game.id, error.code)
                match = table.playing()
                default = msgspec.Raw(_encode(match.rules.default(match.state, seat)))
                turn = table.attempt(seat, msgspec.structs.replace(play, moves=[default]), now_ms())
            await self._play(table, turn)


def _waited(table: Table) -> set[Seat]:
    if table.match is None or table.over or table.adjourned:
        return set()
    return set(table.match.asked()).intersection(table.players())


def now_ms() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000
