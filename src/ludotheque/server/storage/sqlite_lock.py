"""The lock by which only one server at a time uses a SQLite file.

It is held on a file beside the database for as long as the process lives; the operating system releases it however
the process ends. Commands that read or copy the database do not need it.
"""

from __future__ import annotations

import contextlib
import errno
import logging
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

from ludotheque.server.settings.definitions import Database
from ludotheque.server.storage.errors import StorageError

log = logging.getLogger(__name__)

ENDING: Final = ".lock"


@contextlib.contextmanager
def hold_server_lock(database: Database) -> Iterator[None]:
    """Hold the lock of a database during a block; raises :class:`StorageError` if another server holds it.

    A PostgreSQL database may have any number of workers, and needs no lock.
    """
    if not isinstance(database, Path):
        yield
        return
    handle = _lock(database)
    try:
        yield
    finally:
        if handle is not None:
            os.close(handle)


def _lock(database: Path) -> int | None:
    """The handle of the locked file; None where files cannot be locked."""
    if fcntl is None:
        return None
    path = database.resolve()  # a symbolic link to the file leads to the same lock
    path = path.with_name(path.name + ENDING)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise StorageError(f"{path} cannot be written: {error.strerror}") from error
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        holder = os.pread(handle, 20, 0).decode("ascii", "replace").strip()
        os.close(handle)
        if error.errno in (errno.EWOULDBLOCK, errno.EACCES):
            process = f" (process {holder})" if holder.isdecimal() else ""
            raise StorageError(
                f"another server{process} uses {database}: stop it first, or give this one another --database"
            ) from None
        log.warning("%s cannot be locked (%s): make sure that only one server uses it", database, error.strerror)
        return None
    os.ftruncate(handle, 0)
    os.pwrite(handle, f"{os.getpid()}\n".encode(), 0)
    return handle
