"""The challenge: a game of 21 for a department.

Functions return whether the step is over; if not, they have put the next question.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from ludotheque.engine.chance import Chance
from ludotheque.engine.rules import NATURE, Event, Seat
from ludotheque.games.president import department_choice, sums
from ludotheque.games.president.box import PACK, UNIT
from ludotheque.games.president.moves import (
    Challenge,
    Challenged,
    Claim,
    Claimed,
    Deal,
    Dealt,
    Hit,
    Lost,
    Stand,
    Stood,
    Void,
    Won,
)
from ludotheque.games.president.state import DEAL, DEFEND, SPOILS, Duel, State
from ludotheque.games.president.votes import credit, debit, transfer_department

_PACK: Final = tuple(value for value, count in PACK.items() for _ in range(count))


def score(cards: Sequence[int]) -> int:
    """The score of a hand: an ace is 11 as long as that does not pass 21."""
    total = sum(cards)
    return total + 10 if total <= 11 and 1 in cards else total


def open_duel(s: State, _seat: Seat, move: Challenge, events: list[Event]) -> bool:
    """Begin a challenge: two cards go to the challenged player."""
    department = s.box.index[move.code]
    owner = next(side for side, own in enumerate(s.own) if own >> department & 1)
    s.duel = Duel(department, s.seat, owner)
    events.append(Challenged(s.seat, owner, move.code, s.box.units[department] * UNIT))
    s.stack.ask(NATURE, DEAL)
    return False


def draw_cards(s: State, rng: Chance) -> Deal:
    """Cards drawn at random from the pack, less those on the table."""
    duel = _duel(s)
    if duel.defence:
        return Deal((_draw(duel.defence + duel.attack, rng),))
    first = _draw((), rng)
    return Deal((first, _draw((first,), rng)))


def _draw(seen: tuple[int, ...], rng: Chance) -> int:
    """A card drawn at random from the pack, less those seen."""
    at = rng.below(len(_PACK) - len(seen))
    # The pack lies in order of value: each card that is gone before the one drawn moves it up by one.
    for card in sorted(seen):
        if _PACK[at] >= card:
            at += 1
    return _PACK[at]


def is_possible_deal(s: State, move: Deal) -> bool:
    """Whether the pack holds these cards, and as many are due."""
    duel = _duel(s)
    seen = Counter((*duel.defence, *duel.attack, *move.cards))
    due = 1 if duel.defence else 2
    return len(move.cards) == due and all(count <= PACK.get(card, 0) for card, count in seen.items())


def deal_cards(s: State, _seat: Seat, move: Deal, events: list[Event]) -> bool:
    """Deal cards to the challenged player until they stand, then to the challenger."""
    duel = _duel(s)
    return _deal_to_challenger(s, duel, move, events) if duel.stands else _deal_to_owner(s, duel, move, events)


def _deal_to_owner(s: State, duel: Duel, move: Deal, events: list[Event]) -> bool:
    s.duel = duel = replace(duel, defence=duel.defence + move.cards)
    points = score(duel.defence)
    events.append(Dealt(duel.owner, move.cards, points))
    if points > 21:
        return _win(s, duel, events)
    s.stack.ask(duel.owner, DEFEND)
    return False


def hit_or_stand(s: State, _seat: Seat, move: Hit | Stand, events: list[Event]) -> bool:
    """Draw one more card; or stand, and the next cards are the challenger's."""
    if isinstance(move, Stand):
        duel = _duel(s)
        s.duel = replace(duel, stands=True)
        events.append(Stood(duel.owner, score(duel.defence)))
    s.stack.ask(NATURE, DEAL)
    return False


def _deal_to_challenger(s: State, duel: Duel, move: Deal, events: list[Event]) -> bool:
    """Deal to the challenger, who must draw until the score is beaten: equal is not enough, but 21 each is void.

    The challenger has no choice, so is not asked.
    """
    s.duel = duel = replace(duel, attack=duel.attack + move.cards)
    points, mark = score(duel.attack), score(duel.defence)
    events.append(Dealt(duel.seat, move.cards, points))
    if points > 21:
        return _lose(s, duel, events)
    if points > mark:
        return _win(s, duel, events)
    if points == mark == 21:
        s.duel = replace(duel, result="void")
        events.append(Void(duel.seat, duel.owner, s.box.department[duel.department].code))
        return True
    s.stack.ask(NATURE, DEAL)
    return False


def _win(s: State, duel: Duel, events: list[Event]) -> bool:
    s.duel = replace(duel, result="won")
    side = s.sides[duel.seat]
    code = s.box.department[duel.department].code
    units = min(transfer_department(s, duel.owner, side, duel.department), s.votes[duel.owner])
    debit(s, duel.owner, units)
    total, left = (s.votes[side] + units) * UNIT, s.votes[duel.owner] * UNIT
    events.append(Won(duel.seat, side, duel.owner, code, units * UNIT, total, left))
    credit(s, side, units, events)
    return True


def _lose(s: State, duel: Duel, events: list[Event]) -> bool:
    """Lose the challenge: the department becomes unchallengeable, and the owner picks others worth the same or less."""
    s.duel = replace(duel, result="lost")
    s.safe |= 1 << duel.department
    units, side = s.box.units[duel.department], s.sides[duel.seat]
    made, pays = sums.payment(s.box.classes, s.own[side], units, s.votes[side])
    code = s.box.department[duel.department].code
    events.append(Lost(duel.seat, duel.owner, code, units * UNIT, pays * UNIT))
    return department_choice.ask_departments(s, duel.owner, SPOILS, units, made, pays, events)


def claim_department(s: State, _seat: Seat, move: Claim, events: list[Event]) -> bool:
    """Give the challenged player one of the departments of the stake."""
    duel = _duel(s)
    side = s.sides[duel.seat]
    units = transfer_department(s, side, duel.owner, s.box.index[move.code])
    moved = department_choice.votes_so_far(s, units)
    total, left = (s.votes[duel.owner] + moved) * UNIT, (s.votes[side] - moved) * UNIT
    events.append(Claimed(duel.owner, side, move.code, units * UNIT, total, left))
    return department_choice.count_department(s, units, events)


def _duel(s: State) -> Duel:
    assert s.duel is not None, "there are challenge cards only in a challenge"
    return s.duel
