"""The bot “spin doctor”, which plays by the odds of dice, cards and places."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from ludotheque.engine.advice import Advice
from ludotheque.engine.chance import Chance
from ludotheque.engine.rules import NOBODY, Seat
from ludotheque.games.president.bots import odds
from ludotheque.games.president.bots.advice import CampaignAdvice
from ludotheque.games.president.bots.defence_advice import advise_defence
from ludotheque.games.president.bots.militant import Militant
from ludotheque.games.president.bots.outlook import Outlook, chart_of
from ludotheque.games.president.box import Box
from ludotheque.games.president.moves import AnyMove, Challenge, Draw, Hit, Protect, Stand, Take
from ludotheque.games.president.sight import DuelSight, Sight

VALUED: Final = ("take", "challenge", "rest")
"""The questions whose answers are valued in the same unit."""


class SpinDoctor(Militant):
    """A bot that values departments by their votes and by the campaign cards that they gain or cost.

    In a challenge it knows the exact odds.
    """

    def __init__(self, box: Box, seat: Seat, rng: Chance) -> None:
        super().__init__(box, seat, rng)
        self.chart = chart_of(box)

    def think(self, v: Sight, legal: Sequence[Any], free: Sequence[Any]) -> AnyMove:
        """Choose the answer of the highest value."""
        if v.duel is not None and v.stage == "defend":
            return self.defend(v, v.duel)
        o = self.outlook(v)
        moves = self.shortlist(o, legal) if v.stage == "take" else legal
        chosen: AnyMove = max(moves, key=self.valuation(o, v))
        return chosen

    def advice(self, sight: Sight, legal: Sequence[Any], free: Sequence[Any]) -> Advice:
        """Its own choice, with the votes and odds behind it."""
        return self.explain(sight, legal, free, self.choose(sight, legal, free))

    def explain(self, sight: Sight, legal: Sequence[Any], free: Sequence[Any], move: AnyMove) -> Advice:
        """The advice to play a move, with the votes and odds behind it."""
        o = self.outlook(sight)
        if sight.duel is not None and sight.stage == "defend":
            stakes = self.defence_stakes(o, sight, sight.duel)
            return advise_defence(o, sight.duel, move, legal, stakes)
        value = self.valuation(o, sight)
        return CampaignAdvice(o, sight, legal).advice(move, [(value(one), one) for one in legal])

    def values(self, sight: Sight, legal: Sequence[Any]) -> list[tuple[float, AnyMove]]:
        """The values of departments, challenges and cards; not of departments that stand for a fixed amount."""
        if sight.stage not in VALUED:
            return []
        value = self.valuation(self.outlook(sight), sight)
        return [(value(move), move) for move in legal]

    def outlook(self, v: Sight) -> Outlook:
        """The position; where only departments are exchanged for each other, without the value of votes."""
        return Outlook(self.chart, v, self.seat, weighed=v.stage in ("take", "challenge", "rest", "defend"))

    def valuation(self, o: Outlook, v: Sight) -> Callable[[Any], float]:
        """The value of each answer to a question, but of those in a challenge."""
        match v.stage:
            case "rest":
                return lambda move: self.rest_value(o, move)
            case "challenge":
                return lambda move: self.challenge_value(o, move)
            case "take":
                return lambda move: self.take_value(o, move)
        giver, taker = self.giver_and_taker(o, v)
        return lambda move: o.change_value(move.code, giver, taker) / self.units[move.code]

    def take_value(self, o: Outlook, move: Take) -> float:
        """The value of a free department."""
        return o.votes_value(o.me, self.units[move.code]) + o.change_value(move.code, NOBODY, o.me)

    def shortlist(self, o: Outlook, legal: Sequence[Take]) -> Sequence[Take]:
        """Where votes are welcome, the free departments that are large enough to be the best."""
        if o.price(o.me) <= 0 or len(legal) < 4:
            return legal
        least = max([self.units[move.code] for move in legal]) - 2 * abs(o.spells[o.me]) / o.price(o.me)
        return [move for move in legal if self.units[move.code] >= least]

    def giver_and_taker(self, o: Outlook, v: Sight) -> tuple[Seat, Seat]:
        """The sides that give and take the departments of an amount: votes are fixed, only the departments differ."""
        if v.duel is not None and v.stage == "spoils":
            return v.sides[v.duel.seat], o.me
        return (NOBODY, o.me) if v.stage == "gain" else (o.me, NOBODY)

    def rest_value(self, o: Outlook, move: Draw | Protect) -> float:
        """The value of a campaign card, or of a department that can no longer be challenged."""
        if isinstance(move, Draw):
            return o.price(o.me) * o.next_card()
        return o.change_value(move.code, o.me, o.me, safe=True)

    def challenge_value(self, o: Outlook, move: Challenge) -> float:
        """The value of a challenge, by what it wins and loses."""
        owner = next(side for side, own in enumerate(o.own) if own & self.chart.bit[move.code])
        won, lost = self.challenge_stakes(o, move.code, owner, o.me)
        return odds.CHALLENGER_WINS * won + odds.CHALLENGER_LOSES * lost

    def defend(self, v: Sight, duel: DuelSight) -> AnyMove:
        """Draw one more card if that is likelier to win, or if losing is better."""
        hand = tuple(sorted(duel.defence))
        if odds.is_low(hand):
            return Hit()
        lost, won = self.defence_stakes(self.outlook(v), v, duel)
        if won <= lost:
            return Hit()
        return Hit() if odds.should_hit(hand, odds.void_value(lost, won)) else Stand()

    def defence_stakes(self, o: Outlook, v: Sight, duel: DuelSight) -> tuple[float, float]:
        """The value of a challenge to the challenged player, if it is lost and if it is won."""
        return self.challenge_stakes(o, duel.code, o.me, v.sides[duel.seat])

    def challenge_stakes(self, o: Outlook, code: str, owner: Seat, challenger: Seat) -> tuple[float, float]:
        """The value if the challenger wins, and if the challenger loses."""
        units = self.units[code]
        pays = min(units, o.votes[challenger])
        won = o.votes_value(challenger, units) - o.price(owner) * units + o.change_value(code, owner, challenger)
        lost = o.votes_value(owner, pays) - o.price(challenger) * pays + o.change_value(code, owner, owner, safe=True)
        return won, lost
