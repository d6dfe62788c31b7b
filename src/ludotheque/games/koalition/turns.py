"""From one question to the next: the beginning, the deal, laying in turn, and reactions to actions."""

from __future__ import annotations

from collections.abc import Sequence

from ludotheque.engine.chance import Chance, shuffle
from ludotheque.engine.frames import Reaction, Sealed, Turn, around
from ludotheque.engine.rules import NATURE, NOBODY, Event, Seat
from ludotheque.engine.tuples import changed
from ludotheque.games.koalition import actions, votes
from ludotheque.games.koalition.box import DEAL, PARTIES
from ludotheque.games.koalition.moves import (
    AnyMove,
    Deal,
    Dealt,
    Elect,
    Elected,
    Laid,
    Lay,
    Passed,
    Tied,
    TurnedUp,
    TurnUp,
    Voted,
)
from ludotheque.games.koalition.parties import find_leader
from ludotheque.games.koalition.state import ACT, COUNTRY, DEALING, LAY, LOT, REACT, State

# --- the beginning ---------------------------------------------------------------------------------------------------


def elect(s: State, seat: Seat, move: Elect) -> Sequence[Event]:
    """A vote for the first player; once all are in, whoever has most begins, or the lot decides."""
    s.ballots = changed(s.ballots, seat, move.seat)
    sealed = s.stack.top
    assert isinstance(sealed, Sealed)
    events: list[Event] = [Voted(seat, move.seat)]
    if sealed.seal(seat):
        tied = votes.tied(s)
        if len(tied) == 1:
            events += start(s, tied[0], False)
        else:
            events.append(Tied(s.ballots, tuple(tied)))
            s.stack.ask(NATURE, LOT)
    return events


def start(s: State, seat: Seat, lot: bool) -> Sequence[Event]:
    """The first player is known, and cards are dealt."""
    s.starter = seat
    s.stack.ask(NATURE, DEALING)
    return [Elected(seat, s.ballots, lot)]


def shuffled(s: State, rng: Chance) -> Deal:
    """Shuffle both packs and deal by the table; what is left over is set aside unseen."""
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


def deal(s: State, move: Deal) -> Sequence[Event]:
    """Everybody has a new hand; what was known of the old ones is forgotten."""
    number = s.box.number
    s.deals += 1
    s.hands = [tuple(number[card] for card in cards) for cards in move.cards]
    s.actions = list(move.actions)
    s.known = [()] * s.players
    s.gone, s.used = (), (0,) * 5
    events: list[Event] = [
        Dealt(seat, s.deals, cards, actions)
        for seat, (cards, actions) in enumerate(zip(move.cards, move.actions, strict=True))
    ]
    if s.country == NOBODY:
        s.stack.ask(NATURE, COUNTRY)
    else:
        _open_vote(s)
    return events


def turn_up(s: State, move: TurnUp) -> Sequence[Event]:
    """A country votes, after a deal if somebody has too few cards for it."""
    s.country = next(i for i in s.left if s.box.country[i].id == move.country)
    s.left = tuple(i for i in s.left if i != s.country)
    s.number += 1
    if enough(s):
        _open_vote(s)
    else:
        s.stack.ask(NATURE, DEALING)
    return [TurnedUp(move.country, s.number)]


def enough(s: State) -> bool:
    """Whether everybody holds two politicians, and as many as the country asks.

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


def lay_card(s: State, seat: Seat, move: Lay) -> Sequence[Event]:
    """A card from the hand to its party."""
    card = s.box.number[move.card]
    party = s.box.party[card] if move.party is None else PARTIES.index(move.party)
    hand = s.hands[seat]
    at = hand.index(card)
    s.hands[seat] = hand[:at] + hand[at + 1 :]
    if card in s.known[seat]:
        s.known[seat] = tuple(other for other in s.known[seat] if other != card)
    s.columns[party] = (*s.columns[party], (seat, card))
    find_leader(s, party)
    s.stack.ask(seat, ACT)
    return (Laid(seat, move.card, PARTIES[party]),)


def pass_on(s: State, seat: Seat) -> Sequence[Event]:
    """No action, or no reaction to one: the next player lays when nobody is left to ask."""
    top = s.stack.frames[-1]
    if type(top) is Turn:
        return (Passed(seat), *_next(s))
    assert isinstance(top, Reaction)
    if top.passes(seat):
        return (Passed(seat), *_next(s))
    return (Passed(seat),)


def act(s: State, seat: Seat, move: AnyMove) -> Sequence[Event]:
    """An action: everybody may react to it in turn, over and over."""
    event = actions.act(s, seat, move)
    top = s.stack.frames[-1]
    if isinstance(top, Reaction):
        top.reacts(seat)
        s.stack.renew()
    else:
        s.stack.turn(Reaction(around((seat + 1) % s.players, s.players), REACT, round=True))
    return (event,)


def _next(s: State) -> Sequence[Event]:
    """The next player lays, or a new lap begins, or the votes are counted."""
    seat = (s.layer + 1) % s.players
    if seat == s.starter:
        s.lap += 1
        if s.lap > s.box.country[s.country].cards:
            return votes.count_votes(s)
    s.layer = seat
    s.stack.ask(seat, LAY)
    return ()
