"""Repository of notification channels: e-mail addresses and webhooks.

All times are milliseconds since 1970. In the database a channel is a ``way``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Literal, NamedTuple

from ludotheque.engine.rules import Seat
from ludotheque.protocol.notifications import Shape
from ludotheque.server.storage.interface import Storage
from ludotheque.server.storage.statement import Statement

COLUMNS: Final = 'id, guest, "table", kind, address, shape, secret, lang, daily, confirmed, sent, number, failures'
"""The columns of a :class:`Channel`."""
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
_CHANNELS_OF_GUEST: Final = f"SELECT {COLUMNS} FROM way WHERE guest = $1 ORDER BY made, id"
_COUNT_OF_TABLE: Final = 'SELECT count(*) FROM way WHERE "table" = $1'
_CHANNEL_BY_ID: Final = f"SELECT {COLUMNS} FROM way WHERE id = $1"
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
        return [to_channel(row) for row in await self._storage.rows(_CHANNELS_OF_GUEST, guest)]

    async def count_of_table(self, table: str) -> int:
        """How many channels a table has."""
        count: int = (await self._storage.rows(_COUNT_OF_TABLE, table))[0][0]
        return count

    async def find(self, id: str) -> Channel | None:
        """A channel by its id."""
        found = await self._storage.rows(_CHANNEL_BY_ID, id)
        return to_channel(found[0]) if found else None

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


def to_channel(row: Sequence[Any]) -> Channel:
    """The channel in a row of :data:`COLUMNS`."""
    channel = Channel(*row)
    return channel._replace(daily=bool(channel.daily), confirmed=bool(channel.confirmed))
