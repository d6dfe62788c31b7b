"""The end of a vote: count, negotiation, points and the next country."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from ludotheque.engine.question_stack import Negotiation, clockwise_from
from ludotheque.engine.rules import NATURE, NOBODY, Event, Seat, or_none
from ludotheque.games.koalition.box import PARTIES
from ludotheque.games.koalition.moves import (
    Accept,
    Accepted,
    AnyMove,
    Counted,
    Decline,
    Declined,
    Formed,
    NoCoalition,
    Propose,
    Proposed,
    Silent,
    TakeBack,
    TookBack,
)
from ludotheque.games.koalition.parties import count_parties, sole_winner
from ludotheque.games.koalition.scoring import end_game, score_alone, score_coalition
from ludotheque.games.koalition.state import COUNTRY, NEGOTIATE, Result, State, clear_table, total

RENEWALS: Final = 10
"""How often a leader may propose a coalition again, or agree again, in one negotiation, so that every one ends."""


def may_renew(talk: Negotiation, seat: Seat) -> bool:
    """Whether a leader may still propose or agree again."""
    return talk.renewed.get(seat, 0) < RENEWALS


def tied_seats(s: State) -> list[Seat]:
    """The seats with the most ballots for first player."""
    found = Counter(s.ballots)
    most = max(found.values())
    return sorted(seat for seat, ballots in found.items() if ballots == most)


def count_votes(s: State) -> Sequence[Event]:
    """Count the votes: one party wins alone, or there is a negotiation, or no coalition is possible."""
    count_parties(s)
    leaders = tuple(map(or_none, s.leaders))
    events: list[Event] = [Counted(s.votes, leaders, s.majority)]
    alone = sole_winner(s)
    if alone != NOBODY:
        formed = Formed((PARTIES[alone],), s.votes[alone], s.majority, alone=True)
        return [*events, *_score_vote(s, formed, score_alone(s, alone))]
    if not s.coalitions:
        return [*events, *_end_without_coalition(s)]
    speakers = {seat for coalition in s.coalitions for seat in coalition.seats}
    # The strongest is asked first where the order counts; all may negotiate at once.
    order = tuple(dict.fromkeys(bloc.seat for bloc in s.blocs if bloc.seat in speakers))
    s.stack.replace(Negotiation(order, NEGOTIATE))
    return events


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
        talk.decline(seat, move.number)
        events.append(Declined(seat, move.number))
    elif isinstance(move, TakeBack):
        talk.withdraw(seat, move.number)
        events.append(TookBack(seat, move.number))
    else:
        talk.close(seat)
        events.append(Silent(seat))
        if talk.over:
            events += _end_without_coalition(s)


def _form_coalition(s: State, labels: Sequence[str]) -> Sequence[Event]:
    """Form a coalition that all its seats have agreed to."""
    blocs = [bloc for bloc in s.blocs if bloc.label in labels]
    formed = Formed(tuple(bloc.label for bloc in blocs), sum(bloc.votes for bloc in blocs), s.majority)
    return _score_vote(s, formed, score_coalition(s, blocs))


def _score_vote(s: State, formed: Formed, scored: Sequence[Event]) -> Sequence[Event]:
    """Score the vote; the cards played leave the game until the next deal."""
    s.result = _result(s, formed.blocs)
    s.gone += tuple(card for column in s.columns for _, card in column)
    return [formed, *scored, *_next_country(s)]


def _end_without_coalition(s: State) -> Sequence[Event]:
    """End a vote without a coalition: politicians go back to their hands, seen by all; jokers are lost."""
    first = s.box.first_joker
    for column in s.columns:
        for seat, card in column:
            if card < first:
                s.hands[seat] = tuple(sorted((*s.hands[seat], card)))
                s.known[seat] = tuple(sorted((*s.known[seat], card)))
            else:
                s.gone += (card,)
    s.scores = (0,) * s.players
    s.result = _result(s, ())
    return [NoCoalition(s.box.country[s.country].id), *_next_country(s)]


def _result(s: State, blocs: tuple[str, ...]) -> Result:
    leaders = tuple(map(or_none, s.leaders))
    return Result(s.box.country[s.country].id, s.votes, leaders, s.majority, blocs)


def _next_country(s: State) -> Sequence[Event]:
    clear_table(s)
    s.country = NOBODY
    if s.number == s.options.countries:
        return end_game(s)
    s.starter = _next_starter(s)
    s.stack.ask(NATURE, COUNTRY)
    return ()


def _next_starter(s: State) -> Seat:
    """The seat that scored most in this vote; if tied, the higher total; if still tied, the next after the starter."""
    order = clockwise_from((s.starter + 1) % s.players, s.players)
    return max(order, key=lambda seat: (s.scores[seat], total(s, seat)))
