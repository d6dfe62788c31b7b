"""The sequence of questions: election of the first player, deal, cards in turn, and reactions to actions."""

from __future__ import annotations

from collections import Counter

from ludotheque.engine.chance import Chance, shuffle
from ludotheque.engine.question_stack import Reaction, Sealed, clockwise_from
from ludotheque.engine.rules import NATURE, NOBODY, Event, Seat
from ludotheque.engine.tuples import changed
from ludotheque.games.koalition import actions, counting
from ludotheque.games.koalition.bargains import find_victim, judge_action
from ludotheque.games.koalition.box import DEAL, PARTIES
from ludotheque.games.koalition.moves import (
    AnyMove,
    Deal,
    Dealt,
    Elect,
    Elected,
    Laid,
    Lay,
    Lot,
    Pass,
    Passed,
    Tied,
    TurnedUp,
    TurnUp,
    Voted,
)
from ludotheque.games.koalition.parties import update_leader
from ludotheque.games.koalition.state import ACT, COUNTRY, DEALING, LAY, LOT, REACT, State

# --- the beginning ---------------------------------------------------------------------------------------------------


def record_ballot(s: State, seat: Seat, move: Elect, events: list[Event]) -> None:
    """Record a ballot for the first player; after the last one, the seat with most begins, or the lot decides."""
    s.ballots = changed(s.ballots, seat, move.seat)
    sealed = s.stack.top
    assert isinstance(sealed, Sealed)
    events.append(Voted(seat, move.seat))
    if sealed.record_choice(seat):
        tied = tied_seats(s)
        if len(tied) == 1:
            _start_game(s, tied[0], False, events)
        else:
            events.append(Tied(s.ballots, tuple(tied)))
            s.stack.ask(NATURE, LOT)


def tied_seats(s: State) -> list[Seat]:
    """The seats with the most ballots for first player."""
    found = Counter(s.ballots)
    most = max(found.values())
    return sorted(seat for seat, ballots in found.items() if ballots == most)


def draw_lot(s: State, rng: Chance) -> Lot:
    """One of the seats that are tied, by lot."""
    tied = tied_seats(s)
    return Lot(tied[rng.below(len(tied))])


def settle_lot(s: State, _seat: Seat, move: Lot, events: list[Event]) -> None:
    """Start with the seat that the lot has chosen."""
    _start_game(s, move.seat, True, events)


def _start_game(s: State, seat: Seat, lot: bool, events: list[Event]) -> None:
    """Set the first player and ask for the deal."""
    s.starter = seat
    s.stack.ask(NATURE, DEALING)
    events.append(Elected(seat, s.ballots, lot))


def draw_deal(s: State, rng: Chance) -> Deal:
    """A deal drawn at random from both packs, by the deal table; the rest is set aside unseen."""
    each, extra = DEAL[s.players]
    pack, jokers, counts = s.box.packs(s.players)
    shuffle(rng, pack)
    trumps = [*jokers, *(-1 - kind for kind, count in enumerate(counts) for _ in range(count))]
    shuffle(rng, trumps)
    ids = s.box.ids
    cards, actions = [], []
    for seat in range(s.players):
        mine = trumps[seat * extra : (seat + 1) * extra]
        held = [*pack[seat * each : (seat + 1) * each], *(card for card in mine if card >= 0)]
        cards.append(tuple(ids[card] for card in sorted(held)))
        actions.append(tuple(mine.count(-1 - kind) for kind in range(5)))
    return Deal(tuple(cards), tuple(actions))


def is_possible_deal(s: State, move: Deal) -> bool:
    """Whether each seat is dealt what the table says, from the packs there are, no card twice."""
    each, extra = DEAL[s.players]
    pack, jokers, actions = s.box.packs(s.players)
    size = s.box.pack_size(s.players)
    number = s.box.number
    if len(move.cards) != s.players or len(move.actions) != s.players:
        return False
    cards = [number.get(card, NOBODY) for hand in move.cards for card in hand]
    if len(set(cards)) != len(cards) or not set(cards) <= {*pack, *jokers}:
        return False
    for hand, mine in zip(move.cards, move.actions, strict=True):
        held = sum(number[card] < size for card in hand)
        if held != each or len(hand) - held + sum(mine) != extra or len(mine) != 5 or min(mine) < 0:
            return False
    return all(sum(mine[kind] for mine in move.actions) <= actions[kind] for kind in range(5))


def deal(s: State, _seat: Seat, move: Deal, events: list[Event]) -> None:
    """Give each seat a new hand; what was known of the old ones no longer holds."""
    number = s.box.number
    s.deals += 1
    s.hands = [tuple(number[card] for card in cards) for cards in move.cards]
    s.actions = list(move.actions)
    s.known = [()] * s.players
    s.gone, s.used = (), (0,) * 5
    events += [
        Dealt(holder, s.deals, cards, actions)
        for holder, (cards, actions) in enumerate(zip(move.cards, move.actions, strict=True))
    ]
    if s.country == NOBODY:
        s.stack.ask(NATURE, COUNTRY)
    else:
        _open_vote(s)


def draw_country(s: State, rng: Chance) -> TurnUp:
    """One of the countries that are left."""
    return TurnUp(s.box.country[s.left[rng.below(len(s.left))]].id)


def is_possible_country(s: State, move: TurnUp) -> bool:
    """Whether a country is among those that are left."""
    return move.country in [s.box.country[country].id for country in s.left]


def open_country(s: State, _seat: Seat, move: TurnUp, events: list[Event]) -> None:
    """Open the vote of a country, after a deal if a seat has too few cards for it."""
    s.country = next(i for i in s.left if s.box.country[i].id == move.country)
    s.left = tuple(i for i in s.left if i != s.country)
    s.number += 1
    events.append(TurnedUp(move.country, s.number))
    if hands_suffice(s):
        _open_vote(s)
    else:
        s.stack.ask(NATURE, DEALING)


def hands_suffice(s: State) -> bool:
    """Whether each seat holds two politicians, and as many as the country needs.

    Jokers count where they were dealt among the politicians, with 7 and 9 players.
    """
    least = max(2, s.box.country[s.country].cards)
    size = s.box.pack_size(s.players)
    return all(sum(card < size for card in hand) >= least for hand in s.hands)


def _open_vote(s: State) -> None:
    s.lap = 1
    s.layer = s.starter
    s.stack.ask(s.starter, LAY)


# --- laying and acting -----------------------------------------------------------------------------------------------


def lay_card(s: State, seat: Seat, move: Lay, events: list[Event]) -> None:
    """Play a card from the hand for its party."""
    card = s.box.number[move.card]
    party = s.box.party[card] if move.party is None else PARTIES.index(move.party)
    hand = s.hands[seat]
    at = hand.index(card)
    s.hands[seat] = hand[:at] + hand[at + 1 :]
    if card in s.known[seat]:
        s.known[seat] = tuple(other for other in s.known[seat] if other != card)
    s.columns[party] = (*s.columns[party], (seat, card))
    update_leader(s, party)
    s.stack.ask(seat, ACT)
    events.append(Laid(seat, move.card, PARTIES[party]))


def pass_action(s: State, seat: Seat, _move: Pass, events: list[Event]) -> None:
    """Pass on an action or a reaction; the next player plays a card when no seat is left to ask."""
    events.append(Passed(seat))
    top = s.stack.frames[-1]
    if type(top) is not Reaction or top.record_pass(seat):
        _ask_next(s, events)


def play_action(s: State, seat: Seat, move: AnyMove, events: list[Event]) -> None:
    """Play an action, to which all seats may react in turn, repeatedly."""
    victim = find_victim(s, move) if s.bargains.entries else NOBODY
    events.append(actions.play_action(s, seat, move))
    if victim != NOBODY:
        judge_action(s, seat, victim, events)
    top = s.stack.frames[-1]
    if isinstance(top, Reaction):
        top.record_reaction(seat)
        s.stack.renew()
    else:
        s.stack.replace(Reaction(clockwise_from((seat + 1) % s.players, s.players), REACT, round=True))


def _ask_next(s: State, events: list[Event]) -> None:
    """Ask the next player for a card, begin a new lap, or count the votes."""
    seat = (s.layer + 1) % s.players
    if seat == s.starter:
        s.lap += 1
        if s.lap > s.box.country[s.country].cards:
            events += counting.count_votes(s)
            return
    s.layer = seat
    s.stack.ask(seat, LAY)
