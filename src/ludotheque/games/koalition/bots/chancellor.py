"""The bot “chancellor”, which plays by a forecast of the coalitions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ludotheque.engine.advice import Advice
from ludotheque.engine.bargain_advice import advise_offer, advise_reply
from ludotheque.engine.bargain_moves import AcceptBargain, OfferBargain, RefuseBargain
from ludotheque.games.koalition.bargains import CLAUSE
from ludotheque.games.koalition.bots.action_advice import ActionAdvice
from ludotheque.games.koalition.bots.advice import LayAdvice, NegotiationAdvice, advise_election
from ludotheque.games.koalition.bots.deputy import Deputy
from ludotheque.games.koalition.bots.effects import NUMBER, effects
from ludotheque.games.koalition.bots.forecast import Forecast
from ludotheque.games.koalition.bots.outlook import Outlook
from ludotheque.games.koalition.bots.promises import Promises, find_victim
from ludotheque.games.koalition.choices import PASS
from ludotheque.games.koalition.moves import AnyMove, Lay
from ludotheque.games.koalition.sight import Sight
from ludotheque.games.koalition.state import ELECT, LAY, NEGOTIATE


class Chancellor(Deputy):
    """A bot that plans with its hand, and forecasts the coalitions after the last card and after every action."""

    thrift = 0.15
    rivalry = 0.5
    early = 1
    honour = 2.5
    shortlist = 6
    """How many cards it forecasts."""
    price = 1.5
    """Points that an action must gain while it could still be of use in this deal."""
    last_price = 0.15
    """Points that an action must gain at any time."""
    hurry = 1.0
    """Points that an action must gain besides for every lap to come, in which it may be undone."""

    def lay(self, o: Outlook, v: Sight, legal: Sequence[Lay]) -> Lay:
        """Play the most promising card; in the last lap, the one of the shortlist with the best forecast."""
        return max(self.lay_values(o, v, legal), key=lambda found: found[0])[1]

    def lay_values(self, o: Outlook, v: Sight, legal: Sequence[Lay]) -> list[tuple[float, Lay]]:
        """The cards with their values, the most promising first; in the last lap, those of the shortlist alone."""
        rank_cards = sorted(self.rank_cards(o, v, legal), reverse=True)
        if o.laps:
            return [(value, move) for value, _, move in rank_cards]
        thrift = self.thrift if self.countries_left(v, 1) > 0 else 0.0
        forecast = Forecast(o, self.rivalry)
        known = self.cards.known

        def brings(move: Lay) -> float:
            votes, party, accepts = known[move.card]
            if move.party is not None:
                party = NUMBER[move.party]
            return forecast.points_after_card(party, votes, accepts) - thrift * votes

        return [(brings(move), move) for *_, move in rank_cards[: self.shortlist]]

    def reserves(self, o: Outlook, v: Sight) -> list[list[int]]:
        """The votes in hand by party, best first."""
        if o.laps == 0:
            return []
        found: list[list[int]] = [[] for _ in range(7)]
        for card in v.hand:
            votes, party, _ = self.cards.known[card]
            if party >= 0:
                found[party].append(votes)
        for votes_here in found:
            votes_here.sort(reverse=True)
        return found

    def act(self, o: Outlook, v: Sight, legal: Sequence[AnyMove]) -> AnyMove:
        """Play the action that gains most, if that is worth its card and, against a promise, its honour."""
        forecast = Forecast(o, self.rivalry)
        best = forecast.expected_points() + self.action_price(o, v)
        chosen: AnyMove = PASS
        spared = Promises(v, self.seat).spared
        for effect in effects(o, v, self.cards, legal):
            points = forecast.points_after_change(effect.party, effect.votes, effect.here)
            if spared and find_victim(v, effect.move) in spared:
                points -= self.honour
            if points > best:
                best, chosen = points, effect.move
        return chosen

    def action_price(self, o: Outlook, v: Sight) -> float:
        """The points that an action must gain now."""
        kept = self.price * min(1.0, self.countries_left(v, o.laps) / sum(v.actions))
        return self.last_price + kept + self.hurry * o.laps

    def advice(self, sight: Sight, legal: Sequence[Any], free: Sequence[Any]) -> Advice:
        """Its own choice, with the votes, offices and points behind it."""
        return self.explain(sight, legal, free, self.choose(sight, legal, free))

    def explain(self, sight: Sight, legal: Sequence[Any], free: Sequence[Any], move: AnyMove) -> Advice:
        """The advice to play a move, with the votes, offices and points behind it."""
        if isinstance(move, OfferBargain):
            otherwise = self._answer_advice(sight, legal, self.answer_question(sight, legal, free))
            return advise_offer(sight.bargains, move, otherwise, CLAUSE)
        if isinstance(move, AcceptBargain | RefuseBargain):
            return advise_reply(sight.bargains, move, legal, CLAUSE)
        return self._answer_advice(sight, legal, move)

    def _answer_advice(self, sight: Sight, legal: Sequence[Any], move: AnyMove) -> Advice:
        """The advice to answer the question by ``move``."""
        if sight.stage == ELECT:
            return advise_election(move, legal)
        if sight.stage == NEGOTIATE:
            return NegotiationAdvice(sight, self.talks(sight)).advice(move, legal)
        o = Outlook(sight, self.seat, self.cards)
        if sight.stage == LAY:
            return LayAdvice(self.cards, sight, o).advice(move, self.lay_values(o, sight, legal))
        return self._action_advice(sight, o).advice(move, legal)

    def values(self, sight: Sight, legal: Sequence[Any]) -> list[tuple[float, AnyMove]]:
        """The values of cards, of coalitions with this player, and of actions, for which passing saves the price."""
        if sight.stage == ELECT:
            return []
        if sight.stage == NEGOTIATE:
            return NegotiationAdvice(sight, self.talks(sight)).values(legal)
        o = Outlook(sight, self.seat, self.cards)
        if sight.stage == LAY:
            return [*self.lay_values(o, sight, legal)]
        gains = self._action_advice(sight, o).gains(legal)
        if not gains:
            return []
        return [(self.action_price(o, sight), PASS), *((gain, move) for move, gain in gains.items())]

    def _action_advice(self, v: Sight, o: Outlook) -> ActionAdvice:
        return ActionAdvice(self.cards, v, o, Forecast(o, self.rivalry), early=o.laps > self.early)
