"""Common cards: opinions and events at once, supports offered around the table, secrets into hands.

Functions that may end a turn return True if it ends; otherwise they have put the next question.
"""

from __future__ import annotations

from collections.abc import Sequence

from ludotheque.engine.rules import Event, Seat
from ludotheque.engine.tuples import changed
from ludotheque.games.stratagem.box import Common, Effect
from ludotheque.games.stratagem.mats import (
    can_keep,
    change_tokens,
    discard_cards,
    drop_supports,
    member_rating,
    ranking,
    rating,
    shows_option,
)
from ludotheque.games.stratagem.moves import (
    Accepted,
    Card,
    Drawn,
    Halted,
    Offered,
    Played,
    Refused,
    Return,
    Returned,
    Revealed,
    Secret,
)
from ludotheque.games.stratagem.state import NOTHING, OFFER, Offer, State, adversaries, next_seat


def draw_common_card(s: State, move: Card, events: list[Event]) -> bool:
    """Draw a common card and carry it out."""
    number = s.box.cards[move.card]
    card = s.box.common[number]
    at = s.deck.index(number)
    s.deck = s.deck[:at] + s.deck[at + 1 :]
    s.card = None if card.family == "secret" else card.id
    events.append(Drawn(s.seat, card.family, card.id, s.watching if card.family == "secret" else ()))
    if card.family == "secret":
        s.secrets[s.seat] = tuple(sorted((*s.secrets[s.seat], number)))
        return True
    if card.family == "support":
        return _offer_next(s, Offer(number, s.seat, s.seat), events)
    apply_card(s, card, None, events)
    discard_cards(s, (number,), events)
    return True


# --- supports --------------------------------------------------------------------------------------------------------


def _offer_next(s: State, offer: Offer, events: list[Event]) -> bool:
    """Offer the support to the next player who can keep it; after the last it falls. Accepting is not a turn."""
    card = s.box.common[offer.card].id
    seat = offer.seat
    while True:
        if can_keep(s, seat, offer.card):
            s.offer = Offer(offer.card, offer.drawer, seat)
            events.append(Offered(seat, card))
            s.stack.ask(seat, OFFER)
            return False
        events.append(Refused(seat, card, False))
        seat = next_seat(s, seat)
        if seat == offer.drawer:
            return _discard(s, offer.card, events)


def _discard(s: State, card: int, events: list[Event]) -> bool:
    s.offer = None
    discard_cards(s, (card,), events)
    return True


def accept_support(s: State, events: list[Event]) -> bool:
    """Keep the support on offer, with immediate effect."""
    offer = s.offer
    assert offer is not None
    s.offer = None
    card = s.box.common[offer.card]
    s.supports[offer.seat] += (offer.card,)
    events.append(Accepted(offer.seat, card.id))
    change_tokens(s, offer.seat, card.percent, "support", events)
    return True


def refuse_support(s: State, events: list[Event]) -> bool:
    """Refuse the support, which is offered to the next player."""
    offer = s.offer
    assert offer is not None
    events.append(Refused(offer.seat, s.box.common[offer.card].id, True))
    seat = next_seat(s, offer.seat)
    if seat == offer.drawer:
        return _discard(s, offer.card, events)
    return _offer_next(s, Offer(offer.card, offer.drawer, seat), events)


def return_support(s: State, move: Return, events: list[Event]) -> bool:
    """Give a support up."""
    events.append(Returned(s.seat, move.card))
    s.card = move.card
    drop_supports(s, s.seat, (s.box.cards[move.card],), events)
    return True


# --- secrets ---------------------------------------------------------------------------------------------------------


def play_secret(s: State, move: Secret, events: list[Event]) -> bool:
    """Put a secret support on the mat, without effect; or apply another secret, which then falls."""
    number = s.box.cards[move.card]
    card, seat = s.box.common[number], s.seat
    s.card = move.card
    s.secrets[seat] = tuple(other for other in s.secrets[seat] if other != number)
    if card.strength is not None:
        s.supports[seat] += (number,)
        if s.owed[seat] == number:
            s.owed = changed(s.owed, seat, NOTHING)
        events.append(Revealed(seat, card.id))
        return True
    events.append(Played(seat, card.id, move.seat))
    apply_card(s, card, move.seat, events)
    discard_cards(s, (number,), events)
    return True


# --- effects ---------------------------------------------------------------------------------------------------------


def apply_card(s: State, card: Common, target: Seat | None, events: list[Event]) -> None:
    """Apply the effects of a card to the players they concern, clockwise from the drawer."""
    for effect in card.effects:
        for seat in _concerned_seats(s, effect, target):
            change_tokens(s, seat, effect.percent, card.id, events)
            if effect.skip:
                s.skips = changed(s.skips, seat, s.skips[seat] + 1)
                events.append(Halted(seat))


def _concerned_seats(s: State, effect: Effect, target: Seat | None) -> Sequence[Seat]:
    # The drawer is in the game: a player who is out has no turn.
    seats = (s.seat, *adversaries(s, s.seat))
    match effect.who:
        case "drawer":
            return seats[:1]
        case "others":
            return seats[1:]
        case "target":
            return [] if target is None else [target]
        case "showing":
            assert effect.option is not None
            return [seat for seat in seats if shows_option(s, seat, s.box.number[effect.option])]
        case "leader":
            return ranking(s)[:1]
        case "last":
            return ranking(s)[-1:]
        case "supported":
            return [seat for seat in seats if s.supports[seat]]
        case "unsupported":
            return [seat for seat in seats if not s.supports[seat]]
    signs = {seat: rating(s, seat) if effect.who.endswith("rated") else member_rating(s, seat) for seat in seats}
    extreme = max(signs.values()) if effect.who.startswith("best") else min(signs.values())
    found = [seat for seat in seats if signs[seat] == extreme]
    return found if len(found) < len(seats) else []
