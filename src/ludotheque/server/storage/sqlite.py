"""The storage in one SQLite file.

One thread has the file open. Everything that is handed in while it commits goes into its next commit: the higher the
load, the less each entry waits for the disk.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import queue
import sqlite3
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from time import perf_counter
from typing import Any, Final, NamedTuple

from ludotheque.server.metrics.counters import counters
from ludotheque.server.storage import table_index
from ludotheque.server.storage.deferred_index import DeferredUpdate, DeferredUpdates
from ludotheque.server.storage.errors import Conflict, InvalidValue, StorageError
from ludotheque.server.storage.interface import Storage
from ludotheque.server.storage.log import IndexChange
from ludotheque.server.storage.sqlite_file import connect, erase_free_pages, signing_key, transaction
from ludotheque.server.storage.sqlite_probe import check_writable
from ludotheque.server.storage.statement import Statement
from ludotheque.server.storage.table_index import IndexEntry
from ludotheque.server.storage.write_timing import record_commit

_INSERT: Final = 'INSERT OR ROLLBACK INTO entry ("table", seq, body) VALUES '
_ROWS: Final = 64
"""Rows written by one statement: the event loop is kept waiting once for each statement, not for each row."""
_LOAD: Final = 'SELECT body FROM entry WHERE "table" = ? AND seq >= ? ORDER BY seq'
_UPDATE: Final = table_index.UPDATE.replace("$", "?")


class _Append(NamedTuple):
    """Entries to append, and the future of their writer."""

    rows: list[tuple[str, int, bytes]]
    change: IndexChange | None
    answer: asyncio.Future[None]

    @property
    def length(self) -> int:
        """The length of the table's log after these entries."""
        return self.rows[-1][1] + 1


class _Call(NamedTuple):
    """Any other work on the file, and the future of its caller."""

    work: Callable[[sqlite3.Connection], Any]
    answer: asyncio.Future[Any]


_Task = _Append | _Call | None
"""None ends the thread."""


class SqliteStorage(Storage):
    """A SQLite file, for one event loop."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._connection = connect(path)
        super().__init__(signing_key(self._connection))
        self._loop = asyncio.get_running_loop()
        self._queue: queue.SimpleQueue[list[_Task]] = queue.SimpleQueue()
        self._submitted: list[_Task] = []
        self._deferred = DeferredUpdates()
        self._thread = threading.Thread(target=self._run, name="storage", daemon=True)
        self._thread.start()

    def append(
        self, table: str, first_seq: int, bodies: Sequence[bytes], index: IndexChange | None = None
    ) -> asyncio.Future[None]:
        rows = [(table, seq, body) for seq, body in enumerate(bodies, first_seq)]
        answer: asyncio.Future[None] = self._loop.create_future()
        self._submit(_Append(rows, index, answer))
        return answer

    def load(self, table: str, start: int = 0) -> asyncio.Future[list[bytes]]:
        return self._call(lambda connection: [body for (body,) in connection.execute(_LOAD, (table, start))])

    def rows(self, sql: str, *values: object) -> asyncio.Future[list[tuple[Any, ...]]]:
        return self._call(lambda connection: connection.execute(_numbered(sql), values).fetchall())

    def write(self, *statements: Statement) -> asyncio.Future[None]:
        def run(connection: sqlite3.Connection) -> None:
            with transaction(connection):
                _execute_all(connection, statements)

        return self._call(run)

    async def flush_index(self) -> None:
        """Do nothing: the thread writes the deferred changes before any other work."""

    async def erase_deleted(self) -> None:
        await self._call(erase_free_pages)

    async def check_writable(self) -> None:
        await self._call(lambda connection: check_writable(connection, self.path))

    async def close(self) -> None:
        self._submit(None)
        await asyncio.to_thread(self._thread.join)
        self._connection.close()

    # --- in the event loop ---------------------------------------------------------------------------------------

    def _call(self, work: Callable[[sqlite3.Connection], Any]) -> asyncio.Future[Any]:
        """Do work in the thread that has the file open."""
        answer: asyncio.Future[Any] = self._loop.create_future()
        self._submit(_Call(work, answer))
        return answer

    def _submit(self, task: _Task) -> None:
        """Hand a task to the thread, with all others of this iteration of the event loop: waking it is not free."""
        if not self._submitted:
            self._loop.call_soon(self._wake_thread)
        self._submitted.append(task)

    def _wake_thread(self) -> None:
        self._queue.put(self._submitted)
        self._submitted = []

    # --- in the thread -------------------------------------------------------------------------------------------

    def _run(self) -> None:
        open_ = True
        while open_:
            batch: list[_Task] = []
            with contextlib.suppress(queue.Empty):
                batch += self._queue.get(timeout=self._deferred.seconds_left())
                while True:
                    batch += self._queue.get_nowait()
            open_ = None not in batch
            calls = [task for task in batch if isinstance(task, _Call)]
            flush = not open_ or bool(calls) or self._deferred.seconds_left() == 0
            self._write([task for task in batch if isinstance(task, _Append)], flush)
            for call in calls:
                self._execute(call)

    def _write(self, appends: list[_Append], flush: bool) -> None:
        """Commit all appends at once; if that fails, each by itself, so that one failure does not affect the others.

        With ``flush``, the deferred changes of the index are written too.
        """
        if not appends and not (flush and self._deferred):
            return
        began = perf_counter()
        error = self._commit(appends, flush)
        if appends:
            record_commit(perf_counter() - began, len(appends))
        if error is None or len(appends) == 1:
            self._answer([(append.answer, error) for append in appends])
        else:
            self._answer([(append.answer, self._commit([append], False)) for append in appends])
        if error is not None and flush:
            self._commit([], True)

    def _commit(self, appends: list[_Append], flush: bool) -> StorageError | None:
        connection = self._connection
        rows = [row for append in appends for row in append.rows]
        statements: list[Statement] = []
        flushed = self._deferred.pending() if flush else []
        updates, deferred = list(flushed), list[DeferredUpdate]()
        for append in appends:
            if isinstance(append.change, IndexEntry):
                statements += table_index.entry_statements(append.change, append.length)
            elif append.change is not None:
                can_wait = append.change.can_wait and not flush
                (deferred if can_wait else updates).append(DeferredUpdate(append.change, append.length))
        try:
            with transaction(connection):
                for start in range(0, len(rows), _ROWS):
                    _insert(connection, rows[start : start + _ROWS])
                _execute_all(connection, statements)
                # After the entries: a table's first move comes after its opening.
                connection.executemany(_UPDATE, [table_index.update_values(*update) for update in updates])
        except sqlite3.Error as error:
            if isinstance(error, sqlite3.IntegrityError):
                return Conflict(f"{self.path}: {error}")
            counters.storage_errors += 1
            return StorageError(f"{self.path}: {error}")
        self._deferred.remove(flushed)
        for update in deferred:
            self._deferred.add(update)
        counters.entries += len(rows)
        return None

    def _execute(self, call: _Call) -> None:
        try:
            result = call.work(self._connection)
        except sqlite3.IntegrityError as error:
            result = Conflict(f"{self.path}: {error}")
        except sqlite3.Error as error:
            counters.storage_errors += 1
            result = StorageError(f"{self.path}: {error}")
        except (OverflowError, UnicodeEncodeError) as error:
            result = InvalidValue(f"a value that cannot be stored ({type(error).__name__})")
        except Exception as error:  # passed on to the caller; the thread must not die
            result = error
        self._answer([(call.answer, result)])

    def _answer(self, results: Sequence[tuple[asyncio.Future[Any], Any]]) -> None:
        self._loop.call_soon_threadsafe(_set_results, results)


def _insert(connection: sqlite3.Connection, rows: Sequence[tuple[str, int, bytes]]) -> None:
    connection.execute(_INSERT + ", ".join(["(?, ?, ?)"] * len(rows)), [value for row in rows for value in row])


def _execute_all(connection: sqlite3.Connection, statements: Sequence[Statement]) -> None:
    for sql, values in statements:
        connection.execute(_numbered(sql), values)


@functools.cache
def _numbered(sql: str) -> str:
    """SQL with numbered parameters as SQLite writes them."""
    return sql.replace("$", "?")


def _set_results(results: Sequence[tuple[asyncio.Future[Any], Any]]) -> None:
    for answer, result in results:
        if answer.done():  # the caller was cancelled
            continue
        if isinstance(result, Exception):
            answer.set_exception(result)
        else:
            answer.set_result(result)
