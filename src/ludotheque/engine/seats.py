"""Seats: small integers. Nature, which draws cards and throws dice, has a seat of its own."""

from __future__ import annotations

from typing import Final

Seat = int
NATURE: Final = -1
NOBODY: Final = -1
"""Stands for a seat in a state where there is none."""


def or_none(seat: Seat) -> Seat | None:
    """A seat of a state, as sights and events write it: None for NOBODY."""
    return None if seat == NOBODY else seat


def or_nobody(seat: Seat | None) -> Seat:
    """A seat of a sight, as states write it: NOBODY for None."""
    return NOBODY if seat is None else seat
