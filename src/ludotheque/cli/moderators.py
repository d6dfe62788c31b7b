"""The command by which the host of a house says who its moderators are."""

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
    """Add it to the others."""
    moderator = commands.add_parser("moderator", help="who sees to good manners in the house")
    verbs = moderator.add_subparsers(required=True, metavar="VERB")
    add = verbs.add_parser("add", help="a link, good once, that makes whoever opens it a moderator")
    add.add_argument("name", metavar="NAME", help="what the other moderators know them by")
    add.add_argument("--address", default="http://localhost:8000", help="where people reach the house")
    remove = verbs.add_parser("remove", help="somebody is no moderator any more")
    remove.add_argument("name", metavar="NAME")
    everybody = verbs.add_parser("list", help="who they are")
    for verb, run in ((add, _add), (remove, _remove), (everybody, _list)):
        takes_settings(verb, ["database"])
        verb.set_defaults(run=run)


def _add(arguments: argparse.Namespace) -> None:
    from ludotheque.server.moderation import moderators

    name = " ".join(arguments.name.split())
    if not name or not name.isprintable() or len(name) > 24:
        raise Misuse("a moderator's name has 1 to 24 letters")
    print(asyncio.run(moderators.invite_moderator(_house(arguments), name, arguments.address)))


def _remove(arguments: argparse.Namespace) -> int:
    from ludotheque.server.moderation import moderators

    if asyncio.run(moderators.remove_moderator(_house(arguments), arguments.name)):
        return 0
    print(f"ludotheque: no moderator is called “{arguments.name}”", file=sys.stderr)
    return FAILED


def _list(arguments: argparse.Namespace) -> None:
    from ludotheque.server.moderation import moderators

    for name in asyncio.run(moderators.list_moderators(_house(arguments))):
        print(name)


def _house(arguments: argparse.Namespace) -> Database:
    """The house's database, which must be there: a host who mistypes it is told so."""
    database = configure(vars(arguments)).settings.database
    if isinstance(database, Path) and not database.is_file():
        raise Misuse(f"there is no house at {database}: name its file with --database")
    return database
