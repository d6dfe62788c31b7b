"""Watching: a player who is out may see what the others hide."""

from __future__ import annotations

from ludotheque.engine.rules import Event, Seat
from ludotheque.games.stratagem.moves import Watch, Watching
from ludotheque.games.stratagem.state import State


def watch(s: State, seat: Seat, _move: Watch, events: list[Event]) -> None:
    """Show all hidden cards to a player who is out, and announce it."""
    s.watching = tuple(sorted((*s.watching, seat)))
    events.append(Watching(seat))
