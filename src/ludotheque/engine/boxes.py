"""Boxes that a host brings along: another ``box.toml`` for a game, say transcribed from an original.

They lie in the folder named by ``LUDOTHEQUE_BOXES``, each under its game's name: ``koalition.toml``.
"""

from __future__ import annotations

import hashlib
import os
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from importlib.resources import files
from pathlib import Path
from typing import Annotated, TypeVar

import msgspec
from msgspec import Meta

B = TypeVar("B", bound=msgspec.Struct)


class Said(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is printed on a card, in each language."""

    fr: Annotated[str, Meta(min_length=1, max_length=400)]
    en: Annotated[str, Meta(min_length=1, max_length=400)]


class BadBox(ValueError):
    """A box that cannot be played with; it says what is wrong."""


def host_box(game: str) -> Path | None:
    """The host's own box for a game, if there is one."""
    folder = os.environ.get("LUDOTHEQUE_BOXES")
    if not folder:
        return None
    path = Path(folder) / f"{game}.toml"
    return path if path.exists() else None


def read_box(kind: type[B], text: str, source: str, troubles: Callable[[B], Iterable[str]]) -> B:
    """Read a box; ``troubles`` says where it does not agree with the rulebook, and the first is raised."""
    try:
        box = msgspec.convert(tomllib.loads(text), kind)
    except tomllib.TOMLDecodeError as error:
        raise BadBox(f"{source} is not TOML: {error}") from None
    except msgspec.ValidationError as error:
        raise BadBox(f"{source}: {error}") from None
    for trouble in troubles(box):
        raise BadBox(f"{source}: {trouble}")
    return box


def load_box(kind: type[B], package: str, path: Path | None, troubles: Callable[[B], Iterable[str]]) -> B:
    """The box of a game, or a host's own, whose field ``mark`` is then made of all that is in it."""
    if path is None:
        return read_box(kind, files(package).joinpath("box.toml").read_text("utf-8"), "box.toml", troubles)
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadBox(f"{path.name}: {error}") from None
    box = read_box(kind, text, path.name, troubles)
    return msgspec.structs.replace(box, mark=hashlib.sha256(msgspec.json.encode(box)).hexdigest()[:16])


def repeated(ids: Iterable[str]) -> Iterator[str]:
    """Names that are there more than once, in words."""
    for id, times in Counter(ids).items():
        if times > 1:
            yield f"“{id}” is there {times} times"
