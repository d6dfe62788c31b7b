"""Koalition's rules, clause by clause: the flow of a game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

from ludotheque.engine.boxes import BoxRules
from ludotheque.engine.chance import Chance, shuffle
from ludotheque.engine.frames import Negotiation, Reaction, Sealed, Turn, around
from ludotheque.engine.rules import NATURE, NOBODY, Event, Refusal, Seat
from ludotheque.engine.tuples import changed
from ludotheque.games.koalition import votes
from ludotheque.games.koalition.actions import PASS, act, playable
from ludotheque.games.koalition.box import DEAL, PARTIES, Box
from ludotheque.games.koalition.moves import (
    Accept,
    AnyEvent,
    AnyMove,
    Close,
    Deal,
    Dealt,
    Decline,
    Elect,
    Elected,
    Laid,
    Lay,
    Lot,
    Pass,
    Passed,
    Propose,
    Tied,
    TurnedUp,
    TurnUp,
    Voted,
)
from ludotheque.games.koalition.options import Options
from ludotheque.games.koalition.parties import find_leader
from ludotheque.games.koalition.refusals import why_not
from ludotheque.games.koalition.sight import Sight, imagine, see, see_all
from ludotheque.games.koalition.state import State

LAY, ACT = "lay", "act"
LOT, DEALING, COUNTRY = "lot", "deal", "country"
_ELECT: Final = tuple(Elect(seat) for seat in range(10))
_CLOSE: Final = Close()


class Koalition(BoxRules[Box, State, Options, AnyMove, Sight]):
    """Three to ten players, parties that belong to nobody, and the first handshake that holds."""

    id = "koalition"
    version = 1
    seats = range(3, 11)
    options_type = Options
    move_type = AnyMove
    event_type = AnyEvent
    sight_type = Sight
    own = ("seat", "ballots", "hand", "actions")

    def setup(self, options: Options, players: int) -> State:
        return State(self.box, options, players)

    def legal(self, s: State, seat: Seat) -> Sequence[AnyMove]:
        frames = s.stack.frames
        if not frames or seat < 0 or seat not in frames[-1].asked():
            return ()
        top = frames[-1]
        if type(top) is Turn:
            return layable(s, seat) if top.what == LAY else playable(s, seat)
        if type(top) is Reaction:
            return playable(s, seat)
        if type(top) is Negotiation:
            return [*spoken(s, top, seat), _CLOSE]
        return _ELECT[: s.players]

    def free(self, s: State, seat: Seat) -> Sequence[AnyMove]:
        """In a negotiation those who wait for others may still speak up."""
        top = s.stack.frames[-1] if s.stack.frames else None
        if type(top) is Negotiation and seat in top.seats and seat not in top.asked():
            return spoken(s, top, seat)
        return ()

    def refusal(self, s: State, seat: Seat, move: AnyMove) -> Refusal | None:
        return why_not(self, s, seat, move)

    def play(self, s: State, seat: Seat, move: AnyMove) -> Sequence[Event]:
        if isinstance(move, Pass):
            return _pass(s, seat)
        if isinstance(move, Lay):
            return _lay_card(s, seat, move)
        if isinstance(move, Propose | Accept | Decline | Close):
            return votes.negotiate(s, seat, move)
        if isinstance(move, Elect):
            return _elect(s, seat, move)
        if isinstance(move, Deal):
            return _deal(s, move)
        if isinstance(move, TurnUp):
            return _turn_up(s, move)
        if isinstance(move, Lot):
            return _start(s, move.seat, True)
        return _act(s, seat, move)

    def chance(self, s: State, rng: Chance) -> AnyMove:
        what = s.stack.what
        if what == LOT:
            tied = votes.tied(s)
            return Lot(tied[rng.below(len(tied))])
        if what == DEALING:
            return _shuffled(s, rng)
        return TurnUp(s.box.country[s.left[rng.below(len(s.left))]].id)

    def default(self, s: State, seat: Seat) -> AnyMove:
        """Out of time: pass, close, vote for oneself, or lay the weakest card."""
        moves = self.legal(s, seat)
        if PASS in moves:
            return PASS
        if moves[-1] == _CLOSE:
            return _CLOSE
        if type(moves[0]) is Elect:
            return _ELECT[seat]
        return min(moves, key=lambda move: s.box.votes[s.box.number[move.card]] if isinstance(move, Lay) else 0)

    def sight(self, s: State, seat: Seat | None) -> Sight:
        return see(s, seat)

    def sights(self, s: State, seats: Iterable[Seat | None]) -> dict[Seat | None, Sight]:
        return see_all(s, seats)

    def revealed(self, s: State) -> Sight:
        """Every hand laid open, as cards that everybody has seen."""
        hands = tuple(tuple(s.box.ids[card] for card in hand) for hand in s.hands)
        return msgspec.structs.replace(see(s, None), known=hands)

    def imagine(self, v: Sight, rng: Chance) -> State:
        return imagine(self.box, v, rng)


# --- the beginning ---------------------------------------------------------------------------------------------------


def _elect(s: State, seat: Seat, move: Elect) -> Sequence[Event]:
    s.ballots = changed(s.ballots, seat, move.seat)
    sealed = s.stack.top
    assert isinstance(sealed, Sealed)
    events: list[Event] = [Voted(seat, move.seat)]
    if sealed.seal(seat):
        tied = votes.tied(s)
        if len(tied) == 1:
            events += _start(s, tied[0], False)
        else:
            events.append(Tied(s.ballots, tuple(tied)))
            s.stack.ask(NATURE, LOT)
    return events


def _start(s: State, seat: Seat, lot: bool) -> Sequence[Event]:
    s.starter = seat
    s.stack.ask(NATURE, DEALING)
    return [Elected(seat, s.ballots, lot)]


def _shuffled(s: State, rng: Chance) -> Deal:
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


def _deal(s: State, move: Deal) -> Sequence[Event]:
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


def _turn_up(s: State, move: TurnUp) -> Sequence[Event]:
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


def layable(s: State, seat: Seat) -> list[AnyMove]:
    """Any politician in hand, or a joker for any party."""
    lays = s.box.lays
    return [move for card in s.hands[seat] for move in lays[card]]


def _lay_card(s: State, seat: Seat, move: Lay) -> Sequence[Event]:
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


def _pass(s: State, seat: Seat) -> Sequence[Event]:
    top = s.stack.top
    if type(top) is Turn:
        return (Passed(seat), *_next(s))
    assert isinstance(top, Reaction)
    if top.passes(seat):
        return (Passed(seat), *_next(s))
    return (Passed(seat),)


def _act(s: State, seat: Seat, move: AnyMove) -> Sequence[Event]:
    event = act(s, seat, move)
    top = s.stack.top
    if isinstance(top, Reaction):
        top.reacts(seat)
        s.stack.renew()
    else:
        s.stack.turn(Reaction(around((seat + 1) % s.players, s.players), "react", round=True))
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


# --- negotiating -----------------------------------------------------------------------------------------------------


def spoken(s: State, talk: Negotiation, seat: Seat) -> list[AnyMove]:
    """What a leader may say: propose a coalition with a hand of theirs in it, or answer proposals."""
    moves: list[AnyMove] = []
    for number in talk.awaiting(seat):
        moves += (Accept(number), Decline(number))
    moves += [
        Propose(coalition.labels)
        for coalition in s.coalitions
        if seat in coalition.seats and coalition.labels not in s.proposed
    ]
    return moves
