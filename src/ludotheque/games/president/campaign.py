"""Campaign cards: votes with departments, won or lost, votes alone, and debts.

Functions return whether the step is over; if not, they have put the next question.
"""

from __future__ import annotations

from ludotheque.engine.question_stack import clockwise_from
from ludotheque.engine.rules import Event, Seat
from ludotheque.games.president import box, department_choice, sums
from ludotheque.games.president.box import UNIT
from ludotheque.games.president.moves import Card, Drawn, Kept, Owes, Pays, Release, Released, Take, Took
from ludotheque.games.president.state import GAIN, LOSE, PAY, State
from ludotheque.games.president.votes import credit, free_department, occupy_department, urn_units


def draw_card(s: State, _seat: Seat, move: Card, events: list[Event]) -> bool:
    """Turn up a card and carry it out."""
    number = s.box.cards[move.card]
    card, units, side = s.box.campaign[number], s.box.amounts[number], s.sides[s.seat]
    at = s.deck.index(number)
    s.deck = s.deck[:at] + s.deck[at + 1 :]
    s.card = number
    events.append(Drawn(s.seat, side, card.id, card.kind, card.amount))
    if card.kind == box.KEEP:
        units = min(units, urn_units(s))
        s.kept[side] += (number,)
        events.append(Kept(s.seat, side, card.id, units * UNIT, (s.votes[side] + units) * UNIT))
        credit(s, side, units, events)
        return True
    if card.kind == box.GAIN:
        s.talon += (number,)
        made, due = sums.urn_payment(s.box.classes, s.free, units, urn_units(s))
        return department_choice.ask_departments(s, s.seat, GAIN, units, made, due, events)
    if s.votes[side] < units:
        s.debts[side] += (number,)
        events.append(Owes(side, card.id, card.amount))
        return True
    s.talon += (number,)
    return _pay(s, s.seat, LOSE, units, events)


def pay_debts(s: State, events: list[Event]) -> bool:
    """Pay the debts that the votes now cover, the oldest of a side first; False while there is a choice to make.

    The leader of the side chooses, in any player's turn.
    """
    if not any(s.debts):
        return True
    for side in clockwise_from(s.seat, s.players):
        while s.debts[side] and s.votes[side] >= s.box.amounts[s.debts[side][0]]:
            number, *others = s.debts[side]
            s.debts[side] = tuple(others)
            s.talon += (number,)
            card = s.box.campaign[number]
            events.append(Pays(side, side, card.id, card.amount))
            if not _pay(s, side, PAY, s.box.amounts[number], events):
                return False
    return True


def _pay(s: State, seat: Seat, what: str, units: int, events: list[Event]) -> bool:
    side = s.sides[seat]
    made, due = sums.payment(s.box.classes, s.own[side], units, s.votes[side])
    return department_choice.ask_departments(s, seat, what, units, made, due, events)


def take_for_card(s: State, _seat: Seat, move: Take, events: list[Event]) -> bool:
    """Take one of the departments that a card gains."""
    side = s.sides[s.seat]
    units = occupy_department(s, side, s.box.index[move.code])
    total = s.votes[side] + department_choice.votes_so_far(s, units)
    events.append(Took(s.seat, side, move.code, units * UNIT, total * UNIT))
    return department_choice.count_department(s, units, events)


def release_department(s: State, _seat: Seat, move: Release, events: list[Event]) -> bool:
    """Give up one of the departments that a card costs, now or as a debt."""
    seat = s.stack.asked()[0]
    side = s.sides[seat]
    units = free_department(s, side, s.box.index[move.code])
    total = s.votes[side] - department_choice.votes_so_far(s, units)
    events.append(Released(seat, side, move.code, units * UNIT, total * UNIT))
    return department_choice.count_department(s, units, events)
