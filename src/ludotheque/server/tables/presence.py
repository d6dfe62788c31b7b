"""Presence: which seats of a table are connected, to this worker or to another, and since when one is not."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from functools import partial

from ludotheque.engine.rules import Seat
from ludotheque.server.tables.broadcast import Subscribers
from ludotheque.server.tables.connection import Connection
from ludotheque.server.tables.context import TableContext
from ludotheque.server.tables.screens import SCREEN, is_live
from ludotheque.server.tables.table import Table


class Presence:
    """Notes who connects to a table and disconnects from it; the viewers, the cluster and the push service learn of it.

    ``waits_for`` says whether the game waits for a seat: its guest is reminded by push after disconnecting.
    """

    __slots__ = ("_context", "_created_at", "_disconnected_at", "_id", "_subscribers", "_waits_for")

    def __init__(
        self, id: str, context: TableContext, subscribers: Subscribers, waits_for: Callable[[Seat], bool]
    ) -> None:
        self._id = id
        self._context = context
        self._subscribers = subscribers
        self._waits_for = waits_for
        self._created_at = asyncio.get_running_loop().time()
        self._disconnected_at: dict[Seat, float] = {}

    async def load(self) -> None:
        """Read which seats are connected to other workers."""
        await self._context.cluster.load_presence(self._id)
        self._subscribers.elsewhere = self._context.cluster.connected_elsewhere(self._id)

    def connect(self, connection: Connection, table: Table, since: int, said: int) -> None:
        """Add a connection, and send it the table, its story from ``since`` on and its chat from ``said`` on."""
        subscribers = self._subscribers
        before, local = subscribers.seats(), subscribers.local_seats()
        connection.viewer = table.seats.seat_of(connection.guest)
        connection.seats = table.seats.on_device(connection.device)
        connection.is_live = is_live(connection, table)
        subscribers.connections.add(connection)
        subscribers.welcome(connection, table, since, said)
        for seat in connection.seats:
            self._context.push.cancel(self._id, seat)
        if subscribers.seats() != before:
            subscribers.show_seats(table, besides=connection)
        self._announce(local)

    def disconnect(self, connection: Connection, table: Table | None) -> None:
        """Remove a connection; ``table`` is None while the table is not in memory."""
        before, local = self._subscribers.seats(), self._subscribers.local_seats()
        self._subscribers.connections.discard(connection)
        if not self._subscribers.anyone():
            self._context.bots.stop_thinking(self._id)
        self._note_disconnected(before - self._subscribers.seats(), table)
        self._announce(local)

    def update_remote(self, table: Table | None) -> None:
        """Seats have connected to other workers, or disconnected from them."""
        before = self._subscribers.seats()
        self._subscribers.elsewhere = self._context.cluster.connected_elsewhere(self._id)
        connected = self._subscribers.seats() - before
        for seat in connected - {SCREEN}:
            self._context.push.cancel(self._id, seat)
        if table is not None and connected:
            self._subscribers.show_seats(table)
        self._note_disconnected(before - self._subscribers.seats(), table)

    def refresh_seats(self, table: Table) -> None:
        """Give every connection the seat that its guest has now."""
        before = self._subscribers.local_seats()
        self._subscribers.refresh_seats(table)
        self._announce(before)

    def is_away(self, seat: Seat) -> bool:
        """Whether a seat has been disconnected for so long that the others may remove it."""
        since = self._disconnected_at.get(seat, self._created_at)
        gone_for = asyncio.get_running_loop().time() - since
        return self._is_disconnected(seat) and gone_for >= self._context.away_seconds

    def notify_game_over(self, table: Table) -> None:
        """Notify the players who are not connected that the game is over."""
        for seat in set(table.seats.guests.values()) - self._subscribers.seats():
            self._context.push.notify_game_over(table, seat, partial(self._is_disconnected, seat))

    def _is_disconnected(self, seat: Seat) -> bool:
        return not self._subscribers.has(seat)

    def _note_disconnected(self, seats: Collection[Seat], table: Table | None) -> None:
        for seat in set(seats) - {SCREEN}:
            self._disconnected_at[seat] = asyncio.get_running_loop().time()
            if table is not None and self._waits_for(seat):
                self._context.push.remind_later(table, seat)
        if table is not None and seats:
            self._subscribers.show_seats(table)

    def _announce(self, before: Collection[Seat]) -> None:
        seats = self._subscribers.local_seats()
        if seats != before:
            self._context.cluster.set_presence(self._id, seats)
