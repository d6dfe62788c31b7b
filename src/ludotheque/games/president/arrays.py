"""Sights of Le Jeu du Président as arrays.

``map`` has a column for each department in the order of the box, and these rows: its voters; whether it is free;
whether it cannot be challenged; whether it can be chosen now; whether a challenge is about it; and for each seat, the
viewer's first, whether the side that it leads holds it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ludotheque.engine.sight_arrays import Layout, Part, Row, Seats, many_hot, one_hot, part_of
from ludotheque.games.president.box import GOAL, HIGH, LOW, PARTIES, UNIT, Box
from ludotheque.games.president.sight import Sight

STAGES: Final = (
    "lots", "allot", "roll", "card", "deal", "take", "challenge", "rest", "gain", "lose", "pay", "spoils", "defend",
    "over",
)  # fmt: skip
RESULTS: Final = ("won", "lost", "void")
MAJORITY: Final = GOAL * UNIT


class Reader:
    """Reads the parts of the array from a sight, for a box and a number of players."""

    def __init__(self, box: Box, players: int) -> None:
        self.seats = Seats(players)
        self.players = players
        self.index = box.index
        self.cards = box.cards
        most = max(box.units)
        self.voters = [units / most for units in box.units]

    def codes(self, codes: Sequence[str]) -> Row:
        """A one for each of these departments."""
        return many_hot([self.index[code] for code in codes], len(self.index))

    def cards_of(self, cards: Sequence[str]) -> Row:
        """A one for each of these campaign cards."""
        return many_hot([self.cards[card] for card in cards], len(self.cards))

    def map(self, v: Sight) -> Row:
        held = self.seats.rows(v, v.held, self.codes)
        size = len(self.index)
        free = [1.0 - sum(held[at::size]) for at in range(size)]
        duel = self.codes(() if v.duel is None else (v.duel.code,))
        return [*self.voters, *free, *self.codes(v.safe), *self.codes(v.eligible), *duel, *held]

    def sides(self, v: Sight) -> Row:
        """For each seat, the seat for which it plays."""
        return self.seats.rows(v, v.sides, lambda side: self.seats.one(v, side))

    def parties(self, v: Sight) -> Row:
        if not v.parties:
            return [0.0] * (self.players * len(PARTIES))
        return self.seats.rows(v, v.parties, lambda party: one_hot(PARTIES.index(party), len(PARTIES)))

    def reached(self, v: Sight) -> Row:
        """Which sides last won or lost votes before which others: that breaks ties."""
        mine = self.seats.turned(v, v.reached)
        return [float(one < other) for one in mine for other in mine]

    def duel(self, v: Sight) -> Row:
        """The game of 21: scores and cards drawn of defence and attack, whether it stands, and the result."""
        d = v.duel
        if d is None:
            return [0.0] * (5 + len(RESULTS))
        result = one_hot(RESULTS.index(d.result) if d.result else None, len(RESULTS))
        cards = [part_of(len(d.defence), 10), part_of(len(d.attack), 10)]
        return [part_of(d.defence_score, 30), part_of(d.attack_score, 30), *cards, float(d.stands), *result]

    def duellists(self, v: Sight) -> Row:
        if v.duel is None:
            return [0.0] * (2 * self.players)
        return self.seats.one(v, v.duel.seat) + self.seats.one(v, v.duel.owner)


def layout(box: Box, players: int) -> Layout[Sight]:
    """The map, the seats, the cards, and the present question."""
    r, seats = Reader(box, players), Seats(players)
    size, cards = len(box.index), len(box.cards)

    def roll(v: Sight) -> Row:
        low, high = v.roll or (None, None)
        return one_hot(None if low is None else LOW.index(low), 6) + one_hot(
            None if high is None else HIGH.index(high), 6
        )

    def amounts(v: Sight) -> Row:
        million = 1_000_000
        return [part_of(v.amount, million), part_of(v.made * UNIT, MAJORITY), part_of(v.alone, million)]

    return Layout(
        [
            Part("map", (5 + players, size), r.map),
            Part("votes", (players,), lambda v: seats.parts_of(v, v.votes, MAJORITY)),
            Part("urn", (1,), lambda v: [part_of(v.urn, 2 * MAJORITY)]),
            Part("sides", (players, players), r.sides),
            Part("parties", (players, len(PARTIES)), r.parties),
            Part("kept", (players, cards), lambda v: seats.rows(v, v.kept, r.cards_of)),
            Part("debts", (players, cards), lambda v: seats.rows(v, v.debts, r.cards_of)),
            Part("deck", (cards,), lambda v: r.cards_of(v.deck)),
            Part("talon", (cards,), lambda v: r.cards_of(v.talon)),
            Part("card", (cards,), lambda v: r.cards_of(() if v.card is None else (v.card,))),
            Part("stage", (len(STAGES),), lambda v: one_hot(STAGES.index(v.stage), len(STAGES))),
            Part("asked", (players,), lambda v: seats.some(v, [seat for seat in v.asked if seat >= 0])),
            Part("first", (players,), lambda v: seats.one(v, v.first)),
            Part("turn", (players,), lambda v: seats.one(v, v.turn)),
            Part("roll", (12,), roll),
            Part("amounts", (3,), amounts),
            Part("duellists", (2, players), r.duellists),
            Part("duel", (5 + len(RESULTS),), r.duel),
            Part("reached", (players, players), r.reached),
            Part(
                "clocks",
                (4,),
                lambda v: [
                    part_of(v.draws, 4),
                    float(v.round == 2),
                    part_of(v.closing, 100),
                    part_of(v.full_turns, 20),
                ],
            ),
        ]
    )
