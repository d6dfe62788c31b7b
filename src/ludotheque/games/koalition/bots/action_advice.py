"""Advice of the chancellor on actions: what each does to a party's votes and leader, and the points that it gains."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from ludotheque.engine.advice import Advice, Reason, best_alternatives
from ludotheque.games.koalition.bots.effects import NUMBER, Effect, effects
from ludotheque.games.koalition.bots.forecast import Forecast
from ludotheque.games.koalition.bots.outlook import Cards, Outlook
from ludotheque.games.koalition.box import PARTIES
from ludotheque.games.koalition.choices import PASS
from ludotheque.games.koalition.moves import AnyMove, Clean, Double, Retire, Scandal, Topple
from ludotheque.games.koalition.sight import Sight

CLAUSES: Final[dict[type, str]] = {
    Double: "koalition.action.double",
    Topple: "koalition.action.topple",
    Retire: "koalition.action.resign",
    Scandal: "koalition.action.scandal",
    Clean: "koalition.action.clean",
}
USELESS: Final = -100.0
"""The value of an action without an effect worth computing."""


class ActionAdvice:
    """The reasons for and against the actions in hand. ``early``: whether they would be undone too soon."""

    def __init__(self, cards: Cards, v: Sight, o: Outlook, forecast: Forecast, early: bool) -> None:
        self.cards = cards
        self.v = v
        self.o = o
        self.forecast = forecast
        self.early = early
        self.now = forecast.expected_points()

    def advice(self, move: AnyMove, legal: Sequence[AnyMove]) -> Advice:
        """The advice to play an action, or none."""
        known = self.gains(legal)
        gains = {one: known.get(one, USELESS) for one in legal}
        values = [(0.0 if one == PASS else gains[one], one) for one in legal]
        if move == PASS:
            reasons: tuple[Reason, ...] = (self._pass_reason(legal, max(gains.values())),)
        else:
            reasons = self._action_reason(move), self._gain_reason(gains[move])
        others = best_alternatives(values, move, self._short_reason)
        return Advice(move, reasons, others, CLAUSES.get(type(move), "koalition.action.open"))

    def gains(self, legal: Sequence[AnyMove]) -> dict[AnyMove, float]:
        """The points that each action with an effect is expected to gain."""
        return {effect.move: self._gain(effect) for effect in effects(self.o, self.v, self.cards, legal)}

    def _gain(self, effect: Effect) -> float:
        """The points that an action is expected to gain."""
        return self.forecast.points_after_change(effect.party, effect.votes, effect.here) - self.now

    def _pass_reason(self, legal: Sequence[AnyMove], best: float) -> Reason:
        if len(legal) == 1:
            return Reason("advice.no_action")
        if self.early:
            return Reason("advice.too_early", {"laps": self.o.laps})
        return Reason("advice.pass_some" if best >= 0.5 else "advice.pass", {"points": max(1, round(best))})

    def _short_reason(self, move: AnyMove) -> Reason:
        return Reason("advice.other_pass") if move == PASS else self._action_reason(move)

    def _gain_reason(self, gain: float) -> Reason:
        if gain < 0.5:
            return Reason("advice.gain_little")
        points = max(1, round(gain))
        return Reason("advice.gain_one" if points == 1 else "advice.gain", {"points": points})

    def _action_reason(self, move: AnyMove) -> Reason:
        """What an action does, with votes and names."""
        match move:
            case Double() | Scandal():
                votes = self.o.votes_now(NUMBER[move.party])
                after = 2 * votes if isinstance(move, Double) else votes // 2
                key = "double" if isinstance(move, Double) else "scandal"
                return Reason(f"advice.{key}", {"party": move.party, "votes": votes, "after": after})
            case Topple():
                leader = self.v.columns[NUMBER[move.party]].leader
                return Reason("advice.topple", {"party": move.party, "leader": leader})
            case Retire():
                return Reason("advice.retire", self._laid(move.card))
            case Clean():
                if move.card is not None:
                    return Reason("advice.clean_card", self._laid(move.card))
                return Reason("advice.clean_party", {"party": str(move.party)})
        return Reason("advice.other_pass")

    def _laid(self, card: str) -> dict[str, Any]:
        """A card in play: its party, its player and its votes."""
        for party, column in enumerate(self.v.columns):
            for laid in column.cards:
                if laid.card == card:
                    votes = self.cards.known[card][0]
                    return {"card": card, "party": PARTIES[party], "owner": laid.seat, "votes": votes}
        return {"card": card, "party": PARTIES[0], "owner": self.o.me, "votes": 0}
