"""Backups: everything a house keeps, in one SQLite file, whichever database it came from.

It is laid out like the file that a house on SQLite keeps, so a backup of one database can be restored into another.
It is written under another name, looked through, and only then given its own: what has that name is whole.
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
from ludotheque.server.storage.interface import StorageError
from ludotheque.server.storage.sqlite_backup import BESIDE, copy, in_use, look_through, nobody_has_open
from ludotheque.server.storage.sqlite_file import connect

Tick = Callable[[int, int], None]
"""Hears how much is done, and of how much."""


class Unsafe(Exception):
    """It would overwrite something, or pull a database from under a server; the sentence says what to do."""


class Kept(NamedTuple):
    """What is in a backup."""

    tables: int
    entries: int
    format: int


def back_up(database: Database, file: Path, *, force: bool = False, tick: Tick = lambda done, total: None) -> Kept:
    """Write everything into ``file``, as it is at one moment, while a server may go on writing.

    What was acknowledged before the call is in it. Raises :class:`Unsafe` and :class:`StorageTrouble`.
    """
    if isinstance(database, Path) and not database.is_file():
        raise StorageError(f"there is no database {database}: nothing to back up")
    if file.exists() and not force:
        raise _there(file)
    with _made_whole(file, force) as part:
        if isinstance(database, Path):
            copy(database, part, tick)
        else:
            from ludotheque.server.storage.postgres_backup import write_out

            asyncio.run(write_out(database, part, tick))
        return Kept(*look_through(part))


def restore(file: Path, database: Database, *, force: bool = False, tick: Tick = lambda done, total: None) -> Kept:
    """Put what is in a backup where games are kept. Raises :class:`Unsafe` and :class:`StorageTrouble`."""
    look_through(file)
    if not isinstance(database, Path):
        return _restore_into_postgres(file, database, force, tick)
    there = [path for path in (database, *_beside(database)) if path.exists()]
    if there and not force:
        raise Unsafe(f"{there[0]} is there already: name another --database, or say --force to replace it")
    with _unused(database), _made_whole(database, force=True) as part:
        copy(file, part, tick)
        found = Kept(*look_through(part))
        for left in _beside(database):
            left.unlink(missing_ok=True)  # what a broken database had not taken in yet would be taken in by this one
        return found


def _restore_into_postgres(file: Path, address: str, force: bool, tick: Tick) -> Kept:
    from ludotheque.server.storage.postgres_backup import InUse, NotEmpty, read_in

    place = shown_database(address)
    with tempfile.TemporaryDirectory() as folder:
        part = Path(folder) / "part.sqlite"
        part.touch(0o600)
        copy(file, part, lambda done, total: None)
        connect(part).close()  # an older version's is brought up to date
        try:
            asyncio.run(read_in(part, address, force, tick))
        except InUse:
            raise Unsafe(f"workers serve {place}: stop them first") from None
        except NotEmpty:
            raise Unsafe(f"{place} is there already: name another --database, or say --force to replace it") from None
        return Kept(*look_through(part))


def _there(file: Path) -> Unsafe:
    return Unsafe(f"{file} is there already: choose another name, or say --force to replace it")


def _beside(database: Path) -> list[Path]:
    return [database.with_name(database.name + ending) for ending in BESIDE]


@contextlib.contextmanager
def _unused(database: Path) -> Iterator[None]:
    """While nobody else has a database open, and nobody else can open it."""
    if not database.exists():
        yield
        return
    with contextlib.ExitStack() as held:
        try:
            held.enter_context(nobody_has_open(database))
        except sqlite3.DatabaseError as error:
            if in_use(error):
                raise Unsafe(f"a server has {database} open: stop it first") from None
            # It is broken, or none at all: nobody can use it, and a backup takes its place.
        yield


@contextlib.contextmanager
def _made_whole(file: Path, force: bool) -> Iterator[Path]:
    """A name beside ``file`` to write to; it becomes ``file`` when all has gone well, and otherwise goes away."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(".part", f".{file.name}.", file.parent)  # for our eyes only: it holds keys
        os.close(handle)
        part = Path(name)
        try:
            yield part
            _settle(part, file, force)
        finally:
            for left in (part, *_beside(part)):
                left.unlink(missing_ok=True)
    except (OSError, sqlite3.Error) as error:
        raise StorageError(f"{file} cannot be written: {error}") from error


def _settle(part: Path, file: Path, force: bool) -> None:
    """Give what is written its name, so that it is there, whole, after a power cut too."""
    with part.open("rb+") as written:
        os.fsync(written.fileno())
    if force:
        if file.exists():
            shutil.copymode(file, part)
            with contextlib.suppress(OSError):  # only root may give a file away; others replace their own
                os.chown(part, file.stat().st_uid, file.stat().st_gid)
        part.replace(file)
    else:
        try:
            os.link(part, file)  # unlike a rename it fails where somebody was quicker
        except FileExistsError:
            raise _there(file) from None
    folder = os.open(file.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
