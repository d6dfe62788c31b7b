"""Why a move is not allowed, in the order a referee would say it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ludotheque.engine.rules import NATURE, Refusal, Seat
from ludotheque.games.president.box import HIGH, LOW, PARTIES, STAR, UNIT
from ludotheque.games.president.challenge import can_be_dealt
from ludotheque.games.president.moves import (
    AnyMove,
    Card,
    Challenge,
    Claim,
    Deal,
    Draw,
    Hit,
    Lots,
    Protect,
    Release,
    Roll,
    Stand,
    Take,
)
from ludotheque.games.president.state import (
    CARD,
    CHALLENGE,
    DEAL,
    DEFEND,
    GAIN,
    LOSE,
    LOTS,
    PAY,
    REST,
    ROLL,
    SPOILS,
    TAKE,
    State,
)

if TYPE_CHECKING:
    from ludotheque.games.president.rules import President

_ANSWERS: Final[dict[str, tuple[type, ...]]] = {
    TAKE: (Take,),
    CHALLENGE: (Challenge,),
    REST: (Draw, Protect),
    GAIN: (Take,),
    LOSE: (Release,),
    PAY: (Release,),
    SPOILS: (Claim,),
    DEFEND: (Hit, Stand),
}
"""The kinds of moves that answer each question."""

_CLAUSES: Final = {
    TAKE: "president.take",
    CHALLENGE: "president.challenge.when",
    REST: "president.ruling.own-both",
    GAIN: "president.card.gain",
    LOSE: "president.card.lose",
    PAY: "president.card.debt",
    SPOILS: "president.challenge.lost",
    DEFEND: "president.challenge.deal",
}
"""The clause behind each question."""


def why_not(rules: President, s: State, seat: Seat, move: AnyMove) -> Refusal | None:
    """The clause that forbids ``move``, or None."""
    if s.outcome is not None:
        return Refusal(s.outcome.clause, "over")
    if isinstance(move, Lots | Roll | Card | Deal) or seat == NATURE:
        return _nature(s, seat, move)
    what = s.stack.what
    if seat not in s.stack.asked():
        return Refusal("president.start", "not_asked")
    if not isinstance(move, _ANSWERS[what]):
        return Refusal(_CLAUSES[what], f"asked_{what}")
    if isinstance(move, Draw | Hit | Stand):
        return None
    if move.code not in s.box.index:
        return Refusal("president.ruling.missing-codes", "no_department", {"code": move.code})
    department = s.box.index[move.code]
    if s.eligible >> department & 1:
        return None
    return _not_that_one(s, what, department, move.code)


def _nature(s: State, seat: Seat, move: AnyMove) -> Refusal | None:
    """Nature does what it is asked, with the dice and cards there are."""
    what = s.stack.what
    match move:
        case Roll():
            fits = what == ROLL and move.low in LOW and move.high in HIGH
        case Card():
            fits = what == CARD and s.box.cards.get(move.card) in s.deck
        case Deal():
            fits = what == DEAL and can_be_dealt(s, move)
        case Lots():
            drawn = set(move.parties)
            fits = what == LOTS and len(drawn) == len(move.parties) == s.players and drawn <= set(PARTIES)
            fits = fits and 0 <= move.first < s.players
        case _:
            fits = False
    return None if fits and seat == NATURE else Refusal("president.box.dice", "not_nature")


def _not_that_one(s: State, what: str, department: int, code: str) -> Refusal:
    """Why this department does not answer the question."""
    bit = 1 << department
    args: dict[str, str | int] = {"code": code}
    payer = s.stack.asked()[0] if what == PAY else s.seat
    free, own = bool(s.free & bit), bool(s.own[s.sides[payer]] & bit)
    if what in (TAKE, CHALLENGE, REST):
        return _not_by_the_dice(s, what, bit, free, own, args)
    if what == GAIN and not free:
        return Refusal("president.card.gain", "not_free", args)
    if what in (LOSE, PAY) and not own:
        return Refusal("president.card.lose", "not_yours", args)
    if what == SPOILS and not own:
        return Refusal("president.challenge.lost", "not_theirs", args)
    return Refusal("president.card.round", "unreachable", {**args, "amount": s.amount * UNIT})


def _not_by_the_dice(s: State, what: str, bit: int, free: bool, own: bool, args: dict[str, str | int]) -> Refusal:
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
