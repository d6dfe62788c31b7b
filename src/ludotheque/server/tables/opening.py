"""The terms of a new table besides its game, and its id."""

from __future__ import annotations

import secrets
from typing import NamedTuple, TypedDict

import msgspec

from ludotheque.engine.rules import Seat
from ludotheque.protocol import messages

_ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"
"""For ids: 32 characters that are not mistaken for one another."""


class TableTerms(TypedDict, total=False):
    """Terms of a table; see :class:`~ludotheque.server.tables.events.TableOpened`."""

    public: bool
    clock: messages.ClockOrder | None
    watch_delay: int
    origin: messages.Origin
    evening: str
    given: list[tuple[Seat, msgspec.Raw]]


class SeatedPlayer(NamedTuple):
    """A player whom the server seats: a guest by name, or a bot of some level."""

    name: str
    guest: str | None = None
    level: str | None = None


def new_id() -> str:
    """A new table id, which cannot be guessed."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(12))
