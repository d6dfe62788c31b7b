"""The command ``ludotheque``, assembled from the modules of its commands."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from typing import Final

from ludotheque import UnknownGame, __version__
from ludotheque.cli import (
    balance,
    bench,
    config,
    database,
    export,
    games,
    ladder,
    learn,
    moderator,
    perft,
    play,
    printing,
    ratings,
    record,
    report,
    rules,
    seat,
    serve,
    sim,
)
from ludotheque.cli.options import FAILED, MISUSED, Failure, Misuse
from ludotheque.engine.boxes import BadBox
from ludotheque.engine.clauses import UnknownClause
from ludotheque.engine.options import BadOptions
from ludotheque.engine.record import BadRecord
from ludotheque.server.settings.sources import BadSettings

COMMANDS: Final = (
    serve,
    config,
    database,
    games,
    play,
    sim,
    balance,
    ladder,
    perft,
    report,
    learn,
    rules,
    printing,
    record,
    seat,
    export,
    moderator,
    ratings,
    bench,
)
"""Modules of commands, in the order of the help text. What takes long to import, they import when a command runs."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; return 0 for success, 1 for a failure, 2 for wrong arguments."""
    arguments = _parser().parse_args(argv)
    try:
        return int(arguments.run(arguments) or 0)
    except (Misuse, BadSettings, UnknownGame, UnknownClause, BadOptions, BadBox) as error:
        print(f"ludotheque: {error}", file=sys.stderr)
        return MISUSED
    except (Failure, BadRecord) as error:
        print(f"ludotheque: {error}", file=sys.stderr)
        return FAILED
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # The reader, such as `head`, has closed the pipe; write nothing more, not even while closing.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="ludotheque", description="Board games: play, serve and study them.")
    parser.add_argument("--version", action="version", version=f"ludotheque {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for module in COMMANDS:
        module.add_commands(commands)
    return parser
