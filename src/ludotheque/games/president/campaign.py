"""Campaign cards: votes with departments, won or lost, votes alone, and debts.

What is done here answers whether it is done with: if not, the next question is put.
"""

from __future__ import annotations

from ludotheque.engine.rules import Event
from ludotheque.games.president import box
from ludotheque.games.president.box import UNIT
from ludotheque.games.president.moves import (
    Card,
    Drawn,
    Kept,
    Owes,
    Pays,
    Release,
    Released,
    Rounded,
    Take,
    Took,
)
from ludotheque.games.president.state import GAIN, LOSE, PAY, State
from ludotheque.games.president.sums import round_down, round_up, steps
from ludotheque.games.president.votes import clear, credit, debit, settle


def turn_up(s: State, move: Card, events: list[Event]) -> bool:
    """Read a card and do as it says."""
    number = s.box.cards[move.card]
    card, units, side = s.box.campaign[number], s.box.amounts[number], s.sides[s.seat]
    at = s.deck.index(number)
    s.deck = s.deck[:at] + s.deck[at + 1 :]
    s.card = number
    events.append(Drawn(s.seat, side, card.id, card.kind, card.amount))
    if card.kind == box.KEEP:
        s.kept[side] += (number,)
        events.append(Kept(s.seat, side, card.id, card.amount, (s.votes[side] + units) * UNIT))
        credit(s, side, units, events)
        return True
    if card.kind == box.LOSE and s.votes[side] < units:
        s.debts[side] += (number,)
        events.append(Owes(side, card.id, card.amount))
        return True
    s.talon += (number,)
    return not _choose(s, GAIN if card.kind == box.GAIN else LOSE, units, events)


def pay_debts(s: State, events: list[Event]) -> bool:
    """Pay what is owed, the oldest debt first, as long as the votes cover it; False while there is a choice to make."""
    side = s.sides[s.seat]
    while s.debts[side] and s.votes[side] >= s.box.amounts[s.debts[side][0]]:
        number, *others = s.debts[side]
        s.debts[side] = tuple(others)
        s.talon += (number,)
        card = s.box.campaign[number]
        events.append(Pays(s.seat, side, card.id, card.amount))
        if _choose(s, PAY, s.box.amounts[number], events):
            return False
    return True


def _choose(s: State, what: str, units: int, events: list[Event]) -> bool:
    """Ask for the departments that make an amount, as near to it as can be; False if there are none."""
    classes, held = s.box.classes, s.free if what == GAIN else s.own[s.sides[s.seat]]
    made = round_up(classes, held, units) if what == GAIN else round_down(classes, held, units)
    if made != units:
        events.append(Rounded(s.seat, units * UNIT, made * UNIT))
    if made == 0:
        return False
    s.amount = made
    s.eligible = steps(classes, held, made)
    s.stack.ask(s.seat, what)
    return True


def gain(s: State, move: Take, events: list[Event]) -> bool:
    """One of the departments that a card brings."""
    side = s.sides[s.seat]
    units = settle(s, side, s.box.index[move.code])
    events.append(Took(s.seat, side, move.code, units * UNIT, (s.votes[side] + units) * UNIT))
    credit(s, side, units, events)
    s.amount -= units
    if not s.amount or s.elected >= 0:
        return True
    s.eligible = steps(s.box.classes, s.free, s.amount)
    s.stack.ask(s.seat, GAIN)
    return False


def release(s: State, move: Release, events: list[Event]) -> bool:
    """One of the departments that a card costs, now or as a debt."""
    side = s.sides[s.seat]
    units = clear(s, side, s.box.index[move.code])
    debit(s, side, units)
    events.append(Released(s.seat, side, move.code, units * UNIT, s.votes[side] * UNIT))
    s.amount -= units
    if not s.amount:
        return True
    s.eligible = steps(s.box.classes, s.own[side], s.amount)
    s.stack.renew()
    return False
