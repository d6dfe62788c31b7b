"""Negotiation by bots: the value of each possible coalition, and the choice of an answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ludotheque.engine.rules import Seat
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


def agreement_chance(prize: PossibleCoalition, me: Seat, best: Sequence[float], rivalry: float) -> float:
    """The chance that the others agree, which falls with the value of their alternatives."""
    chance = 1.0
    for seat in prize.hands:
        if seat != me:
            chance *= max(0.05, prize.value_to(seat, rivalry)) / max(best[seat], 0.05)
    return chance


def choose_answer(v: Sight, me: Seat, country: Country, rivalry: float, patience: float) -> AnyMove:
    """Accept an offer that beats the alternatives; else propose the best coalition; else decline, or close.

    Expectations shrink with every coalition proposed, so that negotiations between bots end soon; not with one that is
    proposed again, or repetition would pay. Bots themselves do not repeat proposals.
    """
    found = possible_coalitions(v, country)
    best = [max(prize.value_to(seat, rivalry) for prize in found) for seat in range(v.players)]
    open_ = {proposal.blocs: proposal for proposal in v.proposals}
    hopes = {
        prize.labels: prize.value_to(me, rivalry) * agreement_chance(prize, me, best, rivalry)
        for prize in found
        if me in prize.hands and (prize.labels in open_ or prize.labels not in v.proposed)
    }
    worth = {prize.labels: prize.value_to(me, rivalry) for prize in found}
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
    return Decline(awaiting[0].number) if awaiting else Close()
