"""A sight as a bot evaluates it: the weight of each opponent, the value of deputies, the likely hands."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import prod
from operator import sub
from typing import Final

from ludotheque.engine.rules import Seat
from ludotheque.games.politico.bots.pledges import Pledges, trust
from ludotheque.games.politico.box import ARMY, BARAKA, BLANKS, CENSURE, EVENTS, PM, PROVIDENTIAL, UNION, Attack, Box
from ludotheque.games.politico.scoring import FALL, FALL_DEPUTIES, HEAD, HEAD_ALONE, MEMBER_ATTACKS
from ludotheque.games.politico.sight import Sight

WON: Final = 200.0
"""The value in points of reaching the target."""


_KEEP: Final = {PM: 22.0, CENSURE: 10.0, ARMY: 30.0, PROVIDENTIAL: 26.0, UNION: 26.0, BARAKA: 24.0}


class Threat:
    """Attacks that could bring a government down, and the cards that answer them."""

    def __init__(self, attacks: Sequence[Attack]) -> None:
        self.kinds = tuple(card.id for card in attacks)
        self.greens = tuple(card.defence for card in attacks)
        #: The defences that may be lent, and the share of the attacks that they answer.
        self.lendable = tuple(card.defence for card in attacks if not card.personal)
        self.share = len(self.lendable) / max(1, len(attacks))


class Cards:
    """Tables over the cards of a box, for bots."""

    def __init__(self, box: Box) -> None:
        self.box = box
        self.attacks = {card.id: card for card in box.attack}
        self.defences = {card.id: card for card in box.defence}
        self.answer = {card.id: card.defence for card in box.attack}
        self.falls = tuple(card.id for card in box.attack if card.falls)
        #: The attacks that may bring a government down, and those that may under UNION NATIONALE.
        self.threat = Threat([card for card in box.attack if card.falls])
        self.ignoring = Threat([card for card in box.attack if card.falls and card.ignores_union])
        #: For each attack the cards that parry it.
        self.saving = {card.id: (card.defence, BARAKA, ARMY) for card in box.attack}
        self.keep = {kind: self._hand_value(kind) for kind in box.kinds}
        self.crisis = sum(event.falls for event in box.event) / (EVENTS + BLANKS)
        """The probability that an event brings a government down."""

    def is_personal(self, card: str) -> bool:
        """Whether a card is a personal attack."""
        attack = self.attacks.get(card)
        return attack is not None and attack.personal

    def _hand_value(self, kind: str) -> float:
        """The value of a card in hand."""
        attack = self.attacks.get(kind)
        if attack is not None:
            value = 14.0 if attack.falls else 4 + 0.3 * (attack.gain + attack.deputies)
            return value + 2 if attack.ignores_union else value
        return _KEEP.get(kind, 11.0 if kind in self.threat.greens else 7.0)


@lru_cache(maxsize=4)
def cards_of(box: Box) -> Cards:
    """The tables of a box, made once."""
    return Cards(box)


@lru_cache(maxsize=1024)
def rival_weights(points: tuple[int, ...], me: Seat, rivalry: float) -> tuple[float, ...]:
    """The weight of each opponent's points, the leaders' most. Cached, since it only changes with the points."""
    top = max(points)
    raw = [0.2 + max(0.0, 1 - (top - mine) / 250) for mine in points]
    raw[me] = 0.0
    scale = rivalry / max(1.0, sum(raw))
    return tuple([scale * weight for weight in raw])


@lru_cache(maxsize=1024)
def _not_discarded(kinds: tuple[str, ...], counts: tuple[int, ...], discard: tuple[int, ...]) -> dict[str, int]:
    """How many cards of each kind were not put back, which is the same for all seats."""
    return dict(zip(kinds, map(sub, counts, discard), strict=True))


class Outlook:
    """A sight with the values that bots compute from it."""

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
        #: The turn in which the government was formed.
        self.since = government.since if government else 0
        self.union = v.union > 0
        self.immune = government is not None and government.immune > 0
        self.pledges = Pledges(v.bargains, me)
        self.weights = rival_weights(v.points, me, rivalry)
        self.top = max(v.points)
        left = 1 - max(0, self.top) / v.options.target
        #: The value of a deputy in points: it falls as fewer rounds are to come.
        self.deputy = 0.15 + 0.85 * max(0.0, left)
        #: What other seats may hold, computed on first use.
        self._unseen: dict[str, int] = {}
        self._hidden = 0
        self._covered: list[int] = []
        self._shown: list[tuple[Seat, tuple[str, ...]]] = []
        self._held: dict[tuple[str, ...], list[float]] = {}

    def own_points_value(self, points: float) -> float:
        """The value of points for oneself, and of victory if they reach the target."""
        total = self.points[self.me] + points
        return points + WON if total >= self.v.options.target and total > self.top else points

    # --- what others may hold ----------------------------------------------------------------------------------------

    @property
    def unseen(self) -> dict[str, int]:
        """How many cards of each kind are in the pack or in others' hands without having been shown."""
        if not self._unseen:
            self._count_unseen()
        return self._unseen

    def _count_unseen(self) -> None:
        """Count the cards not seen: of each kind, together, and in each hand."""
        v, box = self.v, self.cards.box
        left = _not_discarded(box.kinds, box.counts, v.discard).copy()
        self._shown = [(seat, known) for seat, known in enumerate(v.known) if known and seat != self.me]
        self._covered = list(v.counts)
        for seat, known in self._shown:
            self._covered[seat] -= len(known)
            for card in known:
                left[card] -= 1
        for card in v.hand:
            left[card] -= 1
        for cards in v.exposed:
            for card in cards:
                left[card] -= 1
        for card in self._cards_on_table():
            left[card] -= 1
        self._unseen = left
        self._hidden = max(1, sum(left.values()))

    def _cards_on_table(self) -> list[str]:
        """The cards that lie on the table."""
        v = self.v
        cards = [v.government.card] if v.government else []
        if v.bid:
            cards.append(v.bid.card)
        if v.assault:
            cards.append(v.assault.card)
        if v.union or (v.bid and v.bid.union):
            cards.append(UNION)
        if v.pressure and v.pressure.purpose == CENSURE:
            cards.append(CENSURE)
            return cards
        for frame in v.frames:
            if frame.what == CENSURE:
                cards.append(CENSURE)
                break
        return cards

    def hold_chance(self, seat: Seat, *kinds: str) -> float:
        """The probability that another player holds a card of one of these kinds."""
        return self.hold_chances(kinds)[seat]

    def hold_chances(self, kinds: tuple[str, ...]) -> list[float]:
        """For each seat the probability that it holds a card of these kinds; not valid for one's own."""
        held = self._held.get(kinds)
        if held is None:
            unseen = self.unseen
            held = self._held[kinds] = self.chances_of(kinds, sum([unseen[kind] for kind in kinds]))
        return held

    def chances_of(self, kinds: Sequence[str], count: float) -> list[float]:
        """For each seat the probability that it holds one of these kinds, if so many cards of them are unseen."""
        missed = 1.0 - count / self._hidden
        odds = [1.0 - missed**covered for covered in self._covered]
        for seat, known in self._shown:
            if not set(known).isdisjoint(kinds):
                odds[seat] = 1.0
        return odds

    def hit_chance(self, attack: str, target: Seat, lenders: tuple[Seat, ...]) -> float:
        """The probability that an attack hits, if these seats would lend their defence."""
        cards = self.cards
        chance = 1 - self.hold_chances(cards.saving[attack])[target]
        if lenders and self.v.options.lending and not cards.attacks[attack].personal:
            held = self.hold_chances((cards.answer[attack],))
            for seat in lenders:
                chance *= 1 - 0.8 * held[seat]
        return chance

    def lenders(self, attacker: Seat, target: Seat) -> tuple[Seat, ...]:
        """The seats that would lend the target a defence: its allies, if the attack is on their government."""
        if target not in self.members:
            return ()
        return tuple([seat for seat in self.members if seat not in (attacker, target, self.me)])

    # --- what a fall is worth ----------------------------------------------------------------------------------------

    def fall_value(self, pm: Seat, members: Sequence[Seat], by: Seat | None) -> float:
        """The value to me of the fall of a government, by a seat or, without one, by an event."""
        me, weights = self.me, self.weights
        value = sum([-FALL if seat == me else FALL * weights[seat] for seat in members if seat != by])
        if by is None:
            return value * 0.6
        if by == pm:
            return value
        gone = min(FALL_DEPUTIES, self.deputies[pm]) * self.deputy
        prize = (MEMBER_ATTACKS if by in members else FALL) + gone
        value += -gone if pm == me else gone * weights[pm]
        return value + (self.own_points_value(prize - gone) + gone if by == me else -weights[by] * prize)

    def lasting_value(self, pm: Seat, members: Sequence[Seat]) -> float:
        """The value to me of a government that lasts until it scores, victory included."""
        me, weights, points, deputies = self.me, self.weights, self.points, self.deputies
        value, winner, best = 0.0, None, self.v.options.target - 1
        for seat in members:
            scored = deputies[seat]
            if seat == pm:
                scored = scored + HEAD if scored else HEAD_ALONE
            value += scored if seat == me else -weights[seat] * scored
            if points[seat] + scored > best:
                winner, best = seat, points[seat] + scored
        if winner is None:
            return value
        return value + WON if winner == me else value - WON


def least_valuable(cards: Cards, hand: Sequence[str]) -> tuple[float, str]:
    """The least valuable card in hand, with its value; a second of a kind has half."""
    seen = set[str]()
    found = []
    for card in hand:
        value = cards.keep[card]
        found.append((value * 0.5 if card in seen else value, card))
        seen.add(card)
    return min(found)


def has_majority(o: Outlook, members: Sequence[Seat]) -> bool:
    """Whether members have more deputies than all others."""
    return 2 * sum([o.deputies[seat] for seat in members]) > sum(o.deputies)


def investiture_chance(o: Outlook, members: Sequence[Seat], hope: float) -> float:
    """The chance that a government, its head first, is invested: surely with a majority of its own.

    Otherwise it takes those who have promised their votes; without enough of them there is only hope.
    """
    if has_majority(o, members):
        return 1.0
    voters = o.pledges.voters(members[0], members)
    if not voters or not has_majority(o, (*members, *voters)):
        return hope
    return prod([trust(o.v.bargains, seat) for seat in voters])


def forms_without_vote(v: Sight, card: str) -> bool:
    """Whether a card forms a government without a vote, as HOMME PROVIDENTIEL does under its conditions."""
    return card == PROVIDENTIAL and (v.vacant >= 2 * v.players or v.short >= 2)
