"""Action cards: their targets and their effects."""

from __future__ import annotations

from ludotheque.engine.rules import NOBODY, Event, Seat
from ludotheque.engine.tuples import changed
from ludotheque.games.koalition.box import ACTIONS, CLEAN, DOUBLE, PARTIES, RETIRE, SCANDAL, TOPPLE
from ludotheque.games.koalition.moves import Acted, AnyMove, Clean, Double, Retire, Scandal, Topple
from ludotheque.games.koalition.parties import update_leader
from ludotheque.games.koalition.state import State

KIND: dict[type[AnyMove], int] = {Double: DOUBLE, Topple: TOPPLE, Retire: RETIRE, Scandal: SCANDAL, Clean: CLEAN}


def can_be_toppled(s: State, party: int) -> bool:
    """Whether the leader of a party can lose office: only to another player in it."""
    leader = s.leaders[party]
    return leader != NOBODY and bool([seat for seat, _ in s.columns[party] if seat != leader])


def party_of(s: State, card: int) -> int:
    """The party for which a card is in play, or NOBODY."""
    for party, column in enumerate(s.columns):
        for _, laid in column:
            if laid == card:
                return party
    return NOBODY


def play_action(s: State, seat: Seat, move: AnyMove) -> Event:
    """Play an action."""
    kind = KIND[type(move)]
    _discard_action(s, seat, kind)
    if isinstance(move, Retire) or (isinstance(move, Clean) and move.card is not None):
        return _act_on_card(s, seat, kind, s.box.number[str(move.card)])
    assert isinstance(move, Double | Topple | Scandal | Clean)
    return _act_on_party(s, seat, kind, PARTIES.index(str(move.party)))


def _discard_action(s: State, seat: Seat, kind: int) -> None:
    hand = s.actions[seat]
    s.actions[seat] = changed(hand, kind, hand[kind] - 1)
    s.used = changed(s.used, kind, s.used[kind] + 1)


def _act_on_card(s: State, seat: Seat, kind: int, card: int) -> Event:
    party = party_of(s, card)
    if kind == RETIRE:
        s.resigned |= {card}
        s.resigned_lap[card] = s.lap
    else:
        s.resigned -= {card}
    update_leader(s, party)
    return Acted(seat, ACTIONS[kind], PARTIES[party], s.box.ids[card])


def _act_on_party(s: State, seat: Seat, kind: int, party: int) -> Event:
    leader: Seat | None = None
    if kind == DOUBLE:
        s.doubles[party] += 1
    elif kind == SCANDAL:
        s.scandals[party] += 1
        s.scandal_lap[party] = s.lap
    elif kind == CLEAN:
        s.scandals[party] -= 1
    else:
        leader = _topple_leader(s, party)
    return Acted(seat, ACTIONS[kind], PARTIES[party], None, leader)


def _topple_leader(s: State, party: int) -> Seat | None:
    """Remove the leader and determine the next one. Only the last to fall is barred; the one before may return."""
    s.toppled[party] = s.leaders[party]
    update_leader(s, party)
    return None if s.leaders[party] == NOBODY else s.leaders[party]
