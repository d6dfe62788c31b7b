"""Appending to the logs in PostgreSQL.

A few connections do nothing but append. Everything that is handed in while they commit goes into the next commit of
one of them, in one statement: the higher the load, the less each entry costs. An entry whose number another worker
has used is left out of the commit, and does not affect the others.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Coroutine, Sequence
from time import perf_counter
from typing import Any, Final

import asyncpg

from ludotheque.server.metrics.counters import counters
from ludotheque.server.storage import leases, table_index
from ludotheque.server.storage.deferred_index import DELAY, DeferredUpdate, DeferredUpdates
from ludotheque.server.storage.errors import Conflict, StorageError
from ludotheque.server.storage.log import AppendedEntries, IndexChange
from ludotheque.server.storage.postgres_connect import LOST, Connection, connect, storage_error
from ludotheque.server.storage.postgres_pool import GIVES_UP_AFTER, RETRY_EVERY, ConnectionPool
from ludotheque.server.storage.table_index import IndexEntry, IndexUpdate
from ludotheque.server.storage.write_timing import record_commit

log = logging.getLogger(__name__)

WRITERS: Final = 2
"""Connections that append to the logs: while one waits for the disk, the other is filled."""
AT_ONCE: Final = 1000
"""Entries at most in one commit."""

_APPEND: Final = """
INSERT INTO entry ("table", seq, body) SELECT * FROM unnest($1::text[], $2::int[], $3::bytea[])
ON CONFLICT DO NOTHING RETURNING "table", seq
"""
_UPDATE_INDEX: Final = """
UPDATE summary SET state = new.state, asked = new.asked, due = new.due, updated = new.updated, length = new.length
FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::bigint[], $6::int[])
    AS new("table", state, asked, due, updated, length)
WHERE summary."table" = new."table" AND summary.length < new.length
"""
_APPEND_MANY: Final = (
    'INSERT INTO entry ("table", seq, body) SELECT $1, new.* FROM unnest($2::int[], $3::bytea[]) AS new(seq, body)'
)
_BODY: Final = 'SELECT body FROM entry WHERE "table" = $1 AND seq = $2'


class _Append:
    """Entries to append, and the future of their writer."""

    __slots__ = ("answer", "bodies", "first_seq", "index", "since", "table", "tried")

    def __init__(
        self,
        table: str,
        first_seq: int,
        bodies: Sequence[bytes],
        index: IndexChange | None,
        answer: asyncio.Future[None],
        since: float,
    ) -> None:
        self.table = table
        self.first_seq = first_seq
        self.bodies = bodies
        self.index = index
        self.answer = answer
        self.since = since
        self.tried = False
        """Whether it was sent before, on a connection that was lost: then it may be committed already."""

    @property
    def length(self) -> int:
        """The length of the table's log after these entries."""
        return self.first_seq + len(self.bodies)


class LogWriter:
    """Appends to the logs, and updates the table index accordingly."""

    def __init__(self, pool: ConnectionPool, on_append: Callable[[AppendedEntries], None]) -> None:
        self._pool = pool
        self._address = pool.address
        self._worker = pool.worker
        self._on_append = on_append
        self._loop = asyncio.get_running_loop()
        self._queue: list[_Append] = []
        self._idle: list[asyncio.Future[None]] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self._deferred = DeferredUpdates()
        self._flushing: asyncio.Task[None] | None = None
        self._writers = [asyncio.create_task(self._write_forever()) for _ in range(WRITERS)]

    def append(
        self, table: str, first_seq: int, bodies: Sequence[bytes], index: IndexChange | None
    ) -> asyncio.Future[None]:
        """Append entries to a table's log; see :meth:`ludotheque.server.storage.log.TableLog.append`."""
        answer: asyncio.Future[None] = self._loop.create_future()
        append = _Append(table, first_seq, bodies, index, answer, self._loop.time())
        if len(bodies) > 1 or not (index is None or (isinstance(index, IndexUpdate) and index.can_wait)):
            self._start(self._write_separately(append))
            return answer
        self._queue.append(append)
        if self._idle:
            self._idle.pop().set_result(None)
        return answer

    async def flush_index(self) -> None:
        """Write the deferred changes of the table index."""
        updates = self._deferred.pending()
        if updates:
            rows = (table_index.update_values(*update) for update in updates)
            columns = [list(column) for column in zip(*rows, strict=True)]
            await self._pool.run(lambda connection: connection.execute(_UPDATE_INDEX, *columns), repeatable=True)
            self._deferred.remove(updates)

    async def close(self) -> None:
        """Finish what was handed in. The pool is closing."""
        for idle in self._idle:
            idle.set_result(None)
        await asyncio.gather(*self._tasks, *self._writers, return_exceptions=True)
        with contextlib.suppress(StorageError):
            await self.flush_index()

    # --- single entries, in batches ------------------------------------------------------------------------------

    async def _write_forever(self) -> None:
        """Commit what is in the queue, again and again, on a connection of its own."""
        connection: Connection | None = None
        statement: Any = None
        while self._queue or not self._pool.closing:
            if not self._queue:
                idle = self._loop.create_future()
                self._idle.append(idle)
                await idle
                continue
            if connection is None or connection.is_closed():
                try:
                    connection = await connect(self._address, self._worker)
                    statement = await connection.prepare(_APPEND)
                except (asyncpg.PostgresError, ValueError, *LOST) as error:
                    connection = None
                    self._fail_late(self._queue, error)
                    self._queue = [append for append in self._queue if not append.answer.done()]
                    await asyncio.sleep(RETRY_EVERY)
                    continue
            batch, self._queue = self._queue[:AT_ONCE], self._queue[AT_ONCE:]
            try:
                await self._commit(connection, statement, batch)
            except Exception as error:
                connection.terminate()
                connection = None
                self._retry(batch, error)
        if connection is not None:
            await connection.close()

    async def _commit(self, connection: Connection, statement: Any, batch: list[_Append]) -> None:
        """Commit a batch, ordered by table, so that two workers do not deadlock."""
        if len(batch) > 1:
            batch.sort(key=lambda append: append.table)
        began = perf_counter()
        tables, seqs = [append.table for append in batch], [append.first_seq for append in batch]
        rows = await statement.fetch(tables, seqs, [append.bodies[0] for append in batch])
        record_commit(perf_counter() - began, len(batch))
        counters.entries += len(rows)
        if len(rows) == len(batch):
            for append in batch:
                self._succeed(append)
            return
        written = set(map(tuple, rows))
        for append in batch:
            if (append.table, append.first_seq) in written or (append.tried and await _is_written(connection, append)):
                self._succeed(append)
            else:
                _fail(append, _conflict(append))

    def _retry(self, batch: list[_Append], error: Exception) -> None:
        """Queue a batch again whose connection was lost. Entries that were written after all are found by number."""
        if not isinstance(error, LOST) and not isinstance(error, asyncpg.DeadlockDetectedError):
            counters.storage_errors += 1
            for append in batch:
                _fail(append, storage_error(self._address, error))
            return
        for append in batch:
            append.tried = True
        self._fail_late(batch, error)
        self._queue = [append for append in batch if not append.answer.done()] + self._queue

    def _fail_late(self, appends: Sequence[_Append], error: Exception) -> None:
        """Fail those that have waited too long, and all if the storage is about to close."""
        now = self._loop.time()
        for append in appends:
            if self._pool.closing or now - append.since > GIVES_UP_AFTER:
                _fail(append, storage_error(self._address, error))

    # --- several entries, or with an index entry -----------------------------------------------------------------

    async def _write_separately(self, append: _Append) -> None:
        """Write several entries, or entries with a change of the index that cannot wait, in their own transaction."""

        async def write(connection: Connection) -> None:
            if append.tried and await _is_written(connection, append):
                return
            append.tried = True
            seqs = [append.first_seq + number for number in range(len(append.bodies))]
            async with connection.transaction():
                await connection.execute(_APPEND_MANY, append.table, seqs, list(append.bodies))
                if isinstance(append.index, IndexEntry):
                    for sql, values in table_index.entry_statements(append.index, append.length):
                        await connection.execute(sql, *values)
                    if append.index.needs_worker:
                        await connection.execute(leases.LEASE_IF_FREE, append.table, self._worker)
                elif append.index is not None:
                    await connection.execute(
                        table_index.UPDATE, *table_index.update_values(append.index, append.length)
                    )

        try:
            began = perf_counter()
            await self._pool.run(write, repeatable=True)
            record_commit(perf_counter() - began, 1)
            counters.entries += len(append.bodies)
            self._succeed(append)
        except asyncpg.UniqueViolationError:
            _fail(append, _conflict(append))
        except StorageError as error:
            _fail(append, error)
        except BaseException:
            append.answer.cancel()
            raise

    # --- afterwards ----------------------------------------------------------------------------------------------

    def _succeed(self, append: _Append) -> None:
        if not append.answer.done():  # otherwise the writer was cancelled
            append.answer.set_result(None)
        if isinstance(append.index, IndexUpdate) and append.index.can_wait:
            if self._flushing is None or self._flushing.done():
                self._flushing = self._start(self._flush_later())
            self._deferred.add(DeferredUpdate(append.index, append.length))
        self._on_append(AppendedEntries(append.table, append.first_seq, append.bodies))

    async def _flush_later(self) -> None:
        while not self._pool.closing and self._deferred:
            await asyncio.sleep(DELAY)
            try:
                await self.flush_index()
            except StorageError as error:
                log.warning("the table index is behind the logs: %s", error)

    def _start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task


def _fail(append: _Append, error: StorageError) -> None:
    if not append.answer.done():
        append.answer.set_exception(error)


async def _is_written(connection: Connection, append: _Append) -> bool:
    """Whether the entry of that number is this one."""
    return bool(await connection.fetchval(_BODY, append.table, append.first_seq) == append.bodies[0])


def _conflict(append: _Append) -> Conflict:
    return Conflict(f"entry {append.first_seq} of the table's log exists already")
