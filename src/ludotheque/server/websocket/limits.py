"""Limits on WebSockets: how many a guest and an address may have open, and how fast a guest may send.

The rate limit is per guest, not per socket: many sockets may send no more than one. A sender without a session
cookie is counted by address.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Final

from ludotheque.server.rate_limit import RateLimiter

_REMEMBERED: Final = 5.0
"""Seconds for which a rate limit is kept after the last socket has closed: reconnecting does not reset it."""


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
        self._rate_limits: dict[str, RateLimiter] = {}

    def admit(self, guest: str | None, address: str) -> Admission:
        """Count a new socket; raises :class:`TooManySockets`. It counts until the admission is released."""
        if self._addresses[address] >= self._per_address:
            raise TooManySockets(address)
        if guest is not None and self._guests[guest] >= self._per_guest:
            raise TooManySockets(guest)
        sender = address if guest is None else guest
        rate_limit = self._rate_limits.get(sender)
        if rate_limit is None:
            rate_limit = self._rate_limits[sender] = RateLimiter(self._frames_per_second)
        self._addresses[address] += 1
        self._guests[sender] += 1
        return Admission(self, sender, address, rate_limit)

    def release(self, sender: str, address: str) -> None:
        """Stop counting a socket."""
        _decrement(self._addresses, address)
        if _decrement(self._guests, sender):
            asyncio.get_running_loop().call_later(_REMEMBERED, self._drop_rate_limit, sender)

    def _drop_rate_limit(self, sender: str) -> None:
        if sender not in self._guests:
            self._rate_limits.pop(sender, None)


class Admission:
    """An open socket as the limits count it."""

    __slots__ = ("_address", "_limits", "rate_limit", "sender")

    def __init__(self, limits: SocketLimits, sender: str, address: str, rate_limit: RateLimiter) -> None:
        self._limits: SocketLimits | None = limits
        self._address = address
        self.sender = sender
        """The guest, or the address of a sender without a cookie."""
        self.rate_limit = rate_limit
        """Shared by all sockets of the same sender."""

    def release(self) -> None:
        """Stop counting the socket; further calls do nothing."""
        if self._limits is not None:
            self._limits.release(self.sender, self._address)
            self._limits = None


def _decrement(counts: Counter[str], key: str) -> bool:
    """Subtract one; whether none is left."""
    counts[key] -= 1
    if counts[key] > 0:
        return False
    del counts[key]
    return True
