"""The SQLite file: opening it, bringing it up to date, transactions, erasing deleted data."""

from __future__ import annotations

import contextlib
import secrets
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from ludotheque.server.storage.errors import StorageError
from ludotheque.server.storage.schema import KEY, SCRUB, STEPS, VERSION
from ludotheque.server.storage.schema_version import check_not_newer

APPLICATION: Final = int.from_bytes(b"Ludo", "big")
"""The application id that marks a SQLite file as Ludothèque's."""
_VACUUM_AT_ONCE: Final = 256 * 1024 * 1024
"""Bytes of a file that is rewritten within a second or two, during which all other work waits."""
_DIALECT: Final = {"keyed": "WITHOUT ROWID", "blob": "BLOB"}


def connect(path: Path) -> sqlite3.Connection:
    """Open a file, creating it if there is none; raises :class:`StorageError` if it is not Ludothèque's."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        try:
            _prepare(connection, path)
        except BaseException:
            connection.close()
            raise
    except (OSError, sqlite3.Error) as error:
        raise StorageError(f"{path} cannot be used as Ludothèque's database: {error}") from error
    return connection


def signing_key(connection: sqlite3.Connection) -> bytes:
    """The key that the server signs with, generated on the first call."""
    connection.execute("INSERT OR IGNORE INTO meta VALUES (?, ?)", (KEY, secrets.token_bytes(32)))
    found: bytes = connection.execute("SELECT value FROM meta WHERE name = ?", (KEY,)).fetchone()[0]
    return found


@contextlib.contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """Run a block in a transaction: all of its statements take effect, or none."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        with contextlib.suppress(sqlite3.Error):
            connection.execute("ROLLBACK")
        raise


def erase_free_pages(connection: sqlite3.Connection) -> None:
    """Erase from the file what was deleted: at once, or, if the file is large, the next time it is opened.

    SQLite overwrites deleted rows (``secure_delete``), but where it has moved rows from page to page, parts of them
    remain in the gaps. Only rewriting the whole file erases those.
    """
    connection.execute("INSERT OR IGNORE INTO meta VALUES (?, NULL)", (SCRUB,))
    pages, size = (connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("page_count", "page_size"))
    if pages * size <= _VACUUM_AT_ONCE:
        _vacuum(connection)
    else:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


def _vacuum(connection: sqlite3.Connection) -> None:
    with contextlib.suppress(sqlite3.OperationalError):  # another process has it open: the next time, then
        connection.execute("VACUUM")
        connection.execute("DELETE FROM meta WHERE name = ?", (SCRUB,))
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


def _prepare(connection: sqlite3.Connection, path: Path) -> None:
    application = connection.execute("PRAGMA application_id").fetchone()[0]
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    empty = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0] == 0
    if application != APPLICATION and not (application == 0 and empty):
        raise StorageError(f"{path} is another program's database, not Ludothèque's")
    check_not_newer(str(path), version)
    if version < VERSION:
        steps = "".join(STEPS[version:]).format_map(_DIALECT)
        mark = f"PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {VERSION};"
        connection.executescript(f"BEGIN IMMEDIATE; {steps} {mark} COMMIT;")
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA secure_delete = ON")
    if connection.execute("SELECT 1 FROM meta WHERE name = ?", (SCRUB,)).fetchone():
        _vacuum(connection)
