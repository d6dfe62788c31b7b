"""Notices of a table: votes, bots that take over, players who return, time that is up.

They follow from the table's log, so they survive a restart. Each viewer gets a notice at its place in their own story;
spectators with a delay get it when their story reaches that place.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from typing import Final, NamedTuple

from ludotheque.engine.rules import Seat
from ludotheque.protocol.messages import Notice, NoticeKind, Pace
from ludotheque.server.tables.votes import Motion

KEPT: Final = 300
"""Notices that a new connection is sent at most."""


class TableNotice(NamedTuple):
    """Something that happened around the game."""

    at: int
    kind: NoticeKind
    seat: Seat | None
    """The seat it is about."""
    motion: Motion | None
    """The motion it is about."""
    moves: int
    """So many moves had been made ..."""
    turns: int
    """... in so many turns: spectators with a delay know only some of these."""
    places: Mapping[Seat | None, int]
    """The length of each viewer's story then."""
    by: Seat | None = None
    """The seat that changed the pace."""
    pace: Pace | None = None

    def message(self, seq: int, after: int) -> Notice:
        """The notice as it is sent, placed after so many entries or moves."""
        motion = self.motion
        if motion is None:
            return Notice(seq, self.at, after, self.kind, None, self.seat, self.by, self.pace)
        return Notice(seq, self.at, after, self.kind, motion.kind, motion.seat, motion.by)


class NoticeLog:
    """All notices of a table, in order."""

    def __init__(self, notes: tuple[TableNotice, ...] = ()) -> None:
        self._notes = list(notes)

    def copy(self) -> NoticeLog:
        """An independent copy."""
        return NoticeLog(tuple(self._notes))

    def add(self, note: TableNotice) -> None:
        """Add a notice."""
        self._notes.append(note)

    def count(self, turns: int | None = None) -> int:
        """How many there are; up to a turn, for spectators with a delay."""
        return len(self._notes) if turns is None else bisect_right(self._notes, turns, key=lambda note: note.turns)

    def count_about(self, kind: NoticeKind, seat: Seat, end: int) -> int:
        """How many of the notices before ``end`` are of a kind and about a seat."""
        return sum(note.kind == kind and note.seat == seat for note in self._notes[:end])

    def for_viewer(self, viewer: Seat | None, start: int, end: int) -> list[Notice]:
        """The notices from ``start`` on and before ``end``, each at its place in the viewer's story."""
        notes = enumerate(self._notes[start:end], start + 1)
        return [note.message(seq, note.places[viewer]) for seq, note in notes]

    def between_moves(self, start: int, end: int) -> list[Notice]:
        """For a replay: the notices that came after so many moves, from ``start`` on and before ``end``."""
        notes = enumerate(self._notes, 1)
        return [note.message(seq, note.moves) for seq, note in notes if start <= note.moves < end]
