"""What the commands share: how they end, and how table options are written."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

from ludotheque.engine.game import Game

FAILED, MISUSED = 1, 2


class Misuse(Exception):
    """Something was asked for that cannot be done; the sentence says what to do instead."""


class Failure(Exception):
    """Something was asked for rightly and found wrong; the sentence says what."""


def takes_options(parser: argparse.ArgumentParser) -> None:
    """Give a command the table options."""
    parser.add_argument(
        "--option",
        "-o",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a table option, such as army=training",
    )


def read_options(game: Game, given: Sequence[str]) -> dict[str, Any]:
    """Options written ``name=value``, checked."""
    found: dict[str, Any] = {}
    for pair in given:
        name, equals, value = pair.partition("=")
        if not equals:
            raise Misuse(f"an option is written NAME=VALUE, not “{pair}”")
        found[name] = int(value) if value.lstrip("-").isdecimal() else {"true": True, "false": False}.get(value, value)
    game.options(found)
    return found
