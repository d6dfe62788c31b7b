"""A sight in words: sentences for the browser and for programs, and the same sentences laid out for a terminal."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain
from typing import Any, Generic, Self, TypeVar

from ludotheque.engine.rules import V
from ludotheque.engine.words import Catalogue, phrase, say

B = TypeVar("B")
"""The box of a game; None where sentences need nothing of it."""


def with_names(words: Catalogue, names: Sequence[str]) -> Catalogue:
    """A catalogue whose sentences name players instead of seats."""
    return {**words, "seat": {**words.get("seat", {}), **{str(seat): name for seat, name in enumerate(names)}}}


class Drawing(ABC, Generic[B, V]):
    """One sight in words. It depends on the sight alone; its sentences are those under ``text`` in the game's words."""

    def __init__(self, box: B, v: V, words: Catalogue) -> None:
        self.box = box
        self.v = v
        self.words = words

    @classmethod
    def of(cls, box: B) -> Callable[[V, Catalogue], Self]:
        """Makes the drawing of a sight, for a game with this box."""
        return lambda v, words: cls(box, v, words)

    @abstractmethod
    def parts(self) -> Iterable[Sequence[str]]:
        """All that the sight shows, in sentences, part by part; one that ends with a colon heads the rest of its part.

        What is asked now is not among them: see :meth:`question`.
        """

    def picture(self) -> Sequence[str]:
        """Lines for a terminal that only make sense to the eye, such as a board."""
        return ()

    def beside_picture(self) -> Iterable[Sequence[str]]:
        """The parts that a terminal shows below the picture: all of them, where the picture does not replace any."""
        return self.parts()

    def question(self) -> str:
        """What is asked now, for a terminal; the browser has a sentence of its own in the status bar."""
        return ""

    def sentences(self) -> list[list[str]]:
        """The parts in which there is anything."""
        return [list(part) for part in self.parts() if part]

    def whole(self) -> str:
        """The sight for a terminal, with a blank line between the parts; what is asked comes last."""
        question = self.question()
        parts = chain([self.picture()], map(_indent, self.beside_picture()), [[question] if question else []])
        return "\n\n".join("\n".join(lines) for lines in parts if lines)

    def say(self, key: str, **args: Any) -> str:
        """One of the sentences."""
        return say(self.words, f"text.{key}", args)

    def phrase(self, key: str, **args: Any) -> str:
        """A part of a sentence: as :meth:`say`, with its first letter as it stands."""
        return phrase(self.words, f"text.{key}", args)

    def name(self, seat: int) -> str:
        """What the words call a seat: in a terminal its number or colour, at a table the name of its player."""
        names: Mapping[str, str] = self.words["seat"]
        return names[str(seat)]


def _indent(part: Sequence[str]) -> list[str]:
    """A part for a terminal: what a heading heads is indented."""
    lines: list[str] = []
    indent = ""
    for sentence in part:
        lines.append(indent + sentence)
        if sentence.endswith(":"):
            indent = "    "
    return lines
