"""Negotiation by bots: the value of each possible coalition, and the choice of an answer."""

from __future__ import annotations

from typing import NamedTuple

from ludotheque.engine.rules import Seat
from ludotheque.games.koalition.bots.promises import Promises
from ludotheque.games.koalition.box import PARTIES, Country
from ludotheque.games.koalition.moves import Accept, AnyMove, Close, Decline, Propose
from ludotheque.games.koalition.sight import Sight

MAX_PROPOSALS = 8
"""After so many coalitions have been proposed, bots propose no more of their own."""


class PossibleCoalition(NamedTuple):
    """A coalition that could be formed: the seats that must agree, and the points of each player."""

    labels: tuple[str, ...]
    hands: frozenset[Seat]
    points: list[float]

    def value_to(self, seat: Seat, rivalry: float) -> float:
        """Its value to a player: own points, less the share ``rivalry`` of the mean of the others'."""
        mine = self.points[seat]
        return mine - rivalry * (sum(self.points) - mine) / (len(self.points) - 1)


def possible_coalitions(v: Sight, country: Country) -> list[PossibleCoalition]:
    """Every coalition that could be formed."""
    blocs = {bloc.label: bloc for bloc in v.blocs}
    steps = (country.first, country.second, country.third)
    found = []
    for labels in v.possible:
        members = [blocs[label] for label in labels]
        points = [0.0] * v.players
        ranks = sorted({bloc.votes for bloc in members if bloc.led}, reverse=True)
        for bloc in members:
            rank = ranks.index(bloc.votes) if bloc.led else 3
            points[bloc.seat] += steps[rank] if rank < 3 else country.further
            for card in v.columns[PARTIES.index(bloc.party)].cards:
                if bloc.led or card.seat == bloc.seat:
                    points[card.seat] += country.card
        found.append(PossibleCoalition(labels, frozenset([bloc.seat for bloc in members]), points))
    return found


class Talks:
    """A negotiation as one player values it: every coalition, the hope for each, and the promises given."""

    __slots__ = ("_hands", "best", "found", "honour", "hopes", "me", "open", "promises", "rivalry", "worth")

    def __init__(self, v: Sight, me: Seat, country: Country, rivalry: float, honour: float) -> None:
        self.me = me
        self.rivalry = rivalry
        self.honour = honour
        self.promises = Promises(v, me)
        self.found = possible_coalitions(v, country)
        self._hands = {prize.labels: prize.hands for prize in self.found}
        self.best = [max(prize.value_to(seat, rivalry) for prize in self.found) for seat in range(v.players)]
        self.open = {proposal.blocs: proposal for proposal in v.proposals}
        self.worth = {prize.labels: self._value(prize) for prize in self.found}
        self.hopes = {
            prize.labels: self.worth[prize.labels] * self.agreement_chance(prize)
            for prize in self.found
            if me in prize.hands and (prize.labels in self.open or prize.labels not in v.proposed)
        }

    def hands_of(self, labels: tuple[str, ...]) -> frozenset[Seat]:
        """The seats that must agree to a coalition."""
        return self._hands[labels]

    def willingness(self, prize: PossibleCoalition, seat: Seat) -> float:
        """The chance that a player agrees, which falls with the value of their alternatives."""
        chance = max(0.05, prize.value_to(seat, self.rivalry)) / max(self.best[seat], 0.05)
        return max(chance, self.promises.allies.get(seat, 0.0))

    def agreement_chance(self, prize: PossibleCoalition) -> float:
        """The chance that all others whose agreement a coalition needs give it."""
        chance = 1.0
        for seat in prize.hands:
            if seat != self.me:
                chance *= self.willingness(prize, seat)
        return chance

    def _value(self, prize: PossibleCoalition) -> float:
        """The value of a coalition to this player; one without a player whom it promised to join costs its honour."""
        value = prize.value_to(self.me, self.rivalry)
        return value - self.honour * len(self.promises.owed - prize.hands) if self.promises.owed else value


def choose_answer(v: Sight, talks: Talks, patience: float) -> AnyMove:
    """Accept an offer that beats the alternatives; else propose the best coalition; else decline, or close.

    Expectations shrink with every coalition proposed, so that negotiations between bots end soon; not with one that is
    proposed again, or repetition would pay. Bots themselves do not repeat proposals.
    """
    me, hopes, worth, open_ = talks.me, talks.hopes, talks.worth, talks.open
    awaiting = [proposal for proposal in v.proposals if me in proposal.needs and me not in proposal.agreed]
    if awaiting:
        offer = max(awaiting, key=lambda proposal: worth[proposal.blocs])
        others = max([hope for labels, hope in hopes.items() if labels != offer.blocs], default=0.0)
        if worth[offer.blocs] > 0 and worth[offer.blocs] >= others * patience ** len(v.proposed):
            return Accept(offer.number)
    fresh = [labels for labels in hopes if labels not in open_ and hopes[labels] > 0]
    mine = any(proposal.by == me for proposal in v.proposals)
    if fresh and not mine and len(v.proposed) < MAX_PROPOSALS:
        return Propose(max(fresh, key=hopes.__getitem__))
    # To decline what a promise is about would break it; it may be left open.
    owed = talks.promises.owed
    declinable = [proposal for proposal in awaiting if not owed.intersection(proposal.agreed)]
    return Decline(declinable[0].number) if declinable else Close()
