"""Everything in one SQLite file.

One thread has it open. Whatever is handed in while it commits goes into its next commit, so the more there is to do,
the less each entry waits for the disk.
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
from ludotheque.server.storage.deferred_index import DeferredUpdates, Word
from ludotheque.server.storage.interface import Conflict, InvalidValue, Storage, StorageError
from ludotheque.server.storage.sqlite_file import connect, house_key, scrub_soon, transaction
from ludotheque.server.storage.sqlite_probe import try_to_write
from ludotheque.server.storage.statement import Statement
from ludotheque.server.storage.table_index import IndexEntry, IndexUpdate
from ludotheque.server.storage.write_timing import committed

_INSERT: Final = 'INSERT OR ROLLBACK INTO entry ("table", seq, body) VALUES '
_ROWS: Final = 64
"""Rows written by one statement: the event loop is kept waiting once for each statement, not for each row."""
_SELECT: Final = 'SELECT body FROM entry WHERE "table" = ? AND seq >= ? ORDER BY seq'
_MOVE: Final = table_index.MOVE.replace("$", "?")


class _Append(NamedTuple):
    rows: list[tuple[str, int, bytes]]
    noted: IndexEntry | IndexUpdate | None
    answer: asyncio.Future[None]

    @property
    def length(self) -> int:
        """That of the table's log, with these."""
        return self.rows[-1][1] + 1


class _Ask(NamedTuple):
    question: Callable[[sqlite3.Connection], Any]
    answer: asyncio.Future[Any]


_Work = _Append | _Ask | None


class SqliteStorage(Storage):
    """A file, for one event loop."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._connection = connect(path)
        self.key = house_key(self._connection)
        self._loop = asyncio.get_running_loop()
        self._work: queue.SimpleQueue[list[_Work]] = queue.SimpleQueue()
        self._handing_over: list[_Work] = []
        self._later = DeferredUpdates()
        self._thread = threading.Thread(target=self._run, name="storage", daemon=True)
        self._thread.start()

    def append(
        self, table: str, first_seq: int, bodies: Sequence[bytes], noted: IndexEntry | IndexUpdate | None = None
    ) -> asyncio.Future[None]:
        rows = [(table, seq, body) for seq, body in enumerate(bodies, first_seq)]
        answer: asyncio.Future[None] = self._loop.create_future()
        self._hand_over(_Append(rows, noted, answer))
        return answer

    def load(self, table: str, start: int = 0) -> asyncio.Future[list[bytes]]:
        return self._ask(lambda connection: [body for (body,) in connection.execute(_SELECT, (table, start))])

    def rows(self, sql: str, *values: object) -> asyncio.Future[list[tuple[Any, ...]]]:
        return self._ask(lambda connection: connection.execute(_numbered(sql), values).fetchall())

    def write(self, *statements: Statement) -> asyncio.Future[None]:
        def run(connection: sqlite3.Connection) -> None:
            with transaction(connection):
                _write_all(connection, statements)

        return self._ask(run)

    async def flush_index(self) -> None:
        """There is nothing to do: the thread sees to it before it answers anybody."""

    async def erase_deleted(self) -> None:
        await self._ask(scrub_soon)

    async def check_writable(self) -> None:
        await self._ask(lambda connection: try_to_write(connection, self.path))

    async def close(self) -> None:
        self._hand_over(None)
        await asyncio.to_thread(self._thread.join)
        self._connection.close()

    def _ask(self, question: Callable[[sqlite3.Connection], Any]) -> asyncio.Future[Any]:
        """What somebody wants of the file besides the log, asked in the thread that has it open."""
        answer: asyncio.Future[Any] = self._loop.create_future()
        self._hand_over(_Ask(question, answer))
        return answer

    def _hand_over(self, work: _Work) -> None:
        """To the thread, with all that comes up in the same turn of the event loop: waking it is not free."""
        if not self._handing_over:
            self._loop.call_soon(self._wake)
        self._handing_over.append(work)

    def _wake(self) -> None:
        self._work.put(self._handing_over)
        self._handing_over = []

    def _run(self) -> None:
        open_ = True
        while open_:
            batch: list[_Work] = []
            with contextlib.suppress(queue.Empty):
                batch += self._work.get(timeout=self._later.wait())
                while True:
                    batch += self._work.get_nowait()
            open_ = None not in batch
            asked = [work for work in batch if isinstance(work, _Ask)]
            settled = not open_ or bool(asked) or self._later.wait() == 0
            self._write([work for work in batch if isinstance(work, _Append)], settled)
            for work in asked:
                self._reply(work)

    def _write(self, work: list[_Append], settled: bool) -> None:
        """One commit for all; if that fails, one for each, so that nobody pays for another's mistake.

        If the register is to be ``settled``, what has waited to be written to it is, too.
        """
        if not work and not (settled and self._later):
            return
        began = perf_counter()
        trouble = self._commit(work, settled)
        if work:
            committed(perf_counter() - began, len(work))
        if trouble is None or len(work) == 1:
            self._answer([(append.answer, trouble) for append in work])
        else:
            self._answer([(append.answer, self._commit([append], False)) for append in work])
        if trouble is not None and settled:
            self._commit([], True)

    def _commit(self, work: list[_Append], settled: bool) -> StorageError | None:
        connection = self._connection
        rows = [row for append in work for row in append.rows]
        noted: list[Statement] = []
        waited = self._later.words() if settled else []
        words, waits = list(waited), list[Word]()
        for append in work:
            if isinstance(append.noted, IndexEntry):
                noted += table_index.note(append.noted, append.length)
            elif append.noted is not None:
                can_wait = append.noted.can_wait and not settled
                (waits if can_wait else words).append(Word(append.noted, append.length))
        try:
            with transaction(connection):
                for start in range(0, len(rows), _ROWS):
                    _insert(connection, rows[start : start + _ROWS])
                _write_all(connection, noted)
                # After the others: a table's first move comes after its opening.
                connection.executemany(_MOVE, [table_index.move(*word) for word in words])
        except sqlite3.Error as error:
            if isinstance(error, sqlite3.IntegrityError):
                return Conflict(f"{self.path}: {error}")
            counters.storage_errors += 1
            return StorageError(f"{self.path}: {error}")
        self._later.done(waited)
        for word in waits:
            self._later.add(word)
        counters.entries += len(rows)
        return None

    def _reply(self, work: _Ask) -> None:
        try:
            result = work.question(self._connection)
        except sqlite3.IntegrityError as error:
            result = Conflict(f"{self.path}: {error}")
        except sqlite3.Error as error:
            counters.storage_errors += 1
            result = StorageError(f"{self.path}: {error}")
        except (OverflowError, UnicodeEncodeError) as error:
            result = InvalidValue(f"a value that cannot be kept ({type(error).__name__})")
        except Exception as error:  # whoever asked must hear of it; the thread goes on
            result = error
        self._answer([(work.answer, result)])

    def _answer(self, results: Sequence[tuple[asyncio.Future[Any], Any]]) -> None:
        self._loop.call_soon_threadsafe(_settle, results)


def _insert(connection: sqlite3.Connection, rows: Sequence[tuple[str, int, bytes]]) -> None:
    connection.execute(_INSERT + ", ".join(["(?, ?, ?)"] * len(rows)), [value for row in rows for value in row])


def _write_all(connection: sqlite3.Connection, statements: Sequence[Statement]) -> None:
    for sql, values in statements:
        connection.execute(_numbered(sql), values)


@functools.cache
def _numbered(sql: str) -> str:
    """Values by their number, as SQLite writes it."""
    return sql.replace("$", "?")


def _settle(results: Sequence[tuple[asyncio.Future[Any], Any]]) -> None:
    for answer, result in results:
        if answer.done():  # whoever asked has gone
            continue
        if isinstance(result, Exception):
            answer.set_exception(result)
        else:
            answer.set_result(result)
