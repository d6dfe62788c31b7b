"""The legal moves for each question."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import chain
from typing import Final

from ludotheque.engine.question_stack import Negotiation
from ludotheque.engine.rules import NOBODY, Seat
from ludotheque.games.koalition.actions import can_be_toppled
from ludotheque.games.koalition.bargains import BARGAINING
from ludotheque.games.koalition.box import CLEAN, DOUBLE, PARTIES, RETIRE, SCANDAL, TOPPLE
from ludotheque.games.koalition.moves import (
    Accept,
    AnyMove,
    Clean,
    Close,
    Decline,
    Double,
    Elect,
    Pass,
    Retire,
    Scandal,
    TakeBack,
    Topple,
)
from ludotheque.games.koalition.negotiation import may_renew
from ludotheque.games.koalition.state import State

PASS, CLOSE = Pass(), Close()
ELECTS: Final = tuple(Elect(seat) for seat in range(10))
_DOUBLES = tuple(Double(party) for party in PARTIES)
_TOPPLES = tuple(Topple(party) for party in PARTIES)
_SCANDALS = tuple(Scandal(party) for party in PARTIES)
_CLEAN_PARTIES = tuple(Clean(party=party) for party in PARTIES)
_retire = cache(Retire)
_clean = cache(Clean)


def election_moves(s: State, _seat: Seat) -> Sequence[AnyMove]:
    """A vote for any player as first player."""
    return ELECTS[: s.players]


def cards_to_lay(s: State, seat: Seat) -> list[AnyMove]:
    """Every card in hand, a joker for each party."""
    lays = s.box.lays
    return list(chain.from_iterable([lays[card] for card in s.hands[seat]]))


def negotiation_moves(s: State, seat: Seat) -> list[AnyMove]:
    """The moves of a leader who is asked in a negotiation; closing it is one of them."""
    talk = s.stack.top
    assert isinstance(talk, Negotiation)
    return [*leader_moves(s, talk, seat), CLOSE]


def action_moves(s: State, seat: Seat) -> list[AnyMove]:
    """Pass, or play one of the actions in hand."""
    hand = s.actions[seat]
    moves: list[AnyMove] = [PASS]
    if not any(hand):
        return moves
    if hand[DOUBLE]:
        moves += [_DOUBLES[party] for party in range(7) if s.columns[party]]
    if hand[TOPPLE]:
        moves += [_TOPPLES[party] for party in range(7) if can_be_toppled(s, party)]
    if hand[RETIRE]:
        ids, lap = s.box.ids, s.lap
        moves += [
            _retire(ids[card])
            for column in s.columns
            for _, card in column
            if card not in s.resigned and s.resigned_lap.get(card) != lap
        ]
    if hand[SCANDAL]:
        moves += [
            _SCANDALS[party] for party in range(7) if s.leaders[party] != NOBODY and s.scandal_lap[party] != s.lap
        ]
    if hand[CLEAN]:
        moves += [_clean(s.box.ids[card]) for card in sorted(s.resigned)]
        moves += [_CLEAN_PARTIES[party] for party in range(7) if s.scandals[party]]
    return moves


def leader_moves(s: State, talk: Negotiation, seat: Seat) -> list[AnyMove]:
    """The moves of a leader: answer proposals, propose a coalition with one's own bloc in it, or take a hand back."""
    again = may_renew(talk, seat)
    moves: list[AnyMove] = []
    for number in talk.awaiting_proposals(seat):
        if again or seat not in talk.proposals[number].taken_back:
            moves.append(Accept(number))
        moves.append(Decline(number))
    barred = {made.terms for made in talk.proposals.values()} if again else talk.proposed
    moves += [
        coalition.proposal for coalition in s.coalitions if seat in coalition.seats and coalition.labels not in barred
    ]
    moves += [TakeBack(number) for number in talk.agreed_proposals(seat)]
    return moves


def free_moves(s: State, seat: Seat) -> Sequence[AnyMove]:
    """Bargains, and the moves in a negotiation of leaders who wait for others."""
    top = s.stack.frames[-1] if s.stack.frames else None
    moves: list[AnyMove] = BARGAINING.free(s, seat)
    if type(top) is Negotiation and seat in top.seats and not top.asks(seat):
        return leader_moves(s, top, seat) + moves
    return moves
