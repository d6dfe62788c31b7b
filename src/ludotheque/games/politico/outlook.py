"""How the table looks to a player who thinks: who matters, what a deputy is worth, what others may hold."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from ludotheque.engine.rules import Seat
from ludotheque.games.politico.box import ARMY, BARAKA, BLANKS, CENSURE, EVENTS, PM, PROVIDENTIAL, UNION, Box
from ludotheque.games.politico.scoring import FALL, FALL_DEPUTIES, HEAD, HEAD_ALONE, MEMBER_ATTACKS
from ludotheque.games.politico.sight import Sight

WON: Final = 200.0
"""What it is worth, in points, to reach the target."""


class Cards:
    """What a player knows of the box by heart."""

    def __init__(self, box: Box) -> None:
        self.box = box
        self.attacks = {card.id: card for card in box.attack}
        self.defences = {card.id: card for card in box.defence}
        self.answer = {card.id: card.defence for card in box.attack}
        self.falls = tuple(card.id for card in box.attack if card.falls)
        self.ignoring = tuple(card.id for card in box.attack if card.falls and card.ignores_union)
        self.crisis = sum(event.falls for event in box.event) / (EVENTS + BLANKS)
        """The chance that an event brings a government down."""


@lru_cache(maxsize=4)
def learn(box: Box) -> Cards:
    """The cards of a box, learnt once."""
    return Cards(box)


class Outlook:
    """A sight, weighed."""

    def __init__(self, v: Sight, me: Seat, cards: Cards, rivalry: float) -> None:
        self.v = v
        self.me = me
        self.cards = cards
        self.players = v.players
        self.points = v.points
        self.deputies = v.deputies
        self.hand = v.hand
        government = v.government
        self.members: tuple[Seat, ...] = government.members if government else ()
        self.pm: Seat | None = government.pm if government else None
        self.union = v.union > 0
        self.immune = government is not None and government.immune > 0
        self.weights = self._weigh(rivalry)
        left = 1 - max(0, *v.points) / v.options.target
        #: What a deputy is worth in points: rounds of government to come.
        self.deputy = 0.15 + 0.85 * max(0.0, left)
        self._unseen: dict[str, int] = {}
        self._hidden = 0

    def pays(self, seat: Seat, head: Seat) -> int:
        """What a seat scores when a government with this head has lasted a round."""
        deputies = self.deputies[seat]
        if seat != head:
            return deputies
        return deputies + HEAD if deputies else HEAD_ALONE

    def _weigh(self, rivalry: float) -> list[float]:
        """How much everybody else's points weigh: those in front most."""
        top = max(self.points)
        raw = [0.2 + max(0.0, 1 - (top - mine) / 250) for mine in self.points]
        raw[self.me] = 0.0
        scale = rivalry / max(1.0, sum(raw))
        return [scale * weight for weight in raw]

    def mine(self, points: float) -> float:
        """Points for oneself, and the game with them if they are enough."""
        total = self.points[self.me] + points
        return points + WON if total >= self.v.options.target and total > max(self.points) else points

    # --- what others may hold ----------------------------------------------------------------------------------------

    @property
    def unseen(self) -> dict[str, int]:
        """How many cards of each kind are in the pack or in others' hands without having been shown."""
        if not self._unseen:
            v, box = self.v, self.cards.box
            left = [total - gone for total, gone in zip(box.counts, v.discard, strict=True)]
            number = box.number
            for cards in (v.hand, *v.exposed, *(known for seat, known in enumerate(v.known) if seat != self.me)):
                for card in cards:
                    left[number[card]] -= 1
            for card in self._laid():
                left[number[card]] -= 1
            self._unseen = dict(zip(box.kinds, left, strict=True))
            self._hidden = max(1, sum(left))
        return self._unseen

    def _laid(self) -> list[str]:
        """Cards that lie on the table."""
        v = self.v
        cards = [v.government.card] if v.government else []
        if v.bid:
            cards.append(v.bid.card)
        if v.assault:
            cards.append(v.assault.card)
        if v.union or (v.bid and v.bid.union):
            cards.append(UNION)
        if any(frame.what == CENSURE for frame in v.frames) or (v.pressure and v.pressure.purpose == CENSURE):
            cards.append(CENSURE)
        return cards

    def holds(self, seat: Seat, *kinds: str) -> float:
        """The chance that another player holds a card of one of these kinds."""
        unseen = self.unseen
        return self.odds(seat, kinds, sum([unseen[kind] for kind in kinds]))

    def odds(self, seat: Seat, kinds: Sequence[str], count: float) -> float:
        """The same, where so many of them are unseen."""
        known = self.v.known[seat]
        if known and not set(known).isdisjoint(kinds):
            return 1.0
        return 1.0 - (1.0 - count / self._hidden) ** (self.v.counts[seat] - len(known))

    def unanswered(self, attack: str, target: Seat, lenders: tuple[Seat, ...]) -> float:
        """The chance that an attack hits, if these players would lend their defence."""
        answer = self.cards.answer[attack]
        chance = 1 - self.holds(target, answer, BARAKA, ARMY)
        if self.v.options.lending and not self.cards.attacks[attack].personal:
            for seat in lenders:
                chance *= 1 - 0.8 * self.holds(seat, answer)
        return chance

    def lenders(self, attacker: Seat, target: Seat) -> tuple[Seat, ...]:
        """Those who would lend the target a defence: allies, as far as the attack is on their government."""
        if target != self.pm:
            return ()
        return tuple([seat for seat in self.members if seat not in (attacker, target, self.me)])

    # --- what a fall is worth ----------------------------------------------------------------------------------------

    def fall(self, pm: Seat, members: Sequence[Seat], by: Seat | None) -> float:
        """What it is worth to me that a government falls, by somebody's doing or an event's."""
        me, weights = self.me, self.weights
        value = sum([-FALL if seat == me else FALL * weights[seat] for seat in members if seat != by])
        if by is None:
            return value * 0.6
        if by == pm:
            return value
        gone = min(FALL_DEPUTIES, self.deputies[pm]) * self.deputy
        prize = (MEMBER_ATTACKS if by in members else FALL) + gone
        value += -gone if pm == me else gone * weights[pm]
        return value + (self.mine(prize - gone) + gone if by == me else -weights[by] * prize)

    def lasts(self, pm: Seat, members: Sequence[Seat]) -> float:
        """What it is worth to me that a government lasts until it scores: points, and maybe the game."""
        me, weights = self.me, self.weights
        value, winner, best = 0.0, None, self.v.options.target - 1
        for seat in members:
            points = self.pays(seat, pm)
            value += points if seat == me else -weights[seat] * points
            if self.points[seat] + points > best:
                winner, best = seat, self.points[seat] + points
        if winner is None:
            return value
        return value + WON if winner == me else value - WON


def worth_keeping(o: Outlook) -> list[tuple[float, str]]:
    """Every card in hand with what it is worth to keep, poorest first; a second of a kind is worth less."""
    cards, seen, found = o.cards, set[str](), []
    for card in o.hand:
        attack = cards.attacks.get(card)
        if attack is not None:
            value = 14.0 if attack.falls else 4 + 0.3 * (attack.gain + attack.deputies)
            if attack.ignores_union:
                value += 2
        elif card in _KEEP:
            value = _KEEP[card]
        else:
            value = 11.0 if any(cards.answer[kind] == card for kind in cards.falls) else 7.0
        found.append((value * 0.5 if card in seen else value, card))
        seen.add(card)
    return sorted(found)


_KEEP: Final = {PM: 22.0, CENSURE: 10.0, ARMY: 30.0, PROVIDENTIAL: 26.0, UNION: 26.0, BARAKA: 24.0}
