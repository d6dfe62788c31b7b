"""Players who share a device: a tablet that goes round the table is one guest, who plays several seats.

Each of those players but the first has a companion id of that guest, so that everywhere else a guest has one seat. The
device is sent what one seat knows at a time, and between two players nothing but what spectators know.
"""

from __future__ import annotations

from typing import Final

from ludotheque.engine.rules import Seat

_MARK: Final = "/"
"""Between a guest's id, which is a hash, and the seat of a companion."""


class NotYourSeat(Exception):
    """A seat that is not played on the device that asks for it."""


def companion_id(guest: str, seat: Seat) -> str:
    """The id of the player at a seat who shares a guest's device."""
    return f"{guest}{_MARK}{seat}"


def device_guest(guest: str) -> str:
    """The guest whose device a player uses: the guest themselves unless they are a companion."""
    return guest.partition(_MARK)[0]


def is_companion(guest: str) -> bool:
    """Whether an id is that of a companion."""
    return _MARK in guest


def renamed(guest: str, before: str, after: str) -> str:
    """The id of a player after the guest ``before`` has become ``after``; companions come along."""
    return after + guest[len(before) :] if device_guest(guest) == before else guest
