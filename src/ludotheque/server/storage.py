"""The log of every table: ``(table, seq) -> body``, only ever added to, in one SQLite file.

One thread writes. Whatever is handed in while it commits goes into its next commit, so the more there is to do,
the less each entry waits for the disk. What :meth:`Storage.append` has answered survives a power cut. The house's
register, which follows from the logs, is written in the same commits.
"""

from __future__ import annotations

import asyncio
import contextlib
import queue
import sqlite3
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from ludotheque.server import register
from ludotheque.server.database import STALE, StorageTrouble, connect, house_key
from ludotheque.server.forms import TableList
from ludotheque.server.register import Finished, Moved, Noted, Wanted

_INSERT: Final = 'INSERT INTO entry ("table", seq, body) VALUES '
_ROWS: Final = 64
"""Rows written by one statement: the event loop is kept waiting once for each statement, not for each row."""
_SELECT: Final = 'SELECT body FROM entry WHERE "table" = ? ORDER BY seq'


class Conflict(StorageTrouble):
    """Somebody else has written that entry first."""


class _Append(NamedTuple):
    rows: list[tuple[str, int, bytes]]
    noted: Noted | Moved | None
    answer: asyncio.Future[None]


class _Ask(NamedTuple):
    question: Callable[[sqlite3.Connection], Any]
    answer: asyncio.Future[Any]


_Work = _Append | _Ask | None


class Storage:
    """The log, for one event loop."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._connection = connect(path)
        self.key = house_key(self._connection)
        self._loop = asyncio.get_running_loop()
        self._work: queue.SimpleQueue[list[_Work]] = queue.SimpleQueue()
        self._handing_over: list[_Work] = []
        self._thread = threading.Thread(target=self._run, name="storage", daemon=True)
        self._thread.start()

    def append(
        self, table: str, first_seq: int, bodies: Sequence[bytes], noted: Noted | Moved | None = None
    ) -> asyncio.Future[None]:
        """Add entries to a table's log, and what the register then says of it, all or none; done once on the disk.

        It fails with :class:`Conflict` if one of those numbers is taken, with :class:`StorageTrouble` otherwise.
        """
        rows = [(table, seq, body) for seq, body in enumerate(bodies, first_seq)]
        answer: asyncio.Future[None] = self._loop.create_future()
        self._hand_over(_Append(rows, noted, answer))
        return answer

    def load(self, table: str) -> asyncio.Future[list[bytes]]:
        """A table's log from the beginning; empty if there is no such table."""
        return self.ask(lambda connection: [body for (body,) in connection.execute(_SELECT, (table,))])

    def lobby(self, guest: str | None, now: int, page: int) -> asyncio.Future[TableList]:
        """The public tables, as ``guest`` sees them."""
        return self.ask(lambda connection: register.lobby(connection, guest, now, page))

    def mine(self, guest: str, page: int) -> asyncio.Future[TableList]:
        """The tables of a guest."""
        return self.ask(lambda connection: register.mine(connection, guest, page))

    def finished(self, wanted: Wanted, limit: int) -> asyncio.Future[list[Finished]]:
        """The public games that are over, those that ended first first."""
        return self.ask(lambda connection: register.finished(connection, wanted, limit))

    def with_clocks(self) -> asyncio.Future[list[str]]:
        """The tables at which a clock runs."""
        return self.ask(register.with_clocks)

    def stale(self) -> asyncio.Future[list[str]]:
        """The tables that the register has yet to be made for, after the file came from an older version."""

        def tables(connection: sqlite3.Connection) -> list[str]:
            if connection.execute("SELECT 1 FROM meta WHERE name = ?", (STALE,)).fetchone() is None:
                return []
            return [table for (table,) in connection.execute('SELECT "table" FROM entry WHERE seq = 0')]

        return self.ask(tables)

    def renew(self, noted: Sequence[Noted]) -> asyncio.Future[None]:
        """Make the register anew."""

        def write(connection: sqlite3.Connection) -> None:
            with transaction(connection):
                register.note(connection, noted)
                register.seat(connection, noted)
                connection.execute("DELETE FROM meta WHERE name = ?", (STALE,))

        return self.ask(write)

    def alive(self) -> asyncio.Future[int | None]:
        """When the house last said that it was open; None if it never did."""

        def read(connection: sqlite3.Connection) -> int | None:
            row = connection.execute("SELECT value FROM meta WHERE name = 'alive'").fetchone()
            return row[0] if row else None

        return self.ask(read)

    def beat(self, at: int) -> asyncio.Future[None]:
        """Write down that the house is open."""
        return self.ask(lambda connection: _run(connection, "INSERT OR REPLACE INTO meta VALUES ('alive', ?)", at))

    async def close(self) -> None:
        """Finish what was handed in, and close the file."""
        self._hand_over(None)
        await asyncio.to_thread(self._thread.join)
        self._connection.close()

    def ask(self, question: Callable[[sqlite3.Connection], Any]) -> asyncio.Future[Any]:
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
            batch = self._work.get()
            with contextlib.suppress(queue.Empty):
                while True:
                    batch += self._work.get_nowait()
            open_ = None not in batch
            self._write([work for work in batch if isinstance(work, _Append)])
            for work in batch:
                if isinstance(work, _Ask):
                    self._reply(work)

    def _write(self, work: list[_Append]) -> None:
        """One commit for all; if that fails, one for each, so that nobody pays for another's mistake."""
        if not work:
            return
        trouble = self._commit(work)
        if trouble is None or len(work) == 1:
            self._answer([(append.answer, trouble) for append in work])
        else:
            self._answer([(append.answer, self._commit([append])) for append in work])

    def _commit(self, work: list[_Append]) -> StorageTrouble | None:
        connection = self._connection
        rows = [row for append in work for row in append.rows]
        noted = [append.noted for append in work if isinstance(append.noted, Noted)]
        moved = [append.noted for append in work if isinstance(append.noted, Moved)]
        try:
            with transaction(connection):
                for start in range(0, len(rows), _ROWS):
                    _insert(connection, rows[start : start + _ROWS])
                register.note(connection, noted)
                register.seat(connection, noted)
                register.move(connection, moved)  # after the others: a table's first move comes after its opening
        except sqlite3.Error as error:
            kind = Conflict if isinstance(error, sqlite3.IntegrityError) else StorageTrouble
            return kind(f"{self.path}: {error}")
        return None

    def _reply(self, work: _Ask) -> None:
        try:
            result = work.question(self._connection)
        except sqlite3.Error as error:
            result = StorageTrouble(f"{self.path}: {error}")
        except Exception as error:  # whoever asked must hear of it; the thread goes on
            result = error
        self._answer([(work.answer, result)])

    def _answer(self, results: Sequence[tuple[asyncio.Future[Any], Any]]) -> None:
        self._loop.call_soon_threadsafe(_settle, results)


@contextlib.contextmanager
def transaction(connection: sqlite3.Connection) -> Any:
    """All or nothing."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        with contextlib.suppress(sqlite3.Error):
            connection.execute("ROLLBACK")
        raise


def _insert(connection: sqlite3.Connection, rows: Sequence[tuple[str, int, bytes]]) -> None:
    connection.execute(_INSERT + ", ".join(["(?, ?, ?)"] * len(rows)), [value for row in rows for value in row])


def _run(connection: sqlite3.Connection, statement: str, *values: object) -> None:
    connection.execute(statement, values)


def _settle(results: Sequence[tuple[asyncio.Future[Any], Any]]) -> None:
    for answer, result in results:
        if answer.done():  # whoever asked has gone
            continue
        if isinstance(result, Exception):
            answer.set_exception(result)
        else:
            answer.set_result(result)
