"""Whether a SQLite file can still be written to, found out by writing to it."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path
from typing import Final

from ludotheque.server.storage.interface import StorageError
from ludotheque.server.storage.schema import PROBE
from ludotheque.server.storage.sqlite_file import transaction

_BYTES: Final = 64 * 1024
"""As much as some hundred moves: it needs pages that the file may not have yet."""
_LEAST: Final = 1024 * 1024
"""Bytes that must be free. What SQLite has set aside for its log can be written on a full disk too, for a while."""


def try_to_write(connection: sqlite3.Connection, path: Path) -> None:
    """Write something and delete it again; raises :class:`sqlite3.Error` or :class:`StorageTrouble`."""
    with transaction(connection):
        connection.execute("INSERT OR REPLACE INTO meta VALUES (?, zeroblob(?))", (PROBE, _BYTES))
        connection.execute("DELETE FROM meta WHERE name = ?", (PROBE,))
    if not hasattr(os, "statvfs"):
        return
    disk = os.statvfs(path.parent)
    if disk.f_blocks and disk.f_bavail * disk.f_frsize < _LEAST:
        raise StorageError(f"the disk of {path} is full")
