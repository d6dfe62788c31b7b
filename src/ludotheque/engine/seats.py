"""Seats: small integers. Nature, who draws cards and throws dice, has a seat of its own."""

from __future__ import annotations

from typing import Final

Seat = int
NATURE: Final = -1
NOBODY: Final = -1
"""Where a state names a seat and there is none."""


def or_none(seat: Seat) -> Seat | None:
    """The seat that a state names, as a sight and an event name it: None where there is none."""
    return None if seat == NOBODY else seat


def or_nobody(seat: Seat | None) -> Seat:
    """The seat that a sight names, as a state names it."""
    return NOBODY if seat is None else seat
