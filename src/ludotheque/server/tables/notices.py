"""What happens around a game: votes, bots that stand in, people who are back, time that is up.

It follows from the table's log, so it is still there after a restart. Everybody is told it in their own place in the
story; those who look on with a delay, when they get there.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from typing import Final, NamedTuple

from ludotheque.engine.rules import Seat
from ludotheque.protocol.messages import News, NewsKind
from ludotheque.server.tables.votes import Motion

KEPT: Final = 300
"""News that whoever arrives is told at most."""


class TableNotice(NamedTuple):
    """Something that happened around the game."""

    at: int
    kind: NewsKind
    seat: Seat | None
    """Whom it is about."""
    motion: Motion | None
    """What was put to the vote, if it is about that."""
    moves: int
    """So many moves had been made ..."""
    turns: int
    """... in so many turns: those who lag behind know some of these only."""
    places: Mapping[Seat | None, int]
    """So many entries each viewer's story had."""

    def told(self, seq: int, after: int) -> News:
        """The note as it is told, after so many of whatever the reader counts."""
        motion = self.motion
        if motion is None:
            return News(seq, self.at, after, self.kind, None, self.seat, None)
        return News(seq, self.at, after, self.kind, motion.kind, motion.seat, motion.by)


class NoticeLog:
    """All the news of a table, in order."""

    def __init__(self, notes: tuple[TableNotice, ...] = ()) -> None:
        self._notes = list(notes)

    def copy(self) -> NoticeLog:
        """The same news, to try something on."""
        return NoticeLog(tuple(self._notes))

    def add(self, note: TableNotice) -> None:
        """Something happens."""
        self._notes.append(note)

    def count(self, turns: int | None = None) -> int:
        """How many there are; by the time of a turn, for those who lag behind."""
        return len(self._notes) if turns is None else bisect_right(self._notes, turns, key=lambda note: note.turns)

    def for_viewer(self, viewer: Seat | None, start: int, end: int) -> list[News]:
        """The news from ``start`` on and before ``end``, each in the viewer's own place in the story."""
        notes = enumerate(self._notes[start:end], start + 1)
        return [note.told(seq, note.places[viewer]) for seq, note in notes]

    def between_moves(self, start: int, end: int) -> list[News]:
        """For those who look back: the news that came after so many moves, from ``start`` on and before ``end``."""
        notes = enumerate(self._notes, 1)
        return [note.told(seq, note.moves) for seq, note in notes if start <= note.moves < end]
