"""Shared by the commands: exit codes, errors and table options."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from ludotheque.engine.game import Game, UnknownLevel
from ludotheque.engine.learning import LEARNT

if TYPE_CHECKING:
    from ludotheque.lab.spread import Jobs

FAILED, MISUSED = 1, 2


class Misuse(Exception):
    """Wrong arguments; the message says what to do instead."""


class Failure(Exception):
    """A command failed; the message says why."""


def takes_options(parser: argparse.ArgumentParser) -> None:
    """Let a command take table options."""
    parser.add_argument(
        "--option",
        "-o",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a table option, such as army=training",
    )


def takes_jobs(parser: argparse.ArgumentParser) -> None:
    """Let a command say which processes do its work."""
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="number of processes")
    parser.add_argument(
        "--cluster",
        metavar="ADDRESS",
        help="use the processes of a Dask cluster instead, by the address of its scheduler (docs/batches.md)",
    )


@contextmanager
def open_jobs(arguments: argparse.Namespace) -> Iterator[Jobs]:
    """The processes that were asked for; raises :class:`Failure` if there is no such cluster."""
    if arguments.cluster is None:
        yield max(1, arguments.jobs)
        return
    from ludotheque.lab.spread import NoCluster, open_cluster

    try:
        with open_cluster(arguments.cluster) as jobs:
            yield jobs
    except NoCluster as error:
        raise Failure(error) from None


def read_level(game: Game, given: str | None) -> str:
    """A level of the game's bots, given by name: the best that answers at once, if none is; raises :class:`Misuse`."""
    try:
        return game.level(given or str(game.coach))
    except UnknownLevel as error:
        raise Misuse(str(error)) from None


def takes_weights(parser: argparse.ArgumentParser) -> None:
    """Let a command take the weights of a bot that has learnt its game."""
    parser.add_argument(
        "--weights", metavar="FILE", help=f"weights of the bot “{LEARNT}” (`ludotheque learn` writes them)"
    )


def read_bots(given: str, weights: str | None) -> list[str]:
    """Names of bots separated by commas, the learnt one's with its weights if they are given.

    >>> read_bots("strong,learnt", "weights.npz")
    ['strong', 'learnt:weights.npz']
    """
    names = [name for name in given.split(",") if name]
    return [f"{LEARNT}:{weights}" if weights and name == LEARNT else name for name in names]


def read_options(game: Game, given: Sequence[str]) -> dict[str, Any]:
    """Read and check options written ``name=value``."""
    found: dict[str, Any] = {}
    for pair in given:
        name, equals, value = pair.partition("=")
        if not equals:
            raise Misuse(f"an option is written NAME=VALUE, not “{pair}”")
        found[name] = int(value) if value.lstrip("-").isdecimal() else {"true": True, "false": False}.get(value, value)
    game.options(found)
    return found


def read_counts(given: str) -> list[int]:
    """Numbers of players separated by commas; raises :class:`Misuse`."""
    try:
        return [int(count) for count in given.split(",") if count]
    except ValueError:
        raise Misuse(f"--players takes numbers separated by commas, such as 3,4; not “{given}”") from None


def require_report_extra() -> None:
    """See to it that ratings can be fitted and plots drawn; raises :class:`Failure`."""
    from ludotheque.lab.plotting import require_extra
    from ludotheque.lab.ratings import ReportExtraMissing

    try:
        require_extra()
    except ReportExtraMissing as error:
        raise Failure(error) from None
