"""Pending promises as bots reckon with them, and the trust that each seat has earned. From the sight alone."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

from ludotheque.engine.bargains import Bargains, Promise
from ludotheque.engine.rules import Seat
from ludotheque.games.politico.bargains import AGAINST_BID, AGAINST_GOVERNMENT, JOIN, SPARE, SUPPORTED, VOTE
from ludotheque.games.politico.sight import Sight

TRUST: Final = 0.9
"""The probability that a seat that has broken no promise keeps one."""
MEMORY: Final = 0.4
"""What is left of the trust in a seat after each promise that it has broken, for the rest of the game."""
RELIABLE: Final = 0.5
"""The least trust with which a bot relies on a promise, or makes a bargain at all."""


def trust(book: Bargains, seat: Seat) -> float:
    """The probability that a seat keeps a promise, by the promises that it has broken so far."""
    return TRUST * MEMORY ** book.broken[seat]


def seats_under_pressure(v: Sight) -> Collection[Seat]:
    """The seats whose government one more army would bring down, or keep from being formed (see ``judge_army``)."""
    pressure = v.pressure
    assert pressure is not None
    if len(pressure.laid) % 2 != (pressure.purpose in SUPPORTED):
        return ()
    if pressure.purpose in AGAINST_GOVERNMENT:
        return v.government.members if v.government is not None else ()
    return (v.bid.by, *v.bid.joined) if pressure.purpose in AGAINST_BID and v.bid is not None else ()


class Pledges:
    """The pending promises: what one seat owes others, and what others owe each other, as far as they are trusted."""

    __slots__ = ("_peace", "_support", "book", "mine")

    def __init__(self, book: Bargains, me: Seat) -> None:
        self.book = book
        #: What this seat has promised: kinds and to whom.
        self.mine: frozenset[tuple[str, Seat]] = frozenset()
        #: For each seat those that it spares, and the trust in it.
        self._peace: dict[Seat, tuple[set[Seat], float]] = {}
        #: The promises to vote and to join of the others.
        self._support: list[Promise] = []
        if book.entries:
            self._read(book.pending(), me)

    def _read(self, pending: Iterable[Promise], me: Seat) -> None:
        pending = list(pending)
        self.mine = frozenset([(promise.kind, promise.to) for promise in pending if promise.by == me])
        for promise in pending:
            if promise.by == me:
                continue
            if promise.kind == SPARE:
                spared, _ = self._peace.setdefault(promise.by, (set(), trust(self.book, promise.by)))
                spared.add(promise.to)
            else:
                self._support.append(promise)

    def owes(self, kind: str, to: Seat) -> bool:
        """Whether this seat has promised that to another."""
        return (kind, to) in self.mine

    def owes_peace(self, threatened: Collection[Seat]) -> bool:
        """Whether this seat has promised peace to one of those threatened."""
        return any((SPARE, seat) in self.mine for seat in threatened) if self.mine else False

    @property
    def has_peace(self) -> bool:
        """Whether another seat has promised to spare one."""
        return bool(self._peace)

    def peace(self, seat: Seat, members: Collection[Seat]) -> float:
        """The probability that a promise keeps a seat from attacking a government with these members."""
        found = self._peace.get(seat)
        return 0.0 if found is None or found[0].isdisjoint(members) else found[1]

    def voters(self, head: Seat, members: Collection[Seat]) -> list[Seat]:
        """The reliable seats that have promised to vote for the next government of a head, besides its members."""
        return [seat for seat in self._supporters(head, VOTE) if seat not in members]

    def joins(self, head: Seat) -> list[Seat]:
        """The reliable seats that have promised to join the next government of a head."""
        return self._supporters(head, JOIN)

    def _supporters(self, head: Seat, kind: str) -> list[Seat]:
        return [
            promise.by
            for promise in self._support
            if promise.kind == kind and promise.to == head and trust(self.book, promise.by) >= RELIABLE
        ]
