"""The kingmaker: counts majorities, weighs whether a government will last, and asks of everything what it brings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf
from typing import Any

from ludotheque.engine.chance import Chance
from ludotheque.engine.rules import Seat
from ludotheque.games.politico.bot import COUNTER, DRAW, NO, YES, Backbencher
from ludotheque.games.politico.box import ARMY, BARAKA, PM, PROVIDENTIAL, Box
from ludotheque.games.politico.cabinet import Cabinet
from ludotheque.games.politico.choices import DECLINE, JOIN, OFFER, PASS, READY, SUFFER
from ludotheque.games.politico.moves import (
    Accept,
    Answer,
    AnyMove,
    Army,
    Attack,
    Censure,
    Discard,
    Dissolve,
    Expel,
    Form,
    Invite,
    Leave,
    Plead,
    Recruit,
    Resign,
    Union,
)
from ludotheque.games.politico.outlook import Outlook, majority, poorest, unquestioned
from ludotheque.games.politico.sight import AssaultSight, Sight
from ludotheque.games.politico.state import Amendment


class Kingmaker(Backbencher):
    """Weighs everything in points: its own, and the others' as far as they are in its way."""

    rivalry = 0.72
    """How much a point of all the others together weighs against one of its own ..."""
    jealousy = 1.0
    """... and with only two others, where what the one loses the other is likely to gain."""
    army_price = 45.0
    """What the army must bring to be laid ..."""
    baraka_price = 20.0
    """... BARAKA ..."""
    green_price = 6.0
    """... a defence that is lent ..."""
    red_price = 10.0
    """... and a card that could bring a government down, where it does not."""
    junk = 9.0
    """Below this a card is put back to draw two."""
    encore = 25.0
    """What it is worth to hold a PREMIER MINISTRE when a government falls by one's own hand."""
    union_price = 8.0
    """What UNION NATIONALE must add to a government that is formed."""
    hope = 0.2
    """The chance that a government is invested without a majority of its own."""
    loyalty = 8.0
    """What it must bring besides to betray one's own government, for every player beyond three."""
    despair = -25.0
    """When a government promises this or worse, its head resigns."""

    def __init__(self, box: Box, seat: Seat, rng: Chance) -> None:
        super().__init__(box, seat, rng)
        #: The governments thought of in the decision at hand.
        self.cabinets: list[Cabinet] = []

    def look(self, v: Sight) -> Outlook:
        """The table, weighed anew."""
        self.cabinets.clear()
        return Outlook(v, self.seat, self.cards, self.rivalry if v.players > 3 else self.jealousy)

    def cabinet(self, o: Outlook, pm: Seat, union: bool, immune: bool) -> Cabinet:
        """A government, weighed once for a decision however often it is thought of."""
        for cabinet in self.cabinets:
            if cabinet.o is o and (cabinet.pm, cabinet.union, cabinet.immune) == (pm, union, immune):
                return cabinet
        cabinet = Cabinet(o, pm, union, immune)
        self.cabinets.append(cabinet)
        return cabinet

    def standing(self, o: Outlook, members: Sequence[Seat] | None = None, union: bool | None = None) -> float:
        """What the government in place is worth, as it is or with other members; nothing, if there is none."""
        if o.pm is None:
            return 0.0
        cabinet = self.cabinet(o, o.pm, o.union if union is None else union, o.immune)
        return cabinet.worth(o.members if members is None else members)

    # --- on one's turn -----------------------------------------------------------------------------------------------

    def draw(self, v: Sight, legal: Sequence[Any], free: Sequence[Any]) -> AnyMove:
        """One more card, or two for the poorest."""
        value, card = poorest(self.cards, v.hand)
        return Discard(card) if value < self.junk else DRAW

    def act(self, v: Sight, legal: Sequence[Any], free: Sequence[Any]) -> AnyMove:
        """Whatever brings most; nothing, if nothing brings anything."""
        o = self.look(v)
        as_it_is = self.standing(o)
        if o.pm == self.seat:
            changes = list(self.changes(o, legal, as_it_is))
            if changes:
                return max(changes, key=lambda found: found[0])[1]
            if as_it_is < self.despair and Resign() in free:
                return Resign()
        best: tuple[float, AnyMove] = (as_it_is, PASS)
        for found in self.deeds(o, legal, as_it_is):
            if found[0] > best[0]:
                best = found
        return best[1]

    def deeds(self, o: Outlook, legal: Sequence[Any], as_it_is: float) -> Iterator[tuple[float, AnyMove]]:
        """Everything that makes a turn, with what it brings, the government that stands included."""
        bids = [move for move in legal if type(move) is Form]
        if bids:
            yield self.bid(o, bids)
        attacks = [move for move in legal if type(move) is Attack]
        if attacks:
            yield self.strike(o, attacks, as_it_is)
        for move in legal:
            match move:
                case Attack():
                    continue
                case Censure():
                    if self.carries(o):
                        yield o.fall(o.pm, o.members, self.seat) + self.follow_up(o), move  # type: ignore[arg-type]
                case Army(purpose="topple"):
                    works = 1 - self.countered(o)
                    felled = o.fall(o.pm, o.members, self.seat) + self.follow_up(o)  # type: ignore[arg-type]
                    yield works * felled + (1 - works) * as_it_is - self.army_price, move
                case Army():
                    inside = self.standing(o, (*o.members, self.seat))
                    yield 0.8 * inside + 0.2 * as_it_is - self.army_price, move
                case Union():
                    if self.seat in o.members:
                        yield self.standing(o, union=True) - 15, move
                case Leave():
                    yield self.standing(o, [seat for seat in o.members if seat != self.seat]) - 3, move

    def changes(self, o: Outlook, legal: Sequence[Any], as_it_is: float) -> Iterator[tuple[float, AnyMove]]:
        """What the head of government does before playing, if it makes things better."""
        cabinet = self.cabinet(o, self.seat, o.union, o.immune)
        for move in legal:
            match move:
                case Expel():
                    left = [seat for seat in o.members if seat != move.seat]
                    gain = cabinet.worth(left) - as_it_is
                    if gain > 4 and majority(o, left):
                        yield gain, move
                case Recruit():
                    members = (*o.members, move.seat)
                    gain = cabinet.worth(members) - as_it_is
                    if gain > 2 and move.seat in cabinet.would_join(members[1:]):
                        yield gain, move
                case Dissolve():
                    if (gain := self.new_elections(o)) > 12:
                        yield gain, move

    def new_elections(self, o: Outlook) -> float:
        """What it brings to deal the plaques again: everybody can expect the same."""
        fair = sum([sum(plaques) for plaques in o.v.plaques]) / o.players
        gain = fair - o.deputies[self.seat]
        for seat, weight in enumerate(o.weights):
            gain -= weight * (fair - o.deputies[seat])
        return gain * o.deputy

    def attack(self, v: Sight, legal: Sequence[Any], free: Sequence[Any]) -> AnyMove:
        """After a failure: a red card, if it brings anything."""
        o = self.look(v)
        as_it_is = self.standing(o)
        value, move = self.strike(o, [move for move in legal if move != PASS], as_it_is)
        return move if value > as_it_is else PASS

    def strike(self, o: Outlook, moves: Sequence[Attack], as_it_is: float) -> tuple[float, AnyMove]:
        """The attack that brings most, the government that stands included. Those with a card follow one another."""
        cards, weights, deputies, worth, members = self.cards, o.weights, o.deputies, o.deputy, o.members
        felled = o.fall(o.pm, members, self.seat) + self.follow_up(o) if o.pm is not None else 0.0
        best: tuple[float, AnyMove] = (-inf, PASS)
        kind = ""
        for move in moves:
            if move.card != kind:
                kind = move.card
                card, held = cards.attacks[kind], o.held(cards.saving[kind])
                defence = cards.defences[card.defence]
                gain, repelled = o.mine(card.gain), as_it_is - defence.penalty
                price = self.red_price if card.falls and kind not in self.spare(o) else 1.0
            target = move.seat
            inside = card.falls and target in members
            hits = o.unanswered(kind, target, o.lenders(self.seat, target)) if inside else 1 - held[target]
            parried = repelled - weights[target] * defence.reward
            if inside:
                value = hits * felled + (1 - hits) * parried
            else:
                moved = min(card.deputies, deputies[target]) * worth
                brings = gain + moved + weights[target] * (card.points + moved)
                if card.exposed:
                    brings += 5
                value = hits * (as_it_is + brings) + (1 - hits) * parried - price
            if value > best[0]:
                best = (value, move)
        return best

    def spare(self, o: Outlook) -> Sequence[str]:
        """Cards that could bring a government down, but for one that is kept."""
        return [card for card in o.hand if card in self.cards.falls][1:]

    def follow_up(self, o: Outlook) -> float:
        """What bringing the government down brings besides: another may follow at once; and betrayal has a price."""
        price = self.loyalty * (o.players - 3) if self.seat in o.members else 0.0
        return (self.encore if PM in o.hand or PROVIDENTIAL in o.hand else 0.0) - price

    def carries(self, o: Outlook) -> bool:
        """Whether those who are not in the government outvote those who are; one is against it oneself."""
        loyal = sum([o.deputies[seat] for seat in o.members if seat != self.seat])
        return 2 * loyal < sum(o.deputies)

    def countered(self, o: Outlook) -> float:
        """The chance that an army on one's own side is countered by a member of the government."""
        chance = 1.0
        for seat in o.members:
            if seat != self.seat:
                chance *= 1 - 0.8 * o.holds(seat, ARMY)
        return 1 - chance

    # --- forming a government ----------------------------------------------------------------------------------------

    def form(self, v: Sight, legal: Sequence[Any], free: Sequence[Any]) -> AnyMove:
        """At once after a fall: a government, if it promises anything."""
        value, move = self.bid(self.look(v), [move for move in legal if type(move) is Form])
        return move if value > 0 else PASS

    def bid(self, o: Outlook, bids: Sequence[Form]) -> tuple[float, AnyMove]:
        """The best way to form a government, and what it promises."""
        me = self.seat
        guests = [seat for seat in range(o.players) if seat != me and not o.v.exposed[seat]]
        best: tuple[float, AnyMove] = (-1000.0, PASS)
        for move in bids:
            unasked = unquestioned(o.v, move.card)
            cabinet = self.cabinet(o, me, move.union or o.union, unasked)
            willing = cabinet.would_join(guests)
            if move.army or unasked:
                value = cabinet.worth((me, *willing)) - (self.army_price if move.army else 0)
            else:
                value, chosen = cabinet.best((), willing)
                if not majority(o, (me, *chosen)):
                    value *= self.hope
            if move.union:
                value -= self.union_price
            if move.card == PROVIDENTIAL and not unasked:
                value -= 5
            if value > best[0]:
                best = (value, move)
        return best

    def presented(self, o: Outlook) -> Cabinet:
        """The government that is being formed."""
        bid = o.v.bid
        assert bid is not None
        return self.cabinet(o, bid.by, bid.union or o.union, unquestioned(o.v, bid.card) and not bid.army)

    def invite(self, v: Sight, legal: Sequence[Any], free: Sequence[Any]) -> AnyMove:
        """Those who make a majority, and whoever is better inside than outside."""
        o, bid = self.look(v), v.bid
        assert bid is not None
        cabinet = self.presented(o)
        guests = [move.seat for move in legal if type(move) is Invite]
        willing = cabinet.would_join([*bid.invited, *guests])
        _, chosen = cabinet.best(bid.invited, [seat for seat in guests if seat in willing])
        return Invite(chosen[0]) if chosen else READY

    def join(self, v: Sight, legal: Sequence[Any], free: Sequence[Any]) -> AnyMove:
        """If it is better to be in it: where it comes about anyhow, or by one's own votes."""
        o, bid = self.look(v), v.bid
        assert bid is not None
        cabinet = self.presented(o)
        members = (bid.by, *bid.joined, *[seat for seat in v.asked if seat != self.seat])
        inside, outside = cabinet.worth((*members, self.seat)), cabinet.worth(members)
        if not bid.army and not unquestioned(v, bid.card) and not majority(o, members):
            outside *= self.hope
        return JOIN if inside > outside else DECLINE

    def recruit(self, v: Sight, legal: Sequence[Any], free: Sequence[Any]) -> AnyMove:
        """If it is better to be in it."""
        o = self.look(v)
        return JOIN if self.standing(o, (*o.members, self.seat)) > self.standing(o) else DECLINE

    # --- attacks of others -------------------------------------------------------------------------------------------

    def answer(self, v: Sight, legal: Sequence[Any], free: Sequence[Any]) -> AnyMove:
        """The matching card whenever one has it; a card that answers everything, and help, where it matters."""
        assert v.assault is not None
        if type(legal[0]) is Answer:
            loss = self.loss(self.look(v))
            for card, price in (
                (self.cards.answer[v.assault.card], 0.0),
                (BARAKA, self.baraka_price),
                (ARMY, self.army_price),
            ):
                if loss > price and Answer(card) in legal:
                    return Answer(card)
        return Plead() if Plead() in legal else SUFFER

    def loss(self, o: Outlook) -> float:
        """What an attack on oneself costs if it is not answered."""
        assault = o.v.assault
        assert assault is not None
        stands = self.standing(o)
        return stands - self.hit(o, assault, stands)

    def hit(self, o: Outlook, assault: AssaultSight, stands: float) -> float:
        """What it is worth to me that an attack hits, the government included; what that is worth as it stands."""
        by, target = assault.by, assault.target
        card, weights = self.cards.attacks[assault.card], o.weights
        if card.falls and target in o.members:
            assert o.pm is not None
            return o.fall(o.pm, o.members, by)
        moved = min(card.deputies, o.deputies[target]) * o.deputy
        value = stands - weights[by] * (card.gain + moved)
        if by == self.seat:
            value += o.mine(card.gain) + moved
        lost = card.points + moved + (10 if card.exposed else 0)
        return value + (-lost if target == self.seat else weights[target] * lost)

    def lend(self, v: Sight, legal: Sequence[Any], free: Sequence[Any]) -> AnyMove:
        """If it pays: for the deputies that it brings, for a government one is in, against whoever attacks."""
        o, assault = self.look(v), v.assault
        assert assault is not None
        defence = self.cards.defences[self.cards.answer[assault.card]]
        moved = min(defence.loan, o.deputies[assault.target]) * o.deputy
        gain = moved * (1 + o.weights[assault.target]) + o.weights[assault.by] * defence.penalty
        stands = self.standing(o)
        gain += stands - self.hit(o, assault, stands)
        return OFFER if gain > self.green_price else PASS

    def accept(self, v: Sight, legal: Sequence[Any], free: Sequence[Any]) -> AnyMove:
        """Help from whoever is least in the way, if it costs less than the attack."""
        o, assault = self.look(v), v.assault
        assert assault is not None
        lender = min(assault.offers, key=lambda seat: o.weights[seat])
        loan = self.cards.defences[self.cards.answer[assault.card]].loan
        cost = min(loan, o.deputies[self.seat]) * o.deputy * (1 + o.weights[lender])
        return Accept(lender) if self.loss(o) > cost else DECLINE

    def counter(self, v: Sight, legal: Sequence[Any], free: Sequence[Any]) -> AnyMove:
        """The army, if turning things round is worth it."""
        works, fails = self.pressed(self.look(v))
        assert v.pressure is not None
        gain = works - fails if len(v.pressure.laid) % 2 == 0 else fails - works
        return COUNTER if gain > self.army_price else PASS

    def pressed(self, o: Outlook) -> tuple[float, float]:
        """What it is worth to me that a pressure works, and that it fails."""
        v, pressure = o.v, o.v.pressure
        assert pressure is not None
        purpose, by = pressure.purpose, pressure.by
        if purpose in ("investiture", "minority"):
            formed = self.proposed(o)
            return (0.0, formed) if purpose == "investiture" else (formed, 0.0)
        stands = self.standing(o)
        if purpose == "enter":
            return self.standing(o, (*o.members, by)), stands
        if purpose == "defence":
            assert v.assault is not None
            return stands, (stands + self.hit(o, v.assault, stands)) / 2
        assert o.pm is not None
        felled = o.fall(o.pm, o.members, by)
        return (felled, stands) if purpose == "topple" else (stands, felled)

    # --- votes -------------------------------------------------------------------------------------------------------

    def proposed(self, o: Outlook) -> float:
        """What the government that presents itself is worth."""
        bid = o.v.bid
        assert bid is not None
        return self.presented(o).worth((bid.by, *bid.joined))

    def investiture(self, v: Sight, legal: Sequence[Any], free: Sequence[Any]) -> AnyMove:
        """By interest."""
        assert v.bid is not None
        return YES if v.bid.by == self.seat or self.proposed(self.look(v)) > 0 else NO

    def censure(self, v: Sight, legal: Sequence[Any], free: Sequence[Any]) -> AnyMove:
        """By interest: whether the fall is worth more than the government."""
        if v.turn == self.seat:
            return YES
        o = self.look(v)
        assert o.pm is not None
        assert v.turn is not None
        return YES if o.fall(o.pm, o.members, v.turn) > self.standing(o) else NO

    def wants(self, v: Sight, amendment: Amendment) -> bool:
        """As others do; but whether elections are of use is weighed by what rivals would gain too."""
        if amendment.option != "midterm" or v.midterm != "ahead":
            return super().wants(v, amendment)
        return (self.new_elections(self.look(v)) > 0) == bool(amendment.value)
