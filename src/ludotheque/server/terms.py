"""What a table is opened with, besides its game."""

from __future__ import annotations

import secrets
from typing import NamedTuple, TypedDict

import msgspec

from ludotheque.engine.rules import Seat
from ludotheque.server import wire

_ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"
"""For ids: 32 signs that nobody takes for one another."""


class Terms(TypedDict, total=False):
    """What surrounds a game; see :class:`~ludotheque.server.ledger.Opened`."""

    public: bool
    clock: wire.ClockOrder | None
    watch_delay: int
    origin: wire.Origin
    evening: str
    given: list[tuple[Seat, msgspec.Raw]]


class Sitter(NamedTuple):
    """Somebody whom the house seats: a guest by their name, or a bot of some level."""

    name: str
    guest: str | None = None
    level: str | None = None


def new_id() -> str:
    """An address that nobody guesses."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(12))
