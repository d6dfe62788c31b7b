"""Advice of the kingmaker on its own turn: governments to form, attacks, motions, armies, cards to draw."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ludotheque.engine.advice import Reason, percent
from ludotheque.engine.rules import Seat
from ludotheque.games.politico.bots.cabinet import Cabinet
from ludotheque.games.politico.bots.outlook import forms_without_vote, least_valuable
from ludotheque.games.politico.bots.turn_moves import best_attack, best_bid, government_changes, turn_moves
from ludotheque.games.politico.bots.valuation import Valuation
from ludotheque.games.politico.choices import PASS, READY
from ludotheque.games.politico.moves import (
    AnyMove,
    Army,
    Attack,
    Censure,
    Discard,
    Dissolve,
    Draw,
    Expel,
    Form,
    Invite,
    Leave,
    Recruit,
    Resign,
    Union,
)
from ludotheque.games.politico.scoring import FALL, HEAD, HEAD_ALONE, MEMBER_ATTACKS

UNVALUED = -10_000.0
"""The value of a move that the kingmaker does not consider."""


class TurnAdvice:
    """The reasons for and against the moves of one's own turn."""

    def __init__(self, valuation: Valuation) -> None:
        self.valuation = valuation
        self.o = valuation.o
        self.v = valuation.o.v
        self.me = valuation.me
        self.whole = sum(self.o.deputies)
        self.government = valuation.government()

    # --- values ------------------------------------------------------------------------------------------------------

    def values(self, legal: Sequence[Any]) -> list[tuple[float, AnyMove]]:
        """The moves with their values, as far as the kingmaker considers them."""
        if self.v.stage == "draw":
            keep = self.o.cards.keep
            return [(0.0 if isinstance(one, Draw) else -keep[one.card], one) for one in legal]
        if self.v.stage == "invite":
            return [(float(self._deputies(one.seat)) if isinstance(one, Invite) else 0.0, one) for one in legal]
        known: dict[AnyMove, float] = {PASS: self.government if self.v.stage != "form" else 0.0}
        known |= {move: value for value, move in turn_moves(self.valuation, legal, self.government)}
        if self.o.pm == self.me:
            for gain, move in government_changes(self.valuation, legal, self.government):
                known[move] = self.government + gain
        for move in legal:
            if isinstance(move, Attack):
                known[move] = best_attack(self.valuation, [move], self.government)[0]
            elif isinstance(move, Form):
                known[move] = best_bid(self.valuation, [move])[0]
        return [(known.get(move, UNVALUED), move) for move in legal]

    # --- reasons -----------------------------------------------------------------------------------------------------

    def reasons(self, move: AnyMove, legal: Sequence[Any]) -> tuple[Reason, ...]:
        """The reasons for a move."""
        if len(legal) == 1 and move in legal:
            return (Reason("advice.only"), *self._reasons(move))[:2]
        return self._reasons(move)

    def other_reason(self, move: AnyMove) -> Reason:
        """A short reason for another move than the one advised."""
        if move == PASS:
            return Reason("advice.other_pass")
        if move == READY:
            return Reason("advice.other_ready")
        if isinstance(move, Draw):
            return Reason("advice.other_draw")
        if isinstance(move, Discard):
            return Reason("advice.other_discard", {"card": move.card})
        return self._reasons(move)[0]

    def _reasons(self, move: AnyMove) -> tuple[Reason, ...]:
        match move:
            case Draw() | Discard():
                return (self._draw_reason(move),)
            case Form():
                return self._form_reasons(move)
            case Invite():
                return (self._invite_reason(move.seat),)
            case Attack():
                return self._attack_reasons(move)
            case Censure():
                loyal = sum([self._deputies(seat) for seat in self.o.members if seat != self.me])
                return (Reason("advice.censure", {"loyal": loyal, "whole": self.whole, "pm": self.o.pm}),)
            case Army():
                return self._army_reasons(move)
            case Union():
                return (self._union_reason(),)
            case Leave():
                return (Reason("advice.leave", self._lasting(self._cabinet())),)
            case Resign():
                return (Reason("advice.resign", self._lasting(self._cabinet())),)
            case Expel() | Recruit():
                key = "expel" if isinstance(move, Expel) else "recruit"
                return (Reason(f"advice.{key}", {"guest": move.seat, "deputies": self._deputies(move.seat)}),)
            case Dissolve():
                mean = round(sum([sum(plaques) for plaques in self.v.plaques]) / self.o.players)
                return (Reason("advice.dissolve", {"mine": self._deputies(self.me), "mean": mean}),)
        return (self._ready_reason(),) if move == READY else self._pass_reasons()

    def _pass_reasons(self) -> tuple[Reason, ...]:
        if self.v.stage == "form":
            return (Reason("advice.pass_form"),)
        if self.o.pm is None:
            return (Reason("advice.pass_vacant"),)
        inside = self.me in self.o.members
        return (Reason("advice.pass_inside" if inside else "advice.pass_outside", self._lasting(self._cabinet())),)

    def _draw_reason(self, move: Draw | Discard) -> Reason:
        if isinstance(move, Discard):
            return Reason("advice.discard", {"card": move.card})
        _, worst = least_valuable(self.o.cards, self.v.hand) if self.v.hand else (0.0, "")
        return Reason("advice.draw", {"card": worst}) if worst else Reason("advice.draw_empty")

    # --- governments -------------------------------------------------------------------------------------------------

    def _form_reasons(self, move: Form) -> tuple[Reason, ...]:
        """Who would join, with how many deputies, and whether it would last."""
        without_vote = forms_without_vote(self.v, move.card)
        cabinet = self.valuation.cabinet(self.me, move.union or self.o.union, without_vote)
        able = [seat for seat in range(self.o.players) if seat != self.me and not self.v.exposed[seat]]
        willing = cabinet.willing_seats(able)
        guests = willing if move.army or without_vote else cabinet.best_guests((), willing)[1]
        members = (self.me, *guests)
        args = {**self._lasting(cabinet, members), "guests": list(guests), "points": self._points(members, self.me)}
        key = "advice.form" if guests else "advice.form_alone"
        if move.army:
            return Reason("advice.form_army", args), Reason("advice.form_lasts", args)
        return Reason(key, args), Reason("advice.form_union" if move.union else "advice.form_lasts", args)

    def _invite_reason(self, seat: Seat) -> Reason:
        bid = self.v.bid
        assert bid is not None
        have = sum([self._deputies(one) for one in (self.me, *bid.invited, seat)])
        return Reason("advice.invite", self._majority(have) | {"guest": seat, "deputies": self._deputies(seat)})

    def _ready_reason(self) -> Reason:
        bid = self.v.bid
        assert bid is not None
        have = sum([self._deputies(one) for one in (self.me, *bid.invited)])
        enough = 2 * have > self.whole
        return Reason("advice.ready" if enough else "advice.ready_short", self._majority(have))

    def _union_reason(self) -> Reason:
        if self.me not in self.o.members:
            return Reason("advice.union_outside")
        return Reason("advice.union", self._lasting(self.valuation.cabinet(self._pm(), True, self.o.immune)))

    def _army_reasons(self, move: Army) -> tuple[Reason, ...]:
        works = percent(1 - self.valuation.counter_chance())
        if move.purpose == "topple":
            return Reason("advice.army_topple", {"pm": self.o.pm, "chance": works}), *self._own_fall()
        members = (*self.o.members, self.me)
        args = {**self._lasting(self._cabinet(), members), "points": self._points(members, self._pm())}
        return (Reason("advice.army_enter", {**args, "points": self._deputies(self.me)}),)

    # --- attacks -----------------------------------------------------------------------------------------------------

    def _attack_reasons(self, move: Attack) -> tuple[Reason, ...]:
        """The odds of an attack, and what it brings."""
        o, card = self.o, self.o.cards.attacks[move.card]
        inside = card.falls and move.seat in o.members
        lenders = o.lenders(self.me, move.seat) if inside else ()
        args: dict[str, Any] = {
            "card": move.card,
            "target": move.seat,
            "chance": percent(o.hit_chance(move.card, move.seat, lenders)),
            "gain": card.gain,
            "points": card.points,
            "deputies": min(card.deputies, self._deputies(move.seat)),
        }
        if inside:
            falls = Reason("advice.attack_falls", {**args, "pm": o.pm})
            return Reason("advice.attack", args), *(self._own_fall() or (falls,))
        match bool(card.gain), bool(args["deputies"]):
            case True, True:
                effect = "advice.attack_gain"
            case True, False:
                effect = "advice.attack_points"
            case False, True:
                effect = "advice.attack_deputies"
            case _:
                effect = "advice.attack_hurts"
        return Reason("advice.attack", args), Reason(effect, args)

    def _own_fall(self) -> tuple[Reason, ...]:
        """Why it pays to bring down the government that one sits in."""
        if self.me not in self.o.members:
            return ()
        args = {**self._lasting(self._cabinet()), "points": MEMBER_ATTACKS, "lost": FALL}
        return (Reason("advice.own_fall_head" if self.me == self.o.pm else "advice.own_fall_member", args),)

    # --- facts -------------------------------------------------------------------------------------------------------

    def _deputies(self, seat: Seat) -> int:
        return self.o.deputies[seat]

    def _pm(self) -> Seat:
        assert self.o.pm is not None
        return self.o.pm

    def _cabinet(self) -> Cabinet:
        return self.valuation.cabinet(self._pm(), self.o.union, self.o.immune)

    def _majority(self, have: int) -> dict[str, Any]:
        return {"have": have, "whole": self.whole, "majority": self.whole // 2 + 1}

    def _points(self, members: Sequence[Seat], pm: Seat) -> int:
        """The points of this player from a government that lasts until it scores."""
        mine = self._deputies(self.me)
        if self.me not in members:
            return 0
        return mine if pm != self.me else mine + HEAD if mine else HEAD_ALONE

    def _lasting(self, cabinet: Cabinet, members: Sequence[Seat] | None = None) -> dict[str, Any]:
        """The deputies of a government, and the chance that it lasts until it scores."""
        inside = tuple(self.o.members if members is None else members)
        chance = percent(cabinet.survival_chance(inside, cabinet.order))
        return {**self._majority(sum([self._deputies(seat) for seat in inside])), "pm": cabinet.pm, "chance": chance}
