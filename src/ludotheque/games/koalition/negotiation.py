"""Negotiation between the leaders of parties: proposals, agreements, and the coalition formed."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from ludotheque.engine.question_stack import Negotiation
from ludotheque.engine.rules import Event, Seat
from ludotheque.games.koalition.bargains import judge_withdrawal
from ludotheque.games.koalition.counting import end_without_coalition, score_vote
from ludotheque.games.koalition.moves import (
    Accept,
    Accepted,
    AnyMove,
    Decline,
    Declined,
    Formed,
    Propose,
    Proposed,
    Silent,
    TakeBack,
    TookBack,
)
from ludotheque.games.koalition.scoring import score_coalition
from ludotheque.games.koalition.state import State

RENEWALS: Final = 10
"""How often a leader may propose a coalition again, or agree again, in one negotiation, so that every one ends."""


def may_renew(talk: Negotiation, seat: Seat) -> bool:
    """Whether a leader may still propose or agree again."""
    return talk.renewed.get(seat, 0) < RENEWALS


def leaders_cut_off(s: State, seat: Seat) -> Collection[Seat]:
    """The other leaders who are asked, and for whom ``seat`` could end the negotiation by its next agreement.

    A leader whose agreement the coalition needs has agreed to it by then, so they are not cut off.
    """
    talk = s.stack.top
    assert isinstance(talk, Negotiation)
    closing = [made.needs for made in talk.proposals.values() if made.needs - made.agreed == {seat}]
    closing += [coalition.seats for coalition in s.coalitions if coalition.seats == {seat}]
    return [other for other in talk.asked() if other != seat and any(other not in needs for needs in closing)]


def negotiate(s: State, seat: Seat, move: AnyMove, events: list[Event]) -> None:
    """Propose, accept, decline, withdraw or close; the first complete agreement is formed."""
    talk = s.stack.top
    assert isinstance(talk, Negotiation)
    if isinstance(move, Propose):
        coalition = next(found for found in s.coalitions if found.labels == move.blocs)
        made = talk.propose(seat, move.blocs, coalition.seats)
        events.append(Proposed(seat, made.number, move.blocs))
        if made.complete:
            events += _form_coalition(s, move.blocs)
    elif isinstance(move, Accept):
        agreed = talk.agree(seat, move.number)
        events.append(Accepted(seat, move.number))
        if agreed.complete:
            events += _form_coalition(s, agreed.terms)
    elif isinstance(move, Decline):
        proposal = talk.proposals[move.number]
        talk.decline(seat, move.number)
        events.append(Declined(seat, move.number))
        if s.bargains.entries:
            judge_withdrawal(s, seat, proposal, events)
    elif isinstance(move, TakeBack):
        proposal = talk.proposals[move.number]
        talk.withdraw(seat, move.number)
        events.append(TookBack(seat, move.number))
        if s.bargains.entries:
            judge_withdrawal(s, seat, proposal, events)
    else:
        talk.close(seat)
        events.append(Silent(seat))
        if talk.over:
            events += end_without_coalition(s)


def _form_coalition(s: State, labels: Sequence[str]) -> Sequence[Event]:
    """Form a coalition that all its seats have agreed to."""
    blocs = [bloc for bloc in s.blocs if bloc.label in labels]
    formed = Formed(tuple(bloc.label for bloc in blocs), sum(bloc.votes for bloc in blocs), s.majority)
    return score_vote(s, formed, score_coalition(s, blocs), {bloc.seat for bloc in blocs})
