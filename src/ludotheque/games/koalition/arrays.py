"""Sights of Koalition as arrays. What belongs to seats has a row or a number for each, the viewer's own first."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from ludotheque.engine.sight_arrays import (
    Layout,
    Part,
    Row,
    Seats,
    bargain_parts,
    many_hot,
    one_hot,
    options_part,
    part_of,
)
from ludotheque.games.koalition.bargains import TERMS
from ludotheque.games.koalition.box import PARTIES, Box
from ludotheque.games.koalition.options import Options
from ludotheque.games.koalition.sight import Column, ProposalSight, Sight

STAGES: Final = ("elect", "lot", "deal", "country", "lay", "act", "react", "negotiate", "over")
ACTIONS: Final = 5
VOTES: Final = 60
POINTS: Final = 60
LAPS: Final = 4
PROPOSALS: Final = 6
"""So many open proposals are shown, those that await the viewer's answer first."""


class Reader:
    """Reads the parts of the array from a sight, for a box and a number of players."""

    def __init__(self, box: Box, players: int) -> None:
        self.seats = Seats(players)
        self.players = players
        self.number = box.number
        self.countries = [country.id for country in box.country]
        self.country = {
            country.id: [country.cards / 4, *(part_of(points, 20) for points in (
                country.first, country.second, country.third, country.further, country.card
            ))]
            for country in box.country
        }  # fmt: skip
        self.proposal_size = self.blocs_size + 3 * players + 1

    @property
    def blocs_size(self) -> int:
        return len(PARTIES) * (1 + self.players)

    def cards(self, cards: Iterable[str]) -> Row:
        """A one for each of these cards."""
        return many_hot([self.number[card] for card in cards], len(self.number))

    def in_play(self, v: Sight) -> Row:
        """By seats, the cards that each has in play."""
        held: list[list[str]] = [[] for _ in range(self.players)]
        for column in v.columns:
            for card in column.cards:
                held[card.seat].append(card.card)
        return self.seats.rows(v, held, self.cards)

    def jokers(self, v: Sight) -> Row:
        """By parties, the cards that are in play for each: that says where jokers lie."""
        return [number for column in v.columns for number in self.cards(card.card for card in column.cards)]

    def resigned(self, v: Sight) -> Row:
        """The cards without votes, and those that were made to resign in this lap."""
        cards = [card for column in v.columns for card in column.cards]
        now = [card.card for card in cards if card.resigned_lap and card.resigned_lap == v.lap]
        return self.cards(card.card for card in cards if card.resigned) + self.cards(now)

    def column(self, v: Sight, column: Column) -> Row:
        """A party: its leader, who was toppled last, how often it is doubled and halved, and whether in this lap."""
        lap = float(column.scandal_lap == v.lap and v.lap > 0)
        marks = [part_of(column.doubles, 7), part_of(column.scandals, 2), lap]
        return [*self.seats.one(v, column.leader), *self.seats.one(v, column.toppled), *marks]

    def bloc(self, v: Sight, label: str) -> int:
        """The number of a bloc: of its party, the whole or the share of a seat."""
        party, _, seat = label.partition(":")
        share = 1 + self.seats.place(v, int(seat)) if seat else 0
        return PARTIES.index(party) * (1 + self.players) + share

    def blocs(self, v: Sight) -> Row:
        """The votes of each bloc."""
        row = [0.0] * self.blocs_size
        for bloc in v.blocs:
            row[self.bloc(v, bloc.label)] = part_of(bloc.votes, VOTES)
        return row

    def possible(self, v: Sight) -> Row:
        """For each bloc the part of the possible coalitions that it is in."""
        row = [0.0] * self.blocs_size
        for labels in v.possible:
            for label in labels:
                row[self.bloc(v, label)] += 1 / len(v.possible)
        return [min(1.0, number) for number in row]

    def proposals(self, v: Sight) -> Row:
        """The open proposals: their blocs, by whom, who must agree and who has, and whether they await the viewer."""
        awaiting = [made for made in v.proposals if v.seat in made.needs and v.seat not in made.agreed]
        others = [made for made in v.proposals if made not in awaiting]
        row = [number for made in (awaiting + others)[:PROPOSALS] for number in self._proposal(v, made)]
        return row + [0.0] * (PROPOSALS * self.proposal_size - len(row))

    def _proposal(self, v: Sight, made: ProposalSight) -> Row:
        blocs = many_hot([self.bloc(v, label) for label in made.blocs], self.blocs_size)
        seats = [self.seats.one(v, made.by), self.seats.some(v, made.needs), self.seats.some(v, made.agreed)]
        awaits = v.seat in made.needs and v.seat not in made.agreed
        return [*blocs, *(number for row in seats for number in row), float(awaits)]

    def ballots(self, v: Sight) -> Row:
        return self.seats.rows(v, v.ballots, lambda choice: self.seats.one(v, choice))

    def clocks(self, v: Sight) -> Row:
        """Where the game stands, what the country that votes is worth, and the majority."""
        country = [0.0] * 6 if v.country is None else self.country[v.country]
        last = float(v.number == v.options.countries)
        return [
            part_of(v.number, 15),
            part_of(v.options.countries - v.number, 15),
            last,
            part_of(v.lap, LAPS),
            part_of(v.deals, 10),
            part_of(v.majority, VOTES),
            part_of(len(v.possible), 20),
            part_of(len(v.proposals), 10),
            *country,
        ]

    def bonuses(self, v: Sight) -> Row:
        totals = [sum(points) + bonus for points, bonus in zip(v.points, v.bonuses, strict=True)]
        return [
            *self.seats.parts_of(v, totals, 4 * POINTS),
            *self.seats.parts_of(v, v.scores, POINTS),
            *self.seats.parts_of(v, v.bonuses, POINTS),
        ]


def layout(box: Box, players: int) -> Layout[Sight]:
    """The viewer's hand, the cards in play, the parties, the negotiation, the points, and the bargains."""
    r, seats = Reader(box, players), Seats(players)
    cards, size = len(box.ids), len(PARTIES)
    by_seat = [
        Part("card_counts", (players,), lambda v: seats.parts_of(v, v.card_counts, 20)),
        Part("trump_counts", (players,), lambda v: seats.parts_of(v, v.trump_counts, 8)),
        Part("asked", (players,), lambda v: seats.some(v, [seat for seat in v.asked if seat >= 0])),
        Part("waiting", (players,), lambda v: seats.some(v, v.waiting)),
        Part("silent", (players,), lambda v: seats.some(v, v.silent)),
        Part("renewed", (players,), lambda v: seats.parts_of(v, v.renewed or (0,) * players, 10)),
        Part("starter", (players,), lambda v: seats.one(v, v.starter)),
        Part("layer", (players,), lambda v: seats.one(v, v.layer)),
    ]
    return Layout(
        [
            Part("hand", (cards,), lambda v: r.cards(v.hand)),
            Part("actions", (ACTIONS,), lambda v: [part_of(count, 7) for count in v.actions or (0,) * ACTIONS]),
            Part("stage", (len(STAGES),), lambda v: one_hot(STAGES.index(v.stage), len(STAGES))),
            *by_seat,
            Part("in_play", (players, cards), r.in_play),
            Part("by_party", (size, cards), r.jokers),
            Part("resigned", (2, cards), r.resigned),
            Part(
                "parties", (size, 2 * players + 3), lambda v: [n for column in v.columns for n in r.column(v, column)]
            ),
            Part("known", (players, cards), lambda v: seats.rows(v, v.known, r.cards)),
            Part("gone", (cards,), lambda v: r.cards(v.gone)),
            Part("used", (ACTIONS,), lambda v: [part_of(count, 7) for count in v.used]),
            Part("ballots", (players, players), r.ballots),
            Part(
                "countries_left",
                (len(r.countries),),
                lambda v: many_hot(map(r.countries.index, v.left), len(r.countries)),
            ),
            Part("votes", (size,), lambda v: [part_of(votes, VOTES) for votes in v.votes]),
            Part("blocs", (size, 1 + players), r.blocs),
            Part("possible", (size, 1 + players), r.possible),
            Part("proposals", (PROPOSALS, r.proposal_size), r.proposals),
            Part(
                "points",
                (players, size),
                lambda v: seats.rows(v, v.points, lambda row: [part_of(points, POINTS) for points in row]),
            ),
            Part("totals", (3, players), r.bonuses),
            Part("clocks", (14,), r.clocks),
            options_part(Options),
            *bargain_parts(players, TERMS),
        ]
    )
