"""The log of every table, in one SQLite file: ``(table, seq) -> body``, only ever added to.

One thread writes. Whatever is handed in while it commits goes into its next commit, so the more there is to do,
the less each entry waits for the disk. What :meth:`Storage.append` has answered survives a power cut.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import queue
import sqlite3
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

APPLICATION: Final = int.from_bytes(b"Ludo", "big")
"""Marks a SQLite file as ours."""
VERSION: Final = 1
_SCHEMA: Final = f"""
CREATE TABLE entry (
    "table" TEXT NOT NULL,
    seq INTEGER NOT NULL,
    body BLOB NOT NULL,
    PRIMARY KEY ("table", seq)
) WITHOUT ROWID;
PRAGMA application_id = {APPLICATION};
PRAGMA user_version = {VERSION};
"""
_INSERT: Final = 'INSERT INTO entry ("table", seq, body) VALUES (?, ?, ?)'
_SELECT: Final = 'SELECT body FROM entry WHERE "table" = ? ORDER BY seq'


class StorageTrouble(Exception):
    """The log cannot be opened, read or written; the sentence says why."""


class Conflict(StorageTrouble):
    """Somebody else has written that entry first."""


class _Append(NamedTuple):
    rows: list[tuple[str, int, bytes]]
    answer: asyncio.Future[None]


class _Load(NamedTuple):
    table: str
    answer: asyncio.Future[list[bytes]]


_Work = _Append | _Load | None


def default_path() -> Path:
    """``$LUDOTHEQUE_DATA``, or a file in the user's data folder."""
    given = os.environ.get("LUDOTHEQUE_DATA")
    return Path(given) if given else Path.home() / ".local/share/ludotheque/ludotheque.db"


def connect(path: Path) -> sqlite3.Connection:
    """Open the file, making it if there is none; raises :class:`StorageTrouble` if it is not one of ours."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        try:
            _prepare(connection, path)
        except BaseException:
            connection.close()
            raise
    except (OSError, sqlite3.Error) as error:
        raise StorageTrouble(f"{path} cannot be used as Ludothèque's database: {error}") from error
    return connection


def _prepare(connection: sqlite3.Connection, path: Path) -> None:
    application = connection.execute("PRAGMA application_id").fetchone()[0]
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if application == 0 and connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0] == 0:
        connection.executescript(f"BEGIN IMMEDIATE; {_SCHEMA} COMMIT;")
    elif application != APPLICATION:
        raise StorageTrouble(f"{path} is another program's database, not Ludothèque's")
    elif version > VERSION:
        raise StorageTrouble(f"{path} was written by a newer Ludothèque (format {version}; this one knows {VERSION})")
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")


class Storage:
    """The log, for one event loop."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._connection = connect(path)
        self._loop = asyncio.get_running_loop()
        self._work: queue.SimpleQueue[list[_Work]] = queue.SimpleQueue()
        self._handing_over: list[_Work] = []
        self._thread = threading.Thread(target=self._run, name="storage", daemon=True)
        self._thread.start()

    def append(self, table: str, first_seq: int, bodies: Sequence[bytes]) -> asyncio.Future[None]:
        """Add entries to a table's log, all or none; done once they are on the disk.

        It fails with :class:`Conflict` if one of those numbers is taken, with :class:`StorageTrouble` otherwise.
        """
        rows = [(table, seq, body) for seq, body in enumerate(bodies, first_seq)]
        answer: asyncio.Future[None] = self._loop.create_future()
        self._hand_over(_Append(rows, answer))
        return answer

    def load(self, table: str) -> asyncio.Future[list[bytes]]:
        """A table's log from the beginning; empty if there is no such table."""
        answer: asyncio.Future[list[bytes]] = self._loop.create_future()
        self._hand_over(_Load(table, answer))
        return answer

    async def close(self) -> None:
        """Finish what was handed in, and close the file."""
        self._hand_over(None)
        await asyncio.to_thread(self._thread.join)
        self._connection.close()

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
                if isinstance(work, _Load):
                    self._read(work)

    def _write(self, work: list[_Append]) -> None:
        """One commit for all; if that fails, one for each, so that nobody pays for another's mistake."""
        if not work:
            return
        trouble = self._commit([row for append in work for row in append.rows])
        if trouble is None or len(work) == 1:
            self._answer([(append.answer, trouble) for append in work])
        else:
            self._answer([(append.answer, self._commit(append.rows)) for append in work])

    def _commit(self, rows: list[tuple[str, int, bytes]]) -> StorageTrouble | None:
        connection = self._connection
        try:
            connection.execute("BEGIN IMMEDIATE")
            connection.executemany(_INSERT, rows)
            connection.execute("COMMIT")
        except sqlite3.Error as error:
            with contextlib.suppress(sqlite3.Error):
                connection.execute("ROLLBACK")
            kind = Conflict if isinstance(error, sqlite3.IntegrityError) else StorageTrouble
            return kind(f"{self.path}: {error}")
        return None

    def _read(self, work: _Load) -> None:
        result: list[bytes] | StorageTrouble
        try:
            result = [body for (body,) in self._connection.execute(_SELECT, (work.table,))]
        except sqlite3.Error as error:
            result = StorageTrouble(f"{self.path}: {error}")
        self._answer([(work.answer, result)])

    def _answer(self, results: Sequence[tuple[asyncio.Future[Any], Any]]) -> None:
        self._loop.call_soon_threadsafe(_settle, results)


def _settle(results: Sequence[tuple[asyncio.Future[Any], Any]]) -> None:
    for answer, result in results:
        if answer.done():  # whoever asked has gone
            continue
        if isinstance(result, StorageTrouble):
            answer.set_exception(result)
        else:
            answer.set_result(result)
