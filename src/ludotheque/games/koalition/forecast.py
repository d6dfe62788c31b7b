"""What a vote will bring a player: all the coalitions that may come of it, weighed by how likely they are."""

from __future__ import annotations

from typing import Final

from ludotheque.engine.rules import Seat
from ludotheque.games.koalition.outlook import Outlook, Standing, weigh

#: How likely a coalition is by the number of hands it needs: one player who leads all its parties just forms it.
EASE: Final = (0.0, 6.0, 2.0, 1.0, 0.5, 0.25, 0.12, 0.06)


class Forecast:
    """An outlook as plain rows by party, so that one party can be changed, looked at and changed back."""

    __slots__ = ("accepts", "bonuses", "cards", "hold", "leaders", "me", "mine", "outlook", "share", "votes", "worth")

    def __init__(self, o: Outlook, rivalry: float) -> None:
        self.outlook = o
        self.me = o.me
        self.bonuses = o.bonuses
        self.worth = o.worth
        #: How much the others' points weigh against one's own.
        self.share = rivalry / (o.players - 1)
        self.votes = o.expected[:]
        self.leaders = [party.leader for party in o.parties]
        self.accepts = [party.accepts for party in o.parties]
        self.mine = [party.mine for party in o.parties]
        self.cards = [party.cards for party in o.parties]
        self.hold = [
            o.hold(party.power[o.me], party.rival, votes / o.whole) if party.leader == o.me else 0.0
            for party, votes in zip(o.parties, o.expected, strict=True)
        ]

    def points(self) -> float:
        """One's points, less a part of the others', over all coalitions that may be formed."""
        votes, accepts, leaders, me = self.votes, self.accepts, self.leaders, self.me
        order = [party for party in range(7) if votes[party] > 0]
        order.sort(key=votes.__getitem__, reverse=True)
        half = sum(votes) / 2
        share, bonuses, worth = self.share, self.bonuses, self.worth
        mine, cards, hold = self.mine, self.cards, self.hold
        reach = [0.0] * (len(order) + 1)
        for i in range(len(order) - 1, -1, -1):
            reach[i] = reach[i + 1] + votes[order[i]]
        friends = {p: sum([1 << q for q in order if accepts[p] >> q & 1 and accepts[q] >> p & 1]) for p in order}
        total = worthy = 0.0
        # Parties chosen, their votes, who may still join, where to go on, one's own points, everybody's, the hands.
        open_ = [(0, 0.0, 127, 0, 0.0, 0.0, 0)]
        while open_:
            chosen, together, allowed, start, own, all_, hands = open_.pop()
            for i in range(start, len(order)):
                if together + reach[i] <= half:
                    break
                p = order[i]
                if not allowed >> p & 1:
                    continue
                bonus = bonuses[chosen]
                gain = own + mine[p] * worth + bonus * hold[p]
                everything = all_ + cards[p] * worth + bonus
                leader = leaders[p]
                held = hands | (1 << leader if leader is not None else 1 << 10 + p)
                more = together + votes[p]
                if more > half:
                    weight = EASE[min(held.bit_count(), 7)]
                    if held >> me & 1:
                        weight *= 1.5
                    total += weight
                    worthy += weight * (gain - share * (everything - gain))
                else:
                    open_.append((chosen + 1, more, allowed & friends[p], i + 1, gain, everything, held))
        return worthy / total if total else 0.0

    def laid(self, party: int, votes: int, accepts: int) -> float:
        """The points to be expected if one lays a card for a party."""
        o, me = self.outlook, self.me
        here = o.parties[party]
        had = here.power.get(me, 0)
        power = had + 100 * votes + (votes - had % 100 if votes > had % 100 else 0)
        kept = self._keep(party)
        self.votes[party] += weigh(votes, here.shift)
        self.mine[party] += 1
        self.cards[party] += 1
        if power > here.rival and me not in here.toppled:
            self.leaders[party] = me
            self.accepts[party] = (accepts if votes >= had % 100 else here.wanted[me]) | 1 << party
            self.hold[party] = o.hold(power, here.rival, self.votes[party] / o.whole)
        elif power == here.rival:
            self.leaders[party] = None
        found = self.points()
        self._restore(party, kept)
        return found

    def changed(self, party: int, votes: float, here: Standing | None = None) -> float:
        """The points to be expected if a party's votes, and maybe its leader, were others."""
        o, me = self.outlook, self.me
        kept = self._keep(party)
        self.votes[party] = votes
        if here is not None:
            self.leaders[party], self.accepts[party] = here.leader, here.accepts
            lead = here.leader == me
            self.hold[party] = o.hold(here.power[me], here.rival, votes / o.whole) if lead else 0.0
        found = self.points()
        self._restore(party, kept)
        return found

    def _keep(self, party: int) -> tuple[float, Seat | None, int, int, int, float]:
        return (
            self.votes[party],
            self.leaders[party],
            self.accepts[party],
            self.mine[party],
            self.cards[party],
            self.hold[party],
        )

    def _restore(self, party: int, kept: tuple[float, Seat | None, int, int, int, float]) -> None:
        (
            self.votes[party],
            self.leaders[party],
            self.accepts[party],
            self.mine[party],
            self.cards[party],
            self.hold[party],
        ) = kept
