"""Seat history: which guests had which seat of a table, and during which part of its log."""

from __future__ import annotations

from collections.abc import Sequence

from ludotheque.server.tables.devices import companion_id
from ludotheque.server.tables.events import GuestMerged, SeatClaimed, SeatTaken, TableEvent


class SeatPeriod:
    """The time that one owner has a seat: from which event to which, and the guests who used the seat."""

    def __init__(self, seat: int, start: int, guest: str | None) -> None:
        self.seat = seat
        self.start = start
        self.end: int | None = None
        self.owner = {guest} if guest else set()
        """The guests that the player who took the seat was, before and after merges."""
        self.claimants: list[set[str]] = []
        """The same for each player who claimed the seat by its link."""

    def add_claimant(self, guest: str) -> None:
        """Add a guest who claimed the seat by its link."""
        if guest and not self.has(guest):
            self.claimants.append({guest})

    def merge_guest(self, before: str, guest: str) -> None:
        """Note that a guest was merged into another one."""
        for player in (self.owner, *self.claimants):
            if guest and before in player:
                player.add(guest)

    def has(self, guest: str | None) -> bool:
        """Whether a guest is the owner or a claimant."""
        return any(guest in player for player in (self.owner, *self.claimants))

    def same_person(self, guest: str) -> set[str]:
        """The guests that count as one person with this one: for the owner, the claimants of the seat too."""
        if guest in self.owner:
            return self.owner.union(*self.claimants)
        return set().union(*(player for player in self.claimants if guest in player))

    def includes(self, index: int) -> bool:
        """Whether the owner had the seat when event ``index`` was appended."""
        return self.start <= index and (self.end is None or index < self.end)


def seat_history(events: Sequence[TableEvent]) -> list[SeatPeriod]:
    """The periods of all seats of a table, in the order of their start."""
    periods: list[SeatPeriod] = []
    for index, event in enumerate(events):
        current = [period for period in periods if period.end is None]
        if isinstance(event, SeatTaken):
            at_seat = [period for period in current if period.seat == event.seat]
            if any(period.has(event.guest) for period in at_seat):
                continue  # the same guest brings a nonce
            for period in at_seat:
                period.end = index
            periods.append(SeatPeriod(event.seat, index, event.guest))
        elif isinstance(event, GuestMerged):
            for period in current:
                period.merge_guest(event.before, event.guest)
                if event.guest:  # companions come along
                    companion = companion_id(event.before, period.seat)
                    period.merge_guest(companion, companion_id(event.guest, period.seat))
        elif isinstance(event, SeatClaimed):
            for period in current:
                if period.seat == event.seat:
                    period.add_claimant(event.guest)
    return periods
