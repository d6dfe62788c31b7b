"""Backups: everything in a database, in one SQLite file, whichever database it came from.

A backup has the same tables as a SQLite database, so that of one kind of database can be restored into another. It is
written under a temporary name, checked, and only then renamed: a file with the name of a backup is complete.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from ludotheque.server.settings.definitions import Database, shown_database
from ludotheque.server.storage.errors import StorageError
from ludotheque.server.storage.sqlite_backup import SIDE_FILES, check_file, copy, exclusive, in_use
from ludotheque.server.storage.sqlite_file import connect

Progress = Callable[[int, int], None]
"""Called with how much is done, and of how much."""


class Unsafe(Exception):
    """It would overwrite a file, or replace a database that a server uses; the message says what to do."""


class BackupContents(NamedTuple):
    """The numbers of tables and log entries in a backup, and its format."""

    tables: int
    entries: int
    format: int


def back_up(
    database: Database, file: Path, *, force: bool = False, progress: Progress = lambda done, total: None
) -> BackupContents:
    """Write everything into ``file``, as of one moment, while a server may go on writing.

    What was committed before the call is in it. Raises :class:`Unsafe` and :class:`StorageError`.
    """
    if isinstance(database, Path) and not database.is_file():
        raise StorageError(f"there is no database {database}: nothing to back up")
    if file.exists() and not force:
        raise _exists(file)
    with _written_completely(file, force) as part:
        if isinstance(database, Path):
            copy(database, part, progress)
        else:
            from ludotheque.server.storage.postgres_backup import copy_to_file  # only where PostgreSQL is used

            asyncio.run(copy_to_file(database, part, progress))
        return BackupContents(*check_file(part))


def restore(
    file: Path, database: Database, *, force: bool = False, progress: Progress = lambda done, total: None
) -> BackupContents:
    """Restore a backup into a database. Raises :class:`Unsafe` and :class:`StorageError`."""
    check_file(file)
    if not isinstance(database, Path):
        return _restore_into_postgres(file, database, force, progress)
    existing = [path for path in (database, *_side_files(database)) if path.exists()]
    if existing and not force:
        raise Unsafe(f"{existing[0]} exists already: name another --database, or use --force to replace it")
    with _exclusive(database), _written_completely(database, force=True) as part:
        copy(file, part, progress)
        found = BackupContents(*check_file(part))
        for path in _side_files(database):
            path.unlink(missing_ok=True)  # a journal of the replaced database would be applied to this one
        return found


def _restore_into_postgres(file: Path, address: str, force: bool, progress: Progress) -> BackupContents:
    from ludotheque.server.storage.postgres_backup import InUse, NotEmpty, copy_from_file

    place = shown_database(address)
    with tempfile.TemporaryDirectory() as folder:
        part = Path(folder) / "part.sqlite"
        part.touch(0o600)
        copy(file, part, lambda done, total: None)
        connect(part).close()  # brings it up to date
        try:
            asyncio.run(copy_from_file(part, address, force, progress))
        except InUse:
            raise Unsafe(f"workers use {place}: stop them first") from None
        except NotEmpty:
            raise Unsafe(
                f"{place} contains games already: name another --database, or use --force to replace it"
            ) from None
        return BackupContents(*check_file(part))


def _exists(file: Path) -> Unsafe:
    return Unsafe(f"{file} exists already: choose another name, or use --force to replace it")


def _side_files(database: Path) -> list[Path]:
    return [database.with_name(database.name + ending) for ending in SIDE_FILES]


@contextlib.contextmanager
def _exclusive(database: Path) -> Iterator[None]:
    """During the block, no other process has the database open, or can open it."""
    if not database.exists():
        yield
        return
    with contextlib.ExitStack() as held:
        try:
            held.enter_context(exclusive(database))
        except sqlite3.DatabaseError as error:
            if in_use(error):
                raise Unsafe(f"a server has {database} open: stop it first") from None
            # It is damaged or not a database: no server can use it, and it may be replaced.
        yield


@contextlib.contextmanager
def _written_completely(file: Path, force: bool) -> Iterator[Path]:
    """A temporary file beside ``file``; it is renamed to ``file`` after the block, or deleted if that fails."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(".part", f".{file.name}.", file.parent)  # only its owner can read it
        os.close(handle)
        part = Path(name)
        try:
            yield part
            _rename(part, file, force)
        finally:
            for path in (part, *_side_files(part)):
                path.unlink(missing_ok=True)
    except (OSError, sqlite3.Error) as error:
        raise StorageError(f"{file} cannot be written: {error}") from error


def _rename(part: Path, file: Path, force: bool) -> None:
    """Give the temporary file its name, durably: it is there, and complete, after a power failure too."""
    with part.open("rb+") as written:
        os.fsync(written.fileno())
    if force:
        if file.exists():
            shutil.copymode(file, part)
            with contextlib.suppress(OSError):  # only root may change the owner; others replace their own files
                os.chown(part, file.stat().st_uid, file.stat().st_gid)
        part.replace(file)
    else:
        try:
            os.link(part, file)  # unlike a rename, it fails if the file has been created meanwhile
        except FileExistsError:
            raise _exists(file) from None
    folder = os.open(file.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
