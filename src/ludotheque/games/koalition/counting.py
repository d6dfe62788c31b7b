"""The count of a vote, and its end: points and the next country."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ludotheque.engine.question_stack import Negotiation, clockwise_from
from ludotheque.engine.rules import NATURE, NOBODY, Event, Seat, or_none
from ludotheque.games.koalition.bargains import end_country
from ludotheque.games.koalition.box import PARTIES
from ludotheque.games.koalition.moves import Counted, Formed, NoCoalition
from ludotheque.games.koalition.parties import count_parties, sole_winner
from ludotheque.games.koalition.scoring import end_game, score_alone
from ludotheque.games.koalition.state import COUNTRY, NEGOTIATE, Result, State, clear_table, total


def count_votes(s: State) -> Sequence[Event]:
    """Count the votes: one party wins alone, or there is a negotiation, or no coalition is possible."""
    count_parties(s)
    leaders = tuple(map(or_none, s.leaders))
    events: list[Event] = [Counted(s.votes, leaders, s.majority)]
    alone = sole_winner(s)
    if alone != NOBODY:
        formed = Formed((PARTIES[alone],), s.votes[alone], s.majority, alone=True)
        return [*events, *score_vote(s, formed, score_alone(s, alone))]
    if not s.coalitions:
        return [*events, *end_without_coalition(s)]
    speakers = {seat for coalition in s.coalitions for seat in coalition.seats}
    # The strongest is asked first where the order counts; all may negotiate at once.
    order = tuple(dict.fromkeys(bloc.seat for bloc in s.blocs if bloc.seat in speakers))
    s.stack.replace(Negotiation(order, NEGOTIATE))
    return events


def score_vote(s: State, formed: Formed, scored: Sequence[Event], members: Collection[Seat] = ()) -> Sequence[Event]:
    """Score the vote; the cards played leave the game until the next deal.

    ``members`` are the seats that have formed a coalition: none where a party wins alone, without anyone's choice.
    """
    s.result = _result(s, formed.blocs)
    s.gone += tuple(card for column in s.columns for _, card in column)
    return [formed, *scored, *_next_country(s, members)]


def end_without_coalition(s: State) -> Sequence[Event]:
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
    return [NoCoalition(s.box.country[s.country].id), *_next_country(s, ())]


def _result(s: State, blocs: tuple[str, ...]) -> Result:
    leaders = tuple(map(or_none, s.leaders))
    return Result(s.box.country[s.country].id, s.votes, leaders, s.majority, blocs)


def _next_country(s: State, members: Collection[Seat]) -> Sequence[Event]:
    events: list[Event] = []
    if s.bargains.entries:
        end_country(s, members, events)
    clear_table(s)
    s.country = NOBODY
    if s.number == s.options.countries:
        return [*events, *end_game(s)]
    s.starter = _next_starter(s)
    s.stack.ask(NATURE, COUNTRY)
    return events


def _next_starter(s: State) -> Seat:
    """The seat that scored most in this vote; if tied, the higher total; if still tied, the next after the starter."""
    order = clockwise_from((s.starter + 1) % s.players, s.players)
    return max(order, key=lambda seat: (s.scores[seat], total(s, seat)))
