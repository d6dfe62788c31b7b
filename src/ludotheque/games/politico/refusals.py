"""Why a move is not allowed, in the order a referee would say it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ludotheque.engine.frames import Reaction, Turn
from ludotheque.engine.rules import NATURE, Refusal, Seat
from ludotheque.games.politico import cards, elections
from ludotheque.games.politico.attacks import is_immune, may_attack
from ludotheque.games.politico.choices import besides
from ludotheque.games.politico.government import can_enter
from ludotheque.games.politico.moves import (
    Accept,
    Amend,
    Announce,
    Answer,
    AnyMove,
    Army,
    Attack,
    Censure,
    Counter,
    Deal,
    Discard,
    Dispute,
    Dissolve,
    Election,
    Expel,
    Form,
    Happen,
    Invite,
    Leave,
    Midterm,
    Offer,
    Plead,
    Recruit,
    Resign,
    TimeUp,
    Union,
)
from ludotheque.games.politico.state import (
    ACCEPT,
    ACT,
    ANSWER,
    ATTACK,
    COUNTER,
    DEAL,
    DRAW,
    ELECTION,
    EVENT,
    FORM,
    INVITE,
    JOIN,
    LEND,
    RECRUIT,
    State,
)

if TYPE_CHECKING:
    from ludotheque.games.politico.rules import Politico

_CLAUSES: Final = {
    DRAW: "politico.turn.trump",
    ACT: "politico.turn.choose",
    ATTACK: "politico.gov.fail",
    FORM: "politico.points.new-gov",
    INVITE: "politico.gov.form",
    ANSWER: "politico.attack.answer",
    ACCEPT: "politico.ruling.lend-contract",
    JOIN: "politico.gov.form",
    RECRUIT: "politico.gov.reshuffle",
    LEND: "politico.attack.lend",
    COUNTER: "politico.army.counter",
    "vote": "politico.gov.vote",
}
"""The clause behind each question."""

_CARDS: Final[dict[type, tuple[str, str]]] = {
    Censure: ("censure", "politico.censure"),
    Army: ("army", "politico.army.uses"),
    Counter: ("army", "politico.army.counter"),
    Union: ("union", "politico.union"),
}
"""The special card that a move takes, and its clause."""


def why_not(rules: Politico, s: State, seat: Seat, move: AnyMove) -> Refusal | None:
    """The clause that forbids ``move``, or None."""
    if s.outcome is not None:
        return Refusal("politico.end", "over")
    if isinstance(move, Election | Deal | Happen | Midterm | TimeUp) or seat == NATURE:
        return _nature(rules, s, seat, move)
    if move in rules.legal(s, seat) or move in besides(s, seat):
        return None
    if isinstance(move, Resign | Announce | Amend | Dispute):
        return _besides(s, seat, move)
    top = s.stack.top
    if seat not in top.asked():
        return Refusal("politico.turn.choose", "not_asked")
    what = top.what if isinstance(top, Turn | Reaction) else "vote"
    if not isinstance(move, _KINDS.get(what, ())):
        return Refusal(_CLAUSES[what], f"asked_{what}")
    return _not_held(s, seat, move) or _not_now(s, seat, move, what)


def _nature(rules: Politico, s: State, seat: Seat, move: AnyMove) -> Refusal | None:
    """Nature does what it is asked, and the clock what it has not done yet."""
    top = s.stack.top
    what = top.what if isinstance(top, Turn) and top.seat == NATURE else ""
    match move:
        case Election():
            fits = what == ELECTION and elections.can_be_dealt(s, move)
        case Deal():
            fits = what == DEAL and cards.can_be_dealt(s, move)
        case Happen():
            fits = what == EVENT and (move.event is None or move.event in s.box.events)
        case Midterm():
            fits = s.options.clock == "minutes" and s.options.midterm and s.midterm == "ahead"
        case TimeUp():
            fits = s.options.clock == "minutes" and not s.time
        case _:
            fits = False
    return None if fits and seat == NATURE else Refusal("politico.ruling.clock", "not_nature")


def _besides(s: State, seat: Seat, move: AnyMove) -> Refusal:
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


_KINDS: Final[dict[str, tuple[type, ...]]] = {
    DRAW: (Discard,),
    ACT: (Attack, Form, Censure, Army, Union, Leave, Expel, Recruit, Dissolve),
    ATTACK: (Attack,),
    FORM: (Form,),
    INVITE: (Invite,),
    ANSWER: (Answer, Plead),
    ACCEPT: (Accept,),
    LEND: (Offer,),
    COUNTER: (Counter,),
}
"""The kinds of moves that may answer each question, but for those that always do."""


def _not_held(s: State, seat: Seat, move: AnyMove) -> Refusal | None:
    """A card that one does not have cannot be played."""
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


def _not_now(s: State, seat: Seat, move: AnyMove, what: str) -> Refusal:
    """The card is there, but it cannot be played so."""
    match move:
        case Attack():
            return _no_attack(s, move)
        case Form():
            return _no_bid(s, seat, move)
        case Censure() | Army():
            return _no_fall(s, seat, move)
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
    return Refusal(_CLAUSES[what], f"asked_{what}")


def _no_attack(s: State, move: Attack) -> Refusal:
    kind = s.box.number[move.card]
    if kind not in s.box.red:
        return Refusal("politico.box.trumps", "no_attack_card", {"card": move.card})
    if not may_attack(s, kind):
        if s.union:
            return Refusal("politico.union", "union")
        return Refusal("politico.amend", "not_personal")
    if 0 <= move.seat < s.players and is_immune(s, move.seat):
        return Refusal("politico.providential.effect", "immune", {"seat": move.seat})
    return Refusal("politico.attack.any", "no_target")


def _no_bid(s: State, seat: Seat, move: Form) -> Refusal:
    if s.government is not None:
        return Refusal("politico.gov.form", "in_place")
    if not can_enter(s, seat):
        return Refusal("politico.ruling.exposed", "exposed")
    if move.union:
        return Refusal("politico.union", "no_union")
    return Refusal("politico.army.uses", "no_army")


def _no_fall(s: State, seat: Seat, move: Censure | Army) -> Refusal:
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
