"""What a position promises one side: the price of votes, and which rolls will bring campaign cards to whom.

Two digits are two departments, and whoever rolls them when both are taken has a challenge, if one of them can be
challenged, and a campaign card otherwise. A card brings far more than a challenge: so it pays to hold both, or the one
beside an unchallengeable one.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from ludotheque.engine.rules import NOBODY, Seat
from ludotheque.games.president import prices
from ludotheque.games.president.box import GOAL, KEEP, LOSE, STAR, UNIT, Box
from ludotheque.games.president.sight import Sight

PATIENCE: Final = 0.4
"""What a department beside a free one is worth, to one beside a taken one: until that is taken it brings nothing."""
SECOND_ROUND: Final = 8
"""Turns of the second round to count on in the first."""
ELECTION: Final = 1_000_000.0
"""What the majority is worth: more than anything else."""


class Chart:
    """What never changes: where each department is on the dice, and what each campaign card brings."""

    def __init__(self, box: Box) -> None:
        self.whole = box.whole
        self.bit = {code: 1 << number for code, number in box.index.items()}
        self.units = {department.code: department.voters // UNIT for department in box.department}
        pairs = [slot for roll, slot in box.eligible.items() if STAR not in roll]
        self.slots = {code: tuple(slot for slot in pairs if slot & bit) for code, bit in self.bit.items()}
        self.brings = {card.id: (-card.amount if card.kind == LOSE else card.amount) // UNIT for card in box.campaign}
        self.kept = {card.id for card in box.campaign if card.kind == KEEP}


@lru_cache(maxsize=4)
def chart(box: Box) -> Chart:
    """The chart of a box, drawn once."""
    return Chart(box)


class Outlook:
    """A position through the eyes of one side. Amounts are in units; worths can be compared with each other."""

    def __init__(self, chart: Chart, v: Sight, seat: Seat, *, weighed: bool = True) -> None:
        """``weighed`` is whether what the dice promise is to be weighed against votes."""
        self.chart = chart
        self.v = v
        self.me = v.sides[seat]
        bit = chart.bit
        self.own = [sum([bit[code] for code in codes]) for codes in v.held]
        self.safe = sum([bit[code] for code in v.safe])
        self.free = chart.whole & ~sum(self.own)
        self.votes = tuple([votes // UNIT for votes in v.votes])
        self.sides = set(v.sides)
        self.turns = self._turns()
        self.prices: dict[Seat, float] = {}
        #: What it is worth that a side draws a card whenever one of its players rolls the same two digits.
        spell = self.price(self.me) * self._cards() * self.turns / 36 if weighed else 1.0
        against = -spell / (len(self.sides) - 1)
        self.spells = [v.sides.count(side) * (spell if side == self.me else against) for side in range(v.players)]

    def _turns(self) -> float:
        """The turns to come for everybody: a department or so each, until the map is full or the majority is near."""
        if self.v.players == 2:
            return (GOAL - max(self.votes)) / 6.8
        return 1.35 * self.free.bit_count() / self.v.players + SECOND_ROUND * (self.v.round == 1)

    def _cards(self) -> float:
        """What a campaign card brings, on the average of those to come: kept ones come once, the others again."""
        brings, kept = self.chart.brings, self.chart.kept
        deck = self.v.deck
        draws = max(1.0, 0.45 * self.turns * self.v.players)
        now = sum([brings[card] for card in deck])
        if len(deck) >= draws:
            return now / len(deck)
        again = [brings[card] for card in (*deck, *self.v.talon) if card not in kept]
        return (now + (draws - len(deck)) * sum(again) / max(1, len(again))) / draws

    def next_card(self) -> float:
        """What the next campaign card brings, on average."""
        cards = self.v.deck or self.v.talon
        return sum([self.chart.brings[card] for card in cards]) / max(1, len(cards))

    def price(self, side: Seat) -> float:
        """What a vote of somebody's is worth."""
        if side not in self.prices:
            self.prices[side] = self._price(side)
        return self.prices[side]

    def _price(self, side: Seat) -> float:
        if len(self.sides) == 2:
            return 1.0 if side == self.me else -1.0
        return prices.price(self.votes, round(self.turns), self.me, side)

    def win(self, side: Seat, units: int) -> float:
        """What it is worth that a side wins votes; the majority decides everything."""
        if self.v.round == 1 and self.votes[side] + units >= GOAL:
            return ELECTION if side == self.me else -ELECTION
        return self.price(side) * units

    def change(self, code: str, giver: Seat, taker: Seat, safe: bool = False) -> float:
        """What the dice promise more, or less, when a department changes hands or becomes unchallengeable."""
        found = 0.0
        slots = self.chart.slots[code]
        if not slots:
            return found
        bit = self.chart.bit[code]
        free = self.free | bit if taker == NOBODY else self.free & ~bit
        secure = self.safe | bit if safe else self.safe & ~bit
        for slot in slots:
            found -= self._promise(slot, self.free, self.safe)
        if giver != taker:
            self._move(bit, giver, taker)
        for slot in slots:
            found += self._promise(slot, free, secure)
        if giver != taker:
            self._move(bit, taker, giver)
        return found

    def _move(self, bit: int, giver: Seat, taker: Seat) -> None:
        if giver != NOBODY:
            self.own[giver] ^= bit
        if taker != NOBODY:
            self.own[taker] ^= bit

    def _promise(self, slot: int, free: int, safe: int) -> float:
        """Who draws a card at the roll of two digits, finding nothing there to take or to challenge."""
        waiting = slot & free
        if waiting & (waiting - 1):
            return 0.0
        closed = slot & ~safe & ~waiting
        found = 0.0 if closed else sum(self.spells)
        for own, spell in zip(self.own, self.spells, strict=True):
            if closed & own:
                found = 0.0 if closed & ~own else spell
                break
        return found * PATIENCE / len(self.sides) if waiting else found
