"""``ludotheque moderator``: the host invites, lists and removes moderators.

The server's modules are imported when a command runs: that keeps the start of all other commands fast.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from pathlib import Path
from typing import Any

from ludotheque.cli.options import FAILED, Misuse
from ludotheque.server.settings.definitions import Database
from ludotheque.server.settings.sources import configure, takes_settings


def add_commands(commands: Any) -> None:
    """Add the command ``moderator``."""
    moderator = commands.add_parser("moderator", help="invite, list and remove moderators")
    verbs = moderator.add_subparsers(required=True, metavar="VERB")
    add = verbs.add_parser("add", help="print a link that makes the first who opens it a moderator")
    add.add_argument("name", metavar="NAME", help="the name that other moderators see")
    add.add_argument("--address", default="http://localhost:8000", help="the public address of the server")
    remove = verbs.add_parser("remove", help="remove a moderator")
    remove.add_argument("name", metavar="NAME")
    list_ = verbs.add_parser("list", help="list the moderators")
    for verb, run in ((add, _add), (remove, _remove), (list_, _list)):
        takes_settings(verb, ["database"])
        verb.set_defaults(run=run)


def _add(arguments: argparse.Namespace) -> None:
    from ludotheque.server.moderation import moderators

    name = " ".join(arguments.name.split())
    if not name or not name.isprintable() or len(name) > 24:
        raise Misuse("a moderator's name has 1 to 24 printable characters")
    print(asyncio.run(moderators.invite_moderator(_database(arguments), name, arguments.address)))


def _remove(arguments: argparse.Namespace) -> int:
    from ludotheque.server.moderation import moderators

    if asyncio.run(moderators.remove_moderator(_database(arguments), arguments.name)):
        return 0
    print(f"ludotheque: no moderator is called “{arguments.name}”", file=sys.stderr)
    return FAILED


def _list(arguments: argparse.Namespace) -> None:
    from ludotheque.server.moderation import moderators

    for name in asyncio.run(moderators.list_moderators(_database(arguments))):
        print(name)


def _database(arguments: argparse.Namespace) -> Database:
    """The server's database, which must exist: a mistyped path must not create one."""
    database = configure(vars(arguments)).settings.database
    if isinstance(database, Path) and not database.is_file():
        raise Misuse(f"there is no database at {database}: name its file with --database")
    return database
