"""Advice of the tribune: why it shows, draws, accepts, strikes or denounces, in tokens, supports and odds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from ludotheque.engine.advice import Advice, Reason, best_alternatives
from ludotheque.engine.rules import NOBODY, Seat
from ludotheque.games.stratagem.bots import worth
from ludotheque.games.stratagem.bots.launch_advice import launch_reasons
from ludotheque.games.stratagem.bots.outlook import Cards, Outlook, in_power
from ludotheque.games.stratagem.bots.worth import BALLOT
from ludotheque.games.stratagem.box import COUP, STRIKE
from ludotheque.games.stratagem.mats import FINE
from ludotheque.games.stratagem.moves import (
    Accept,
    AnyMove,
    Choose,
    Denounce,
    Draw,
    Launch,
    Name,
    Plan,
    Refuse,
    Return,
    Secret,
    Show,
    Withdraw,
)
from ludotheque.games.stratagem.sight import Sight

CLAUSES: Final[dict[type, str]] = {
    Choose: "stratagem.box.parties",
    Plan: "stratagem.setup.programme",
    Show: "stratagem.turn.show-option",
    Withdraw: "stratagem.turn.withdraw",
    Return: "stratagem.turn.return-support",
    Secret: "stratagem.turn.play-secret",
    Draw: "stratagem.turn.one-card",
    Accept: "stratagem.draw.support",
    Refuse: "stratagem.draw.support-refuse",
    Name: "stratagem.out.tokens",
    Denounce: "stratagem.irregular",
}
"""The clause behind each kind of move."""
ACTION_CLAUSES: Final = {
    COUP: "stratagem.action.order",
    STRIKE: "stratagem.action.strike",
    "dictatorship": "stratagem.action.dictator",
    "uprising": "stratagem.action.uprising",
}
NAMED: Final = 3
"""How many supports a sentence names at most."""


class TribuneAdvice:
    """The reasons for and against the answers to one question."""

    def __init__(self, cards: Cards, v: Sight, seat: Seat, legal: Sequence[Any]) -> None:
        self.cards = cards
        self.v = v
        self.seat = seat
        self.legal = legal

    def advice(self, move: AnyMove, values: Sequence[tuple[float, AnyMove]]) -> Advice:
        """The advice to make a move; ``values`` are all answers with their values."""
        reasons = self.reasons(move)
        if len(self.legal) == 1 and move in self.legal:
            reasons = (self._only_reason(), *reasons)
        clause = ACTION_CLAUSES[move.action] if isinstance(move, Launch) else CLAUSES.get(type(move), _PASS)
        others = best_alternatives(values, move, self._other_reason)
        return Advice(move, reasons[:2], others, clause)

    def _only_reason(self) -> Reason:
        if self.v.must_draw:
            return Reason("advice.must_draw")
        return Reason("advice.owing", {"card": self.v.owing}) if self.v.owing else Reason("advice.only")

    def _other_reason(self, move: AnyMove) -> Reason:
        if isinstance(move, Accept | Refuse):
            assert self.v.offer is not None
            key = "advice.other_accept" if isinstance(move, Accept) else "advice.other_refuse"
            return Reason(key, {"card": self.v.offer.card})
        if isinstance(move, Choose):
            return Reason("advice.other_party", {"party": move.party})
        reason = self.reasons(move)[0]
        return Reason("advice.other_support", reason.args) if reason.key == "advice.secret_support" else reason

    def reasons(self, move: AnyMove) -> tuple[Reason, ...]:
        """The reasons for a move, the best first."""
        match move:
            case Choose():
                return (Reason("advice.party", {"party": move.party}),)
            case Plan():
                return self._plan_reasons(move.option)
            case Show():
                return self._show_reasons(move.option)
            case Withdraw():
                return self._withdraw_reasons(move.option)
            case Draw():
                return self._draw_reasons()
            case Accept():
                return self._accept_reasons()
            case Refuse():
                return self._refuse_reasons()
            case Secret():
                return self._secret_reasons(move)
            case Return():
                return self._return_reasons(move)
            case Name():
                return (Reason("advice.name", {"heir": move.seat, "tokens": self.v.tokens[move.seat]}),)
            case Denounce():
                return self._denounce_reasons(move.seat)
            case Launch():
                return launch_reasons(self._outlook, move.action)
        return (Reason("advice.pass"),)

    @property
    def _outlook(self) -> Outlook:
        return Outlook(self.v, self.seat, self.cards)

    # --- options -----------------------------------------------------------------------------------------------------

    def _plan_reasons(self, option: str) -> tuple[Reason, ...]:
        """How an option is rated, and which supports demand it."""
        cards = self.cards
        number = cards.option[option]
        opinion, members = cards.signs(number, cards.party[self.v.parties[self.seat]])
        rated = Reason("advice.plan", {"option": option, "opinion": opinion, "members": members})
        denied = cards.denied[self.v.parties[self.seat]]
        wanting = [
            cards.box.common[card].id
            for card in cards.wanting[number]
            if not cards.secret[card] and denied.isdisjoint(cards.demands[card])
        ]
        if not wanting:
            return (rated,)
        return rated, Reason("advice.plan_supports", {"count": len(wanting), "cards": wanting[:NAMED]})

    def _show_reasons(self, option: str) -> tuple[Reason, ...]:
        """The largest parts of the value of an option: supports, opinions to come, and one's own plan."""
        o = self._outlook
        number = self.cards.option[option]
        args: dict[str, Any] = {"option": option}
        parts: list[tuple[float, Reason]] = []
        served = sorted(worth.supports_for(o, number, BALLOT, {}), reverse=True)
        if served and served[0][0] > 0:
            value, card = served[0]
            left = o.missing_options(o.me, card, number >> 1) - 1
            named = {**args, "card": self.cards.box.common[card].id, "left": left}
            if card in o.held[o.me] or card in o.secrets:
                parts.append((value, Reason("advice.show_regular", named)))
            else:
                parts.append((value, Reason("advice.show_complete" if left <= 0 else "advice.show_support", named)))
        if (tokens := round(worth.opinions_to_come(o, number))) > 0:
            parts.append((tokens, Reason("advice.show_opinions", {**args, "tokens": tokens})))
        opinion, members = self.cards.signs(number, self.cards.party[o.party])
        if opinion + members > 0:
            parts.append(
                (0.4 * (opinion + members), Reason("advice.plan", {**args, "opinion": opinion, "members": members}))
            )
        if self.v.plan[number >> 1] == number & 1:
            parts.append((BALLOT.planned, Reason("advice.show_planned", args)))
        parts.sort(key=lambda part: -part[0])
        return tuple(reason for _, reason in parts[:2]) or (Reason("advice.show_spare", args),)

    def _withdraw_reasons(self, option: str) -> tuple[Reason, ...]:
        o = self._outlook
        number = self.cards.option[option]
        if in_power(self.v) == self.seat:
            return (Reason("advice.stall", {"option": option}),)
        other = self.cards.box.options[number ^ 1].id
        tokens = round(worth.opinions_to_come(o, number ^ 1) - worth.opinions_to_come(o, number))
        if number ^ 1 in self.cards.denied[o.party] or tokens <= 0:
            return (Reason("advice.withdraw_plain", {"option": option}),)
        return (Reason("advice.withdraw", {"option": option, "other": other, "tokens": tokens}),)

    # --- common cards ------------------------------------------------------------------------------------------------

    def _draw_reasons(self) -> tuple[Reason, ...]:
        """What the deck may bring: supports that the mat can keep, or answers to a seizure of power."""
        o = self._outlook
        marks = o.marks(o.me)
        fitting = [
            card
            for card in o.to_come
            if not self.cards.secret[card]
            and self.cards.marks[card] not in marks
            and self.cards.meets_demands(o.mat, card)
        ]
        args = {"deck": self.v.deck, "count": len(fitting), "unseen": len(o.unseen)}
        power = in_power(self.v)
        first = Reason("advice.draw" if fitting else "advice.draw_plain", args)
        if power in (NOBODY, self.seat):
            return (first,)
        return Reason("advice.draw_resist", {**args, "power": power}), first

    def _accept_reasons(self) -> tuple[Reason, ...]:
        """What a support brings: tokens, an action within reach, or its loss to another player."""
        o, card, args = self._offered()
        found: list[Reason] = []
        if args["tokens"] > 0:
            found.append(Reason("advice.accept_tokens", args))
        held = o.earned[o.me]
        more = [*held, card]
        if len(o.others) > 1 and o.can_launch(o.me, STRIKE, more) and not o.can_launch(o.me, STRIKE, held):
            found.append(Reason("advice.accept_strike", args))
        rival = self._coup_rival(o, card)
        if rival is not None:
            found.append(Reason("advice.accept_deny", {**args, "rival": rival}))
        progress = self.cards.progress(COUP, o.strengths(more))
        if progress > self.cards.progress(COUP, o.own_strengths):
            need = len(self.cards.needs[COUP])
            found.append(Reason("advice.accept_coup", {**args, "have": round(progress * need), "need": need}))
        return tuple(found[:2]) or (Reason("advice.accept", args),)

    def _refuse_reasons(self) -> tuple[Reason, ...]:
        _, _, args = self._offered()
        if args["tokens"] < 0:
            return (Reason("advice.refuse_tokens", {**args, "tokens": -args["tokens"]}),)
        return (Reason("advice.refuse", args),)

    def _offered(self) -> tuple[Outlook, int, dict[str, Any]]:
        """The support on offer: its number, and the tokens that it moves at once."""
        o = self._outlook
        assert self.v.offer is not None
        card = self.cards.number[self.v.offer.card]
        return o, card, {"card": self.v.offer.card, "tokens": self.cards.percent[card] * len(o.others)}

    def _coup_rival(self, o: Outlook, card: int) -> Seat | None:
        """A later player who could launch a coup with the support on offer, and cannot without."""
        assert self.v.offer is not None
        drawer = self.v.offer.drawer
        for seat in o.others:
            if (seat - drawer) % 4 <= (o.me - drawer) % 4 or self.cards.marks[card] in o.marks(seat):
                continue
            held = o.earned[seat]
            fits = self.cards.meets_demands(self.v.shown[seat], card)
            if fits and o.can_launch(seat, COUP, [*held, card]) and not o.can_launch(seat, COUP, held):
                return seat
        return None

    # --- secrets, supports given up, charges -------------------------------------------------------------------------

    def _secret_reasons(self, move: Secret) -> tuple[Reason, ...]:
        o, card = self._outlook, self.cards.number[move.card]
        args: dict[str, Any] = {"card": move.card}
        if self.cards.strengths[card]:
            fits = self.cards.meets_demands(o.mat, card)
            return (Reason("advice.secret_support" if fits else "advice.secret_wait", args),)
        for effect in self.cards.box.common[card].effects:
            meant = o.concerned_seats(effect.who, move.seat)
            hit = [seat for seat in meant if seat != o.me]
            if effect.percent > 0 and o.me in meant:
                gain = effect.percent * (len(o.others) + 1 - len(meant))
                return (Reason("advice.secret_gain", {**args, "tokens": gain}),)
            if hit:
                target = max(hit, key=self.v.tokens.__getitem__)
                hurt = {**args, "target": target, "tokens": self.v.tokens[target]}
                if effect.skip:
                    return (Reason("advice.secret_skip", hurt),)
                if effect.percent < 0:
                    return (Reason("advice.secret_hit", {**hurt, "loss": -effect.percent * len(o.others)}),)
        return (Reason("advice.secret_wait", args),)

    def _return_reasons(self, move: Return) -> tuple[Reason, ...]:
        o = self._outlook
        irregular = self.cards.number[move.card] in o.irregular_supports(o.me)
        args = {"card": move.card, "fine": FINE * len(o.others)}
        return (Reason("advice.return" if irregular else "advice.return_plain", args),)

    def _denounce_reasons(self, target: Seat) -> tuple[Reason, ...]:
        o = self._outlook
        held = [self.cards.box.common[card].id for card in o.irregular_supports(target)]
        return (Reason("advice.denounce", {"target": target, "cards": held, "fine": FINE * len(o.others)}),)


_PASS: Final = "stratagem.ruling.pass"
