"""Moves of one's own turn, each with its value, for the bot “kingmaker”.

The value of a move includes that of the government in place afterwards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf
from typing import Any

from ludotheque.games.politico.bots.outlook import Outlook, forms_without_vote, has_majority, investiture_chance
from ludotheque.games.politico.bots.valuation import Valuation
from ludotheque.games.politico.box import PROVIDENTIAL
from ludotheque.games.politico.choices import PASS
from ludotheque.games.politico.moves import AnyMove, Army, Attack, Censure, Dissolve, Expel, Form, Leave, Recruit, Union

ValuedMove = tuple[float, AnyMove]


def turn_moves(valuation: Valuation, legal: Sequence[Any], government: float) -> Iterator[ValuedMove]:
    """Yield the moves that end a turn, with their values; of governments to form and of attacks the best one each."""
    o, me, army_price = valuation.o, valuation.me, valuation.parameters.army_price
    word = valuation.parameters.word if o.pledges.owes_peace(o.members) else 0.0
    bids = [move for move in legal if type(move) is Form]
    if bids:
        yield best_bid(valuation, bids)
    attacks = [move for move in legal if type(move) is Attack]
    if attacks:
        yield best_attack(valuation, attacks, government)
    for move in legal:
        match move:
            case Attack():
                continue
            case Censure():
                if valuation.censure_carries():
                    yield valuation.toppling() - word, move
            case Army(purpose="topple"):
                works = 1 - valuation.counter_chance()
                yield works * valuation.toppling() + (1 - works) * government - army_price - word, move
            case Army():
                inside = valuation.government((*o.members, me))
                yield 0.8 * inside + 0.2 * government - army_price, move
            case Union():
                if me in o.members:
                    yield valuation.government(union=True) - 15, move
            case Leave():
                yield valuation.government([seat for seat in o.members if seat != me]) - 3, move


def government_changes(valuation: Valuation, legal: Sequence[Any], government: float) -> Iterator[ValuedMove]:
    """Yield what the prime minister can change before playing, where it gains enough, with the gain."""
    o = valuation.o
    cabinet = valuation.cabinet(valuation.me, o.union, o.immune)
    for move in legal:
        match move:
            case Expel():
                left = [seat for seat in o.members if seat != move.seat]
                gain = cabinet.value(left) - government
                if gain > 4 and has_majority(o, left):
                    yield gain, move
            case Recruit():
                members = (*o.members, move.seat)
                gain = cabinet.value(members) - government
                if gain > 2 and move.seat in cabinet.willing_seats(members[1:]):
                    yield gain, move
            case Dissolve():
                if (gain := valuation.elections()) > 12:
                    yield gain, move


def best_attack(valuation: Valuation, moves: Sequence[Attack], government: float) -> ValuedMove:
    """The attack of the highest value. Attacks with the same card stand together in ``moves``."""
    o, me = valuation.o, valuation.me
    cards, weights, deputies, worth, members = o.cards, o.weights, o.deputies, o.deputy, o.members
    felled = valuation.toppling() if o.pm is not None else 0.0
    pledges, word = o.pledges, valuation.parameters.word
    best: ValuedMove = (-inf, PASS)
    kind = ""
    for move in moves:
        if move.card != kind:
            kind = move.card
            card, held = cards.attacks[kind], o.hold_chances(cards.saving[kind])
            defence = cards.defences[card.defence]
            gain, repelled = o.own_points_value(card.gain), government - defence.penalty
            price = valuation.parameters.red_price if card.falls and kind not in _spare_attacks(o) else 1.0
        target = move.seat
        inside = card.falls and target in members
        hits = o.hit_chance(kind, target, o.lenders(me, target)) if inside else 1 - held[target]
        parried = repelled - weights[target] * defence.reward
        if inside:
            value = hits * felled + (1 - hits) * parried
        else:
            moved = min(card.deputies, deputies[target]) * worth
            brings = gain + moved + weights[target] * (card.points + moved)
            if card.exposed:
                brings += 5
            value = hits * (government + brings) + (1 - hits) * parried - price
        if pledges.mine and pledges.owes_peace(members if inside else (target,)):
            value -= word
        if value > best[0]:
            best = (value, move)
    return best


def _spare_attacks(o: Outlook) -> Sequence[str]:
    """The attacks in hand that could bring a government down, less the one that is kept."""
    return [card for card in o.hand if card in o.cards.falls][1:]


def best_bid(valuation: Valuation, bids: Sequence[Form]) -> ValuedMove:
    """The best move that forms a government."""
    o, me, parameters = valuation.o, valuation.me, valuation.parameters
    guests = [seat for seat in range(o.players) if seat != me and not o.v.exposed[seat]]
    best: ValuedMove = (-1000.0, PASS)
    for move in bids:
        without_vote = forms_without_vote(o.v, move.card)
        cabinet = valuation.cabinet(me, move.union or o.union, without_vote)
        willing = cabinet.willing_seats(guests)
        if move.army or without_vote:
            value = cabinet.value((me, *willing)) - (parameters.army_price if move.army else 0)
        else:
            value, chosen = cabinet.best_guests((), willing)
            value *= investiture_chance(o, (me, *chosen), parameters.hope)
        if move.union:
            value -= parameters.union_price
        if move.card == PROVIDENTIAL and not without_vote:
            value -= 5
        if value > best[0]:
            best = (value, move)
    return best
