"""A game in plain text, for a terminal or a screen reader."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Generic

from ludotheque.engine.boxes import B
from ludotheque.engine.rules import V
from ludotheque.engine.words import Catalogue, say


class Drawing(ABC, Generic[B, V]):
    """One sight, drawn in lines of text. Its sentences are those under ``text`` in the game's words."""

    def __init__(self, box: B, v: V, words: Catalogue) -> None:
        self.box = box
        self.v = v
        self.words = words

    @classmethod
    def of(cls, box: B) -> Callable[[V, Catalogue], str]:
        """How a game with this box is drawn."""
        return lambda v, words: cls(box, v, words).whole()

    @abstractmethod
    def parts(self) -> Iterable[Sequence[str]]:
        """The lines, part by part; what is asked comes last, just above the list of moves."""

    def whole(self) -> str:
        """All parts in which there is anything, with a blank line between them."""
        return "\n\n".join("\n".join(lines) for lines in self.parts() if lines)

    def say(self, key: str, **args: Any) -> str:
        """One of the sentences."""
        return say(self.words, f"text.{key}", args)
