"""The bot “kingmaker”: answers every question with the move of the highest value in points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from ludotheque.engine.advice import Advice
from ludotheque.engine.bargain_advice import advise_offer, advise_reply
from ludotheque.engine.bargain_moves import AcceptBargain, OfferBargain, RefuseBargain
from ludotheque.engine.bargains import Bargain
from ludotheque.engine.rules import Seat
from ludotheque.games.politico.bargains import CLAUSE
from ludotheque.games.politico.bargains import JOIN as PROMISED_JOIN
from ludotheque.games.politico.bargains import VOTE as PROMISED_VOTE
from ludotheque.games.politico.bots.advice import advise
from ludotheque.games.politico.bots.backbencher import COUNTER, DRAW, NO, YES, Backbencher
from ludotheque.games.politico.bots.bargaining import BargainValues, best_offer
from ludotheque.games.politico.bots.outlook import Outlook, forms_without_vote, investiture_chance, least_valuable
from ludotheque.games.politico.bots.parameters import Parameters
from ludotheque.games.politico.bots.pledges import seats_under_pressure
from ludotheque.games.politico.bots.turn_advice import UNVALUED, TurnAdvice
from ludotheque.games.politico.bots.turn_moves import ValuedMove, best_attack, best_bid, government_changes, turn_moves
from ludotheque.games.politico.bots.valuation import Valuation
from ludotheque.games.politico.box import ARMY, BARAKA
from ludotheque.games.politico.choices import DECLINE, JOIN, OFFER, PASS, READY, SUFFER
from ludotheque.games.politico.moves import Accept, Answer, AnyMove, Discard, Form, Invite, Plead, Resign
from ludotheque.games.politico.sight import Sight
from ludotheque.games.politico.state import Amendment


class Kingmaker(Backbencher):
    """A bot that compares values: its own points, less those of its rivals as far as they threaten it."""

    parameters: ClassVar[Parameters] = Parameters()

    def valuation(self, v: Sight) -> Valuation:
        """The position as this bot values it, for one decision."""
        parameters = self.parameters
        rivalry = parameters.rivalry if v.players > 3 else parameters.jealousy
        return Valuation(Outlook(v, self.seat, self.cards, rivalry), parameters)

    def advice(self, sight: Sight, legal: Sequence[Any], free: Sequence[Any]) -> Advice:
        """Its own choice, with the deputies, odds and points behind it."""
        return self.explain(sight, legal, free, self.choose(sight, legal, free))

    def explain(self, sight: Sight, legal: Sequence[Any], free: Sequence[Any], move: AnyMove) -> Advice:
        """The advice to play a move, with the deputies, odds and points behind it."""
        if isinstance(move, OfferBargain):
            otherwise = advise(self.valuation(sight), self.answer_question(sight, legal, free), legal)
            return advise_offer(sight.bargains, move, otherwise, CLAUSE)
        if isinstance(move, AcceptBargain | RefuseBargain):
            return advise_reply(sight.bargains, move, legal, CLAUSE)
        return advise(self.valuation(sight), move, legal)

    def values(self, sight: Sight, legal: Sequence[Any]) -> list[tuple[float, AnyMove]]:
        """The values of governments, attacks and other moves of its turn, as far as it considers them."""
        if sight.stage not in ("act", "attack", "form"):
            return []
        found = TurnAdvice(self.valuation(sight)).values(legal)
        return [(value, move) for value, move in found if value != UNVALUED]

    # --- on one's turn -----------------------------------------------------------------------------------------------

    def draw(self, v: Sight, legal: Sequence[Any], free: Sequence[Any]) -> AnyMove:
        """Draw one card, or put the worst card back and draw two."""
        value, card = least_valuable(self.cards, v.hand)
        return Discard(card) if value < self.parameters.junk else DRAW

    def act(self, v: Sight, legal: Sequence[Any], free: Sequence[Any]) -> AnyMove:
        """Play the move of the highest value; pass if none is worth more than the government in place."""
        valuation = self.valuation(v)
        government = valuation.government()
        if valuation.o.pm == self.seat:
            changes = list(government_changes(valuation, legal, government))
            if changes:
                return max(changes, key=lambda found: found[0])[1]
            if government < self.parameters.despair and Resign() in free:
                return Resign()
        best: ValuedMove = (government, PASS)
        for found in turn_moves(valuation, legal, government):
            if found[0] > best[0]:
                best = found
        return best[1]

    def attack(self, v: Sight, legal: Sequence[Any], free: Sequence[Any]) -> AnyMove:
        """After a failed investiture: attack, if that gains."""
        valuation = self.valuation(v)
        government = valuation.government()
        value, move = best_attack(valuation, [move for move in legal if move != PASS], government)
        return move if value > government else PASS

    # --- bargains ----------------------------------------------------------------------------------------------------

    def offer(self, v: Sight, free: Sequence[Any]) -> AnyMove | None:
        """Offer the bargain of the highest value."""
        return best_offer(BargainValues(self.valuation(v)), free, self.parameters.interest)

    def reply(self, v: Sight, bargain: Bargain) -> bool:
        """Agree to a bargain that is worth something, with a partner who is trusted and not about to win."""
        values = BargainValues(self.valuation(v))
        return values.is_partner(bargain.by) and values.reply_value(bargain) > 0

    # --- forming a government ----------------------------------------------------------------------------------------

    def form(self, v: Sight, legal: Sequence[Any], free: Sequence[Any]) -> AnyMove:
        """After a fall: form a government at once, if it is worth more than none."""
        value, move = best_bid(self.valuation(v), [move for move in legal if type(move) is Form])
        return move if value > 0 else PASS

    def invite(self, v: Sight, legal: Sequence[Any], free: Sequence[Any]) -> AnyMove:
        """Invite the players who make a majority, and those who are worth more inside than outside."""
        valuation, bid = self.valuation(v), v.bid
        assert bid is not None
        cabinet = valuation.presented_cabinet()
        guests = [move.seat for move in legal if type(move) is Invite]
        willing = cabinet.willing_seats([*bid.invited, *guests])
        _, chosen = cabinet.best_guests(bid.invited, [seat for seat in guests if seat in willing])
        return Invite(chosen[0]) if chosen else READY

    def join(self, v: Sight, legal: Sequence[Any], free: Sequence[Any]) -> AnyMove:
        """Join if the government is worth more with this seat in it, given its chance to be formed without."""
        valuation, bid = self.valuation(v), v.bid
        assert bid is not None
        cabinet = valuation.presented_cabinet()
        members = (bid.by, *bid.joined, *[seat for seat in v.asked if seat != self.seat])
        inside, outside = cabinet.value((*members, self.seat)), cabinet.value(members)
        if not bid.army and not forms_without_vote(v, bid.card):
            outside *= investiture_chance(valuation.o, members, self.parameters.hope)
        return JOIN if inside + self._word(valuation, PROMISED_JOIN, bid.by) > outside else DECLINE

    def recruit(self, v: Sight, legal: Sequence[Any], free: Sequence[Any]) -> AnyMove:
        """Join if the government in place is worth more with this seat in it."""
        valuation = self.valuation(v)
        inside = valuation.government((*valuation.o.members, self.seat))
        assert v.turn is not None
        return JOIN if inside + self._word(valuation, PROMISED_JOIN, v.turn) > valuation.government() else DECLINE

    def _word(self, valuation: Valuation, kind: str, to: Seat) -> float:
        """What breaking a promise must gain; nothing where none was made."""
        return self.parameters.word if valuation.o.pledges.owes(kind, to) else 0.0

    # --- attacks of others -------------------------------------------------------------------------------------------

    def answer(self, v: Sight, legal: Sequence[Any], free: Sequence[Any]) -> AnyMove:
        """Play the matching defence; BARAKA or the army where the loss is worth it; else ask for help."""
        assert v.assault is not None
        if type(legal[0]) is Answer:
            loss = self.valuation(v).loss()
            for card, price in (
                (self.cards.answer[v.assault.card], 0.0),
                (BARAKA, self.parameters.baraka_price),
                (ARMY, self.parameters.army_price),
            ):
                if loss > price and Answer(card) in legal:
                    return Answer(card)
        return Plead() if Plead() in legal else SUFFER

    def lend(self, v: Sight, legal: Sequence[Any], free: Sequence[Any]) -> AnyMove:
        """Lend a defence if it gains: deputies, the survival of a government, or a loss of the attacker."""
        valuation, assault = self.valuation(v), v.assault
        assert assault is not None
        o = valuation.o
        defence = self.cards.defences[self.cards.answer[assault.card]]
        moved = min(defence.loan, o.deputies[assault.target]) * o.deputy
        gain = moved * (1 + o.weights[assault.target]) + o.weights[assault.by] * defence.penalty
        government = valuation.government()
        gain += government - valuation.hit(assault, government)
        return OFFER if gain > self.parameters.green_price else PASS

    def accept(self, v: Sight, legal: Sequence[Any], free: Sequence[Any]) -> AnyMove:
        """Accept the help of the least dangerous rival, if it costs less than the attack."""
        valuation, assault = self.valuation(v), v.assault
        assert assault is not None
        o = valuation.o
        lender = min(assault.offers, key=lambda seat: o.weights[seat])
        loan = self.cards.defences[self.cards.answer[assault.card]].loan
        cost = min(loan, o.deputies[self.seat]) * o.deputy * (1 + o.weights[lender])
        return Accept(lender) if valuation.loss() > cost else DECLINE

    def counter(self, v: Sight, legal: Sequence[Any], free: Sequence[Any]) -> AnyMove:
        """Counter an army with one's own, if the reversal is worth it."""
        valuation = self.valuation(v)
        works, fails = valuation.pressure()
        assert v.pressure is not None
        gain = works - fails if len(v.pressure.laid) % 2 == 0 else fails - works
        if valuation.o.pledges.owes_peace(seats_under_pressure(v)):
            gain -= self.parameters.word
        return COUNTER if gain > self.parameters.army_price else PASS

    # --- votes -------------------------------------------------------------------------------------------------------

    def investiture(self, v: Sight, legal: Sequence[Any], free: Sequence[Any]) -> AnyMove:
        """Vote for one's own government, and for one that is worth more than none."""
        assert v.bid is not None
        if v.bid.by == self.seat:
            return YES
        valuation = self.valuation(v)
        return YES if valuation.presented_government() + self._word(valuation, PROMISED_VOTE, v.bid.by) > 0 else NO

    def censure(self, v: Sight, legal: Sequence[Any], free: Sequence[Any]) -> AnyMove:
        """Vote for a censure if the fall is worth more than the government."""
        if v.turn == self.seat:
            return YES
        valuation = self.valuation(v)
        o = valuation.o
        assert o.pm is not None
        assert v.turn is not None
        word = self.parameters.word if o.pledges.owes_peace(o.members) else 0.0
        return YES if o.fall_value(o.pm, o.members, v.turn) > valuation.government() + word else NO

    def favours(self, v: Sight, amendment: Amendment) -> bool:
        """Whether a change of the rules gains; elections are valued by what rivals would gain too."""
        if amendment.option != "midterm" or v.midterm != "ahead":
            return super().favours(v, amendment)
        return (self.valuation(v).elections() > 0) == bool(amendment.value)
