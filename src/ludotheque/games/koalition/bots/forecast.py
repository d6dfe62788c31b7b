"""Forecast of a vote: the expected points of a player over all possible coalitions."""

from __future__ import annotations

from itertools import accumulate
from typing import Final, NamedTuple

from ludotheque.engine.rules import Seat
from ludotheque.games.koalition.bots.outlook import EVERYONE, Outlook, Standing, shifted_votes

COALITION_WEIGHTS: Final = (0.0, 6.0, 2.0, 1.0, 0.5, 0.25, 0.12, 0.06)
"""The weight of a coalition by the number of seats that must agree; one who leads all its parties just forms it."""
OWN_FACTOR: Final = 1.5
"""The factor for a coalition that needs one's own agreement."""
LEADERLESS: Final = 10
"""The seat that stands for the leader of a party without one."""


class Row(NamedTuple):
    """The values of one party, kept while an alternative is computed."""

    votes: float
    leader: Seat | None
    mine: int
    cards: int
    hold: float
    friends: list[int]


class Forecast:
    """An outlook as rows by party, so that one party can be changed, evaluated and restored."""

    __slots__ = ("bonuses", "cards", "friends", "hold", "leaders", "me", "mine", "outlook", "share", "votes", "worth")

    def __init__(self, o: Outlook, rivalry: float) -> None:
        self.outlook = o
        self.me = o.me
        self.bonuses = o.bonuses
        self.worth = o.worth
        #: The weight of the others' points against one's own.
        self.share = rivalry / (o.players - 1)
        self.votes = o.expected[:]
        self.leaders = [party.leader for party in o.parties]
        self.mine = [party.mine for party in o.parties]
        self.cards = [party.cards for party in o.parties]
        self.hold = [
            o.hold_chance(party.power[o.me], party.rival, votes / o.whole) if party.leader == o.me else 0.0
            for party, votes in zip(o.parties, o.expected, strict=True)
        ]
        #: For each party those with which a coalition is possible, as a set of bits.
        self.friends = [0] * 7
        for party, here in enumerate(o.parties):
            self._set_accepted(party, here.accepts)

    def _set_accepted(self, party: int, accepts: int) -> None:
        """Set the parties that a party accepts."""
        friends = self.friends
        mutual = 0
        for other, here in enumerate(self.outlook.parties):
            if accepts >> other & 1 and here.accepts >> party & 1:
                mutual |= 1 << other
                friends[other] |= 1 << party
            else:
                friends[other] &= ~(1 << party)
        friends[party] = mutual

    def expected_points(self) -> float:
        """One's expected points, less a part of the others', over all coalitions that may be formed."""
        votes, leaders, friends, me = self.votes, self.leaders, self.friends, self.me
        share, bonuses, worth = self.share, self.bonuses, self.worth
        mine, cards, hold = self.mine, self.cards, self.hold
        order = sorted(range(7), key=votes.__getitem__, reverse=True)
        # The votes of the parties from each place on.
        rest = [*accumulate([votes[party] for party in reversed(order)])][::-1]
        half = rest[0] / 2
        total = points = 0.0
        # Number of parties, their votes, those that may still join, the next place, own points, all points, seats.
        open_ = [(0, 0.0, EVERYONE, 0, 0.0, 0.0, 0)]
        while open_:
            size, together, allowed, start, own, everything, hands = open_.pop()
            bonus = bonuses[size]
            for place in range(start, 7):
                if together + rest[place] <= half:
                    break
                party = order[place]
                if not allowed >> party & 1:
                    continue
                more = together + votes[party]
                leader = leaders[party]
                held = hands | 1 << (LEADERLESS + party if leader is None else leader)
                gain = own + mine[party] * worth + bonus * hold[party]
                prize = everything + cards[party] * worth + bonus
                if more > half:
                    weight = COALITION_WEIGHTS[held.bit_count()]
                    if held >> me & 1:
                        weight *= OWN_FACTOR
                    total += weight
                    points += weight * (gain - share * (prize - gain))
                elif place < 6:
                    open_.append((size + 1, more, allowed & friends[party], place + 1, gain, prize, held))
        return points / total if total else 0.0

    def points_after_card(self, party: int, votes: int, accepts: int) -> float:
        """The expected points after playing a card for a party."""
        o, me = self.outlook, self.me
        here = o.parties[party]
        power = here.power_with_card(me, votes)
        kept = self._keep(party)
        self.votes[party] += shifted_votes(votes, here.shift)
        self.mine[party] += 1
        self.cards[party] += 1
        if power > here.rival and me != here.toppled:
            self.leaders[party] = me
            self.hold[party] = o.hold_chance(power, here.rival, self.votes[party] / o.whole)
            self._set_accepted(party, (accepts if votes == power % 100 else here.wanted[me]) | 1 << party)
        elif power == here.rival:
            self.leaders[party] = None
        found = self.expected_points()
        self._restore(party, kept)
        return found

    def points_after_change(self, party: int, votes: float, here: Standing | None = None) -> float:
        """The expected points if a party had so many votes, and perhaps another standing."""
        o, me = self.outlook, self.me
        kept = self._keep(party)
        self.votes[party] = votes
        if here is not None:
            self.leaders[party] = here.leader
            self.hold[party] = o.hold_chance(here.power[me], here.rival, votes / o.whole) if here.leader == me else 0.0
            self._set_accepted(party, here.accepts)
        found = self.expected_points()
        self._restore(party, kept)
        return found

    def _keep(self, party: int) -> Row:
        return Row(
            self.votes[party],
            self.leaders[party],
            self.mine[party],
            self.cards[party],
            self.hold[party],
            self.friends[:],
        )

    def _restore(self, party: int, row: Row) -> None:
        self.votes[party] = row.votes
        self.leaders[party] = row.leader
        self.mine[party] = row.mine
        self.cards[party] = row.cards
        self.hold[party] = row.hold
        self.friends = row.friends
