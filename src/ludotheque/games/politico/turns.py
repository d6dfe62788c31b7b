"""The sequence of turns: their beginning and end, mid-term elections, the end of the game."""

from __future__ import annotations

from msgspec.structs import replace

from ludotheque.engine.rules import NATURE, Event, Outcome, ranked
from ludotheque.games.politico import amendments, bargains
from ludotheque.games.politico.box import UNION
from ludotheque.games.politico.cards import ask_deal, put_back
from ludotheque.games.politico.moves import Began, Ended, Lifted, Parted
from ludotheque.games.politico.scoring import end_government, score_round
from ludotheque.games.politico.state import DRAW, ELECTION, EVENT, State, count_for


def first_turn(s: State, events: list[Event]) -> None:
    """Deal the first hands and begin the first turn."""
    begin_turn(s, events)
    ask_deal(s, (s.options.hand,) * s.players, events)


def begin_turn(s: State, events: list[Event]) -> None:
    """Begin a turn: score a government that has lasted a round, hold a vote that is due, draw the event."""
    s.turn += 1
    s.changed = ()
    events.append(Began(s.seat, s.turn))
    if s.bargains.entries:
        bargains.begin_turn(s, events)
    government = s.government
    if government is not None and government.pm == s.seat and s.turn >= government.since + s.players:
        s.government = replace(government, rounds=government.rounds + 1, immune=max(0, government.immune - 1))
        score_round(s, government, events)
    s.stack.ask(NATURE, EVENT)
    if amendments.is_due(s):
        amendments.open_due_vote(s, events)


def after_event(s: State, draws: int, events: list[Event]) -> None:
    """Ask the player to draw a trump, or to discard one and draw two."""
    s.stack.ask(s.seat, DRAW)
    if draws:
        ask_deal(s, count_for(s.seat, draws, s.players), events)


def end_turn(s: State, events: list[Event]) -> None:
    """End a turn: exposed cards, UNION NATIONALE, announced resignations, the clock; then the next player."""
    if s.exposed[s.seat]:
        cards, s.exposed[s.seat] = s.exposed[s.seat], ()
        for kind in cards:
            put_back(s, kind)
        events.append(Lifted(s.seat, tuple(s.box.kinds[kind] for kind in cards)))
    if s.union:
        s.union -= 1
        if not s.union:
            put_back(s, s.box.number[UNION])
            events.append(Parted())
    if s.government is None:
        s.vacant += 1
    elif s.government.resigning:
        end_government(s, "resigned", s.government.pm, events)
    if s.time or (s.options.clock == "rounds" and s.turn >= s.options.rounds * s.players):
        end_game(s, "politico.end", "time", events)
    elif _midterm_is_due(s):
        s.midterm, s.election = "held", "midterm"
        s.stack.ask(NATURE, ELECTION)
    else:
        next_turn(s, events)


def _midterm_is_due(s: State) -> bool:
    """Whether mid-term elections are due: after three fifths of the rounds, or when the clock has said so."""
    if s.midterm == "held" or not s.options.midterm:
        return False
    if s.options.clock == "minutes":
        return s.midterm == "due"
    return s.turn >= s.options.rounds * 3 // 5 * s.players


def next_turn(s: State, events: list[Event]) -> None:
    """Begin the next player's turn."""
    s.seat = (s.seat + 1) % s.players
    begin_turn(s, events)


def end_game(s: State, clause: str, reason: str, events: list[Event]) -> None:
    """End the game: the highest score wins; deputies do not count."""
    if s.bargains.entries:
        bargains.end_promises(s, events)
    points = tuple(s.points)
    s.outcome = Outcome(ranked(points), clause, reason, points)
    s.stack.clear()
    events.append(Ended(reason, points))
