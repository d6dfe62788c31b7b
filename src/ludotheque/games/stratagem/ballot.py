"""Votes, and the end of the game."""

from __future__ import annotations

from typing import Final

from ludotheque.engine.rules import Event, Outcome, Seat
from ludotheque.games.stratagem.box import PARTIES
from ludotheque.games.stratagem.mats import FINE, change_tokens, drop_supports, irregular_supports, ranking
from ludotheque.games.stratagem.moves import Counted, Ended, Fined
from ludotheque.games.stratagem.state import PLAYERS, State, cards_left

MAJORITY: Final = 51
POINTS: Final = {"elected": 6, "coup": 5, "dictatorship": 5, "second": 4, "third": 3, "fourth": 2}
"""Points in the general ranking over several games, for those who finish."""


def is_vote_due(s: State) -> bool:
    """Whether a vote is due: the common deck is empty, and no seizure of power is under way."""
    return not cards_left(s) and s.crisis is None


def fine_irregular(s: State, events: list[Event]) -> None:
    """Fine irregular players before a vote; their supports fall."""
    for seat in range(PLAYERS):
        cards = irregular_supports(s, seat) if s.alive[seat] else ()
        if cards:
            events.append(Fined(seat, tuple(s.box.common[card].id for card in cards)))
            change_tokens(s, seat, -FINE, "fine", events)
            drop_supports(s, seat, cards, events)


def hold_vote(s: State, events: list[Event]) -> bool:
    """Hold a vote, in which all tokens are announced; return whether the game is over."""
    order = ranking(s)
    if s.campaign == 0:
        events.append(Counted(0, tuple(s.tokens), ()))
        end_game(s, order[0], "elected", "stratagem.ruling.short-campaign", events)
        return True
    if s.campaign == 2:
        runners = [seat for seat in order if seat in s.candidates]
        events.append(Counted(s.campaign, tuple(s.tokens), ()))
        end_game(s, runners[0], "elected", "stratagem.vote.second", events)
        return True
    if s.tokens[order[0]] >= MAJORITY:
        events.append(Counted(1, tuple(s.tokens), ()))
        end_game(s, order[0], "elected", "stratagem.vote.first", events)
        return True
    s.candidates = tuple(order[:2])
    events.append(Counted(1, tuple(s.tokens), s.candidates))
    s.campaign = 2
    s.deck, s.fallen = s.fallen, ()
    return False


def end_game(s: State, seat: Seat, reason: str, clause: str, events: list[Event]) -> None:
    """End the game. The others follow by tokens, then those who are out, the last to leave first."""
    places = [PLAYERS] * PLAYERS
    rest = [other for other in ranking(s) if other != seat]
    for place, other in enumerate((seat, *rest, *reversed(s.out)), 1):
        places[other] = place
    s.outcome = Outcome(tuple(places), clause, reason, ranking_points(s, seat, reason, rest))
    s.stack.clear()
    events.append(Ended(seat, PARTIES[s.parties[seat]], reason, tuple(places)))


def ranking_points(s: State, winner: Seat, reason: str, rest: list[Seat]) -> tuple[int, ...]:
    """The points of each seat in a general ranking over several games."""
    found = [0] * PLAYERS
    found[winner] = POINTS[reason]
    for name, seat in zip(("second", "third", "fourth"), rest, strict=False):
        found[seat] = POINTS[name]
    eliminated = [seat for seat in s.out if seat not in s.resigned]
    for order, seat in enumerate(eliminated, 1):
        found[seat] = min(order, 2)
    return tuple(found)


def match_points(outcome: Outcome) -> tuple[float, ...]:
    """Points by the printed table, which are the scores of an outcome, since a ballot and a coup score differently.

    An outcome without scores, written by hand, counts as a ballot that all took part in; shared places share points.
    """
    if outcome.scores is not None:
        return tuple(float(score) for score in outcome.scores)
    ballot = sorted(
        (points for reason, points in POINTS.items() if reason not in ("coup", "dictatorship")), reverse=True
    )
    found = []
    for place in outcome.places:
        first = sum(other < place for other in outcome.places)
        shared = ballot[first : first + outcome.places.count(place)]
        found.append(sum(shared) / len(shared))
    return tuple(found)
