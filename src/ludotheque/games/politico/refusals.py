"""Reasons why a move is not allowed, in the order of their precedence."""

from __future__ import annotations

from typing import Final

from ludotheque.engine.rules import Refusal, Seat
from ludotheque.games.politico.attacks import is_attack_allowed, is_immune
from ludotheque.games.politico.government import can_enter
from ludotheque.games.politico.moves import (
    Amend,
    Announce,
    Answer,
    AnyMove,
    Army,
    Attack,
    Censure,
    Counter,
    Discard,
    Dispute,
    Dissolve,
    Expel,
    Form,
    Invite,
    Leave,
    Offer,
    Plead,
    Recruit,
    Resign,
    Union,
)
from ludotheque.games.politico.state import (
    State,
)

_CARDS: Final[dict[type, tuple[str, str]]] = {
    Censure: ("censure", "politico.censure"),
    Army: ("army", "politico.army.uses"),
    Counter: ("army", "politico.army.counter"),
    Union: ("union", "politico.union"),
}
"""The special card that a move takes, and its clause."""


def free_move_refusal(s: State, seat: Seat, move: AnyMove) -> Refusal | None:
    """Why a move that needs no question is not allowed now; None for other kinds of moves."""
    return _refuse_free_move(s, seat, move) if isinstance(move, Resign | Announce | Amend | Dispute) else None


def _refuse_free_move(s: State, seat: Seat, move: AnyMove) -> Refusal:
    heads = s.government is not None and s.government.pm == seat
    if isinstance(move, Resign):
        if heads:
            return Refusal("politico.ruling.resign-between", "resign_later")
        return Refusal("politico.gov.resign-pm", "cannot_resign")
    if isinstance(move, Announce):
        if heads:
            return Refusal("politico.ruling.resign-between", "announced")
        return Refusal("politico.gov.resign-pm", "cannot_resign")
    if isinstance(move, Dispute):
        return Refusal("politico.dispute", "no_dispute")
    return Refusal("politico.amend", "no_amendment")


def card_refusal(s: State, seat: Seat, move: AnyMove) -> Refusal | None:
    """The refusal of a card that is not in hand."""
    number, hand = s.box.number, s.hands[seat]
    card, clause = _CARDS.get(type(move), ("", "politico.start.hand"))
    if isinstance(move, Discard | Attack | Answer | Form):
        card = move.card
    if isinstance(move, Offer):
        assert s.assault is not None
        card, clause = s.box.kinds[s.box.answers[s.assault.card]], "politico.attack.lend"
    if card and (card not in number or not hand[number[card]]):
        return Refusal(clause, "not_held", {"card": card})
    return None


def move_refusal(s: State, seat: Seat, move: AnyMove) -> Refusal | None:
    """The refusal of a move that is not possible now, though its card is in hand."""
    match move:
        case Attack():
            return _refuse_attack(s, move)
        case Form():
            return _refuse_bid(s, seat, move)
        case Censure() | Army():
            return _refuse_fall(s, seat, move)
        case Union():
            return Refusal("politico.union", "united")
        case Leave():
            return Refusal("politico.gov.resign-member", "no_member")
        case Expel() | Recruit():
            return Refusal("politico.gov.reshuffle", "no_reshuffle")
        case Dissolve():
            return Refusal("politico.dissolve", "no_dissolution")
        case Invite():
            return Refusal("politico.gov.form", "no_guest")
        case Plead():
            return Refusal("politico.attack.lend", "no_help")
        case Answer():
            return Refusal("politico.attack.answer", "no_answer", {"card": move.card})
    return None


def _refuse_attack(s: State, move: Attack) -> Refusal:
    kind = s.box.number[move.card]
    if kind not in s.box.red:
        return Refusal("politico.box.trumps", "no_attack_card", {"card": move.card})
    if not is_attack_allowed(s, kind):
        if s.union:
            return Refusal("politico.union", "union")
        return Refusal("politico.amend", "not_personal")
    if 0 <= move.seat < s.players and is_immune(s, move.seat):
        return Refusal("politico.providential.effect", "immune", {"seat": move.seat})
    return Refusal("politico.attack.any", "no_target")


def _refuse_bid(s: State, seat: Seat, move: Form) -> Refusal:
    if s.government is not None:
        return Refusal("politico.gov.form", "in_place")
    if not can_enter(s, seat):
        return Refusal("politico.ruling.exposed", "exposed")
    if move.union:
        return Refusal("politico.union", "no_union")
    return Refusal("politico.army.uses", "no_army")


def _refuse_fall(s: State, seat: Seat, move: Censure | Army) -> Refusal:
    clause = "politico.censure" if isinstance(move, Censure) else "politico.army.uses"
    if s.government is None:
        return Refusal(clause, "no_government")
    if isinstance(move, Army) and move.purpose == "enter":
        if s.government.providential and seat not in s.government.members:
            return Refusal("politico.ruling.providential-army", "no_entry_providential")
        return Refusal(clause, "no_entry")
    if s.government.immune:
        return Refusal("politico.providential.effect", "immune", {"seat": s.government.pm})
    if s.union:
        return Refusal("politico.union", "union")
    return Refusal(clause, "own_government")
