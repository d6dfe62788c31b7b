"""``ludotheque backup``, ``restore`` and ``migrate``: the server's database."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ludotheque.cli.options import Failure, Misuse
from ludotheque.server.settings.sources import configure, takes_settings


def add_commands(commands: Any) -> None:
    """Add the commands ``backup``, ``restore`` and ``migrate``."""
    backup = commands.add_parser("backup", help="copy the database to a file, while the server runs")
    backup.add_argument("file", type=Path, metavar="FILE")
    backup.add_argument("--force", action="store_true", help="replace the file if it exists")
    backup.set_defaults(run=_backup)
    restore = commands.add_parser("restore", help="replace the database by a backup; the server must be stopped")
    restore.add_argument("file", type=Path, metavar="FILE")
    restore.add_argument("--force", action="store_true", help="replace a database that is not empty")
    restore.set_defaults(run=_restore)
    migrate = commands.add_parser("migrate", help="upgrade a database of an older version")
    migrate.add_argument("--dry-run", action="store_true", help="print what would be done, and change nothing")
    migrate.set_defaults(run=_migrate)
    for command in (backup, restore, migrate):
        takes_settings(command, ["database"])


@contextmanager
def _reporting_failures() -> Iterator[None]:
    """Report a failure of the database in one sentence."""
    from ludotheque.server.storage import StorageError
    from ludotheque.server.storage.backup import Unsafe

    try:
        yield
    except Unsafe as error:
        raise Misuse(error) from None
    except StorageError as error:
        raise Failure(error) from None


def _backup(arguments: argparse.Namespace) -> None:
    from ludotheque.cli import output
    from ludotheque.server.storage.backup import back_up

    database = configure(vars(arguments)).settings.database
    with _reporting_failures(), output.progress_share(f"backing up into {arguments.file}") as tick:
        kept = back_up(database, arguments.file, force=arguments.force, progress=tick)
    print(f"{arguments.file} holds {kept.tables} tables, {kept.entries} entries, in format {kept.format}.")


def _restore(arguments: argparse.Namespace) -> None:
    from ludotheque.cli import output
    from ludotheque.server.settings.definitions import shown_database
    from ludotheque.server.storage.backup import restore

    database = configure(vars(arguments)).settings.database
    with _reporting_failures(), output.progress_share(f"restoring {arguments.file}") as tick:
        kept = restore(arguments.file, database, force=arguments.force, progress=tick)
    print(f"{shown_database(database)} holds {kept.tables} tables, {kept.entries} entries, in format {kept.format}.")


def _migrate(arguments: argparse.Namespace) -> None:
    from ludotheque.server.storage.migrate import migrate
    from ludotheque.server.tables.reindex import reindex

    database = configure(vars(arguments)).settings.database
    with _reporting_failures():
        print(asyncio.run(migrate(database, reindex, dry_run=arguments.dry_run)))
