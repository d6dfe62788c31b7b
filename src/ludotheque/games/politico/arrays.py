"""Sights of Politico as arrays. What belongs to seats has a row or a number for each, the viewer's own first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ludotheque.engine.sight_arrays import (
    Layout,
    Part,
    Row,
    Seats,
    bargain_parts,
    counts,
    one_hot,
    options_part,
    part_of,
)
from ludotheque.games.politico.amendments import STEPS, SWITCHES
from ludotheque.games.politico.bargains import TERMS
from ludotheque.games.politico.box import Box
from ludotheque.games.politico.options import Options
from ludotheque.games.politico.sight import Sight

STAGES: Final = (
    "election", "deal", "event", "draw", "act", "attack", "form", "invite", "join", "recruit", "answer", "lend",
    "accept", "counter", "investiture", "censure", "amendment", "dispute", "over",
)  # fmt: skip
BALLOTS: Final = ("yes", "no", "abstain")
PURPOSES: Final = ("enter", "topple", "minority", "defence", "investiture", "censure")
ELECTIONS: Final = ("first", "dissolution", "midterm")
MIDTERMS: Final = ("ahead", "due", "held")
AMENDABLE: Final = (*STEPS, *SWITCHES)
DEPUTIES: Final = 100
MOST_OF_A_KIND: Final = 9
HAND: Final = 12


class Reader:
    """Reads the parts of the array from a sight, for a box and a number of players."""

    def __init__(self, box: Box, players: int) -> None:
        self.seats = Seats(players)
        self.players = players
        self.number = box.number
        self.kinds = len(box.kinds)
        self.events = [*box.events]

    def cards(self, cards: Sequence[str | None]) -> Row:
        """How many there are of each kind, as a part of the most there are of one."""
        numbers = [self.number[card] for card in cards if card is not None]
        return counts(numbers, self.kinds, MOST_OF_A_KIND)

    def government(self, v: Sight) -> Row:
        """Whether there is one, its head, its members, its card, and how it stands."""
        g = v.government
        if g is None:
            return [0.0] * (6 + 2 * self.players + self.kinds)
        age = [part_of(v.turns - g.since, 30), part_of(g.rounds, 10), part_of(g.immune, 3)]
        marks = [1.0, *age, float(g.providential), float(g.resigning)]
        return [*marks, *self.seats.one(v, g.pm), *self.seats.some(v, g.members), *self.cards((g.card,))]

    def bid(self, v: Sight) -> Row:
        """An attempt at forming a government: by whom, who is invited and has joined, and the cards."""
        b = v.bid
        if b is None:
            return [0.0] * (4 + 3 * self.players + self.kinds)
        seats = [*self.seats.one(v, b.by), *self.seats.some(v, b.invited), *self.seats.some(v, b.joined)]
        return [1.0, float(b.union), float(b.army), float(b.at_once), *seats, *self.cards((b.card,))]

    def assault(self, v: Sight) -> Row:
        """An attack that awaits its answer: by whom, against whom, who offers a defence, and the card."""
        a = v.assault
        if a is None:
            return [0.0] * (3 * self.players + self.kinds)
        seats = [*self.seats.one(v, a.by), *self.seats.one(v, a.target), *self.seats.some(v, a.offers)]
        return [*seats, *self.cards((a.card,))]

    def pressure(self, v: Sight) -> Row:
        """The army: what for, by whom, and how many cards of each seat lie there."""
        p = v.pressure
        if p is None:
            return [0.0] * (len(PURPOSES) + 2 * self.players + 1)
        purpose = one_hot(PURPOSES.index(p.purpose) if p.purpose in PURPOSES else None, len(PURPOSES))
        laid = counts([self.seats.place(v, seat) for seat in p.laid], self.players, 4)
        return [*purpose, *self.seats.one(v, p.by), *laid, float(len(p.laid) % 2)]

    def vote(self, v: Sight) -> Row:
        """The vote that goes on: the weight of each seat, who has voted, and one's own ballot."""
        top = v.frames[-1] if v.frames else None
        if top is None or top.kind != "vote":
            return [0.0] * (2 * self.players + len(BALLOTS))
        weights = self.seats.parts_of(v, top.weights, DEPUTIES)
        ballot = one_hot(BALLOTS.index(v.ballot) if v.ballot else None, len(BALLOTS))
        return [*weights, *self.seats.some(v, top.waiting), *ballot]

    def last_vote(self, v: Sight) -> Row:
        """The last vote: whether it was carried, and each seat's ballot."""
        c = v.count
        if c is None:
            return [0.0] * (2 + self.players * len(BALLOTS))
        row = self.seats.rows(
            v, c.ballots, lambda said: one_hot(BALLOTS.index(said) if said in BALLOTS else None, len(BALLOTS))
        )
        return [1.0, float(c.carried), *row]

    def amendment(self, v: Sight) -> Row:
        """The amendment that was proposed: by whom, of what, the new value, and how long ago."""
        a = v.amendment
        if a is None:
            return [0.0] * (self.players + len(AMENDABLE) + 2)
        up = part_of(a.value - getattr(v.options, a.option), STEPS.get(a.option, 1))
        subject = one_hot(AMENDABLE.index(a.option), len(AMENDABLE))
        return [*self.seats.one(v, a.by), *subject, up, part_of(v.turns - a.turn, 2 * self.players)]

    def event(self, v: Sight) -> Row:
        return one_hot(self.events.index(v.event) if v.event in self.events else None, len(self.events))

    def clocks(self, v: Sight) -> Row:
        rounds = v.options.rounds * self.players
        return [
            part_of(v.turns, rounds),
            part_of(v.vacant, 20),
            part_of(v.short, 5),
            part_of(v.union, 10),
            float(v.dissolved),
            part_of(v.pack, 80),
            float(v.time),
            float(v.disputed == v.turns),
        ]


def layout(box: Box, players: int) -> Layout[Sight]:
    """The viewer's hand, the seats, the government, what is under way, and the bargains."""
    r, seats = Reader(box, players), Seats(players)
    kinds = r.kinds
    plaques = Part("plaques", (players,), lambda v: seats.parts_of(v, [sum(held) for held in v.plaques], DEPUTIES))
    return Layout(
        [
            Part("hand", (kinds,), lambda v: r.cards(v.hand)),
            Part("card_counts", (players,), lambda v: seats.parts_of(v, v.counts, HAND)),
            Part("known", (players, kinds), lambda v: seats.rows(v, v.known, r.cards)),
            Part("exposed", (players, kinds), lambda v: seats.rows(v, v.exposed, r.cards)),
            Part("discard", (kinds,), lambda v: [part_of(count, MOST_OF_A_KIND) for count in v.discard]),
            Part("dropped", (kinds,), lambda v: r.cards((v.dropped,))),
            Part("deputies", (players,), lambda v: seats.parts_of(v, v.deputies, DEPUTIES)),
            plaques,
            Part("points", (players,), lambda v: seats.parts_of(v, v.points, v.options.target)),
            Part("due", (players,), lambda v: seats.parts_of(v, v.due, HAND)),
            Part("stage", (len(STAGES),), lambda v: one_hot(STAGES.index(v.stage), len(STAGES))),
            Part("asked", (players,), lambda v: seats.some(v, [seat for seat in v.asked if seat >= 0])),
            Part("first", (players,), lambda v: seats.one(v, v.first)),
            Part("turn", (players,), lambda v: seats.one(v, v.turn)),
            Part("event", (len(r.events),), r.event),
            Part("government", (6 + 2 * players + kinds,), r.government),
            Part("bid", (4 + 3 * players + kinds,), r.bid),
            Part("assault", (3 * players + kinds,), r.assault),
            Part("pressure", (len(PURPOSES) + 2 * players + 1,), r.pressure),
            Part("chances", (players,), lambda v: seats.some(v, v.chances)),
            Part("changed", (players,), lambda v: seats.some(v, v.changed)),
            Part("vote", (2 * players + len(BALLOTS),), r.vote),
            Part("last_vote", (2 + players * len(BALLOTS),), r.last_vote),
            Part("amendment", (players + len(AMENDABLE) + 2,), r.amendment),
            Part("election", (len(ELECTIONS),), lambda v: one_hot(ELECTIONS.index(v.election), len(ELECTIONS))),
            Part("midterm", (len(MIDTERMS),), lambda v: one_hot(MIDTERMS.index(v.midterm), len(MIDTERMS))),
            Part("clocks", (8,), r.clocks),
            options_part(Options),
            *bargain_parts(players, TERMS),
        ]
    )
