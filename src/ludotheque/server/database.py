"""The SQLite file that everything is kept in: how it is laid out, opened, and brought up to date."""

from __future__ import annotations

import secrets
import sqlite3
from pathlib import Path
from typing import Final

APPLICATION: Final = int.from_bytes(b"Ludo", "big")
"""Marks a SQLite file as ours."""
VERSION: Final = 2
_LOG: Final = """
CREATE TABLE entry (
    "table" TEXT NOT NULL,
    seq INTEGER NOT NULL,
    body BLOB NOT NULL,
    PRIMARY KEY ("table", seq)
) WITHOUT ROWID;
"""
_LISTS: Final = """
CREATE TABLE meta (name TEXT PRIMARY KEY, value) WITHOUT ROWID;
CREATE TABLE summary (
    "table" TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    public INTEGER NOT NULL,
    state TEXT NOT NULL,
    seats TEXT NOT NULL,
    asked TEXT NOT NULL,
    due INTEGER,
    updated INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX lobby ON summary (state, updated) WHERE public;
CREATE TABLE sitting (
    guest TEXT NOT NULL,
    "table" TEXT NOT NULL,
    seat INTEGER,
    PRIMARY KEY (guest, "table")
) WITHOUT ROWID;
"""
_CALLS: Final = """
CREATE TABLE IF NOT EXISTS push (
    guest TEXT NOT NULL,
    endpoint TEXT NOT NULL,
    p256dh BLOB NOT NULL,
    auth BLOB NOT NULL,
    lang TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (guest, endpoint)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS push_at ON push (at);
"""
"""Where browsers are called. An older Ludothèque may open the file all the same: it just calls nobody."""
_MARK: Final = f"PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {VERSION};"
STALE: Final = "stale"
"""A row of ``meta`` that is there while the lists have yet to be made from the log."""


class StorageTrouble(Exception):
    """The file cannot be opened, read or written; the sentence says why."""


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


def house_key(connection: sqlite3.Connection) -> bytes:
    """The key the house signs with, drawn when it is first needed."""
    return secret(connection, "key", secrets.token_bytes(32))


def secret(connection: sqlite3.Connection, name: str, fresh: bytes) -> bytes:
    """A secret of the house: ``fresh`` when it is first asked for, and the same ever after."""
    connection.execute("INSERT OR IGNORE INTO meta VALUES (?, ?)", (name, fresh))
    found: bytes = connection.execute("SELECT value FROM meta WHERE name = ?", (name,)).fetchone()[0]
    return found


def _prepare(connection: sqlite3.Connection, path: Path) -> None:
    application = connection.execute("PRAGMA application_id").fetchone()[0]
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if application == 0 and connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0] == 0:
        connection.executescript(f"BEGIN IMMEDIATE; {_LOG} {_LISTS} {_MARK} COMMIT;")
    elif application != APPLICATION:
        raise StorageTrouble(f"{path} is another program's database, not Ludothèque's")
    elif version > VERSION:
        raise StorageTrouble(f"{path} was written by a newer Ludothèque (format {version}; this one knows {VERSION})")
    elif version < VERSION:
        stale = f"INSERT INTO meta VALUES ('{STALE}', 1);"
        connection.executescript(f"BEGIN IMMEDIATE; {_LISTS} {stale} {_MARK} COMMIT;")
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.executescript(_CALLS)
