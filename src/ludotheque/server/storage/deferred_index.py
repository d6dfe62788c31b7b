"""What moves change in the register. It is not written with each of them: of a table, the lists want the last word.

It is written a moment later, for many tables at once, and before anybody asks. If the house falls over meanwhile, the
register is behind the logs: its lines say up to which entry they know a table, so that is seen, and put right.
"""

from __future__ import annotations

from time import monotonic
from typing import Final, NamedTuple

from ludotheque.server.storage.table_index import IndexUpdate

MOMENT: Final = 0.25
"""Seconds."""


class Word(NamedTuple):
    """What is to be written of a table whose log has this length."""

    moved: IndexUpdate
    length: int


class DeferredUpdates:
    """The words that wait."""

    __slots__ = ("_since", "_words")

    def __init__(self) -> None:
        self._words: dict[str, Word] = {}
        self._since = 0.0

    def __bool__(self) -> bool:
        return bool(self._words)

    def add(self, word: Word) -> None:
        """This can wait."""
        if not self._words:
            self._since = monotonic()
        self._words[word.moved.table] = word

    def wait(self) -> float | None:
        """For how many seconds what waits may go on waiting; None if nothing does."""
        return max(0.0, self._since + MOMENT - monotonic()) if self._words else None

    def words(self) -> list[Word]:
        """All that waits, in the order of their tables, so that no two workers wait for each other."""
        return [self._words[table] for table in sorted(self._words)]

    def done(self, words: list[Word]) -> None:
        """These are written; there may be newer ones."""
        for word in words:
            if self._words.get(word.moved.table) is word:
                del self._words[word.moved.table]
        self._since = monotonic()
