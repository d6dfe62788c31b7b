"""Decisions: the events that follow from a command or a timeout, before they are committed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ludotheque.engine.match import Attempt
from ludotheque.engine.rules import Seat
from ludotheque.server.tables.events import MovesPlayed, TableEvent


class Decision(NamedTuple):
    """Events to be committed; for moves also what the rules made of them, so that they are computed once."""

    events: Sequence[TableEvent]
    attempt: Attempt | None = None


def decide_moves(
    seat: Seat, at: int, attempt: Attempt, client: str | None = None, late: bool = False, automatic: bool = False
) -> Decision:
    """The decision to play the moves of an attempt that the rules accept."""
    moves = [(played.seat, played.move) for played in attempt.played]
    return Decision([MovesPlayed(seat, at, moves, client, late, automatic)], attempt)
