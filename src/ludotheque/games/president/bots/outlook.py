"""A position as a bot evaluates it: the price of votes, and the rolls that bring campaign cards to each side.

Two digits are two departments; a player who rolls them when both are taken has a challenge, if one of them can be
challenged, and a campaign card otherwise. A card is worth far more than a challenge: so it pays to hold both, or the
one beside an unchallengeable one.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from ludotheque.engine.rules import NOBODY, Seat
from ludotheque.games.president.bots import prices
from ludotheque.games.president.box import GOAL, KEEP, LOSE, STAR, UNIT, Box
from ludotheque.games.president.sight import Sight

PATIENCE: Final = 0.4
"""The value of a department beside a free one, relative to one beside a taken one: it brings nothing until then."""
SECOND_ROUND: Final = 8
"""Turns of the second round to expect in the first."""
ELECTION: Final = 1_000_000.0
"""The value of the majority: more than anything else."""


class Chart:
    """Tables over a box: the position of each department on the dice, and the units that each campaign card brings."""

    def __init__(self, box: Box) -> None:
        self.whole = box.whole
        self.bit = {code: 1 << number for code, number in box.index.items()}
        self.units = {department.code: department.voters // UNIT for department in box.department}
        self.pairs = tuple(slot for roll, slot in box.eligible.items() if STAR not in roll)
        self.slots = {code: tuple(slot for slot in self.pairs if slot & bit) for code, bit in self.bit.items()}
        self.brings = {card.id: (-card.amount if card.kind == LOSE else card.amount) // UNIT for card in box.campaign}
        self.kept = {card.id for card in box.campaign if card.kind == KEEP}
        self.brings_by_number = tuple(self.brings[card.id] for card in box.campaign)
        self.comes_again = tuple(card.kind != KEEP for card in box.campaign)


@lru_cache(maxsize=4)
def chart_of(box: Box) -> Chart:
    """The tables of a box, made once."""
    return Chart(box)


class Outlook:
    """A position as one side sees it. Amounts are in units; values can be compared with each other."""

    def __init__(self, chart: Chart, v: Sight, seat: Seat, *, weighed: bool = True) -> None:
        """``weighed``: whether the dice to come are to be weighed against votes."""
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
        #: The value of a side drawing a card whenever one of its players rolls the same two digits.
        spell = self.price(self.me) * self._cards() * self.turns / 36 if weighed else 1.0
        against = -spell / (len(self.sides) - 1)
        self.spells = [v.sides.count(side) * (spell if side == self.me else against) for side in range(v.players)]

    def _turns(self) -> float:
        """The turns to come for each player: about a department each, until the map is full or the majority is near."""
        v = self.v
        if v.players == 2:
            turns, more = (GOAL - max(self.votes)) / 6.8, 0
        else:
            turns, more = 1.35 * self.free.bit_count() / v.players, SECOND_ROUND * (v.round == 1)
        return (min(turns, v.closing / v.players) if v.closing else turns) + more

    def _cards(self) -> float:
        """The mean amount of the campaign cards to come: kept ones come once, the others again."""
        brings, kept = self.chart.brings, self.chart.kept
        deck = self.v.deck
        draws = max(1.0, 0.45 * self.turns * self.v.players)
        now = sum([brings[card] for card in deck])
        if len(deck) >= draws:
            return now / len(deck)
        again = [brings[card] for card in (*deck, *self.v.talon) if card not in kept]
        return (now + (draws - len(deck)) * sum(again) / max(1, len(again))) / draws

    def next_card(self) -> float:
        """The mean amount of the next campaign card."""
        cards = self.v.deck or self.v.talon
        return sum([self.chart.brings[card] for card in cards]) / max(1, len(cards))

    def price(self, side: Seat) -> float:
        """The value of a vote of a side."""
        if side not in self.prices:
            self.prices[side] = self._price(side)
        return self.prices[side]

    def _price(self, side: Seat) -> float:
        if len(self.sides) == 2:
            return 1.0 if side == self.me else -1.0
        return prices.vote_price(self.votes, round(self.turns), self.me, side)

    def votes_value(self, side: Seat, units: int) -> float:
        """The value of votes won by a side; the majority decides everything."""
        if self.v.round == 1 and self.votes[side] + units >= GOAL:
            return ELECTION if side == self.me else -ELECTION
        return self.price(side) * units

    def change_value(self, code: str, giver: Seat, taker: Seat, safe: bool = False) -> float:
        """The change of what the dice promise when a department changes hands or becomes unchallengeable."""
        found = 0.0
        slots = self.chart.slots[code]
        if not slots:
            return found
        bit = self.chart.bit[code]
        free = self.free | bit if taker == NOBODY else self.free & ~bit
        secure = self.safe | bit if safe else self.safe & ~bit
        for slot in slots:
            found -= self._card_drawer(slot, self.free, self.safe)
        if giver != taker:
            self._move_department(bit, giver, taker)
        for slot in slots:
            found += self._card_drawer(slot, free, secure)
        if giver != taker:
            self._move_department(bit, taker, giver)
        return found

    def _move_department(self, bit: int, giver: Seat, taker: Seat) -> None:
        if giver != NOBODY:
            self.own[giver] ^= bit
        if taker != NOBODY:
            self.own[taker] ^= bit

    def _card_drawer(self, slot: int, free: int, safe: int) -> float:
        """The side that draws a card at the roll of two digits, because nothing there can be taken or challenged."""
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
