"""What a table is opened with, besides its game."""

from __future__ import annotations

import secrets
from typing import NamedTuple, TypedDict

import msgspec

from ludotheque.engine.rules import Seat
from ludotheque.protocol import messages

_ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"
"""For ids: 32 signs that nobody takes for one another."""


class TableTerms(TypedDict, total=False):
    """What surrounds a game; see :class:`~ludotheque.server.tables.events.Opened`."""

    public: bool
    clock: messages.ClockOrder | None
    watch_delay: int
    origin: messages.Origin
    evening: str
    given: list[tuple[Seat, msgspec.Raw]]


class SeatedPlayer(NamedTuple):
    """Somebody whom the house seats: a guest by their name, or a bot of some level."""

    name: str
    guest: str | None = None
    level: str | None = None


def new_id() -> str:
    """An address that nobody guesses."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(12))
