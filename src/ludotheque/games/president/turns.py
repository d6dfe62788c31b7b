"""The sequence of questions: cards that are due, the next player, the second round, the end."""

from __future__ import annotations

from ludotheque.engine.rules import NATURE, Event, Seat
from ludotheque.games.president import ballot
from ludotheque.games.president.campaign import pay_debts
from ludotheque.games.president.moves import Closed, Colours, Lots, Reshuffled, Started
from ludotheque.games.president.state import ALLOT, CARD, ROLL, State


def start_game(s: State, _seat: Seat, move: Lots, events: list[Event]) -> bool:
    """Assign the parties and the first player drawn by lot."""
    s.parties, s.first, s.seat = move.parties, move.first, move.first
    events += [Colours(seat, party) for seat, party in enumerate(move.parties)]
    events.append(Started(move.parties, move.first))
    s.stack.ask(NATURE, ALLOT if s.closing else ROLL)
    return False


def continue_turn(s: State, events: list[Event]) -> None:
    """Put the next question after a step: debts that are now covered, a campaign card that is due, the next turn."""
    s.eligible = 0
    if s.elected < 0 and not pay_debts(s, events):
        return
    if s.draws and s.elected < 0 and (s.deck or s.talon):
        s.draws -= 1
        if not s.deck:
            s.deck, s.talon = tuple(sorted(s.talon)), ()
            events.append(Reshuffled(len(s.deck)))
        s.stack.ask(NATURE, CARD)
    else:
        _end_turn(s, events)


def _end_turn(s: State, events: list[Event]) -> None:
    s.draws = 0
    if s.elected >= 0:
        ballot.end_by_majority(s, events)
    elif not _end_round(s, events):
        s.seat = (s.seat + 1) % s.players
        s.stack.ask(NATURE, ROLL)


def _end_round(s: State, events: list[Event]) -> bool:
    """End the round if the map is full, or if the urn of a short campaign closes; return whether the game is over."""
    if s.closing == 1:
        events.append(Closed(s.round))
        return ballot.end_closed_round(s, events)
    if s.closing:
        s.closing -= 1
    return not s.free and ballot.end_full_map_turn(s, events)
