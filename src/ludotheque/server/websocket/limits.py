"""Open sockets: how many each guest and each address may have, and how quickly a guest may send.

The rate belongs to the guest and not to the socket: many sockets send no more than one. A sender without a
cookie counts by address.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Final

from ludotheque.server.rate_limit import RateLimiter

_REMEMBERED: Final = 5.0
"""Seconds for which a rate is kept after the last socket has closed: reconnecting does not start it anew."""


class TooManySockets(Exception):
    """The guest or the address has as many sockets open as it may."""


class SocketLimits:
    """The open sockets of one worker, by guest and by address."""

    def __init__(self, per_guest: int, per_address: int, frames_per_second: int) -> None:
        self._per_guest = per_guest
        self._per_address = per_address
        self._frames_per_second = frames_per_second
        self._guests: Counter[str] = Counter()
        self._addresses: Counter[str] = Counter()
        self._paces: dict[str, RateLimiter] = {}

    def admit(self, guest: str | None, address: str) -> Admission:
        """Count a new socket; raises :class:`TooManySockets`. It counts until the admission is given back."""
        if self._addresses[address] >= self._per_address:
            raise TooManySockets(address)
        if guest is not None and self._guests[guest] >= self._per_guest:
            raise TooManySockets(guest)
        sender = address if guest is None else guest
        pace = self._paces.get(sender)
        if pace is None:
            pace = self._paces[sender] = RateLimiter(self._frames_per_second)
        self._addresses[address] += 1
        self._guests[sender] += 1
        return Admission(self, sender, address, pace)

    def give_back(self, sender: str, address: str) -> None:
        """Stop counting a socket."""
        _less(self._addresses, address)
        if _less(self._guests, sender):
            asyncio.get_running_loop().call_later(_REMEMBERED, self._forget, sender)

    def _forget(self, sender: str) -> None:
        if sender not in self._guests:
            self._paces.pop(sender, None)


class Admission:
    """An open socket, as it is counted."""

    __slots__ = ("_address", "_callers", "pace", "sender")

    def __init__(self, callers: SocketLimits, sender: str, address: str, pace: RateLimiter) -> None:
        self._callers: SocketLimits | None = callers
        self._address = address
        self.sender = sender
        """The guest, or the address of a sender without a cookie."""
        self.pace = pace
        """Shared by all sockets of the same sender."""

    def give_back(self) -> None:
        """Stop counting the socket; once is enough, more often does no harm."""
        if self._callers is not None:
            self._callers.give_back(self.sender, self._address)
            self._callers = None


def _less(counts: Counter[str], key: str) -> bool:
    """Count one less; whether none is left."""
    counts[key] -= 1
    if counts[key] > 0:
        return False
    del counts[key]
    return True
