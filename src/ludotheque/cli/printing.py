"""``ludotheque print``: a game's box as a PDF."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from ludotheque import games
from ludotheque.cli.options import Failure, Misuse
from ludotheque.engine.printed_box import PARTS
from ludotheque.engine.words import LANGUAGES


def add_commands(commands: Any) -> None:
    """Add the command ``print``."""
    parser = commands.add_parser("print", help="make a PDF of a game's box: cards, board, score pads, rulebook")
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--lang", choices=LANGUAGES, default="fr", help="language of the texts (fr)")
    parser.add_argument("--paper", choices=("a4", "letter"), default="a4", help="size of the sheets (a4)")
    parser.add_argument("--box", type=Path, metavar="FILE", help="a box file of your own in place of the game's")
    parser.add_argument("--output", type=Path, metavar="FILE", help="where to write it (GAME-LANG-PAPER.pdf)")
    parser.add_argument("--parts", metavar="PART,…", help=f"only these parts, of {', '.join(PARTS)}")
    parser.set_defaults(run=_print)


def _print(arguments: argparse.Namespace) -> int:
    from ludotheque.printing.document import NotPrintable, Order
    from ludotheque.printing.typesetting import TypesetterMissing, typeset_pdf

    game = games.find(arguments.game)
    parts = tuple(part.strip() for part in (arguments.parts or "").split(",") if part.strip())
    order = Order(game, arguments.lang, arguments.paper, parts, arguments.box)
    output: Path = arguments.output or Path(f"{game.id}-{order.lang}-{order.paper}.pdf")
    try:
        pdf = typeset_pdf(order)
    except NotPrintable as error:
        raise Misuse(str(error)) from None
    except TypesetterMissing as error:
        raise Failure(str(error)) from None
    try:
        output.write_bytes(pdf)
    except OSError as error:
        raise Misuse(f"cannot write {output}: {error.strerror}") from None
    print(f"{output}: {len(pdf) / 1_000_000:.1f} MB. Print it at 100 %; the first page says how.")
    return 0
