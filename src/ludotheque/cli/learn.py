"""``ludotheque learn``: learn a game by playing it against oneself."""

from __future__ import annotations

import argparse
import signal
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from ludotheque import games
from ludotheque.cli.options import Failure, Misuse

if TYPE_CHECKING:
    from ludotheque.engine.learning import Learning
    from ludotheque.lab.learn.run import Run


def add_commands(commands: Any) -> None:
    """Add the command ``learn``."""
    learn = commands.add_parser("learn", help="learn a game by self-play, on a graphics card or, in small, on a CPU")
    learn.add_argument("game", metavar="GAME")
    learn.add_argument("--folder", type=Path, metavar="DIR", help="where to begin, or to go on from (learning/GAME)")
    learn.add_argument("--minutes", type=float, metavar="M", help="stop after so many minutes, and save (when done)")
    learn.add_argument("--weights", type=Path, metavar="FILE", help="begin with a player's weights instead of none")
    takes_settings(learn)
    learn.set_defaults(run=_learn)


def _learn(arguments: argparse.Namespace) -> None:
    begun = time.monotonic()
    limit = (arguments.minutes or float("inf")) * 60
    learning = find_learning(arguments.game)
    from ludotheque.cli import output
    from ludotheque.lab.learn.log import Dueled, Iterated

    folder = arguments.folder or Path("learning", arguments.game)
    run = _open(learning, arguments.game, folder, arguments.set, arguments.weights)
    until = run.settings.iterations
    print(f"{run.folder}: {run.iteration} of {until} iterations are done")
    with _interrupt() as interrupted, output.progress(arguments.game, until - run.iteration) as tick:
        for entry in run.go_on(until, lambda: interrupted() or time.monotonic() - begun > limit):
            if isinstance(entry, Dueled):
                print(
                    f"{entry.iteration}: against {entry.opponent} {entry.score:.1%} "
                    f"(+{entry.wins} ={entry.draws} −{entry.losses}, {entry.unfinished} unfinished, "
                    f"{entry.length:g} moves)",
                    flush=True,
                )
            tick(isinstance(entry, Iterated))
    print(f"{run.folder}: {run.iteration} of {until} iterations are done and saved")


def takes_settings(parser: argparse.ArgumentParser) -> None:
    """Let a command take settings of a learner."""
    parser.add_argument(
        "--set",
        "-s",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a setting of a learner, such as games=256 or rate=[6e-4,4e-5]; lab/learn/settings.py lists them",
    )


def find_learning(name: str) -> Learning:
    """How a game is learnt; raises :class:`Misuse` where it is not, and :class:`Failure` without JAX."""
    learning = games.find(name).learning
    if learning is None:
        known = ", ".join(game.id for game in games.shelf().values() if game.learning is not None)
        raise Misuse(f"{name} cannot be learnt: there is {known}")
    try:
        import jax  # noqa: F401
    except ModuleNotFoundError:
        raise Failure("learning needs JAX, which is not installed: pip install 'ludotheque[batch]'") from None
    return learning


def _open(learning: Learning, game: str, folder: Path, given: list[str], weights: Path | None) -> Run:
    from ludotheque.lab.learn.checkpoint import BadCheckpoint
    from ludotheque.lab.learn.run import Run, read_settings

    usual = usual_settings()
    changed = read_changes(given)
    try:
        checkpoint = folder / "checkpoint.npz"
        if weights is not None and checkpoint.exists():
            raise Misuse(f"learning in {folder} has begun: --weights is for a new folder")
        settings = read_settings(checkpoint, changed, usual)
        return Run(game, learning.problem(settings.channels, settings.blocks), settings, folder, weights)
    except BadCheckpoint as error:
        raise Misuse(error) from None
    except OSError as error:
        raise Misuse(f"cannot learn in {folder}: {error.strerror}") from None


def usual_settings() -> Mapping[str, Any]:
    """What is set otherwise than usual on this machine: on a processor it is learnt in small."""
    import jax

    from ludotheque.lab.learn.settings import SMALL

    return SMALL if jax.default_backend() == "cpu" else {}


def read_changes(given: list[str]) -> dict[str, Any]:
    """Settings written ``NAME=VALUE``, checked; raises :class:`Misuse`."""
    from ludotheque.lab.learn.settings import Settings

    found = {}
    for pair in given:
        name, equals, value = pair.partition("=")
        try:
            if not equals:
                raise Misuse(f"a setting is written NAME=VALUE, not “{pair}”")
            found[name] = msgspec.json.decode(value)
            msgspec.convert({name: found[name]}, Settings)
        except msgspec.MsgspecError as error:
            raise Misuse(f"“{pair}” is not a setting: {error}") from None
    checked = msgspec.convert(found, Settings)
    return {name: getattr(checked, name) for name in found}


@contextmanager
def _interrupt() -> Iterator[Callable[[], bool]]:
    """Tell whether the command was asked to stop, so that it ends its iteration and saves."""
    asked: list[int] = []
    signals = (signal.SIGINT, signal.SIGTERM)
    before = [signal.signal(number, lambda number, frame: asked.append(number)) for number in signals]
    try:
        yield lambda: bool(asked)
    finally:
        for number, handler in zip(signals, before, strict=True):
            signal.signal(number, handler)
