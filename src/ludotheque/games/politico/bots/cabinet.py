"""A government as a bot values it: its chance to last until it scores, and its value."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from ludotheque.engine.question_stack import clockwise_from
from ludotheque.engine.rules import Seat
from ludotheque.games.politico.bots.outlook import Outlook, Threat
from ludotheque.games.politico.box import ARMY, BARAKA
from ludotheque.games.politico.scoring import FALL, FALL_DEPUTIES

HOSTILE: Final = 0.85
"""The probability that an opponent who can attack a government does."""
TREACHEROUS: Final = 0.8
"""The probability that a member who can attack its own government does."""
PUTSCH: Final = 0.6
"""The probability that an opponent who holds the army uses it against a government."""

RISK: Final = 25
"""Points that a member is assumed to risk in a fall: fifty, less for those who attack first."""


_ARMY: Final = (ARMY,)
_SURE: Final = (BARAKA, ARMY)
"""The cards that answer any attack."""

Seats = tuple[Seat, ...]


@cache
def _turn_order(turn: Seat, pm: Seat, me: Seat, players: int, waits: bool) -> tuple[Seats, Seats, Seats | None]:
    """The seats that play before a government scores: all of them, those before me, and those after me if I play.

    It scores at its head's next turn, or, where not all have played by then, at the one after that.
    """
    following = clockwise_from((turn + 1) % players, players)
    order = following[: following.index(pm)]
    if waits:
        order += clockwise_from(pm, players)[1:]
    if me not in order:
        return order, order, None
    at = order.index(me)
    return order, order[:at], order[at + 1 :]


class Cabinet:
    """The value of governments with one head and any members, from the next turn until they score."""

    def __init__(self, o: Outlook, pm: Seat, union: bool, immune: bool) -> None:
        self.o = o
        self.pm = pm
        self.union = union
        self.immune = immune
        turn = o.v.turn if o.v.turn is not None else pm
        since = o.since if o.pm == pm else o.v.turns
        waits = o.v.turns + ((pm - turn) % o.players or o.players) < since + o.players
        #: The seats that play before it scores, in turn; and those before and after one's own turn, if that comes.
        self.order, self.before, self.after = _turn_order(turn, pm, o.me, o.players, waits)
        self.calm = 1 - o.cards.crisis
        threat = o.cards.ignoring if union else o.cards.threat
        #: For each seat the chance that it can attack, and that it would use the army.
        self.armed = self.putsch = [0.0] * o.players
        #: For each seat the chance that it has no answer, as I know it and as all can see; empty if that cannot matter.
        self.undefended: list[float] = []
        self.seems_undefended: list[float] = []
        self.no_loan: list[float] = []
        threatened = len(self.order) > (self.after is not None)
        if threatened and threat.kinds and not immune:
            self.armed = o.hold_chances(threat.kinds)
            if not union:
                self.putsch = [PUTSCH * held for held in o.hold_chances(_ARMY)]
            self.no_loan = self._compute_defence(threat)
        #: The gain of the seat that brings it down, as a loss to me: the head's deputies change hands.
        gone = min(FALL_DEPUTIES, o.deputies[pm]) * o.deputy
        mean = sum(o.weights) / (o.players - 1)
        self.prize = mean * (FALL + gone) + (gone if pm == o.me else -gone * o.weights[pm])
        #: My own attacks, if my turn comes: for each the chance that a seat parries it, without loans from allies.
        self.own_attacks: list[list[float]] = []
        self.own_army = 0.0
        if not immune and self.after is not None:
            self.own_attacks = [o.hold_chances(o.cards.saving[kind]) for kind in threat.kinds if kind in o.hand]
            self.own_army = 0.8 if ARMY in o.hand and not union else 0.0

    def _compute_defence(self, threat: Threat) -> list[float]:
        """Compute for each seat the chance that it has no answer; return the chance that it has none to lend."""
        o, unseen, kinds, lendable = self.o, self.o.unseen, threat.kinds, threat.lendable
        mean = sum([unseen[green] for green in threat.greens]) / len(kinds)
        self.seems_undefended = [1 - odds for odds in o.chances_of(_SURE, mean + unseen[BARAKA] + unseen[ARMY])]
        sure = BARAKA in o.hand or ARMY in o.hand
        answer = o.cards.answer
        danger = [unseen[kind] for kind in kinds if not sure and answer[kind] not in o.hand]
        self.undefended = self.seems_undefended.copy()
        self.undefended[o.me] = sum(danger) / max(1, sum([unseen[kind] for kind in kinds]))
        if not o.v.options.lending or not lendable:
            return [1.0] * o.players
        willing = 0.8 * threat.share
        odds = o.chances_of((), mean)
        for seat, known in enumerate(o.v.known):
            if known:
                odds[seat] = sum([1.0 if green in known else odds[seat] for green in lendable]) / len(lendable)
        lend = [1 - willing * chance for chance in odds]
        lend[o.me] = 1 - threat.share * len([kind for kind in lendable if kind in o.hand]) / len(lendable)
        return lend

    def own_attack_chance(self, members: Sequence[Seat]) -> float:
        """The chance that my own best attack would bring it down, whichever member is the target."""
        best, me = self.own_army, self.o.me
        for held in self.own_attacks:
            for seat in members:
                if seat != me and 1 - held[seat] > best:
                    best = 1 - held[seat]
        return best

    def survival_chance(self, members: Sequence[Seat], order: Sequence[Seat], calm_seats: Seats = ()) -> float:
        """The chance that it survives the turns of these seats, if I and those that are calm do nothing."""
        chance, calm, me, pm = 1.0, self.calm, self.o.me, self.pm
        armed, putsch, lend, pledges = self.armed, self.putsch, self.no_loan, self.o.pledges
        bare = 0.0
        if lend:
            seems = self.seems_undefended
            target = pm
            for seat in members:
                if seems[seat] > seems[target]:
                    target = seat
            bare = self.undefended[target]
            for seat in members:
                if seat != target:
                    bare *= lend[seat]
        for seat in order:
            chance *= calm
            if seat == me or seat in calm_seats:
                continue
            if seat not in members:
                lasts = (1 - HOSTILE * armed[seat] * bare) * (1 - putsch[seat])
            elif bare:
                lasts = 1 - min(1.0, TREACHEROUS * armed[seat] * bare / (lend[seat] or 1))
            else:
                continue
            chance *= lasts + (1 - lasts) * pledges.peace(seat, members) if pledges.has_peace else lasts
        return chance

    def value(self, members: Sequence[Seat], calm_seats: Seats = ()) -> float:
        """Its value to me; on my turn, if that comes before it scores, I do what is best for me."""
        o = self.o
        lasts, felled = o.lasting_value(self.pm, members), self._fall_value(members)
        if self.after is None:
            chance = self.survival_chance(members, self.order, calm_seats)
            return chance * lasts + (1 - chance) * felled
        before = self.survival_chance(members, self.before, calm_seats)
        after = self.survival_chance(members, self.after, calm_seats)
        stay = after * lasts + (1 - after) * felled
        stroke = self.own_attack_chance(members)
        if stroke > 0 and not o.pledges.owes_peace(members):
            stay += stroke * max(0.0, o.fall_value(self.pm, members, o.me) - stay)
        return before * stay + (1 - before) * felled

    def _fall_value(self, members: Sequence[Seat]) -> float:
        """The value of its fall when other seats, not known in advance, cause it."""
        me, weights = self.o.me, self.o.weights
        value = -self.prize
        for seat in members:
            value += -FALL if seat == me else FALL * weights[seat]
        return value

    def best_guests(self, invited: Sequence[Seat], guests: Sequence[Seat]) -> tuple[float, list[Seat]]:
        """Its value with the best guests, and these: enough for a majority, or all if there is none.

        They are added one by one, the most valuable first, and left out again where the majority does not need them.
        """
        deputies = self.o.deputies
        voters = self.o.pledges.voters(self.pm, (self.pm, *invited))
        missing = sum(deputies) // 2 + 1 - sum([deputies[seat] for seat in (self.pm, *invited, *voters)])
        members = [self.pm, *invited]
        chosen: list[Seat] = []
        value = self.value(members)
        left = list(guests)
        while left:
            worth, seat = max([(self.value([*members, seat]), -left.index(seat)) for seat in left])
            guest = left[-seat]
            if missing <= 0 and worth <= value:
                break
            votes = 0 if guest in voters else deputies[guest]
            if missing > 0 and not votes:
                left.remove(guest)
                continue
            value, missing = worth, missing - votes
            left.remove(guest)
            members.append(guest)
            chosen.append(guest)
        for guest in chosen[:]:
            votes = 0 if guest in voters else deputies[guest]
            if missing + votes > 0:
                continue
            without = [seat for seat in members if seat != guest]
            if (worth := self.value(without)) > value:
                value, missing, members = worth, missing + votes, without
                chosen.remove(guest)
        return value, chosen

    def willing_seats(self, seats: Sequence[Seat]) -> list[Seat]:
        """The seats for which joining is worth the risk."""
        chance = self.survival_chance((self.pm, *seats), self.order)
        deputies, promised = self.o.deputies, self.o.pledges.joins(self.pm)
        return [seat for seat in seats if seat in promised or chance * deputies[seat] > (1 - chance) * RISK]
