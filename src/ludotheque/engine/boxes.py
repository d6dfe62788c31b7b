"""The components of a game, read from its ``box.toml`` and checked.

A host may replace a game's box by another one, say transcribed from an original. These are in the folder that
``LUDOTHEQUE_BOXES`` names, each under its game's name: ``koalition.toml``.
"""

from __future__ import annotations

import hashlib
import os
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any, Final, Generic, Self, TypeVar

import msgspec
from msgspec import Meta

from ludotheque.engine.rules import M, P, Rules, S, V

_SOURCES: Final = frozenset({"provenance", "note"})
"""Fields with the source of a number: in the file, but not shown to players."""


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something in a box: a card, a country, a piece."""

    def printed(self) -> dict[str, Any]:
        """What is printed on it, as data for the browser."""
        return {name: value for name, value in msgspec.to_builtins(self).items() if name not in _SOURCES}


class CardText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A text printed on a card, in each language."""

    fr: Annotated[str, Meta(min_length=1, max_length=400)]
    en: Annotated[str, Meta(min_length=1, max_length=400)]


class BadBox(ValueError):
    """A box that cannot be played with; the message says what is wrong."""


class Box(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True, kw_only=True):
    """The box of a game: its parts as fields, and what follows from them as cached properties."""

    mark: str = ""
    """A hash of the contents of a host's own box; empty for the box that comes with the game."""

    def problems(self) -> Iterable[str]:
        """Each point in which the box does not agree with the rulebook, as a sentence."""
        return ()

    @classmethod
    def read(cls, text: str, source: str = "box.toml") -> Self:
        """Read a box and check it against the rulebook; raises :class:`BadBox` with the first problem."""
        try:
            box = msgspec.convert(tomllib.loads(text), cls)
        except tomllib.TOMLDecodeError as error:
            raise BadBox(f"{source} is not TOML: {error}") from None
        except msgspec.ValidationError as error:
            raise BadBox(f"{source}: {error}") from None
        for problem in box.problems():
            raise BadBox(f"{source}: {problem}")
        return box

    @classmethod
    def load(cls, path: Path | None = None) -> Self:
        """Load the ``box.toml`` beside the class, or a host's own from ``path``."""
        if path is None:
            return cls.read(files(cls.__module__.rpartition(".")[0]).joinpath("box.toml").read_text("utf-8"))
        try:
            text = path.read_text("utf-8")
        except OSError as error:
            raise BadBox(f"{path.name} cannot be read: {error.strerror}") from None
        except UnicodeDecodeError:
            raise BadBox(f"{path.name} is not a text in UTF-8") from None
        box = cls.read(text, path.name)
        return msgspec.structs.replace(box, mark=hashlib.sha256(msgspec.json.encode(box)).hexdigest()[:16])


B = TypeVar("B", bound=Box)


class BoxRules(Rules[S, P, M, V], Generic[B, S, P, M, V]):
    """Rules that are played with what is in a box."""

    def __init__(self, box: B) -> None:
        self.box = box
        self.box_mark = box.mark


def host_box(game: str) -> Path | None:
    """The path of the host's own box for a game, if there is one."""
    folder = os.environ.get("LUDOTHEQUE_BOXES")
    if not folder:
        return None
    path = Path(folder) / f"{game}.toml"
    return path if path.exists() else None


def duplicate_ids(ids: Iterable[str]) -> Iterator[str]:
    """Yield a sentence for each id that occurs more than once."""
    for id, times in Counter(ids).items():
        if times > 1:
            yield f"“{id}” is there {times} times"
