"""Governments: bids, invitations, formation, reshuffles, resignations.

Functions that may end a turn return True if it ends; otherwise they have put the next question.
"""

from __future__ import annotations

from msgspec.structs import replace

from ludotheque.engine.question_stack import Reaction, Turn
from ludotheque.engine.rules import NATURE, Event, Seat
from ludotheque.games.politico import bargains, state
from ludotheque.games.politico.box import ARMY, PROVIDENTIAL, UNION
from ludotheque.games.politico.cards import put_back, return_to_hand, take_from_hand
from ludotheque.games.politico.moves import (
    Bid,
    Declined,
    Dissolved,
    Entered,
    Form,
    Formed,
    Invited,
    Joined,
    Left,
    Recruited,
    United,
)
from ludotheque.games.politico.shared_questions import open_pressure, open_vote
from ludotheque.games.politico.state import (
    ACT,
    ATTACK,
    ELECTION,
    FORM,
    INVESTITURE,
    INVITE,
    JOIN,
    MINORITY,
    RECRUIT,
    Government,
    Pressure,
    State,
    ask_seats,
    other_seats,
)

IMMUNITY = 2
"""Rounds for which HOMME PROVIDENTIEL and his government cannot be attacked."""


def can_enter(s: State, seat: Seat) -> bool:
    """Whether a seat may enter a government: not while an attack lies exposed before it."""
    return not s.exposed[seat]


def is_providential(s: State, card: int) -> bool:
    """Whether a card forms a government without a vote: after two rounds without one, or two short ones."""
    due = s.vacant >= 2 * s.players or s.short >= 2
    return due and card == s.box.number[PROVIDENTIAL]


# --- the bid ---------------------------------------------------------------------------------------------------------


def open_bid(s: State, seat: Seat, move: Form, at_once: bool, events: list[Event]) -> None:
    """Play a PREMIER MINISTRE with the cards that go with it, and ask for invitations."""
    number = s.box.number
    s.bid = state.Bid(seat, number[move.card], move.union, move.army, at_once=at_once)
    take_from_hand(s, seat, s.bid.card)
    if move.union:
        take_from_hand(s, seat, number[UNION])
    if move.army:
        take_from_hand(s, seat, number[ARMY])
        put_back(s, number[ARMY])
    events.append(Bid(seat, move.card, move.union, move.army))
    s.stack.ask(seat, INVITE)


def invitable_seats(s: State) -> list[Seat]:
    """The seats that may still be invited, in turn."""
    assert s.bid is not None
    return [seat for seat in other_seats(s, s.bid.by) if seat not in s.bid.invited and can_enter(s, seat)]


def invite_seat(s: State, seat: Seat, events: list[Event]) -> None:
    """Invite a seat."""
    assert s.bid is not None
    s.bid = replace(s.bid, invited=(*s.bid.invited, seat))
    events.append(Invited(seat, s.bid.by))
    s.stack.ask(s.bid.by, INVITE)


def end_invitations(s: State, events: list[Event]) -> bool:
    """End the invitations: ask the invited seats, or else present the government."""
    assert s.bid is not None
    if s.bid.invited:
        ask_seats(s, s.bid.invited, JOIN)
        return False
    return _present_government(s, events)


def record_reply(s: State, seat: Seat, joins: bool, events: list[Event]) -> bool:
    """Record the answer to an invitation."""
    window = s.stack.top
    assert isinstance(window, Reaction)
    events.append(Joined(seat) if joins else Declined(seat))
    if s.bargains.entries:
        bargains.judge_reply(s, seat, s.seat if s.bid is None else s.bid.by, joins, events)
    last = window.record_pass(seat)
    if window.what == RECRUIT:
        if joins:
            enter_government(s, seat, events)
        s.stack.ask(s.seat, ACT)
        return False
    assert s.bid is not None
    if joins:
        s.bid = replace(s.bid, joined=(*s.bid.joined, seat))
    return last and _present_government(s, events)


def _present_government(s: State, events: list[Event]) -> bool:
    """Present the government: to the army, to the Assembly, or, for HOMME PROVIDENTIEL, to neither."""
    made = s.bid
    assert made is not None
    if made.army:
        if open_pressure(s, Pressure(MINORITY, made.by, (made.by,)), events):
            return form_government(s, events)
        return False
    if is_providential(s, made.card):
        return form_government(s, events)
    s.stack.ask(made.by, INVESTITURE)
    open_vote(s, INVESTITURE, made.by, tuple(s.deputies), events)
    return False


def form_government(s: State, events: list[Event]) -> bool:
    """Put the government in place."""
    made = s.bid
    assert made is not None
    members = (made.by, *sorted(made.joined))
    providential = not made.army and is_providential(s, made.card)
    immune = IMMUNITY if providential else 0
    s.government = Government(made.by, members, made.card, s.turn, immune=immune, providential=providential)
    s.vacant = 0
    s.bid, s.chances = None, ()
    events.append(Formed(made.by, members, providential))
    if made.union:
        play_union(s, made.by, events)
    return True


def fail_bid(s: State, events: list[Event]) -> bool:
    """Take the cards of a bid without a majority back; its player may still attack."""
    made = s.bid
    assert made is not None
    s.bid = None
    return_to_hand(s, made.by, [made.card, *([s.box.number[UNION]] if made.union else [])], events)
    if made.at_once:
        return ask_next_former(s)
    s.stack.ask(made.by, ATTACK)
    return False


def annul_investiture(s: State, events: list[Event]) -> bool:
    """Let the army annul an investiture: the PREMIER MINISTRE is lost, but a second one may be played."""
    made = s.bid
    assert made is not None
    s.bid = None
    put_back(s, made.card)
    if made.union:
        return_to_hand(s, made.by, [s.box.number[UNION]], events)
    s.stack.ask(made.by, FORM if made.at_once else ACT)
    return False


def ask_next_former(s: State) -> bool:
    """Ask the next seat that may form a government after a fall; True when no seat is left to ask."""
    while s.chances and s.government is None:
        seat, *rest = s.chances
        s.chances = tuple(rest)
        if can_enter(s, seat):
            s.stack.ask(seat, FORM)
            return False
    s.chances = ()
    return True


def play_union(s: State, seat: Seat, events: list[Event]) -> None:
    """Play UNION NATIONALE, which holds for a round."""
    s.union = s.players
    events.append(United(seat))


# --- the government in place -----------------------------------------------------------------------------------------


def enter_government(s: State, seat: Seat, events: list[Event]) -> None:
    """Add a seat to the government."""
    assert s.government is not None
    s.government = replace(s.government, members=(*s.government.members, seat))
    events.append(Entered(seat))


def leave_government(s: State, seat: Seat, expelled: bool, events: list[Event]) -> None:
    """Remove a seat from the government, which stays in place even in a minority."""
    assert s.government is not None
    members = tuple(member for member in s.government.members if member != seat)
    s.government = replace(s.government, members=members)
    events.append(Left(seat, expelled))


def expel_member(s: State, seat: Seat, events: list[Event]) -> None:
    """Remove a seat from the government by decision of the prime minister."""
    s.changed += (seat,)
    leave_government(s, seat, True, events)
    s.stack.renew()


def recruit_seat(s: State, seat: Seat, events: list[Event]) -> None:
    """Ask a seat to enter the government."""
    s.changed += (seat,)
    events.append(Recruited(seat, s.seat))
    ask_seats(s, (seat,), RECRUIT)


def dissolve_assembly(s: State, events: list[Event]) -> None:
    """Hold new elections, once in a game; then the turn goes on."""
    s.dissolved = True
    s.election = "dissolution"
    events.append(Dissolved(s.seat))
    s.stack.open(Turn(NATURE, ELECTION))
