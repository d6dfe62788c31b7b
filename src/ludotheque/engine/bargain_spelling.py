"""Numbers for the moves of bargains.

A seat has at most one open offer at a time, so an offer is named by who makes it: its number in the game, which grows
without end, is not needed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ludotheque.engine.bargain_moves import BARGAIN_MOVES, AcceptBargain, CancelBargain, OfferBargain, RefuseBargain
from ludotheque.engine.bargains import Bargain
from ludotheque.engine.move_numbers import OneOf, Product, SeatFromMe, Spelled, Spelling
from ludotheque.engine.rules import Seat


class BargainSpelling(Spelling[Any]):
    """Offers by the other seat and the terms, then to agree and to refuse by the seat that offers, then to cancel."""

    kinds = BARGAIN_MOVES
    by_seat = False

    def __init__(self, seats: range, players: int, terms: Sequence[str]) -> None:
        self.seats = SeatFromMe(seats, players)
        self.offers = Product(OfferBargain, to=self.seats, terms=OneOf(terms))
        self.agree = self.offers.size
        self.refuse = self.agree + self.seats.size
        self.cancel = self.refuse + self.seats.size
        self.size = self.cancel + 1

    def spell(self, v: Any, seat: Seat, move: Any) -> Spelled:
        if isinstance(move, OfferBargain):
            return self.offers.spell(v, seat, move)
        if isinstance(move, CancelBargain):
            return (self.cancel,)
        by = next(bargain.by for bargain in _open(v) if bargain.number == move.number and bargain.to == seat)
        first = self.agree if isinstance(move, AcceptBargain) else self.refuse
        return (first + self.seats.index(seat, by),)

    def read(self, v: Any, seat: Seat, numbers: Spelled) -> Any:
        (number,) = numbers
        if number < self.agree:
            return self.offers.read(v, seat, numbers)
        if number == self.cancel:
            return CancelBargain(_only([bargain.number for bargain in _open(v) if bargain.by == seat]))
        kind, first = (AcceptBargain, self.agree) if number < self.refuse else (RefuseBargain, self.refuse)
        by = self.seats.value(seat, number - first)
        return kind(_only([bargain.number for bargain in _open(v) if bargain.to == seat and bargain.by == by]))

    def names(self) -> list[str]:
        seats = [self.seats.name(index) for index in range(self.seats.size)]
        return [
            *self.offers.names(),
            *(f"{kind.__name__.lower()} {seat}" for kind in (AcceptBargain, RefuseBargain) for seat in seats),
            CancelBargain.__name__.lower(),
        ]


def _open(v: Any) -> list[Bargain]:
    return [bargain for bargain in v.bargains.entries if bargain.state == "open"]


def _only(found: list[int]) -> int:
    (number,) = found
    return number
