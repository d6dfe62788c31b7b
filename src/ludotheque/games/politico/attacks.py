"""Attacks and their answers.

Functions that may end a turn return True if it ends; otherwise they have put the next question.
"""

from __future__ import annotations

from msgspec.structs import replace

from ludotheque.engine.frames import Reaction
from ludotheque.engine.rules import Event, Seat
from ludotheque.games.politico.box import ARMY, BARAKA
from ludotheque.games.politico.cards import lay, put_back, show, spend
from ludotheque.games.politico.government import next_chance
from ludotheque.games.politico.moves import (
    Answered,
    Attack,
    Attacked,
    Exposed,
    Offered,
    Pleaded,
    Silent,
    Suffered,
)
from ludotheque.games.politico.scoring import bring_down, hand_over, score
from ludotheque.games.politico.state import (
    ACCEPT,
    ANSWER,
    DEFENCE,
    LEND,
    Assault,
    Pressure,
    State,
    ask_all,
    in_government,
)
from ludotheque.games.politico.windows import holding, open_pressure


def may_attack(s: State, kind: int) -> bool:
    """Whether attacks of this kind can be made now."""
    card = s.box.attacks[kind]
    assert card is not None
    return (not s.union or card.ignores_union) and (s.options.personal or not card.personal)


def is_immune(s: State, seat: Seat) -> bool:
    """Whether a seat is in the government of HOMME PROVIDENTIEL, in its first two rounds."""
    return s.government is not None and s.government.immune > 0 and seat in s.government.members


def attack(s: State, seat: Seat, move: Attack, events: list[Event]) -> None:
    """Attack a seat, which is asked for an answer."""
    kind = s.box.number[move.card]
    lay(s, seat, kind)
    s.assault = Assault(seat, move.seat, kind)
    events.append(Attacked(seat, move.seat, move.card))
    s.stack.ask(move.seat, ANSWER)


def can_answer(s: State, seat: Seat) -> list[int]:
    """The kinds of card in hand that answer the attack: the matching one, BARAKA, the army."""
    number = s.box.number
    kinds = (s.box.answers[_assault(s).card], number[BARAKA], number[ARMY])
    return [kind for kind in kinds if s.hands[seat][kind]]


def can_plead(s: State) -> bool:
    """Whether a defence may be lent against this attack, and a seat could hold one."""
    card = s.box.attacks[_assault(s).card]
    assert card is not None
    return s.options.lending and not card.personal and bool(_lenders(s))


def _lenders(s: State) -> tuple[Seat, ...]:
    assault = _assault(s)
    return holding(s, (assault.by, assault.target))


def answer(s: State, card: str, events: list[Event]) -> bool:
    """Answer the attack with a card of the target's own hand."""
    assault, kind = _assault(s), s.box.number[card]
    target = assault.target
    spend(s, target, kind)
    if card == ARMY:
        return open_pressure(s, Pressure(DEFENCE, target, (target,)), events) and parried(s)
    events.append(Answered(target, card, None))
    defence = s.box.defences[kind]
    score(s, assault.by, -defence.penalty, "answered", events)
    score(s, target, defence.reward, "answer", events)
    return parried(s)


def parried(s: State) -> bool:
    """End an attack that has no effect."""
    put_back(s, _assault(s).card)
    s.assault = None
    return True


def plead(s: State, events: list[Event]) -> None:
    """Ask the other seats for a defence."""
    events.append(Pleaded(_assault(s).target))
    ask_all(s, _lenders(s), LEND)


def lend(s: State, seat: Seat, offers: bool, events: list[Event]) -> bool:
    """Record whether a seat offers the defence; after the last seat, let the target choose."""
    assault, window = _assault(s), s.stack.top
    assert isinstance(window, Reaction)
    events.append(Offered(seat) if offers else Silent(seat))
    if offers:
        s.assault = assault = replace(assault, offers=(*assault.offers, seat))
        show(s, seat, s.box.answers[assault.card])
    if not window.passes(seat):
        return False
    if assault.offers:
        s.stack.ask(assault.target, ACCEPT)
        return False
    return hit(s, events)


def accept(s: State, lender: Seat, events: list[Event]) -> bool:
    """Answer the attack with a card that was lent."""
    assault = _assault(s)
    kind = s.box.answers[assault.card]
    defence = s.box.defences[kind]
    spend(s, lender, kind)
    events.append(Answered(assault.target, defence.id, lender))
    score(s, assault.by, -defence.penalty, "answered", events)
    hand_over(s, assault.target, lender, defence.loan, "loan", events)
    return parried(s)


def hit(s: State, events: list[Event]) -> bool:
    """Carry out an attack that is not answered: its penalties, or the fall of the government."""
    assault = _assault(s)
    card = s.box.attacks[assault.card]
    assert card is not None
    s.assault = None
    by, target = assault.by, assault.target
    events.append(Suffered(target, card.id))
    if card.exposed:
        s.exposed[target] += (assault.card,)
        events.append(Exposed(target, card.id))
    else:
        put_back(s, assault.card)
    if card.falls and in_government(s, target):
        bring_down(s, by, "attack", events)
        s.chances = (by,)
        return next_chance(s)
    score(s, target, -card.points, "attack", events)
    score(s, by, card.gain, "attacked", events)
    hand_over(s, target, by, card.deputies, "attack", events)
    return True


def _assault(s: State) -> Assault:
    assert s.assault is not None, "there is an answer only to an attack"
    return s.assault
