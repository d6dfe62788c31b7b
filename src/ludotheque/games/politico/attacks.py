"""Attacks and their answers.

Functions that may end a turn return True if it ends; otherwise they have put the next question.
"""

from __future__ import annotations

from msgspec.structs import replace

from ludotheque.engine.question_stack import Reaction
from ludotheque.engine.rules import Event, Seat
from ludotheque.games.politico import bargains
from ludotheque.games.politico.box import ARMY, BARAKA
from ludotheque.games.politico.cards import mark_known, play_card, put_back, take_from_hand
from ludotheque.games.politico.government import ask_next_former
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
from ludotheque.games.politico.scoring import add_points, bring_down, transfer_deputies
from ludotheque.games.politico.shared_questions import open_pressure, seats_with_cards
from ludotheque.games.politico.state import (
    ACCEPT,
    ANSWER,
    DEFENCE,
    LEND,
    Assault,
    Pressure,
    State,
    ask_seats,
    in_government,
)


def is_attack_allowed(s: State, kind: int) -> bool:
    """Whether attacks of this kind can be made now."""
    card = s.box.attacks[kind]
    assert card is not None
    return (not s.union or card.ignores_union) and (s.options.personal or not card.personal)


def is_immune(s: State, seat: Seat) -> bool:
    """Whether a seat is in the government of HOMME PROVIDENTIEL, in its first two rounds."""
    return s.government is not None and s.government.immune > 0 and seat in s.government.members


def attack_seat(s: State, seat: Seat, move: Attack, events: list[Event]) -> None:
    """Attack a seat, which is asked for an answer."""
    kind = s.box.number[move.card]
    take_from_hand(s, seat, kind)
    events.append(Attacked(seat, move.seat, move.card))
    if s.bargains.entries:
        bargains.judge_attack(s, seat, move.seat, kind, events)
    s.assault = Assault(seat, move.seat, kind)
    s.stack.ask(move.seat, ANSWER)


def answering_kinds(s: State, seat: Seat) -> list[int]:
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
    return seats_with_cards(s, (assault.by, assault.target))


def answer_attack(s: State, card: str, events: list[Event]) -> bool:
    """Answer the attack with a card of the target's own hand."""
    assault, kind = _assault(s), s.box.number[card]
    target = assault.target
    play_card(s, target, kind)
    if card == ARMY:
        return open_pressure(s, Pressure(DEFENCE, target, (target,)), events) and parry(s)
    events.append(Answered(target, card, None))
    defence = s.box.defences[kind]
    add_points(s, assault.by, -defence.penalty, "answered", events)
    add_points(s, target, defence.reward, "answer", events)
    return parry(s)


def parry(s: State) -> bool:
    """End an attack that has no effect."""
    put_back(s, _assault(s).card)
    s.assault = None
    return True


def ask_for_defence(s: State, events: list[Event]) -> None:
    """Ask the other seats for a defence."""
    events.append(Pleaded(_assault(s).target))
    ask_seats(s, _lenders(s), LEND)


def record_offer(s: State, seat: Seat, offers: bool, events: list[Event]) -> bool:
    """Record whether a seat offers the defence; after the last seat, let the target choose."""
    assault, window = _assault(s), s.stack.top
    assert isinstance(window, Reaction)
    events.append(Offered(seat) if offers else Silent(seat))
    if offers:
        s.assault = assault = replace(assault, offers=(*assault.offers, seat))
        mark_known(s, seat, s.box.answers[assault.card])
    if not window.record_pass(seat):
        return False
    if assault.offers:
        s.stack.ask(assault.target, ACCEPT)
        return False
    return carry_out_attack(s, events)


def accept_loan(s: State, lender: Seat, events: list[Event]) -> bool:
    """Answer the attack with a card that was lent."""
    assault = _assault(s)
    kind = s.box.answers[assault.card]
    defence = s.box.defences[kind]
    play_card(s, lender, kind)
    events.append(Answered(assault.target, defence.id, lender))
    add_points(s, assault.by, -defence.penalty, "answered", events)
    transfer_deputies(s, assault.target, lender, defence.loan, "loan", events)
    return parry(s)


def carry_out_attack(s: State, events: list[Event]) -> bool:
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
        return ask_next_former(s)
    add_points(s, target, -card.points, "attack", events)
    add_points(s, by, card.gain, "attacked", events)
    transfer_deputies(s, target, by, card.deputies, "attack", events)
    return True


def _assault(s: State) -> Assault:
    assert s.assault is not None, "there is an answer only to an attack"
    return s.assault
