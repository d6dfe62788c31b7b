"""Copying a SQLite file while it is written to, checking it, and locking it."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final
from urllib.parse import quote

from ludotheque.server.storage.errors import StorageError
from ludotheque.server.storage.schema_version import check_not_newer
from ludotheque.server.storage.sqlite_file import APPLICATION

SIDE_FILES: Final = ("-wal", "-shm", "-journal")
"""Endings of the files that SQLite keeps beside a database in use."""
_PAGES: Final = 512
"""Pages copied at a time."""
_GAPS: Final = """
SELECT count(*) FROM (SELECT 1 FROM entry GROUP BY "table" HAVING min(seq) <> 0 OR max(seq) <> count(*) - 1)
"""


def copy(source: Path, target: Path, progress: Callable[[int, int], None]) -> None:
    """Copy a file as of this moment. Others may go on writing to it; what they write from now on is not copied."""
    with contextlib.closing(_open(source, "rw")) as reading, contextlib.closing(_open(target, "rw")) as writing:
        # In this transaction the file is seen as it is now. Without it SQLite would restart the copy with every move
        # that is played meanwhile, and under load never finish.
        reading.execute("BEGIN")
        reading.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        reading.backup(writing, pages=_PAGES, progress=lambda _, left, total: progress(total - left, total), sleep=0)
        reading.execute("ROLLBACK")
        writing.execute("PRAGMA journal_mode = DELETE")  # so that it is one file


def check_file(path: Path) -> tuple[int, int, int]:
    """Check that a file is complete: its tables, entries and format, in numbers; raises :class:`StorageError`."""
    if not path.is_file():
        raise StorageError(f"there is no file {path}")
    try:
        with contextlib.closing(_open(path, "ro")) as connection:
            format = _format(connection, path)
            (verdict,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
            if verdict != "ok":
                raise StorageError(f"{path} is damaged: {verdict}")
            if connection.execute(_GAPS).fetchone() != (0,):
                raise StorageError(f"{path} is damaged: moves are missing")
            entries = connection.execute("SELECT count(*) FROM entry").fetchone()[0]
            tables = connection.execute("SELECT count(*) FROM entry WHERE seq = 0").fetchone()[0]
            return tables, entries, format
    except sqlite3.Error as error:
        raise StorageError(f"{path} cannot be read as a backup: {error}") from error


def format_of(path: Path) -> int | None:
    """The format of a file, without changing it; None if there is no file."""
    if not path.exists():
        return None
    try:
        with contextlib.closing(_open(path, "rw")) as connection:
            return _format(connection, path)
    except sqlite3.Error as error:
        raise StorageError(f"{path} cannot be used as Ludothèque's database: {error}") from error


@contextlib.contextmanager
def exclusive(path: Path) -> Iterator[None]:
    """Have a file open exclusively during a block; raises :class:`sqlite3.DatabaseError`, see :func:`in_use`."""
    with contextlib.closing(_open(path, "rw", timeout=0.5)) as connection:
        connection.execute("PRAGMA locking_mode = EXCLUSIVE")  # fails below if another process has it open, even idle
        connection.execute("PRAGMA journal_mode = DELETE")
        connection.execute("BEGIN EXCLUSIVE")
        yield
        connection.execute("ROLLBACK")


def in_use(error: sqlite3.DatabaseError) -> bool:
    """Whether an error means that another process has the file open."""
    return error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def _open(path: Path, mode: str, timeout: float = 5.0) -> sqlite3.Connection:
    """Open an existing file."""
    return sqlite3.connect(f"file:{quote(str(path))}?mode={mode}", timeout, uri=True, isolation_level=None)


def _format(connection: sqlite3.Connection, path: Path) -> int:
    if connection.execute("PRAGMA application_id").fetchone()[0] != APPLICATION:
        raise StorageError(f"{path} is not a database of Ludothèque")
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    check_not_newer(str(path), version)
    return version
