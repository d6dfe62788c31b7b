"""Repository of digests: the turns that notification channels have to report, and when each channel is due.

All times are milliseconds since 1970. In the database a channel is a ``way`` and a turn that it reports is ``waiting``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from ludotheque.engine.rules import Seat
from ludotheque.protocol.http import SeatSummary
from ludotheque.server.storage.interface import Storage
from ludotheque.server.storage.notification_channels import COLUMNS, Channel, to_channel
from ludotheque.server.storage.statement import Statement

DAY: Final = 24 * 3600 * 1000
"""Milliseconds between two digests of a daily channel at least."""

# A channel is due when a turn has waited for ``delay`` ($2) and the last digest is ``quiet`` ($3) or a day ago, or
# when a reminder is.
_INTERVAL: Final = f"CASE WHEN way.daily THEN {DAY} ELSE CAST($3 AS BIGINT) END"
_REPORT_AT: Final = f"""
CASE WHEN waiting.since + $2 > way.sent + {_INTERVAL} THEN waiting.since + $2 ELSE way.sent + {_INTERVAL} END
"""
_NEXT_DUE: Final = f"""
(SELECT min(CASE WHEN told OR warn < {_REPORT_AT} THEN warn ELSE {_REPORT_AT} END) FROM waiting
WHERE waiting.way = way.id)
"""
_RESCHEDULE: Final = f"UPDATE way SET due = {_NEXT_DUE} WHERE id = $1"
# A channel whose delivery has failed keeps the time of its next attempt.
_RESCHEDULE_WORKING: Final = f"{_RESCHEDULE} AND failures = 0"

_CHANNELS_TO_NOTIFY: Final = """
SELECT id FROM way WHERE confirmed AND ("table" = $1 OR ("table" = '' AND guest = $2))
"""
_SAVE_TURN: Final = """
INSERT INTO waiting (way, "table", seat, since, told, warn) VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT (way, "table", seat) DO UPDATE SET since = excluded.since, told = excluded.told, warn = excluded.warn
"""
_UNKNOWN_TURNS: Final = 'SELECT way FROM waiting WHERE "table" = $1 AND seat = $2 AND NOT told'
_MARK_KNOWN_EVERYWHERE: Final = 'UPDATE waiting SET told = TRUE WHERE "table" = $1 AND seat = $2'
_UNSAVED_TURNS: Final = """
SELECT way.id, summary."table", sitting.seat, summary.updated, summary.due
FROM way JOIN sitting ON sitting.guest = way.guest JOIN summary ON summary."table" = sitting."table"
WHERE way.confirmed AND way."table" = '' AND state = 'playing' AND asked LIKE '%,' || sitting.seat || ',%'
AND summary.updated > way.made AND summary.updated > $1 AND NOT EXISTS (
    SELECT 1 FROM waiting WHERE waiting.way = way.id AND waiting."table" = summary."table"
    AND waiting.seat = sitting.seat)
"""
_DUE_CHANNELS: Final = "SELECT id FROM way WHERE due <= $1 AND lease <= $1 ORDER BY due LIMIT $2"
_LEASE: Final = "UPDATE way SET holder = $2, lease = $3 WHERE id = $1 AND due <= $4 AND lease <= $4"
_LEASED: Final = f"SELECT {COLUMNS} FROM way WHERE id = $1 AND holder = $2"
_TURNS_OF_CHANNEL: Final = """
SELECT waiting.way, waiting."table", waiting.seat, waiting.since, waiting.told, waiting.warn,
    summary.game, summary.state, summary.asked, summary.due, summary.seats
FROM waiting LEFT JOIN summary ON summary."table" = waiting."table" WHERE waiting.way = $1
"""
_TURNS_OF_GUEST: Final = """
SELECT summary."table", seat, summary.game, summary.due FROM sitting JOIN summary ON summary."table" = sitting."table"
WHERE guest = $1 AND state = 'playing' AND asked LIKE '%,' || seat || ',%'
"""
_DELETE_TURN: Final = 'DELETE FROM waiting WHERE way = $1 AND "table" = $2 AND seat = $3 AND since = $4'
_MARK_KNOWN: Final = 'UPDATE waiting SET told = TRUE WHERE way = $1 AND "table" = $2 AND seat = $3 AND since = $4'
_SET_REMINDER: Final = 'UPDATE waiting SET warn = $5 WHERE way = $1 AND "table" = $2 AND seat = $3 AND since = $4'
_RECORD_SENT: Final = "UPDATE way SET sent = $3, number = number + 1 WHERE id = $1 AND holder = $2"
_RELEASE: Final = "UPDATE way SET failures = 0, holder = '', lease = 0 WHERE id = $1 AND holder = $2"
_RELEASE_ASKED: Final = "UPDATE way SET due = NULL, failures = 0, holder = '', lease = 0 WHERE id = $1 AND holder = $2"
_RELEASE_FAILED: Final = "UPDATE way SET failures = $3, due = $4, holder = '', lease = 0 WHERE id = $1 AND holder = $2"

_seats: msgspec.json.Decoder[list[SeatSummary]] = msgspec.json.Decoder(list[SeatSummary])


class WaitingTurn(NamedTuple):
    """A turn of a disconnected player, as a channel has to report it."""

    channel: str
    table: str
    seat: Seat
    since: int
    known: bool
    """Whether the player knows: they have seen it at the table, or a digest has reported it."""
    remind_at: int | None
    """When they are reminded of their clock."""


class UnsavedTurn(NamedTuple):
    """A turn that a channel ought to report, and that is not among its waiting turns."""

    channel: str
    table: str
    seat: Seat
    since: int
    due: int | None


class TurnStatus(NamedTuple):
    """A waiting turn, and what the table index says of it."""

    turn: WaitingTurn
    is_open: bool
    """Whether the table still waits for the seat."""
    game: str
    player: str
    due: int | None
    """When the player's clock runs out."""


class GuestTurn(NamedTuple):
    """A turn of a guest at a table."""

    table: str
    seat: Seat
    game: str
    due: int | None


class Lease(NamedTuple):
    """The right of one worker to send to a channel, for a limited time."""

    channel: Channel
    holder: str


class DigestRepository:
    """The turns that channels have to report, and when each channel is due.

    A digest is due ``delay`` after a turn has come and ``quiet`` after the last digest.
    """

    def __init__(self, storage: Storage, delay: int, quiet: int) -> None:
        self._storage = storage
        self._delay = delay
        self._quiet = quiet

    async def channels_to_notify(self, table: str, guests: Iterable[str]) -> list[str]:
        """The ids of the channels that report a turn of some guests at a table."""
        found = [await self._storage.rows(_CHANNELS_TO_NOTIFY, table, guest) for guest in guests]
        return sorted({id for rows in found for (id,) in rows})

    async def save_turns(self, turns: Sequence[WaitingTurn]) -> None:
        """Add or renew waiting turns, and schedule their channels."""
        channels = dict.fromkeys(turn.channel for turn in turns)
        await self._storage.write(
            *(Statement(_SAVE_TURN, turn) for turn in turns),
            *(self._reschedule(channel, _RESCHEDULE_WORKING) for channel in channels),
        )

    async def mark_known(self, table: str, seat: Seat) -> None:
        """Record that a player has seen that it is their turn."""
        if await self._storage.rows(_UNKNOWN_TURNS, table, seat):
            await self._storage.write(Statement(_MARK_KNOWN_EVERYWHERE, (table, seat)))

    async def unsaved_turns(self, since: int) -> list[UnsavedTurn]:
        """The turns that have come after ``since`` and were not saved, because a server stopped before it could."""
        return [UnsavedTurn(*row) for row in await self._storage.rows(_UNSAVED_TURNS, since)]

    async def due_channels(self, at: int, limit: int) -> list[str]:
        """The ids of channels that are due and that no worker holds, the most urgent first."""
        return [id for (id,) in await self._storage.rows(_DUE_CHANNELS, at, limit)]

    async def lease(self, id: str, holder: str, at: int, until: int) -> Lease | None:
        """Lease a due channel; None if another worker was first. ``holder`` is different for every lease."""
        await self._storage.write(Statement(_LEASE, (id, holder, until, at)))
        found = await self._storage.rows(_LEASED, id, holder)
        return Lease(to_channel(found[0]), holder) if found else None

    async def turns_of_channel(self, id: str) -> list[TurnStatus]:
        """The waiting turns of a channel."""
        return [_turn_status(row) for row in await self._storage.rows(_TURNS_OF_CHANNEL, id)]

    async def turns_of_guest(self, guest: str) -> list[GuestTurn]:
        """All turns of a guest, waiting or not."""
        return [GuestTurn(*row) for row in await self._storage.rows(_TURNS_OF_GUEST, guest)]

    async def release(
        self,
        lease: Lease,
        closed: Iterable[WaitingTurn],
        known: Iterable[WaitingTurn],
        reminded: Iterable[WaitingTurn],
        sent_at: int | None,
    ) -> None:
        """Save what has become of a channel's turns, schedule the channel anew and end its lease.

        Closed turns are deleted, known ones marked, and reminded ones keep their new ``remind_at``. A digest was sent
        at ``sent_at``, or none.
        """
        held = (lease.channel.id, lease.holder)
        await self._storage.write(
            *(Statement(_DELETE_TURN, turn[:4]) for turn in closed),
            *(Statement(_SET_REMINDER, (*turn[:4], turn.remind_at)) for turn in reminded),
            *(Statement(_MARK_KNOWN, turn[:4]) for turn in known),
            *([] if sent_at is None else [Statement(_RECORD_SENT, (*held, sent_at))]),
            self._reschedule(lease.channel.id),
            Statement(_RELEASE, held),
        )

    async def release_asked(self, lease: Lease) -> None:
        """End the lease of a channel that was asked to confirm: it is not due again."""
        await self._storage.write(Statement(_RELEASE_ASKED, (lease.channel.id, lease.holder)))

    async def release_failed(self, lease: Lease, failures: int, retry_at: int) -> None:
        """End the lease of a channel that could not be sent to, with its failures in a row and its next attempt."""
        await self._storage.write(Statement(_RELEASE_FAILED, (lease.channel.id, lease.holder, failures, retry_at)))

    def _reschedule(self, channel: str, sql: str = _RESCHEDULE) -> Statement:
        return Statement(sql, (channel, self._delay, self._quiet))


def _turn_status(row: Sequence[Any]) -> TurnStatus:
    channel, table, seat, since, known, remind_at, game, state, asked, due, seats = row
    turn = WaitingTurn(channel, table, seat, since, bool(known), remind_at)
    is_open = state == "playing" and asked is not None and f",{seat}," in asked
    player = _seats.decode(seats)[seat].name if is_open else ""
    return TurnStatus(turn, is_open, game or "", player, due)
