"""Everything in a PostgreSQL database, which several workers on any number of machines may share.

A few connections do nothing but add to the logs. Whatever is handed in while they commit goes into the next commit of
one of them, in one statement: the more there is to do, the less each entry costs. An entry that another worker was
quicker to write is left out of it, and costs the others nothing.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from time import perf_counter
from typing import Any, Final, TypeVar

import asyncpg

from ludotheque.server.cluster.notify import AppendedEntries
from ludotheque.server.metrics.counters import counters
from ludotheque.server.storage import table_index
from ludotheque.server.storage.deferred_index import MOMENT, DeferredUpdates, Word
from ludotheque.server.storage.interface import Conflict, InvalidValue, Storage, StorageError
from ludotheque.server.storage.postgres_connect import LOST, Connection, prepare, reach, trouble
from ludotheque.server.storage.statement import Statement
from ludotheque.server.storage.table_index import IndexEntry, IndexUpdate
from ludotheque.server.storage.write_timing import committed

log = logging.getLogger(__name__)

WRITERS: Final = 2
"""Connections that add to the logs: while one waits for the disk, the other is filled."""
ASKERS: Final = 4
"""Connections at most for all else."""
AT_ONCE: Final = 1000
"""Entries at most in one commit."""
PATIENCE: Final = 8.0
"""Seconds for which what is handed in waits for a database that is away, as when it is restarted."""
_AGAIN: Final = 0.1

_APPEND: Final = """
INSERT INTO entry ("table", seq, body) SELECT * FROM unnest($1::text[], $2::int[], $3::bytea[])
ON CONFLICT DO NOTHING RETURNING "table", seq
"""
_MOVED: Final = """
UPDATE summary SET state = new.state, asked = new.asked, due = new.due, updated = new.updated, length = new.length
FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::bigint[], $6::int[])
    AS new("table", state, asked, due, updated, length)
WHERE summary."table" = new."table" AND summary.length < new.length
"""
_ENTRIES: Final = (
    'INSERT INTO entry ("table", seq, body) SELECT $1, new.* FROM unnest($2::int[], $3::bytea[]) AS new(seq, body)'
)
_BODY: Final = 'SELECT body FROM entry WHERE "table" = $1 AND seq = $2'
_LOAD: Final = 'SELECT body FROM entry WHERE "table" = $1 AND seq >= $2 ORDER BY seq'
_LEASE: Final = 'INSERT INTO lease ("table", worker) VALUES ($1, $2) ON CONFLICT DO NOTHING'

T = TypeVar("T")


class _Append:
    """Entries on their way, and whoever waits for them."""

    __slots__ = ("answer", "bodies", "first_seq", "noted", "since", "table", "tried")

    def __init__(
        self,
        table: str,
        first_seq: int,
        bodies: Sequence[bytes],
        noted: IndexEntry | IndexUpdate | None,
        answer: asyncio.Future[None],
        since: float,
    ) -> None:
        self.table = table
        self.first_seq = first_seq
        self.bodies = bodies
        self.noted = noted
        self.answer = answer
        self.since = since
        self.tried = False
        """Whether it was sent before, on a line that was lost: then it may be written already."""

    @property
    def length(self) -> int:
        """That of the table's log, with these."""
        return self.first_seq + len(self.bodies)


class PostgresStorage(Storage):
    """A database, for one event loop of one worker."""

    shared = True

    def __init__(self, address: str, key: bytes) -> None:
        self.address = address
        self.key = key
        self.worker = secrets.token_hex(8)
        """What this worker is known by to the others."""
        self.written: Callable[[AppendedEntries], None] = lambda written: None
        """Told of what was added to a table's log, once that is durable."""
        self._loop = asyncio.get_running_loop()
        self._waiting: list[_Append] = []
        self._closing = False
        self._idle: list[asyncio.Future[None]] = []
        self._askers: list[Connection] = []
        self._asking = asyncio.Semaphore(ASKERS)
        self._tasks: set[asyncio.Task[None]] = set()
        self._later = DeferredUpdates()
        self._settling: asyncio.Task[None] | None = None
        self._writers = [asyncio.create_task(self._write_on()) for _ in range(WRITERS)]

    @classmethod
    async def open(cls, address: str) -> PostgresStorage:
        """Reach a database, making it or bringing it up to date as needed; raises :class:`StorageTrouble`."""
        return cls(address, await prepare(address))

    # --- the logs ------------------------------------------------------------------------------------------------

    def append(
        self, table: str, first_seq: int, bodies: Sequence[bytes], noted: IndexEntry | IndexUpdate | None = None
    ) -> asyncio.Future[None]:
        answer: asyncio.Future[None] = self._loop.create_future()
        append = _Append(table, first_seq, bodies, noted, answer, self._loop.time())
        if len(bodies) > 1 or not (noted is None or (isinstance(noted, IndexUpdate) and noted.can_wait)):
            self._start(self._write_apart(append))
            return answer
        self._waiting.append(append)
        if self._idle:
            self._idle.pop().set_result(None)
        return answer

    async def _write_on(self) -> None:
        """Be one of those who write: take whatever waits, have it committed, and so on."""
        connection: Connection | None = None
        statement: Any = None
        while self._waiting or not self._closing:
            if not self._waiting:
                idle = self._loop.create_future()
                self._idle.append(idle)
                await idle
                continue
            if connection is None or connection.is_closed():
                try:
                    connection = await reach(self.address, self.worker)
                    statement = await connection.prepare(_APPEND)
                except (asyncpg.PostgresError, ValueError, *LOST) as error:
                    connection = None
                    self._give_up(self._waiting, error)
                    self._waiting = [append for append in self._waiting if not append.answer.done()]
                    await asyncio.sleep(_AGAIN)
                    continue
            taken, self._waiting = self._waiting[:AT_ONCE], self._waiting[AT_ONCE:]
            try:
                await self._commit(connection, statement, taken)
            except Exception as error:
                connection.terminate()
                connection = None
                self._not_now(taken, error)
        if connection is not None:
            await connection.close()

    async def _commit(self, connection: Connection, statement: Any, taken: list[_Append]) -> None:
        """One commit for all. Always in the order of their tables, so that no two workers wait for each other."""
        if len(taken) > 1:
            taken.sort(key=lambda append: append.table)
        began = perf_counter()
        tables, seqs = [append.table for append in taken], [append.first_seq for append in taken]
        rows = await statement.fetch(tables, seqs, [append.bodies[0] for append in taken])
        committed(perf_counter() - began, len(taken))
        counters.entries += len(rows)
        if len(rows) == len(taken):
            for append in taken:
                self._done(append)
            return
        written = set(map(tuple, rows))
        for append in taken:
            if (append.table, append.first_seq) in written or (append.tried and await _is_there(connection, append)):
                self._done(append)
            elif not append.answer.done():
                append.answer.set_exception(_conflict(append))

    def _start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _write_apart(self, append: _Append) -> None:
        """What comes with a line for the register, or is several entries at once, is a transaction of its own."""

        async def write(connection: Connection) -> None:
            if append.tried and await _is_there(connection, append):
                return
            append.tried = True
            seqs = [append.first_seq + number for number in range(len(append.bodies))]
            async with connection.transaction():
                await connection.execute(_ENTRIES, append.table, seqs, list(append.bodies))
                if isinstance(append.noted, IndexEntry):
                    for sql, values in table_index.note(append.noted, append.length):
                        await connection.execute(sql, *values)
                    if append.noted.alone:
                        await connection.execute(_LEASE, append.table, self.worker)
                elif append.noted is not None:
                    await connection.execute(table_index.MOVE, *table_index.move(append.noted, append.length))

        try:
            began = perf_counter()
            await self._ask(write, safe=True)
            committed(perf_counter() - began, 1)
            counters.entries += len(append.bodies)
            self._done(append)
        except asyncpg.UniqueViolationError:
            self._fail(append, _conflict(append))
        except StorageError as error:
            self._fail(append, error)
        except BaseException:
            append.answer.cancel()
            raise

    def _done(self, append: _Append) -> None:
        if not append.answer.done():  # else whoever asked has gone
            append.answer.set_result(None)
        if isinstance(append.noted, IndexUpdate) and append.noted.can_wait:
            if self._settling is None or self._settling.done():
                self._settling = self._start(self._settle_soon())
            self._later.add(Word(append.noted, append.length))
        self.written(AppendedEntries(append.table, append.first_seq, append.bodies))

    async def _settle_soon(self) -> None:
        while not self._closing and self._later:
            await asyncio.sleep(MOMENT)
            try:
                await self.flush_index()
            except StorageError as error:
                log.warning("the register is behind: %s", error)

    async def flush_index(self) -> None:
        words = self._later.words()
        if words:
            columns = [list(column) for column in zip(*(table_index.move(*word) for word in words), strict=True)]
            await self._ask(lambda connection: connection.execute(_MOVED, *columns), safe=True)
            self._later.done(words)

    def _fail(self, append: _Append, error: StorageError) -> None:
        if not append.answer.done():
            append.answer.set_exception(error)

    def _not_now(self, taken: list[_Append], error: Exception) -> None:
        """A line was lost: what was under way is tried again. Its number tells whether it was written after all."""
        if not isinstance(error, LOST) and not isinstance(error, asyncpg.DeadlockDetectedError):
            counters.storage_errors += 1
            for append in taken:
                self._fail(append, trouble(self.address, error))
            return
        for append in taken:
            append.tried = True
        self._give_up(taken, error)
        self._waiting = [append for append in taken if not append.answer.done()] + self._waiting

    def _give_up(self, waiting: Sequence[_Append], error: Exception) -> None:
        """Nobody waits for ever, nor for a house that is about to close."""
        now = self._loop.time()
        for append in waiting:
            if self._closing or now - append.since > PATIENCE:
                self._fail(append, trouble(self.address, error))

    def load(self, table: str, start: int = 0) -> Awaitable[list[bytes]]:
        async def read(connection: Connection) -> list[bytes]:
            return [body for (body,) in await connection.fetch(_LOAD, table, start)]

        return self._ask(read, safe=True)

    # --- all else ------------------------------------------------------------------------------------------------

    async def rows(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        return [tuple(row) for row in await self._ask(lambda connection: connection.fetch(sql, *values), safe=True)]

    async def write(self, *statements: Statement) -> None:
        async def run(connection: Connection) -> None:
            async with connection.transaction():
                for sql, values in statements:
                    await connection.execute(sql, *values)

        try:
            await self._ask(run, safe=False)
        except asyncpg.UniqueViolationError as error:
            raise Conflict("somebody else has written that first") from error

    async def ask(self, question: Callable[[Connection], Awaitable[T]]) -> T:
        """What only PostgreSQL is asked, and may be asked twice; raises :class:`StorageTrouble`."""
        return await self._ask(question, safe=True)

    async def _ask(self, question: Callable[[Connection], Awaitable[T]], safe: bool) -> T:
        """Ask on a line of its own; again on another if that was lost, where it is ``safe`` to be heard twice."""
        until = self._loop.time() + PATIENCE
        while True:
            sent = False
            try:
                async with self._asking:
                    connection = await self._line()
                    try:
                        sent = True
                        answer = await question(connection)
                    except BaseException as error:
                        if not isinstance(error, asyncpg.IntegrityConstraintViolationError | asyncpg.DataError):
                            connection.terminate()  # it may be in the middle of something
                        raise
                    finally:
                        if not connection.is_closed():
                            self._askers.append(connection)
                    return answer
            except asyncpg.UniqueViolationError:
                raise
            except asyncpg.DataError as error:
                raise InvalidValue(f"a value that cannot be kept ({type(error).__name__})") from error
            except (asyncpg.PostgresError, *LOST) as error:
                again = isinstance(error, LOST) and not isinstance(error, ValueError) and (safe or not sent)
                if not again or self._closing or self._loop.time() > until:
                    counters.storage_errors += 1
                    raise trouble(self.address, error) from error
            await asyncio.sleep(_AGAIN)

    async def _line(self) -> Connection:
        while self._askers:
            connection = self._askers.pop()
            if not connection.is_closed():
                return connection
        return await reach(self.address, self.worker)

    async def close(self) -> None:
        self._closing = True
        for idle in self._idle:
            idle.set_result(None)
        await asyncio.gather(*self._tasks, *self._writers, return_exceptions=True)
        with contextlib.suppress(StorageError):
            await self.flush_index()
        for connection in self._askers:
            connection.terminate()


async def _is_there(connection: Connection, append: _Append) -> bool:
    """Whether what is written under that number is ours."""
    return bool(await connection.fetchval(_BODY, append.table, append.first_seq) == append.bodies[0])


def _conflict(append: _Append) -> Conflict:
    return Conflict(f"entry {append.first_seq} of the table's log is written already")
