"""Valuation of a position by the bot “kingmaker”: governments, falls, attacks, armies and elections."""

from __future__ import annotations

from collections.abc import Sequence

from ludotheque.engine.rules import Seat
from ludotheque.games.politico.bots.cabinet import Cabinet
from ludotheque.games.politico.bots.outlook import Outlook, forms_without_vote
from ludotheque.games.politico.bots.parameters import Parameters
from ludotheque.games.politico.box import ARMY, PM, PROVIDENTIAL
from ludotheque.games.politico.sight import AssaultSight


class Valuation:
    """What a position is worth to one seat, in points. Made for one decision: it keeps what it has computed."""

    __slots__ = ("_cabinets", "me", "o", "parameters")

    def __init__(self, o: Outlook, parameters: Parameters) -> None:
        self.o = o
        self.me = o.me
        self.parameters = parameters
        self._cabinets: list[Cabinet] = []

    # --- governments -------------------------------------------------------------------------------------------------

    def cabinet(self, pm: Seat, union: bool, immune: bool) -> Cabinet:
        """A government with this head, computed once for a decision."""
        for cabinet in self._cabinets:
            if (cabinet.pm, cabinet.union, cabinet.immune) == (pm, union, immune):
                return cabinet
        cabinet = Cabinet(self.o, pm, union, immune)
        self._cabinets.append(cabinet)
        return cabinet

    def government(self, members: Sequence[Seat] | None = None, union: bool | None = None) -> float:
        """The value of the government in place, as it is or with other members; 0 if there is none."""
        o = self.o
        if o.pm is None:
            return 0.0
        cabinet = self.cabinet(o.pm, o.union if union is None else union, o.immune)
        return cabinet.value(o.members if members is None else members)

    def presented_cabinet(self) -> Cabinet:
        """The government that is being formed."""
        o, bid = self.o, self.o.v.bid
        assert bid is not None
        return self.cabinet(bid.by, bid.union or o.union, forms_without_vote(o.v, bid.card) and not bid.army)

    def presented_government(self) -> float:
        """The value of the government that is being formed, with those who have joined it."""
        bid = self.o.v.bid
        assert bid is not None
        return self.presented_cabinet().value((bid.by, *bid.joined))

    # --- the fall of a government ------------------------------------------------------------------------------------

    def toppling(self) -> float:
        """The value of bringing the government in place down oneself."""
        o = self.o
        assert o.pm is not None
        return o.fall_value(o.pm, o.members, self.me) + self._after_toppling()

    def _after_toppling(self) -> float:
        """The value of forming the next government at once, less the price of betraying one's own."""
        o, parameters = self.o, self.parameters
        price = parameters.loyalty * (o.players - 3) if self.me in o.members else 0.0
        return (parameters.encore if PM in o.hand or PROVIDENTIAL in o.hand else 0.0) - price

    def censure_carries(self) -> bool:
        """Whether a motion of censure carries if only the other members of the government vote against it."""
        o = self.o
        loyal = sum([o.deputies[seat] for seat in o.members if seat != self.me])
        return 2 * loyal < sum(o.deputies)

    def counter_chance(self) -> float:
        """The chance that another member of the government counters one's own army."""
        o, chance = self.o, 1.0
        for seat in o.members:
            if seat != self.me:
                chance *= 1 - 0.8 * o.hold_chance(seat, ARMY)
        return 1 - chance

    # --- attacks and armies of others --------------------------------------------------------------------------------

    def hit(self, assault: AssaultSight, government: float) -> float:
        """The value if an attack hits, where the government in place has the value ``government``."""
        o = self.o
        by, target = assault.by, assault.target
        card, weights = o.cards.attacks[assault.card], o.weights
        if card.falls and target in o.members:
            assert o.pm is not None
            return o.fall_value(o.pm, o.members, by)
        moved = min(card.deputies, o.deputies[target]) * o.deputy
        value = government - weights[by] * (card.gain + moved)
        if by == self.me:
            value += o.own_points_value(card.gain) + moved
        lost = card.points + moved + (10 if card.exposed else 0)
        return value + (-lost if target == self.me else weights[target] * lost)

    def loss(self) -> float:
        """What the present attack on oneself costs if it is not answered."""
        assault = self.o.v.assault
        assert assault is not None
        government = self.government()
        return government - self.hit(assault, government)

    def pressure(self) -> tuple[float, float]:
        """The value if the present army works, and if it fails."""
        o, pressure = self.o, self.o.v.pressure
        assert pressure is not None
        purpose, by = pressure.purpose, pressure.by
        if purpose in ("investiture", "minority"):
            formed = self.presented_government()
            return (0.0, formed) if purpose == "investiture" else (formed, 0.0)
        government = self.government()
        if purpose == "enter":
            return self.government((*o.members, by)), government
        if purpose == "defence":
            assert o.v.assault is not None
            return government, (government + self.hit(o.v.assault, government)) / 2
        assert o.pm is not None
        felled = o.fall_value(o.pm, o.members, by)
        return (felled, government) if purpose == "topple" else (government, felled)

    # --- elections ---------------------------------------------------------------------------------------------------

    def elections(self) -> float:
        """The value of new elections, after which every player can expect the same number of deputies."""
        o = self.o
        mean = sum([sum(plaques) for plaques in o.v.plaques]) / o.players
        gain = mean - o.deputies[self.me]
        for seat, weight in enumerate(o.weights):
            gain -= weight * (mean - o.deputies[seat])
        return gain * o.deputy
