"""SQL of the notifications: push subscriptions, channels (e-mail and webhooks), and the turns that digests report.

All times are milliseconds since 1970. In the database a channel is a ``way``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final, Literal, NamedTuple

import msgspec

from ludotheque.engine.rules import Seat
from ludotheque.protocol.http import SeatSummary
from ludotheque.protocol.notifications import Shape
from ludotheque.server.storage.interface import Storage
from ludotheque.server.storage.statement import Statement

DAY: Final = 24 * 3600 * 1000
"""Milliseconds between two digests of a daily channel at least."""

# --- push subscriptions ------------------------------------------------------------------------------------------

_SAVE_SUBSCRIPTION: Final = """
INSERT INTO push (guest, endpoint, p256dh, auth, lang, at) VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT (guest, endpoint) DO UPDATE SET
    p256dh = excluded.p256dh, auth = excluded.auth, lang = excluded.lang, at = excluded.at
"""
_DELETE_EXPIRED_SUBSCRIPTIONS: Final = "DELETE FROM push WHERE at < $1"
_DELETE_SURPLUS_SUBSCRIPTIONS: Final = """
DELETE FROM push WHERE guest = $1 AND endpoint NOT IN
    (SELECT endpoint FROM push WHERE guest = $1 ORDER BY at DESC, endpoint LIMIT $2)
"""
_SUBSCRIPTIONS_OF_GUEST: Final = "SELECT guest, endpoint, p256dh, auth, lang FROM push WHERE guest = $1"
_DELETE_SUBSCRIPTION: Final = "DELETE FROM push WHERE guest = $1 AND endpoint = $2"


class PushSubscription(NamedTuple):
    """A browser that is sent push messages: its address at the push service, and its keys."""

    guest: str
    endpoint: str
    p256dh: bytes
    auth: bytes
    lang: str


class PushSubscriptionRepository:
    """The push subscriptions of all guests."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    async def save(self, subscription: PushSubscription, at: int, max_per_guest: int, expired_before: int) -> None:
        """Add or renew a subscription; delete the guest's oldest beyond a number, and all that have expired."""
        await self._storage.write(
            Statement(_SAVE_SUBSCRIPTION, (*subscription, at)),
            Statement(_DELETE_SURPLUS_SUBSCRIPTIONS, (subscription.guest, max_per_guest)),
            Statement(_DELETE_EXPIRED_SUBSCRIPTIONS, (expired_before,)),
        )

    async def delete(self, guest: str, endpoint: str) -> None:
        """Delete a subscription of a guest."""
        await self._storage.write(Statement(_DELETE_SUBSCRIPTION, (guest, endpoint)))

    async def of_guests(self, guests: Iterable[str]) -> list[PushSubscription]:
        """The subscriptions of some guests."""
        found = [await self._storage.rows(_SUBSCRIPTIONS_OF_GUEST, guest) for guest in guests]
        return [PushSubscription(*row) for rows in found for row in rows]


# --- channels ----------------------------------------------------------------------------------------------------

_CHANNEL: Final = 'id, guest, "table", kind, address, shape, secret, lang, daily, confirmed, sent, number, failures'
_INSERT_CHANNEL: Final = """
INSERT INTO way (id, guest, "table", kind, address, shape, secret, lang, daily, confirmed, made, sent, number, failures,
    due, holder, lease)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 0, 0, 0, $12, '', 0)
"""
_DELETE_TURNS_OF_SAME_ADDRESS: Final = """
DELETE FROM waiting WHERE way IN
    (SELECT id FROM way WHERE guest = $1 AND "table" = $2 AND kind = $3 AND address = $4)
"""
_DELETE_SAME_ADDRESS: Final = 'DELETE FROM way WHERE guest = $1 AND "table" = $2 AND kind = $3 AND address = $4'
_DELETE_UNCONFIRMED: Final = "DELETE FROM way WHERE NOT confirmed AND made < $1"
_UNCONFIRMED_SINCE: Final = """
SELECT id FROM way WHERE kind = 'mail' AND NOT confirmed AND lower(address) = lower($1) AND made > $2
"""
_CHANNELS_OF_GUEST: Final = f"SELECT {_CHANNEL} FROM way WHERE guest = $1 ORDER BY made, id"
_COUNT_OF_TABLE: Final = 'SELECT count(*) FROM way WHERE "table" = $1'
_CHANNEL_BY_ID: Final = f"SELECT {_CHANNEL} FROM way WHERE id = $1"
_CONFIRM: Final = "UPDATE way SET confirmed = TRUE WHERE id = $1"
_DELETE_TURNS: Final = "DELETE FROM waiting WHERE way = $1"
_DELETE_IF_CONFIRMED: Final = "DELETE FROM way WHERE id = $1 AND confirmed"
_DETACH_IF_UNCONFIRMED: Final = "UPDATE way SET guest = '', due = NULL WHERE id = $1 AND NOT confirmed"
_DELETE_CHANNEL: Final = "DELETE FROM way WHERE id = $1"
_SEATS_OF_GUEST: Final = 'SELECT "table", seat FROM sitting WHERE guest = $1 AND seat IS NOT NULL'


class Channel(NamedTuple):
    """An e-mail address or webhook that notifications are sent to, and the state of its deliveries."""

    id: str
    guest: str
    """Empty for an address that was asked to confirm and then removed."""
    table: str
    """The table whose players it notifies; empty for the channel of one guest."""
    kind: Literal["mail", "hook"]
    address: str
    shape: Shape | Literal[""]
    secret: str
    lang: str
    daily: bool
    confirmed: bool
    sent: int
    """When the last digest was sent."""
    number: int
    """How many digests have been sent."""
    failures: int
    """How many deliveries in a row have failed."""


class GuestSeat(NamedTuple):
    """A seat of a guest at a table."""

    table: str
    seat: Seat


class ChannelRepository:
    """The channels of all guests and tables."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    async def of_guest(self, guest: str) -> list[Channel]:
        """The channels that a guest has added, oldest first."""
        return [_channel(row) for row in await self._storage.rows(_CHANNELS_OF_GUEST, guest)]

    async def count_of_table(self, table: str) -> int:
        """How many channels a table has."""
        count: int = (await self._storage.rows(_COUNT_OF_TABLE, table))[0][0]
        return count

    async def find(self, id: str) -> Channel | None:
        """A channel by its id."""
        found = await self._storage.rows(_CHANNEL_BY_ID, id)
        return _channel(found[0]) if found else None

    async def has_unconfirmed(self, address: str, since: int) -> bool:
        """Whether an e-mail address was asked to confirm after ``since``, and has not."""
        return bool(await self._storage.rows(_UNCONFIRMED_SINCE, address, since))

    async def save(self, channel: Channel, at: int, unconfirmed_before: int) -> None:
        """Add a channel in place of the guest's same address; delete those that were not confirmed in time.

        An unconfirmed channel is due at once, for its confirmation.
        """
        same = (channel.guest, channel.table, channel.kind, channel.address)
        due = None if channel.confirmed else at
        await self._storage.write(
            Statement(_DELETE_TURNS_OF_SAME_ADDRESS, same),
            Statement(_DELETE_SAME_ADDRESS, same),
            Statement(_DELETE_UNCONFIRMED, (unconfirmed_before,)),
            Statement(_INSERT_CHANNEL, (*channel[:10], at, due)),
        )

    async def confirm(self, id: str) -> None:
        """Mark a channel as confirmed."""
        await self._storage.write(Statement(_CONFIRM, (id,)))

    async def remove(self, id: str) -> None:
        """Delete a channel if it is confirmed, else detach it from its guest.

        An address that has not confirmed stays on record until it expires, so that it is not asked again and again.
        """
        await self._storage.write(
            Statement(_DELETE_TURNS, (id,)),
            Statement(_DELETE_IF_CONFIRMED, (id,)),
            Statement(_DETACH_IF_UNCONFIRMED, (id,)),
        )

    async def delete(self, id: str) -> None:
        """Delete a channel, confirmed or not."""
        await self._storage.write(Statement(_DELETE_TURNS, (id,)), Statement(_DELETE_CHANNEL, (id,)))

    async def seats_of_guest(self, guest: str) -> list[GuestSeat]:
        """The seats of a guest at all tables."""
        return [GuestSeat(*row) for row in await self._storage.rows(_SEATS_OF_GUEST, guest)]


def _channel(row: Sequence[Any]) -> Channel:
    channel = Channel(*row)
    return channel._replace(daily=bool(channel.daily), confirmed=bool(channel.confirmed))


# --- digests -----------------------------------------------------------------------------------------------------

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
_LEASED: Final = f"SELECT {_CHANNEL} FROM way WHERE id = $1 AND holder = $2"
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
        return Lease(_channel(found[0]), holder) if found else None

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
