"""Votes counted by weight, and their effects.

Functions that may end a turn return True if it ends; otherwise they have put the next question.
"""

from __future__ import annotations

from ludotheque.engine import question_stack
from ludotheque.engine.rules import Event, Seat
from ludotheque.games.politico import amendments, bargains
from ludotheque.games.politico.army import settle_pressure
from ludotheque.games.politico.box import CENSURE as MOTION
from ludotheque.games.politico.cards import return_to_hand, take_from_hand
from ludotheque.games.politico.government import fail_bid
from ludotheque.games.politico.moves import Counted, Motion, Vote, Voted
from ludotheque.games.politico.shared_questions import open_pressure, open_vote
from ludotheque.games.politico.state import ATTACK, CENSURE, INVESTITURE, NONE, Count, Pressure, State


def open_censure(s: State, seat: Seat, events: list[Event]) -> None:
    """Play a motion of censure and open the vote on it."""
    take_from_hand(s, seat, s.box.number[MOTION])
    events.append(Motion(seat))
    if s.bargains.entries:
        bargains.judge_motion(s, seat, events)
    s.stack.ask(seat, CENSURE)
    open_vote(s, CENSURE, seat, tuple(s.deputies), events)


def cast_ballot(s: State, seat: Seat, move: Vote, events: list[Event]) -> None:
    """Record a ballot, which stays secret until all have voted."""
    vote = s.stack.top
    assert isinstance(vote, question_stack.Vote)
    events.append(Voted(seat, move.ballot))
    vote.cast(seat, move.ballot)


def is_complete(s: State) -> bool:
    """Whether there is a vote to count: all seats with votes have cast them, or there are none."""
    stack = s.stack.frames
    return bool(stack) and type(vote := stack[-1]) is question_stack.Vote and len(vote.ballots) == len(vote.weights)


def count_vote(s: State, events: list[Event]) -> bool:
    """Reveal and count the ballots, and carry out the result."""
    vote = s.stack.top
    assert isinstance(vote, question_stack.Vote)
    tally = vote.tally()
    ballots = tuple([vote.ballots.get(voter, NONE) for voter in range(s.players)])
    weights = tuple([vote.weights.get(voter, 0) for voter in range(s.players)])
    s.count = Count(vote.what, ballots, weights, tally.carried)
    events.append(Counted(vote.what, ballots, weights, tally.yes, tally.no, tally.carried))
    if s.bargains.entries:
        bargains.judge_ballots(s, vote.what, ballots, events)
    s.stack.close()
    if vote.what == INVESTITURE:
        return _settle_investiture(s, tally.carried, events)
    if vote.what == CENSURE:
        return _settle_censure_vote(s, tally.carried, events)
    amendments.carry_out_vote(s, vote.what, tally, weights, events)
    return False


def _settle_investiture(s: State, carried: bool, events: list[Event]) -> bool:
    """Form the government if the investiture is carried, unless the army annuls it."""
    assert s.bid is not None
    if not carried:
        return fail_bid(s, events)
    return open_pressure(s, Pressure(INVESTITURE, s.bid.by), events) and settle_pressure(s, events)


def _settle_censure_vote(s: State, carried: bool, events: list[Event]) -> bool:
    """Bring the government down if the censure is carried, unless the army annuls it; else return its card."""
    by = s.stack.top.asked()[0]
    if carried:
        return open_pressure(s, Pressure(CENSURE, by), events) and settle_pressure(s, events)
    return_to_hand(s, by, [s.box.number[MOTION]], events)
    s.stack.ask(by, ATTACK)
    return False
