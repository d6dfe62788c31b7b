"""Figures of rulebooks over HTTP: what each one shows."""

from __future__ import annotations

from typing import Any

import msgspec

from ludotheque.engine.rules import Seat
from ludotheque.protocol.messages import Entry, Now


class FigureView(msgspec.Struct, frozen=True):
    """A figure of a rulebook: a moment of a game as its viewer sees it, and what is shown of that."""

    id: str
    show: dict[str, Any]
    """What is shown of the moment, for the figures of the game."""
    seat: Seat | None
    """The seat that looks on; None for a spectator."""
    players: list[str]
    options: dict[str, Any]
    story: list[Entry]
    now: Now


class FigureList(msgspec.Struct, frozen=True):
    """The figures of a game's rulebook, in the order of their file."""

    game: str
    figures: list[FigureView]
