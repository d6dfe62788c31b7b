"""The bot “chancellor”, which plays by a forecast of the coalitions."""

from __future__ import annotations

from collections.abc import Sequence

from ludotheque.games.koalition.bots.deputy import Deputy
from ludotheque.games.koalition.bots.effects import NUMBER, effects
from ludotheque.games.koalition.bots.forecast import Forecast
from ludotheque.games.koalition.bots.outlook import Outlook
from ludotheque.games.koalition.choices import PASS
from ludotheque.games.koalition.moves import AnyMove, Lay
from ludotheque.games.koalition.sight import Sight


class Chancellor(Deputy):
    """A bot that plans with its hand, and forecasts the coalitions after the last card and after every action."""

    thrift = 0.15
    rivalry = 0.5
    early = 1
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
        rank_cards = sorted(self.rank_cards(o, v, legal), reverse=True)
        if o.laps:
            return rank_cards[0][-1]
        thrift = self.thrift if self.countries_left(v, 1) > 0 else 0.0
        forecast = Forecast(o, self.rivalry)
        known = self.cards.known

        def brings(move: Lay) -> float:
            votes, party, accepts = known[move.card]
            if move.party is not None:
                party = NUMBER[move.party]
            return forecast.points_after_card(party, votes, accepts) - thrift * votes

        return max([move for *_, move in rank_cards[: self.shortlist]], key=brings)

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
        """Play the action that gains most, if that is worth its card."""
        forecast = Forecast(o, self.rivalry)
        price = (
            self.last_price
            + self.price * min(1.0, self.countries_left(v, o.laps) / sum(v.actions))
            + self.hurry * o.laps
        )
        best = forecast.expected_points() + price
        chosen: AnyMove = PASS
        for effect in effects(o, v, self.cards, legal):
            points = forecast.points_after_change(effect.party, effect.votes, effect.here)
            if points > best:
                best, chosen = points, effect.move
        return chosen
