"""A pool of connections to PostgreSQL, which repeats work whose connection was lost."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

import asyncpg

from ludotheque.server.metrics.counters import counters
from ludotheque.server.storage.errors import InvalidValue
from ludotheque.server.storage.postgres_connect import LOST, Connection, connect, storage_error

CONNECTIONS: Final = 4
"""Connections at most."""
GIVES_UP_AFTER: Final = 8.0
"""Seconds for which work waits for a database that cannot be reached, as while it is restarted."""
RETRY_EVERY: Final = 0.1

T = TypeVar("T")


class ConnectionPool:
    """The connections of a worker, but for those that append to the logs and those for notifications."""

    def __init__(self, address: str, worker: str) -> None:
        self.address = address
        self.worker = worker
        self.closing = False
        """Whether the storage is about to close: then nothing is repeated."""
        self._loop = asyncio.get_running_loop()
        self._free: list[Connection] = []
        self._limit = asyncio.Semaphore(CONNECTIONS)

    async def run(self, work: Callable[[Connection], Awaitable[T]], *, repeatable: bool) -> T:
        """Do work on a connection; on another if that was lost, where it is ``repeatable`` or was not begun.

        Raises :class:`StorageError`, and :class:`asyncpg.UniqueViolationError`.
        """
        until = self._loop.time() + GIVES_UP_AFTER
        while True:
            begun = False
            try:
                async with self._limit:
                    connection = await self._take()
                    try:
                        begun = True
                        answer = await work(connection)
                    except BaseException as error:
                        if not isinstance(error, asyncpg.IntegrityConstraintViolationError | asyncpg.DataError):
                            connection.terminate()  # a statement may be under way
                        raise
                    finally:
                        if not connection.is_closed():
                            self._free.append(connection)
                    return answer
            except asyncpg.UniqueViolationError:
                raise
            except asyncpg.DataError as error:
                raise InvalidValue(f"a value that cannot be stored ({type(error).__name__})") from error
            except (asyncpg.PostgresError, *LOST) as error:
                was_lost = isinstance(error, LOST) and not isinstance(error, ValueError)
                again = was_lost and (repeatable or not begun)
                if not again or self.closing or self._loop.time() > until:
                    counters.storage_errors += 1
                    raise storage_error(self.address, error) from error
            await asyncio.sleep(RETRY_EVERY)

    async def _take(self) -> Connection:
        while self._free:
            connection = self._free.pop()
            if not connection.is_closed():
                return connection
        return await connect(self.address, self.worker)

    def close(self) -> None:
        """Close the connections."""
        for connection in self._free:
            connection.terminate()
