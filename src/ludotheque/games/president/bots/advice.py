"""Advice of the spin doctor on the campaign trail: votes, the majority, and the rolls that bring cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from ludotheque.engine.advice import Advice, Reason, best_alternatives, percent
from ludotheque.engine.rules import NOBODY, Seat
from ludotheque.games.president.bots import odds
from ludotheque.games.president.bots.outlook import Outlook
from ludotheque.games.president.box import UNIT
from ludotheque.games.president.moves import AnyMove, Challenge, Draw, Protect, Take
from ludotheque.games.president.sight import Sight

CLAUSES: Final = {
    "take": "president.take",
    "challenge": "president.challenge.when",
    "rest": "president.ruling.own-both",
    "gain": "president.card.gain",
    "lose": "president.card.lose",
    "pay": "president.card.debt",
    "spoils": "president.challenge.lost",
}
"""The clause behind the answers to each question."""


class CampaignAdvice:
    """The reasons for and against the answers to a question of the campaign."""

    def __init__(self, o: Outlook, v: Sight, legal: Sequence[Any]) -> None:
        self.o = o
        self.v = v
        self.legal = legal
        self.codes = {bit: code for code, bit in o.chart.bit.items()}

    def advice(self, move: AnyMove, values: Sequence[tuple[float, AnyMove]]) -> Advice:
        """The advice to give an answer; ``values`` are all answers with their values."""
        worth = {one: value for value, one in values}
        even = len(set(worth.values())) == 1 < len(worth)
        first = Reason("advice.even", self._amounts(move)) if even and self._exchanges else self._reason(move)

        def other_reason(other: AnyMove) -> Reason:
            if not self._exchanges:
                return self._reason(other)
            key = "advice.other_even" if worth[other] == worth[move] else "advice.other"
            return Reason(key, self._amounts(other))

        return Advice(
            move,
            (first, *self._second(move)),
            best_alternatives(values, move, other_reason),
            CLAUSES[self.v.stage],
        )

    @property
    def _exchanges(self) -> bool:
        """Whether the votes are fixed, and only the departments for them are chosen."""
        return self.v.stage in ("gain", "lose", "pay", "spoils")

    # --- first reasons -----------------------------------------------------------------------------------------------

    def _reason(self, move: AnyMove) -> Reason:
        """The reason for an answer, with its votes."""
        match move:
            case Take() if self.v.stage == "take":
                return self._take_reason(move)
            case Challenge():
                return self._challenge_reason(move)
            case Draw():
                return Reason("advice.draw", self._mean_card())
            case Protect():
                return Reason("advice.protect", self._amounts(move))
        key = "release" if self.v.stage in ("lose", "pay") else "claim" if self.v.stage == "spoils" else "gain"
        return Reason(f"advice.{key}", self._amounts(move))

    def _take_reason(self, move: Take) -> Reason:
        args = self._amounts(move)
        total = self.v.votes[self.o.me] + args["voters"]
        args |= {"total": total, "short": self.v.goal - total, "side": self.o.me}
        if self.v.round > 1:
            return Reason("advice.take_second", args)
        if total >= self.v.goal:
            return Reason("advice.take_elected", args)
        return Reason("advice.take_short", args | self._best_other()) if self._is_short else Reason("advice.take", args)

    def _challenge_reason(self, move: Challenge) -> Reason:
        args = self._amounts(move)
        owner = self._owner(move.code)
        total = self.v.votes[self.o.me] + args["voters"]
        args |= {
            "owner": owner,
            "won": percent(odds.CHALLENGER_WINS),
            "lost": percent(odds.CHALLENGER_LOSES),
            "pays": min(args["voters"], self.v.votes[self.o.me]),
        }
        return Reason("advice.challenge_elected" if self._elects(total) else "advice.challenge", args)

    # --- second reasons ----------------------------------------------------------------------------------------------

    def _second(self, move: AnyMove) -> tuple[Reason, ...]:
        """What else speaks for an answer, if anything."""
        if len(self.legal) == 1:
            return (Reason("advice.only"),)
        match move:
            case Draw():
                best = max([one.code for one in self.legal if type(one) is Protect], key=self.o.chart.units.__getitem__)
                return (Reason("advice.rather_draw", {"code": best, "voters": self.o.chart.units[best] * UNIT}),)
            case Protect():
                return (Reason("advice.rather_protect", self._mean_card()),)
            case Challenge():
                return (self._standing_of(self._owner(move.code)),)
        giver, taker = self._sides()
        code: str = move.code  # type: ignore[union-attr]
        if self.o.change_value(code, giver, taker) > 0 and (pair := self._pair(code, taker)) is not None:
            return (pair,)
        units = self.o.chart.units
        if self.v.stage == "take" and units[code] == max(units[one.code] for one in self.legal):
            return (Reason("advice.largest", {"count": len(self.legal)}),)
        return ()

    def _sides(self) -> tuple[Seat, Seat]:
        """The sides that give and take a department."""
        if self.v.stage in ("lose", "pay"):
            return self.o.me, NOBODY
        if self.v.stage == "spoils" and self.v.duel is not None:
            return self.v.sides[self.v.duel.seat], self.o.me
        return NOBODY, self.o.me

    def _pair(self, code: str, taker: Seat) -> Reason | None:
        """The other department of the same two digits, where holding both brings campaign cards, or denies them."""
        for slot in self.o.chart.slots[code]:
            rest = slot & ~self.o.chart.bit[code]
            partner = self.codes.get(rest)
            if partner is None or rest & self.o.free:
                continue
            owner = self._owner(partner)
            if taker == self.o.me:
                key = "own" if owner == self.o.me else "safe" if rest & self.o.safe else "denied"
                return Reason(f"advice.pair_{key}", {"code": code, "partner": partner, "owner": owner})
        return None

    def _standing_of(self, side: Seat) -> Reason:
        """How far a rival is on the way to be elected."""
        votes = self.v.votes[side]
        args = {"owner": side, "votes": votes, "short": max(0, self.v.goal - votes)}
        if votes == max(self.v.votes):
            key = "leader_second" if self.v.round > 1 else "leader_short" if self._is_short else "leader"
            return Reason(f"advice.{key}", args)
        return Reason("advice.rival", args)

    # --- facts -------------------------------------------------------------------------------------------------------

    @property
    def _is_short(self) -> bool:
        """Whether the urn closes early, so that hardly any player gets to the majority."""
        return self.v.closing > 0

    def _best_other(self) -> dict[str, Any]:
        """The strongest of the other players, and its votes."""
        votes, rival = max((votes, side) for side, votes in enumerate(self.v.votes) if side != self.o.me)
        return {"rival": rival, "votes": votes}

    def _amounts(self, move: AnyMove) -> dict[str, Any]:
        """The department of an answer and its votes."""
        code: str = move.code  # type: ignore[union-attr]
        return {"code": code, "voters": self.o.chart.units[code] * UNIT}

    def _mean_card(self) -> dict[str, Any]:
        """The mean amount of the next campaign card, in thousands."""
        mean = round(self.o.next_card() * UNIT, -3)
        return {"mean": int(abs(mean)), "sign": "loss" if mean < 0 else "gain"}

    def _owner(self, code: str) -> Seat:
        return next(side for side, own in enumerate(self.o.own) if own & self.o.chart.bit[code])

    def _elects(self, total: int) -> bool:
        return self.v.round == 1 and total >= self.v.goal
