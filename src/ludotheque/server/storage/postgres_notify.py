"""``NOTIFY`` and ``LISTEN`` of PostgreSQL, on connections of their own."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import Any, Final

import asyncpg

from ludotheque.server.storage.postgres_connect import LOST, Connection, connect

CHANNEL: Final = "ludotheque"
CONNECTION_ERRORS: Final = (asyncpg.PostgresError, *LOST)
"""What the functions of this module raise when the database cannot be reached."""
_NOTIFY: Final = f"SELECT pg_notify('{CHANNEL}', $1)"
_CHECK_EVERY: Final = 30.0
"""Seconds between two checks that a silent connection is still open."""


class NotifyConnection:
    """A connection that sends notifications."""

    def __init__(self, connection: Connection, statement: Any) -> None:
        self.connection = connection
        self._statement = statement

    @classmethod
    async def open(cls, address: str, worker: str) -> NotifyConnection:
        """Connect. What is written on this connection need not be durable."""
        connection = await connect(address, worker, synchronous_commit="off")
        return cls(connection, await connection.prepare(_NOTIFY))

    @property
    def is_closed(self) -> bool:
        """Whether the connection was lost."""
        return bool(self.connection.is_closed())

    async def send(self, payload: str) -> None:
        """Send a notification to everyone who listens."""
        await self._statement.fetchval(payload)

    def terminate(self) -> None:
        """Close the connection at once."""
        self.connection.terminate()


async def listen(address: str, worker: str, on_payload: Callable[[str], None], on_ready: Callable[[], None]) -> None:
    """Receive notifications until the connection is lost; ``on_ready`` is called once none can be missed any more."""
    lost = asyncio.Event()
    connection: Connection | None = None
    try:
        connection = await connect(address, worker)
        connection.add_termination_listener(lambda _: lost.set())
        await connection.add_listener(CHANNEL, lambda _connection, _pid, _channel, payload: on_payload(payload))
        on_ready()
        while not lost.is_set():
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(lost.wait(), _CHECK_EVERY)
            if not lost.is_set():
                await connection.execute("SELECT 1")
    finally:
        if connection is not None:
            connection.terminate()
