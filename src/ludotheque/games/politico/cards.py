"""Movements of trumps between hands, table and pack."""

from __future__ import annotations

from collections.abc import Iterable

from ludotheque.engine.chance import Chance
from ludotheque.engine.question_stack import Turn
from ludotheque.engine.rules import NATURE, Event, Seat
from ludotheque.games.politico.moves import Deal, Dealt, Reshuffled, TakenBack
from ludotheque.games.politico.state import DEAL, State

Counts = tuple[int, ...]
_DEAL = Turn(NATURE, DEAL)


def with_count(counts: Counts, kind: int, by: int) -> Counts:
    """Counts with one kind more or fewer."""
    copy = list(counts)
    copy[kind] += by
    return tuple(copy)


def take_from_hand(s: State, seat: Seat, kind: int) -> None:
    """Take a card out of a hand; if one of its kind was known to be there, it counts as that one."""
    s.hands[seat] = with_count(s.hands[seat], kind, -1)
    if s.known[seat][kind]:
        s.known[seat] = with_count(s.known[seat], kind, -1)


def mark_known(s: State, seat: Seat, kind: int) -> None:
    """Note that all seats know a card of this kind to be in a hand."""
    if not s.known[seat][kind]:
        s.known[seat] = with_count(s.known[seat], kind, 1)


def put_back(s: State, kind: int) -> None:
    """Put a card with those that are shuffled in when the pack runs out."""
    s.discard = with_count(s.discard, kind, 1)


def play_card(s: State, seat: Seat, kind: int) -> None:
    """Play a card and put it back."""
    take_from_hand(s, seat, kind)
    put_back(s, kind)


def return_to_hand(s: State, seat: Seat, kinds: Iterable[int], events: list[Event]) -> None:
    """Return cards on the table to a hand, where all seats know them."""
    cards = tuple(kinds)
    for kind in cards:
        s.hands[seat] = with_count(s.hands[seat], kind, 1)
        s.known[seat] = with_count(s.known[seat], kind, 1)
    events.append(TakenBack(seat, tuple(s.box.kinds[kind] for kind in cards)))


def ask_deal(s: State, due: Counts, events: list[Event]) -> bool:
    """Ask nature to deal so many trumps by seat, before the present question is answered.

    If the pack holds too few, the cards put back are shuffled in first. False if there is nothing to deal.
    """
    if sum(due) > sum(s.deck):
        s.deck = tuple(a + b for a, b in zip(s.deck, s.discard, strict=True))
        s.discard = (0,) * len(s.discard)
        events.append(Reshuffled(sum(s.deck)))
        room = sum(s.deck)
        if sum(due) > room:
            due = _limit_to(due, room)
    s.due = due
    if not any(due):
        return False
    s.stack.open(_DEAL)
    return True


def _limit_to(due: Counts, room: int) -> Counts:
    given = []
    for count in due:
        given.append(min(count, room))
        room -= given[-1]
    return tuple(given)


def draw_deal(s: State, rng: Chance) -> Deal:
    """Trumps from the pack, drawn at random. Their order reveals nothing: it is that of the box."""
    left, names = list(s.deck), s.box.kinds
    hands: list[tuple[str, ...]] = []
    for count in s.due:
        hand = [_draw(left, rng) for _ in range(count)] if count else ()
        hands.append(tuple([names[kind] for kind in sorted(hand)]) if hand else ())
    return Deal(tuple(hands))


def _draw(left: list[int], rng: Chance) -> int:
    """Draw a trump of those that are left, all equally likely; return its kind."""
    at = rng.below(sum(left))
    for kind, count in enumerate(left):
        if at < count:
            left[kind] -= 1
            return kind
        at -= count
    raise AssertionError("the number drawn is below the sum of the counts")


def is_possible_deal(s: State, move: Deal) -> bool:
    """Whether the pack holds these cards, and each seat gets as many as it is due."""
    if tuple(map(len, move.cards)) != s.due:
        return False
    left = list(s.deck)
    for hand in move.cards:
        kinds = [s.box.number.get(card, -1) for card in hand]
        if kinds != sorted(kinds) or -1 in kinds:
            return False
        for kind in kinds:
            left[kind] -= 1
    return min(left) >= 0


def deal_cards(s: State, _seat: Seat, move: Deal, events: list[Event]) -> None:
    """Deal trumps to the hands."""
    number, deck = s.box.number, list(s.deck)
    for seat, cards in enumerate(move.cards):
        if cards:
            hand = list(s.hands[seat])
            for card in cards:
                kind = number[card]
                hand[kind] += 1
                deck[kind] -= 1
            s.hands[seat] = tuple(hand)
            events.append(Dealt(seat, len(cards), cards))
    s.deck = tuple(deck)
    s.due = (0,) * s.players
    s.stack.close()
