"""Advice of the kingmaker to a player whom others ask: to join, to answer, to lend, to counter, to vote."""

from __future__ import annotations

from typing import Any, Final

from ludotheque.engine.advice import Reason, percent
from ludotheque.engine.rules import Seat
from ludotheque.games.politico.bots.valuation import Valuation
from ludotheque.games.politico.box import ARMY, BARAKA
from ludotheque.games.politico.moves import Accept, Answer, AnyMove, Counter, Join, Offer, Plead, Suffer, Vote
from ludotheque.games.politico.scoring import FALL

LIKELY: Final = 30
"""From this chance on, in per cent, an attack in hand is a reason to let others govern."""
FRAIL: Final = 60
"""Below this chance to last, in per cent, the fall of a government is to be expected."""


def reply_reasons(valuation: Valuation, move: AnyMove) -> tuple[Reason, ...]:
    """The reasons for an answer to a question that comes from another player's turn."""
    match valuation.o.v.stage:
        case "join" | "recruit":
            return _join_reasons(valuation, move)
        case "answer":
            return (_answer_reason(valuation, move),)
        case "lend":
            return _lend_reasons(valuation, move)
        case "accept":
            return (_accept_reason(valuation, move),)
        case "counter":
            return _counter_reasons(valuation, move)
        case "investiture":
            return _investiture_reasons(valuation, move)
        case "censure":
            return _censure_reasons(valuation, move)
        case "amendment":
            return _amendment_reasons(valuation, move)
    return (_dispute_reason(valuation, move),)


def only_reason(valuation: Valuation) -> Reason:
    """Why there is only one answer: the card that another one would take is not in hand."""
    stage = valuation.o.v.stage
    return Reason(f"advice.only_{stage}" if stage in ("counter", "lend", "answer") else "advice.only")


def other_reply_reason(valuation: Valuation, move: AnyMove) -> Reason:
    """A short reason for another answer than the one advised."""
    match move:
        case Vote():
            return Reason("advice.other_vote", {"ballot": move.ballot})
        case Answer():
            return Reason("advice.other_answer", {"card": move.card})
        case Accept():
            return Reason("advice.other_accept", {"lender": move.seat})
        case Plead():
            return Reason("advice.plead")
        case Suffer():
            return Reason("advice.other_suffer", {"loss": _loss(valuation)})
        case Join() | Offer() | Counter():
            return Reason(f"advice.other_{type(move).__name__.lower()}")
    return Reason("advice.other_no")


def _join_reasons(valuation: Valuation, move: AnyMove) -> tuple[Reason, ...]:
    """Whether a government would last with this player in it."""
    o, v = valuation.o, valuation.o.v
    if v.stage == "join":
        assert v.bid is not None
        cabinet = valuation.presented_cabinet()
        members = (v.bid.by, *v.bid.joined, *[seat for seat in v.asked if seat != o.me], o.me)
    else:
        assert o.pm is not None
        cabinet = valuation.cabinet(o.pm, o.union, o.immune)
        members = (*o.members, o.me)
    args = {
        "pm": cabinet.pm,
        "have": sum([o.deputies[seat] for seat in members]),
        "whole": sum(o.deputies),
        "chance": percent(cabinet.survival_chance(members, cabinet.order)),
        "points": o.deputies[o.me],
    }
    return Reason("advice.join", args), Reason("advice.join_yes" if isinstance(move, Join) else "advice.join_no", args)


def _loss(valuation: Valuation) -> int:
    return max(0, round(valuation.loss()))


def _answer_reason(valuation: Valuation, move: AnyMove) -> Reason:
    assault = valuation.o.v.assault
    assert assault is not None
    args: dict[str, Any] = {"attack": assault.card, "by": assault.by, "loss": _loss(valuation)}
    match move:
        case Answer():
            special = {BARAKA: "advice.answer_baraka", ARMY: "advice.answer_army"}
            return Reason(special.get(move.card, "advice.answer"), {**args, "card": move.card})
        case Plead():
            return Reason("advice.plead")
    return Reason("advice.suffer", args)


def _lend_reasons(valuation: Valuation, move: AnyMove) -> tuple[Reason, ...]:
    o, assault = valuation.o, valuation.o.v.assault
    assert assault is not None
    defence = o.cards.defences[o.cards.answer[assault.card]]
    args = {
        "target": assault.target,
        "by": assault.by,
        "card": defence.id,
        "deputies": min(defence.loan, o.deputies[assault.target]),
    }
    ally = o.me in o.members and assault.target in o.members and o.cards.attacks[assault.card].falls
    if not isinstance(move, Offer):
        return (Reason("advice.lend_no", args),)
    return (Reason("advice.lend", args), Reason("advice.lend_ally")) if ally else (Reason("advice.lend", args),)


def _accept_reason(valuation: Valuation, move: AnyMove) -> Reason:
    o, assault = valuation.o, valuation.o.v.assault
    assert assault is not None
    loan = o.cards.defences[o.cards.answer[assault.card]].loan
    args = {"loss": _loss(valuation), "deputies": min(loan, o.deputies[o.me])}
    if isinstance(move, Accept):
        return Reason("advice.accept", {**args, "lender": move.seat})
    return Reason("advice.accept_no", args)


def _counter_reasons(valuation: Valuation, move: AnyMove) -> tuple[Reason, ...]:
    """What the army on the table decides, and for whom."""
    pressure = valuation.o.v.pressure
    assert pressure is not None
    args = {"by": pressure.by, "purpose": pressure.purpose}
    key = "advice.counter" if pressure.laid else "advice.window"
    verdict = "advice.counter_yes" if isinstance(move, Counter) else "advice.counter_no"
    return Reason(key, args), Reason(verdict)


def _investiture_reasons(valuation: Valuation, move: AnyMove) -> tuple[Reason, ...]:
    o, bid = valuation.o, valuation.o.v.bid
    assert bid is not None
    members = (bid.by, *bid.joined)
    args = {
        "pm": bid.by,
        "have": sum([o.deputies[seat] for seat in members]),
        "whole": sum(o.deputies),
        "points": o.deputies[o.me],
    }
    if bid.by == o.me:
        return (Reason("advice.vote_own", args),)
    yes = isinstance(move, Vote) and move.ballot == "yes"
    if o.me in members:
        return Reason("advice.vote_inside", args), Reason("advice.vote_yes" if yes else "advice.vote_no", args)
    return Reason("advice.vote_outside", args), _outside_reason(valuation, members, yes)


def _outside_reason(valuation: Valuation, members: tuple[Seat, ...], yes: bool) -> Reason:
    """Why a government of others is welcome: it will fall, perhaps by one's own hand; or why it is not."""
    cabinet = valuation.presented_cabinet()
    stroke = percent(cabinet.own_attack_chance(members))
    args = {"chance": percent(cabinet.survival_chance(members, cabinet.order)), "stroke": stroke, "lost": FALL}
    if not yes:
        return Reason("advice.vote_no_outside", args)
    if stroke >= LIKELY:
        return Reason("advice.vote_yes_stroke", args)
    return Reason("advice.vote_yes_fall" if args["chance"] < FRAIL else "advice.vote_yes", args)


def _censure_reasons(valuation: Valuation, move: AnyMove) -> tuple[Reason, ...]:
    o = valuation.o
    if o.v.turn == o.me:
        return (Reason("advice.censure_own"),)
    args = {"pm": o.pm, "by": o.v.turn}
    inside = "inside" if o.me in o.members else "outside"
    yes = isinstance(move, Vote) and move.ballot == "yes"
    return Reason(f"advice.censure_{inside}", args), Reason("advice.censure_yes" if yes else "advice.censure_no", args)


def _amendment_reasons(valuation: Valuation, move: AnyMove) -> tuple[Reason, ...]:
    amendment = valuation.o.v.amendment
    assert amendment is not None
    yes = isinstance(move, Vote) and move.ballot == "yes"
    args = {"option": amendment.option, "value": amendment.value, "points": valuation.o.points[valuation.me]}
    return Reason("advice.amendment", args), Reason("advice.amendment_yes" if yes else "advice.amendment_no", args)


def _dispute_reason(valuation: Valuation, move: AnyMove) -> Reason:
    o = valuation.o
    yes = isinstance(move, Vote) and move.ballot == "yes"
    best = max([points for seat, points in enumerate(o.points) if seat != o.me])
    args = {"mine": o.points[o.me], "best": best}
    return Reason("advice.dispute_yes" if yes else "advice.dispute_no", args)
