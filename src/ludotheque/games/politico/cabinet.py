"""A government as one who thinks sees it: whether it will last until it scores, and what that is worth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ludotheque.engine.frames import around
from ludotheque.engine.rules import Seat
from ludotheque.games.politico.box import ARMY, BARAKA
from ludotheque.games.politico.outlook import Outlook
from ludotheque.games.politico.scoring import FALL, FALL_DEPUTIES

HOSTILE: Final = 0.85
"""How likely an opponent who can strike does."""
TREACHEROUS: Final = 0.8
"""How likely a member does."""
PUTSCH: Final = 0.6
"""How likely an opponent who holds the army uses it so."""

RISK: Final = 25
"""Points that a member is taken to fear to lose in a fall: fifty, but for those who strike first."""


class Cabinet:
    """What a government with this head would be worth, whoever its members, from the next turn to its head's."""

    def __init__(self, o: Outlook, pm: Seat, union: bool, immune: bool) -> None:
        self.o = o
        self.pm = pm
        turn = o.v.turn if o.v.turn is not None else pm
        following = around((turn + 1) % o.players, o.players)
        #: Who plays before it scores, in turn.
        self.order = following[: following.index(pm)]
        self.calm = 1 - o.cards.crisis
        kinds = o.cards.ignoring if union else o.cards.falls
        self.sheltered = immune or not kinds
        others = around(o.me, o.players)[1:]
        #: How likely everybody else can strike, and how likely they would with the army.
        self.armed = self.putsch = dict.fromkeys(others, 0.0)
        self.bare = 0.0
        self.lend: dict[Seat, float] = {}
        if not self.sheltered:
            unseen = o.unseen
            count = sum([unseen[kind] for kind in kinds])
            self.armed = {seat: o.odds(seat, kinds, count) for seat in others}
            if not union:
                army = unseen[ARMY]
                self.putsch = {seat: PUTSCH * o.odds(seat, (ARMY,), army) for seat in others}
            self.bare, self.lend = self._defence(kinds, others)
        #: What whoever brings it down gains, to me: the head's deputies change hands.
        gone = min(FALL_DEPUTIES, o.deputies[pm]) * o.deputy
        mean = sum(o.weights) / (o.players - 1)
        self.prize = mean * (FALL + gone) + (gone if pm == o.me else -gone * o.weights[pm])
        #: The best stroke of one's own: how likely it hits, before allies lend their cards.
        self.stroke = 0.0 if immune or pm == o.me else max([0.0, *self._strokes(kinds, union)])

    def _defence(self, kinds: tuple[str, ...], others: tuple[Seat, ...]) -> tuple[float, dict[Seat, float]]:
        """The chance that its head has no answer, and for everybody that they have none to lend."""
        o, unseen, answer = self.o, self.o.unseen, self.o.cards.answer
        greens = [answer[kind] for kind in kinds]
        mean = sum([unseen[green] for green in greens]) / len(greens)
        if self.pm == o.me:
            sure = BARAKA in o.hand or ARMY in o.hand
            danger = [unseen[kind] for kind in kinds if not sure and answer[kind] not in o.hand]
            bare = sum(danger) / max(1, sum([unseen[kind] for kind in kinds]))
        else:
            bare = 1 - o.odds(self.pm, (BARAKA, ARMY), mean + unseen[BARAKA] + unseen[ARMY])
        lendable = [answer[kind] for kind in kinds if not o.cards.attacks[kind].personal]
        if not o.v.options.lending or not lendable:
            return bare, dict.fromkeys((*others, o.me), 1.0)
        share = len(lendable) / len(kinds)
        lend = {seat: 1 - 0.8 * share * self._lends(seat, lendable, mean) for seat in others}
        lend[o.me] = 1 - share * len([kind for kind in lendable if kind in o.hand]) / len(lendable)
        return bare, lend

    def _lends(self, seat: Seat, lendable: list[str], mean: float) -> float:
        """The chance that somebody holds the defence that is wanted, whichever it is."""
        o = self.o
        if not o.v.known[seat]:
            return o.odds(seat, (), mean)
        return sum([o.odds(seat, (green,), mean) for green in lendable]) / len(lendable)

    def _strokes(self, kinds: tuple[str, ...], union: bool) -> Iterator[float]:
        """How likely each stroke of one's own would bring it down."""
        o = self.o
        for kind in kinds:
            if kind in o.hand:
                yield 1 - o.holds(self.pm, o.cards.answer[kind], BARAKA, ARMY)
        if ARMY in o.hand and not union:
            yield 0.8

    def survival(self, members: Sequence[Seat], order: Sequence[Seat]) -> float:
        """The chance that it survives the turns of these players, if one does nothing oneself."""
        chance = 1.0
        bare = self.bare
        lend = self.lend
        if bare:
            for seat in members:
                if seat != self.pm:
                    bare *= lend[seat]
        me = self.o.me
        for seat in order:
            chance *= self.calm
            if seat == me or self.armed[seat] == self.putsch[seat] == 0:
                continue
            if seat in members:
                hit = TREACHEROUS * self.armed[seat] * bare / (lend[seat] or 1) if bare else 0.0
                chance *= 1 - min(1.0, hit)
            else:
                chance *= (1 - HOSTILE * self.armed[seat] * bare) * (1 - self.putsch[seat])
        return chance

    def worth(self, members: Sequence[Seat]) -> float:
        """What it is worth to me; on my turn, if it comes before, I do what is best for me."""
        o, me, order = self.o, self.o.me, self.order
        lasts, felled = o.lasts(self.pm, members), self._felled(members)
        if me not in order:
            chance = self.survival(members, order)
            return chance * lasts + (1 - chance) * felled
        at = order.index(me)
        before, after = self.survival(members, order[:at]), self.survival(members, order[at + 1 :])
        stay = after * lasts + (1 - after) * felled
        if self.stroke > 0:
            stay += self.stroke * max(0.0, o.fall(self.pm, members, me) - stay)
        return before * stay + (1 - before) * felled

    def _felled(self, members: Sequence[Seat]) -> float:
        """What its fall is worth when others, one does not know who, bring it about."""
        o, weights = self.o, self.o.weights
        value = -self.prize
        for seat in members:
            value += -FALL if seat == o.me else FALL * weights[seat]
        return value

    def best(self, invited: Sequence[Seat], guests: Sequence[Seat]) -> tuple[float, list[Seat]]:
        """The guests to invite besides, so that there is a majority; without one all that may come.

        They are added one by one, whoever brings most first, and left out again where the majority does without them.
        """
        deputies = self.o.deputies
        missing = sum(deputies) // 2 + 1 - sum([deputies[seat] for seat in (self.pm, *invited)])
        members = [self.pm, *invited]
        chosen: list[Seat] = []
        value = self.worth(members)
        left = list(guests)
        while left:
            worth, seat = max([(self.worth([*members, seat]), -left.index(seat)) for seat in left])
            guest = left[-seat]
            if missing <= 0 and worth <= value:
                break
            if missing > 0 and not deputies[guest]:
                left.remove(guest)
                continue
            value, missing = worth, missing - deputies[guest]
            left.remove(guest)
            members.append(guest)
            chosen.append(guest)
        for guest in chosen[:]:
            if missing + deputies[guest] > 0:
                continue
            without = [seat for seat in members if seat != guest]
            if (worth := self.worth(without)) > value:
                value, missing, members = worth, missing + deputies[guest], without
                chosen.remove(guest)
        return value, chosen

    def would_join(self, seats: Sequence[Seat]) -> list[Seat]:
        """Those for whom it pays to be in it."""
        chance = self.survival((self.pm, *seats), self.order)
        deputies = self.o.deputies
        return [seat for seat in seats if chance * deputies[seat] > (1 - chance) * RISK]
