"""Reasons why a move is not allowed, in the order of their precedence."""

from __future__ import annotations

from ludotheque.engine.rules import Refusal
from ludotheque.games.president.box import STAR, UNIT
from ludotheque.games.president.moves import (
    AnyMove,
    Challenge,
    Claim,
    Protect,
    Release,
    Take,
)
from ludotheque.games.president.state import (
    CHALLENGE,
    GAIN,
    LOSE,
    PAY,
    REST,
    SPOILS,
    TAKE,
    State,
)


def find_refusal(s: State, move: AnyMove) -> Refusal | None:
    """Why a move of a kind that is asked for is not allowed, or None if it is."""
    if not isinstance(move, Take | Challenge | Protect | Release | Claim):
        return None
    if move.code not in s.box.index:
        return Refusal("president.ruling.missing-codes", "no_department", {"code": move.code})
    department = s.box.index[move.code]
    if s.eligible >> department & 1:
        return None
    return _department_refusal(s, s.stack.what, department, move.code)


def _department_refusal(s: State, what: str, department: int, code: str) -> Refusal:
    """Why this department does not answer the question."""
    bit = 1 << department
    args: dict[str, str | int] = {"code": code}
    payer = s.stack.asked()[0] if what == PAY else s.seat
    free, own = bool(s.free & bit), bool(s.own[s.sides[payer]] & bit)
    if what in (TAKE, CHALLENGE, REST):
        return _dice_refusal(s, what, bit, free, own, args)
    if what == GAIN and not free:
        return Refusal("president.card.gain", "not_free", args)
    if what in (LOSE, PAY) and not own:
        return Refusal("president.card.lose", "not_yours", args)
    if what == SPOILS and not own:
        return Refusal("president.challenge.lost", "not_theirs", args)
    return Refusal("president.card.round", "unreachable", {**args, "amount": s.amount * UNIT})


def _dice_refusal(s: State, what: str, bit: int, free: bool, own: bool, args: dict[str, str | int]) -> Refusal:
    assert s.roll is not None
    stars = s.roll.count(STAR)
    clause = ("president.roll.two-digits", "president.roll.one-star", "president.roll.two-stars")[stars]
    if not s.box.eligible[s.roll] & bit:
        return Refusal(clause, "not_rolled", {**args, "low": s.roll[0], "high": s.roll[1]})
    if what == TAKE:
        return Refusal(clause, "not_free", args)
    if what == CHALLENGE:
        if own:
            return Refusal(clause, "own", args)
        return Refusal("president.challenge.when", "unchallengeable", args)
    if not own:
        return Refusal("president.ruling.blocked", "not_yours", args)
    return Refusal("president.ruling.protection", "protected", args)
