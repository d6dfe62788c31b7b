"""Write test of a SQLite file."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path
from typing import Final

from ludotheque.server.storage.errors import StorageError
from ludotheque.server.storage.schema import PROBE
from ludotheque.server.storage.sqlite_file import transaction

_BYTES: Final = 64 * 1024
"""As much as some hundred moves, so that the file needs new pages."""
_LEAST: Final = 1024 * 1024
"""Bytes that must be free on the disk: into space that its log has allocated, SQLite can write on a full disk too."""


def check_writable(connection: sqlite3.Connection, path: Path) -> None:
    """Write a row and delete it again; raises :class:`sqlite3.Error` or :class:`StorageError`."""
    with transaction(connection):
        connection.execute("INSERT OR REPLACE INTO meta VALUES (?, zeroblob(?))", (PROBE, _BYTES))
        connection.execute("DELETE FROM meta WHERE name = ?", (PROBE,))
    if not hasattr(os, "statvfs"):
        return
    disk = os.statvfs(path.parent)
    if disk.f_blocks and disk.f_bavail * disk.f_frsize < _LEAST:
        raise StorageError(f"the disk of {path} is full")
