"""Calls by e-mail and in salons: gathered, so that nobody gets a message for every move.

Whoever is away when their turn comes is noted down, in the database: a restart neither forgets a call nor repeats it.
A while later, if they have not been back, one message says everywhere they are awaited; what comes up in the quiet
hour after it goes into the next. When a long clock comes to its last hour they are reminded once, whatever the hour.

Several workers may run on one database. Each looks for ways that are due and takes one for a minute by a mark that
only one of them can set, so each message is sent by one. A worker that dies in the very moment of sending leaves it
open whether it did; then the message is sent again, with the same id.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Callable, Coroutine, Iterable, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from ludotheque.engine.rules import Seat
from ludotheque.protocol.http import SeatLine
from ludotheque.server.notifications import texts
from ludotheque.server.notifications.channels import COLUMNS, Channel, Channels
from ludotheque.server.notifications.delivery import Delivery, Fate
from ludotheque.server.runtime.time import now_ms
from ludotheque.server.storage import Statement, Storage, StorageError
from ludotheque.server.tables.table import Table

log = logging.getLogger(__name__)

TRIES: Final = 10
"""So many failures in a row, and an address is dead."""
_DAY: Final = 24 * 3600 * 1000
_LEASE: Final = 120 * 1000
"""Milliseconds for which a worker has a way to itself: longer than it ever takes to send a message."""
_AT_ONCE: Final = 20
_LOOK_EVERY: Final = 15.0
"""Seconds between two looks at what is due."""
_GOODBYE: Final = 10.0
"""Seconds that a message on its way has when the house closes."""
_LONGEST: Final = 6 * 3600 * 1000
"""Milliseconds after which what has failed is tried again at the latest."""

# Ways are due when a turn has waited for long enough and they have been quiet for long enough, or at a reminder.
_PAUSE: Final = f"CASE WHEN way.daily THEN {_DAY} ELSE CAST($3 AS BIGINT) END"
_READY: Final = f"""
CASE WHEN waiting.since + $2 > way.sent + {_PAUSE} THEN waiting.since + $2 ELSE way.sent + {_PAUSE} END
"""
_RECKONED: Final = f"""
(SELECT min(CASE WHEN told OR warn < {_READY} THEN warn ELSE {_READY} END) FROM waiting WHERE waiting.way = way.id)
"""
_RECKON: Final = f"UPDATE way SET due = {_RECKONED} WHERE id = $1"
_RECKON_NEW: Final = f"{_RECKON} AND failures = 0"
"""Not where something has failed: that is tried again in its own time."""

_WAYS_TO: Final = """
SELECT id FROM way WHERE confirmed AND ("table" = $1 OR ("table" = '' AND guest = $2))
"""
_NOTE: Final = """
INSERT INTO waiting (way, "table", seat, since, told, warn) VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT (way, "table", seat) DO UPDATE SET since = excluded.since, told = excluded.told, warn = excluded.warn
"""
_UNTOLD: Final = 'SELECT way FROM waiting WHERE "table" = $1 AND seat = $2 AND NOT told'
_SEEN: Final = 'UPDATE waiting SET told = TRUE WHERE "table" = $1 AND seat = $2'
_MISSED: Final = """
SELECT way.id, summary."table", sitting.seat, summary.due, summary.updated
FROM way JOIN sitting ON sitting.guest = way.guest JOIN summary ON summary."table" = sitting."table"
WHERE way.confirmed AND way."table" = '' AND state = 'playing' AND asked LIKE '%,' || sitting.seat || ',%'
AND summary.updated > way.made AND summary.updated > $1 AND NOT EXISTS (
    SELECT 1 FROM waiting WHERE waiting.way = way.id AND waiting."table" = summary."table"
    AND waiting.seat = sitting.seat)
"""

_DUE: Final = f"SELECT id FROM way WHERE due <= $1 AND lease <= $1 ORDER BY due LIMIT {_AT_ONCE}"
_TAKE: Final = "UPDATE way SET holder = $2, lease = $3 WHERE id = $1 AND due <= $4 AND lease <= $4"
_TAKEN: Final = f"SELECT {COLUMNS} FROM way WHERE id = $1 AND holder = $2"
_WAITING: Final = """
SELECT waiting."table", waiting.seat, waiting.since, waiting.told, waiting.warn,
    summary.game, summary.state, summary.asked, summary.due, summary.seats
FROM waiting LEFT JOIN summary ON summary."table" = waiting."table" WHERE waiting.way = $1
"""
_TURNS: Final = """
SELECT summary."table", seat, summary.game, summary.due FROM sitting JOIN summary ON summary."table" = sitting."table"
WHERE guest = $1 AND state = 'playing' AND asked LIKE '%,' || seat || ',%'
"""
_DROP: Final = 'DELETE FROM waiting WHERE way = $1 AND "table" = $2 AND seat = $3 AND since = $4'
_KNOWN: Final = 'UPDATE waiting SET told = TRUE WHERE way = $1 AND "table" = $2 AND seat = $3 AND since = $4'
_REMIND: Final = 'UPDATE waiting SET warn = $5 WHERE way = $1 AND "table" = $2 AND seat = $3 AND since = $4'
_SENT: Final = "UPDATE way SET sent = $3, number = number + 1 WHERE id = $1 AND holder = $2"
_LAY_DOWN: Final = "UPDATE way SET failures = 0, holder = '', lease = 0 WHERE id = $1 AND holder = $2"
_ASKED: Final = "UPDATE way SET due = NULL, failures = 0, holder = '', lease = 0 WHERE id = $1 AND holder = $2"
_AGAIN: Final = (
    "UPDATE way SET failures = failures + $3, due = $4, holder = '', lease = 0 WHERE id = $1 AND holder = $2"
)

_seats: msgspec.json.Decoder[list[SeatLine]] = msgspec.json.Decoder(list[SeatLine])


class Rhythm(NamedTuple):
    """When somebody is called, all in milliseconds."""

    delay: int
    """After their turn has come."""
    quiet: int
    """Between two messages at least, unless they come once a day."""
    warning: int
    """Before a clock runs out, if it has more than that to begin with."""


class _Waiting(NamedTuple):
    """Somebody is awaited at a table, or was."""

    table: str
    seat: Seat
    since: int
    told: bool
    warn: int | None
    game: str | None
    state: str | None
    asked: str | None
    due: int | None
    seats: str | None

    @property
    def still(self) -> bool:
        return self.state == "playing" and self.asked is not None and f",{self.seat}," in self.asked


class Digest:
    """Notes down who is awaited, and sends what is due."""

    def __init__(
        self, storage: Storage, ways: Channels, post: Delivery, rhythm: Rhythm, here: Callable[[str, Seat], bool]
    ) -> None:
        self._storage = storage
        self._ways = ways
        self._post = post
        self._rhythm = rhythm
        self._here = here
        """Whether somebody is at a table just now, as far as this worker knows."""
        self._order = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()
        self._nudged = asyncio.Event()

    # --- what happens at the tables ------------------------------------------------------------------------------

    def asked(self, table: Table, seat: Seat, guests: Iterable[str]) -> None:
        """It has become the turn of somebody who is not there."""
        self._start(self._note(table.id, seat, list(guests), _clock(table), told=False))

    def left(self, table: Table, seat: Seat, guests: Iterable[str]) -> None:
        """Somebody has left whose turn it is: they know, but may want to be reminded."""
        self._start(self._note(table.id, seat, list(guests), _clock(table), told=True))

    def back(self, table: str, seat: Seat) -> None:
        """Somebody has come back, and sees for themselves."""
        self._start(self._seen(table, seat))

    def nudge(self) -> None:
        """Something is due at once."""
        self._nudged.set()

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        self._track(self._in_order(work))

    def _track(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _in_order(self, work: Coroutine[Any, Any, None]) -> None:
        """One after the other: whoever comes and goes ends up as they last were."""
        async with self._order:
            try:
                await work
            except StorageError as error:
                log.error("a call cannot be noted down: %s", error)

    async def _note(self, table: str, seat: Seat, guests: Sequence[str], clock: int | None, told: bool) -> None:
        at = now_ms()
        found = [id for guest in guests for (id,) in await self._storage.rows(_WAYS_TO, table, guest)]
        if found:
            await self._write_down(
                [(id, table, seat, at, told, self._reminder(clock, at)) for id in sorted(set(found))]
            )

    async def _write_down(self, rows: Sequence[tuple[object, ...]]) -> None:
        written = [Statement(_NOTE, row) for row in rows]
        ways = dict.fromkeys(str(row[0]) for row in rows)
        await self._storage.write(*written, *(self._reckon(way, _RECKON_NEW) for way in ways))

    def _reckon(self, way: str, how: str = _RECKON) -> Statement:
        return Statement(how, (way, self._rhythm.delay, self._rhythm.quiet))

    def _reminder(self, clock: int | None, at: int) -> int | None:
        """When somebody is reminded of a clock: never, if it has little time to begin with."""
        return None if clock is None or clock - at <= self._rhythm.warning else clock - self._rhythm.warning

    async def _seen(self, table: str, seat: Seat) -> None:
        if await self._storage.rows(_UNTOLD, table, seat):
            await self._storage.write(Statement(_SEEN, (table, seat)))

    # --- what is due ---------------------------------------------------------------------------------------------

    async def run(self, since: int) -> None:
        """Send what is due, for ever. Whoever was asked after ``since``, as we were closing, is noted down first."""
        try:
            rows = await self._storage.rows(_MISSED, since)
            if rows:
                missed = [(id, table, seat, at, False, self._reminder(due, at)) for id, table, seat, due, at in rows]
                await self._write_down(missed)
        except StorageError as error:
            log.error("nobody knows who was to be called: %s", error)
        every = max(0.05, min(_LOOK_EVERY, self._rhythm.delay / 4000))
        while True:
            try:
                while await self._send_due():
                    pass
            except StorageError as error:
                log.error("nobody can be called: %s", error)
            except Exception as error:  # its words could tell an address
                log.error("calling failed (%s)", type(error).__name__)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._nudged.wait(), every)
            self._nudged.clear()

    async def close(self) -> None:
        """Finish what is being noted down or sent; nobody waits for long."""
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=_GOODBYE)
        await self._post.close()

    async def _send_due(self) -> bool:
        """Send some of what is due; whether there may be more."""
        found = await self._storage.rows(_DUE, now_ms())
        # What has begun is finished even as the house closes, or the next to open it would have to send it again.
        await asyncio.gather(*(asyncio.shield(self._track(self._take(id))) for (id,) in found))
        return len(found) == _AT_ONCE

    async def _take(self, id: str) -> None:
        at, holder = now_ms(), secrets.token_hex(8)
        await self._storage.write(Statement(_TAKE, (id, holder, at + _LEASE, at)))
        taken = await self._storage.rows(_TAKEN, id, holder)
        if taken:
            way = Channel(*taken[0])
            await (self._tell(way, holder) if way.confirmed else self._ask(way, holder))

    async def _ask(self, way: Channel, holder: str) -> None:
        fate = await self._post.ask(way)
        if fate is Fate.TAKEN:
            await self._storage.write(Statement(_ASKED, (way.id, holder)))
        else:
            await self._failed(way, holder, fate)

    async def _tell(self, way: Channel, holder: str) -> None:
        """Send one message about everything, if anything is new or urgent, and reckon when the next is due."""
        at = now_ms()
        waiting = [_Waiting(*row) for row in await self._storage.rows(_WAITING, way.id)]
        awaited = [one for one in waiting if one.still]
        away = [one for one in awaited if not self._here(one.table, one.seat)]
        rung = [one for one in awaited if one.warn is not None and one.warn <= at]
        late = {
            one.table for one in rung if one in away and one.due is not None and self._reminder(one.due, at) is None
        }
        new = [one for one in away if not one.told and one.since + self._rhythm.delay <= at]
        rested = at >= way.sent + (_DAY if way.daily else self._rhythm.quiet)
        known = [one for one in awaited if one not in away]
        sent = []
        note = await self._note_for(way, away, late, at) if late or (new and rested) else None
        if note is not None:
            fate = await self._post.deliver(way, note)
            if fate is not Fate.TAKEN:
                await self._failed(way, holder, fate)
                return
            known, sent = awaited, [Statement(_SENT, (way.id, holder, now_ms()))]
        await self._storage.write(
            *(Statement(_DROP, _key(way, one)) for one in waiting if not one.still),
            *(Statement(_REMIND, (*_key(way, one), self._reminder(one.due, at))) for one in rung),
            *(Statement(_KNOWN, _key(way, one)) for one in known),
            *sent,
            self._reckon(way.id),
            Statement(_LAY_DOWN, (way.id, holder)),
        )

    async def _note_for(self, way: Channel, away: Sequence[_Waiting], late: set[str], at: int) -> texts.Note | None:
        id = f"{way.id}.{way.number + 1}"
        if way.table:
            first = away[0]
            assert first.game is not None
            assert first.seats is not None
            seats = _seats.decode(first.seats)
            names = [seats[one.seat].name for one in away]
            link = self._post.link(way, way.table)
            turn = texts.turn(way.lang, first.game, link, first.due, at, bool(late), names)
            return texts.note(id, way.lang, [turn], salon=True)
        turns = [
            texts.turn(way.lang, game, self._post.link(way, table), due, at, table in late, ())
            for table, seat, game, due in await self._storage.rows(_TURNS, way.guest)
            if not self._here(table, seat)
        ]
        return texts.note(id, way.lang, turns) if turns else None

    async def _failed(self, way: Channel, holder: str, fate: Fate) -> None:
        """Try again later, ever later; or give an address up."""
        tries = way.failures + (fate is not Fate.STUCK)
        if fate is Fate.GONE or tries >= TRIES:
            log.warning("an address for calls (%s) is given up after %s failures", way.kind, tries)
            await self._ways.forget(way.id)
            return
        # The first time after a sixtieth of the quiet time, a minute of the hour; then after twice as long each time.
        wait = min(_LONGEST, max(1, self._rhythm.quiet // 60) * 2 ** (5 if fate is Fate.STUCK else tries))
        counted = (way.id, holder, tries - way.failures, now_ms() + wait)
        await self._storage.write(Statement(_AGAIN, counted))


def _key(way: Channel, one: _Waiting) -> tuple[object, ...]:
    return way.id, one.table, one.seat, one.since


def _clock(table: Table) -> int | None:
    return None if table.clocks is None else table.clocks.due()
