"""A vote as a bot evaluates it: the standing of every party, and the cards still to come."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from ludotheque.engine.rules import Seat
from ludotheque.games.koalition.box import Box
from ludotheque.games.koalition.sight import Column, Sight

EVERYONE: Final = 127
"""All parties, as a set of bits."""
TYPICAL: Final = 6.0
"""Votes that a card still to be played is expected to have: players play their better ones."""


class Cards:
    """Tables over the cards of a box, for bots: votes, party and accepted parties of each card, and the countries."""

    def __init__(self, box: Box) -> None:
        self.countries = box.countries
        self.known = dict(zip(box.ids, zip(box.votes, box.party, box.accepts, strict=True), strict=True))
        self.totals = [0] * 7
        for votes, party, _ in self.known.values():
            if party >= 0:
                self.totals[party] += votes


@lru_cache(maxsize=4)
def cards_of(box: Box) -> Cards:
    """The tables of a box, made once."""
    return Cards(box)


class Standing:
    """The standing of a party in the vote, for one player."""

    __slots__ = ("accepts", "cards", "leader", "mine", "power", "rival", "shift", "toppled", "votes", "wanted")

    def __init__(self) -> None:
        self.votes = 0
        #: How many times it is doubled, or halved if negative.
        self.shift = 0
        self.cards = 0
        #: How many of its cards are one's own.
        self.mine = 0
        self.leader: Seat | None = None
        #: The parties that its leader accepts; not known yet for a party without cards.
        self.accepts = EVERYONE
        #: For each seat its votes and its highest card, as 100 × votes + card: they compare as leaderships do.
        self.power: dict[Seat, int] = {}
        #: For each seat the parties that its highest card accepts.
        self.wanted: dict[Seat, int] = {}
        #: The greatest power of another seat that may lead.
        self.rival = 0
        self.toppled: Seat | None = None

    def set_leader(self, party: int, seat: Seat | None) -> None:
        """Make ``seat`` the leader, whose highest card decides which parties are accepted."""
        self.leader = seat
        self.accepts = EVERYONE if seat is None else self.wanted[seat] | 1 << party

    def find_rival(self, me: Seat) -> None:
        """Find the rival: the strongest other seat that may lead."""
        rival, toppled = 0, self.toppled
        for seat, power in self.power.items():
            if power > rival and seat not in (me, toppled):
                rival = power
        self.rival = rival

    def power_with_card(self, me: Seat, votes: int) -> int:
        """One's power here with one more card."""
        had = self.power.get(me, 0)
        return had + 100 * votes + max(0, votes - had % 100)


def make_standing(column: Column, me: Seat, cards: Cards, party: int) -> Standing:
    """The standing of a party for ``me``."""
    if not column.cards:
        return NOTHING
    here = Standing()
    known, power, wanted = cards.known, here.power, here.wanted
    total = mine = 0
    for card in column.cards:
        seat = card.seat
        votes, _, accepts = known[card.card]
        if card.resigned:
            votes = 0
        total += votes
        if seat == me:
            mine += 1
        if seat not in power:
            power[seat], wanted[seat] = 101 * votes, accepts
            continue
        had = power[seat]
        highest = had % 100
        if votes > highest:
            power[seat], wanted[seat] = had + 101 * votes - highest, accepts
        else:
            power[seat] = had + 100 * votes
            if votes == highest:
                wanted[seat] |= accepts
    here.votes, here.mine, here.cards = total, mine, len(column.cards)
    here.shift = column.doubles - column.scandals
    here.toppled = column.toppled
    here.find_rival(me)
    here.set_leader(party, column.leader)
    return here


NOTHING: Final = Standing()
"""A party without cards."""


class Outlook:
    """The vote in a country as one seat sees it."""

    __slots__ = ("bonuses", "expected", "laps", "me", "parties", "players", "strongest", "to_come", "whole", "worth")

    def __init__(self, v: Sight, me: Seat, cards: Cards) -> None:
        assert v.country is not None
        country = cards.countries[v.country]
        self.me = me
        self.players = v.players
        self.worth = country.card
        self.bonuses = (country.first, country.second, country.third, *(country.further,) * 7)
        self.parties = [make_standing(column, me, cards, party) for party, column in enumerate(v.columns)]
        self.laps = country.cards - v.lap
        #: Cards still to be played by all seats together.
        self.to_come = v.players * country.cards - sum([party.cards for party in self.parties])
        # New cards are assumed to be spread over the parties like all the votes in the box.
        crowd = TYPICAL * self.to_come / sum(cards.totals)
        self.expected = [
            shifted_votes(party.votes + crowd * total, party.shift)
            for party, total in zip(self.parties, cards.totals, strict=True)
        ]
        self.strongest = max(self.expected)
        self.whole = sum(self.expected) or 1.0

    def votes_now(self, party: int) -> int:
        """The votes of a party on the table, as they would be counted now."""
        here = self.parties[party]
        return int(shifted_votes(here.votes, here.shift))

    def hold_chance(self, power: int, rival: int, share: float) -> float:
        """The chance that a leader with this power keeps the office to the end, in a party with such a share."""
        if power <= rival:
            return 0.0
        return (gap := (power - rival) / 100 + 0.5) / (gap + TYPICAL * self.to_come * share / 2)


def shifted_votes(votes: float, shift: int) -> float:
    """Votes after doubling or halving."""
    return votes * (1 << shift) if shift >= 0 else votes / (1 << -shift)
