"""Votes about a table: motions, who votes on them, and when they are carried."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from ludotheque.engine.rules import Seat
from ludotheque.protocol.messages import MotionCard, MotionKind

LAPSES_AFTER: Final = 3 * 60 * 1000
"""Milliseconds after which an undecided motion expires."""


class Motion(msgspec.Struct, frozen=True):
    """A motion and the votes on it. Its mover votes for it."""

    number: int
    kind: MotionKind
    by: Seat
    at: int
    seat: Seat | None = None
    yes: frozenset[Seat] = frozenset()
    no: frozenset[Seat] = frozenset()

    def vote(self, seat: Seat, yes: bool) -> Motion:
        """The motion with one more vote; a seat may change its mind while it is open."""
        others_for, others_against = self.yes - {seat}, self.no - {seat}
        if yes:
            return msgspec.structs.replace(self, yes=others_for | {seat}, no=others_against)
        return msgspec.structs.replace(self, yes=others_for, no=others_against | {seat})

    def voters(self, players: Sequence[Seat]) -> list[Seat]:
        """The seats that vote on it: all who play themselves, but not the one to be removed."""
        return [seat for seat in players if seat != self.seat]

    def verdict(self, players: Sequence[Seat]) -> bool | None:
        """Carried, lost, or open. It takes more than half of the voters; a no of its mover withdraws it."""
        voters = self.voters(players)
        if self.by in self.no:
            return False
        if 2 * len(self.yes.intersection(voters)) > len(voters):
            return True
        return False if 2 * len(self.no.intersection(voters)) >= len(voters) else None

    def lapsed(self, at: int) -> bool:
        """Whether it has expired."""
        return at - self.at > LAPSES_AFTER

    def card(self, players: Sequence[Seat]) -> MotionCard:
        """The motion as it is shown."""
        return MotionCard(
            self.number, self.kind, self.seat, self.by, self.voters(players), sorted(self.yes), sorted(self.no)
        )
