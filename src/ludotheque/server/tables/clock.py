"""Clocks: the time each seat has left, computed from the times in the log; nothing here ticks."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from ludotheque.engine.rules import Seat
from ludotheque.protocol.messages import ClockCard, ClockOrder, LiveClock

GRACE: Final = 5_000
"""Milliseconds that a player whose time is up, or who returns, has at least for the next answer."""
_DAY: Final = 24 * 3600 * 1000
MISSES_UNTIL_BOT: Final = 2
"""Answers missed in a row after which a bot takes over."""


class Clocks:
    """The clocks of all seats. A clock runs while its seat is asked; several may run at once."""

    def __init__(self, order: ClockOrder, seats: int) -> None:
        self._live = isinstance(order, LiveClock)
        self._full = (order.bank * 1000) if isinstance(order, LiveClock) else order.days * _DAY
        self._increment = order.increment * 1000 if isinstance(order, LiveClock) else 0
        self._left = [self._full] * seats
        self._since: list[int | None] = [None] * seats
        self._missed = [0] * seats
        self.version = 0
        """Changes whenever a clock starts or stops."""

    def copy(self) -> Clocks:
        """An independent copy."""
        other = object.__new__(Clocks)
        other.__dict__.update(self.__dict__)
        other._left, other._since, other._missed = list(self._left), list(self._since), list(self._missed)
        return other

    def answered(self, seat: Seat, at: int, late: bool) -> bool:
        """A seat has given its answer, or the default was played for it; whether it has now missed too many."""
        self._stop(seat, at)
        if self._live:
            left = max(self._left[seat], 0) + self._increment
            self._left[seat] = max(left, GRACE) if late else left
        else:
            self._left[seat] = self._full
        self._missed[seat] = self._missed[seat] + 1 if late else 0
        return self._missed[seat] >= MISSES_UNTIL_BOT

    def back(self, seat: Seat) -> None:
        """A player has returned: they get some time, and their missed answers no longer count."""
        self._missed[seat] = 0
        self._left[seat] = max(self._left[seat], GRACE)

    def missed(self, seat: Seat) -> bool:
        """Whether a seat has missed its last answer."""
        return self._missed[seat] > 0

    def run(self, asked: Collection[Seat], at: int) -> None:
        """Let the clocks of these seats run, and no others."""
        for seat, since in enumerate(self._since):
            if seat not in asked:
                self._stop(seat, at)
            elif since is None:
                self._since[seat] = at
                self.version += 1

    def sleep(self, slept: int) -> None:
        """Do not count a time in which no seat could play."""
        self._since = [None if since is None else since + slept for since in self._since]
        self.version += 1

    def runs(self, seat: Seat) -> bool:
        """Whether a seat's clock runs."""
        return self._since[seat] is not None

    def due(self) -> int | None:
        """When the next clock runs out."""
        times = [since + left for since, left in zip(self._since, self._left, strict=True) if since is not None]
        return min(times) if times else None

    def out(self, at: int) -> list[Seat]:
        """The seats whose time is up."""
        return [
            seat
            for seat, (since, left) in enumerate(zip(self._since, self._left, strict=True))
            if since is not None and since + left <= at
        ]

    def cards(self, at: int, bots: Collection[Seat]) -> Sequence[ClockCard | None]:
        """The clocks as they are shown."""
        return [None if seat in bots else self._card(seat, at) for seat in range(len(self._left))]

    def _card(self, seat: Seat, at: int) -> ClockCard:
        since = self._since[seat]
        spent = 0 if since is None else max(0, at - since)
        return ClockCard(max(0, self._left[seat] - spent), since is not None)

    def _stop(self, seat: Seat, at: int) -> None:
        since = self._since[seat]
        if since is not None:
            self._left[seat] -= max(0, at - since)
            self._since[seat] = None
            self.version += 1
