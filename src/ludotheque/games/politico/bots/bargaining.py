"""What promises are worth to a kingmaker, in points: those of others to itself, and its own to others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, Final

from ludotheque.engine.bargain_moves import OfferBargain
from ludotheque.engine.bargains import Bargain
from ludotheque.engine.rules import Seat
from ludotheque.games.politico.bargains import JOIN, SPARE, TERMS, VOTE
from ludotheque.games.politico.bots.pledges import RELIABLE, trust
from ludotheque.games.politico.bots.valuation import Valuation
from ludotheque.games.politico.box import ARMY, CENSURE, PM, PROVIDENTIAL

_HEADS: Final = (PM, PROVIDENTIAL)
SUPPORT: Final = {VOTE: 20.0, JOIN: 12.0}
"""The value of all the votes that a government lacks, from outside, and from members who share its points."""
CALM: Final = 3.0
"""The value of being spared outside a government, and the cost of sparing a seat outside one."""
WILLING: Final = 0.6
"""What is left of the value of peace with an opponent: those who could attack agree less often than others."""
SOON, LATER, SOME_DAY = 0.9, 0.5, 0.1
"""The chance to form a government before a promise is void: now, with a card in hand, and without one."""


class BargainValues:
    """The values of promises in one position. Each is computed once."""

    def __init__(self, valuation: Valuation) -> None:
        self.valuation = valuation
        self.o = valuation.o
        self.me = valuation.me
        self.gain: Callable[[str, Seat], float] = cache(self._gain)
        self.cost: Callable[[str, Seat], float] = cache(self._cost)

    def offer_value(self, move: OfferBargain, least: float) -> float:
        """The value of a bargain that one offers, if it is agreed; 0 if it is less than the least that is wanted."""
        wanted, given = TERMS[move.terms]
        gain = trust(self.o.v.bargains, move.to) * self.gain(wanted.kind, move.to)
        return gain - self.cost(given.kind, move.to) if gain > least else 0.0

    def reply_value(self, bargain: Bargain) -> float:
        """The value of agreeing to a bargain that is offered."""
        wanted, given = TERMS[bargain.terms]
        return trust(self.o.v.bargains, bargain.by) * self.gain(given.kind, bargain.by) - self.cost(
            wanted.kind, bargain.by
        )

    def is_partner(self, seat: Seat) -> bool:
        """Whether a seat is trusted, and not about to win."""
        o = self.o
        return trust(o.v.bargains, seat) >= RELIABLE and o.points[seat] + 100 < o.v.options.target

    # --- promises of another seat to me ------------------------------------------------------------------------------

    def _gain(self, kind: str, by: Seat) -> float:
        """The value of a promise that another seat would make and keep."""
        o = self.o
        if kind != SPARE:
            missing = sum(o.deputies) // 2 + 1 - o.deputies[self.me]
            if missing <= 0:
                return 0.0
            return self._own_chance() * min(1.0, o.deputies[by] / missing) * SUPPORT[kind]
        if self.me not in o.members:
            return CALM
        assert o.pm is not None
        cabinet = self.valuation.cabinet(o.pm, o.union, o.immune)
        return WILLING * max(0.0, cabinet.value(o.members, (by,)) - cabinet.value(o.members))

    def _own_chance(self) -> float:
        """The chance to form a government oneself before the promise is void."""
        o = self.o
        if not any(card in o.hand for card in _HEADS):
            return SOME_DAY
        return SOON if o.pm is None else SOME_DAY * 2

    # --- promises of mine to another seat ----------------------------------------------------------------------------

    def _cost(self, kind: str, to: Seat) -> float:
        """What a promise of one's own costs if it is kept."""
        if kind == SPARE:
            return self._restraint(to)
        o = self.o
        cabinet = self.valuation.cabinet(to, o.union, False)
        # Who bargains on their turn, with no government in place, is about to form one.
        chance = SOON if o.pm is None and o.v.turn == to else LATER * o.hold_chance(to, *_HEADS)
        alone = cabinet.value((to,))
        if kind == VOTE:
            return chance * max(0.0, -alone)
        return chance * max(0.0, alone * self.valuation.parameters.hope - cabinet.value((to, self.me)))

    def _restraint(self, to: Seat) -> float:
        """The cost of sparing a seat: its government, if one could bring that down, or else the seat itself."""
        o, cards = self.o, self.o.cards
        if to not in o.members:
            return CALM
        if not any(card in cards.falls or card in (ARMY, CENSURE) for card in o.hand):
            return CALM / 2
        return CALM + LATER * max(0.0, self.valuation.toppling() - self.valuation.government())


def best_offer(values: BargainValues, free: Sequence[Any], threshold: float) -> OfferBargain | None:
    """The offer of the highest value among the free moves, if it is worth more than a threshold."""
    best: OfferBargain | None = None
    me, players = values.me, values.o.players
    partners = [seat for seat in range(players) if seat != me and values.is_partner(seat)]
    offers = [move for move in free if type(move) is OfferBargain and move.to in partners]
    # In turn order from one's own seat: of equal offers the first is made, and low seats must not gain by that.
    for move in sorted(offers, key=lambda move: (move.to - me) % players):
        value = values.offer_value(move, threshold)
        if value > threshold:
            best, threshold = move, value
    return best
