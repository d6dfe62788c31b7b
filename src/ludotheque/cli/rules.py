"""``ludotheque rules``: rulebooks, and the tests of their clauses."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from ludotheque import games
from ludotheque.cli.options import FAILED, Misuse
from ludotheque.engine.words import LANGUAGES


def add_commands(commands: Any) -> None:
    """Add the command ``rules``."""
    rules = commands.add_parser("rules", help="show a rulebook, one clause of it, or the tests of each clause")
    rules.add_argument("game", metavar="GAME", nargs="?")
    rules.add_argument("clause", metavar="CLAUSE", nargs="?")
    rules.add_argument("--lang", choices=LANGUAGES, default="fr")
    rules.add_argument("--coverage", action="store_true", help="list every clause with its tests")
    rules.add_argument("--tests", type=Path, default=Path("tests"), help="folder of the tests, for --coverage")
    rules.set_defaults(run=_rules)


def _rules(arguments: argparse.Namespace) -> int:
    from ludotheque.cli import output

    if arguments.coverage:
        chosen = [games.find(arguments.game)] if arguments.game else list(games.shelf().values())
        if not arguments.tests.is_dir():
            raise Misuse(f"no tests in “{arguments.tests}”: run this in a checkout, or say where with --tests")
        return FAILED if output.print_coverage(chosen, arguments.tests, arguments.lang) else 0
    if not arguments.game:
        raise Misuse(f"say which game: {', '.join(games.shelf())}")
    book = games.find(arguments.game).rulebook(arguments.lang)
    output.print_rulebook(book, book.clause(arguments.clause) if arguments.clause else None)
    return 0
