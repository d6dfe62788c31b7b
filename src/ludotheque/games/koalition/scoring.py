"""Points: for a country, and for Europe at the end."""

from __future__ import annotations

from ludotheque.engine.rules import NOBODY, Event, Outcome, Seat, ranked
from ludotheque.games.koalition.box import PARTIES
from ludotheque.games.koalition.moves import Bonus, Ended, Scored
from ludotheque.games.koalition.parties import strongest_seats
from ludotheque.games.koalition.state import Bloc, State, total


def leader_bonuses(s: State, blocs: list[Bloc]) -> list[int]:
    """The bonus of each bloc's speaker: by votes, equal ones the same, the next a step lower; small ones the least."""
    country = s.box.country[s.country]
    steps = (country.first, country.second, country.third)
    ranks = sorted({bloc.votes for bloc in blocs if bloc.led}, reverse=True)
    found = []
    for bloc in blocs:
        rank = ranks.index(bloc.votes) if bloc.led else 3
        found.append(steps[rank] if rank < 3 else country.further)
    return found


def score_coalition(s: State, blocs: list[Bloc]) -> list[Event]:
    """Score a coalition: a bonus to each speaker, and to each seat its cards in it."""
    bonuses = [(bloc.seat, bloc.party, bonus) for bloc, bonus in zip(blocs, leader_bonuses(s, blocs), strict=True)]
    cards = [(seat, bloc.party) for bloc in blocs for seat, _ in s.columns[bloc.party] if bloc.led or seat == bloc.seat]
    return _add_points(s, bonuses, cards)


def score_alone(s: State, party: int) -> list[Event]:
    """Score a party that wins alone: its leader is first; seats tied for the lead count as small parties.

    All its cards score, with or without a leader.
    """
    country = s.box.country[s.country]
    leader = s.leaders[party]
    bonus = country.further if leader == NOBODY else country.first
    bonuses = [(seat, party, bonus) for seat in strongest_seats(s, party)]
    return _add_points(s, bonuses, [(seat, party) for seat, _ in s.columns[party]])


def _add_points(s: State, bonuses: list[tuple[Seat, int, int]], scoring: list[tuple[Seat, int]]) -> list[Event]:
    """Add the points to each seat, separately for the party that earned them."""
    worth = s.box.country[s.country].card
    points = [list(row) for row in s.points]
    offices = [0] * s.players
    cards = [0] * s.players
    for seat, party, bonus in bonuses:
        offices[seat] += bonus
        points[seat][party] += bonus
    for seat, party in scoring:
        cards[seat] += worth
        points[seat][party] += worth
    s.points = tuple(tuple(row) for row in points)
    s.scores = tuple(offices[seat] + cards[seat] for seat in range(s.players))
    return [Scored(seat, offices[seat], cards[seat]) for seat in range(s.players) if s.scores[seat]]


def award_europe(s: State) -> list[Event]:
    """Award the Europe bonus: 7 for the party with most points, then a step less each, to its best seat."""
    by_party = [sum(row[party] for row in s.points) for party in range(7)]
    ranks = sorted({points for points in by_party if points}, reverse=True)
    bonuses = [0] * s.players
    events: list[Event] = []
    for party in sorted(range(7), key=lambda party: -by_party[party]):
        points = by_party[party]
        if not points:
            continue
        bonus = 7 - ranks.index(points)
        most = max(row[party] for row in s.points)
        seats = tuple(seat for seat in range(s.players) if s.points[seat][party] == most)
        each = bonus // len(seats)
        for seat in seats:
            bonuses[seat] += each
        events.append(Bonus(PARTIES[party], points, bonus, seats, each))
    s.bonuses = tuple(bonuses)
    return events


def end_game(s: State) -> list[Event]:
    """End the game: the highest total wins."""
    events = award_europe(s)
    totals = tuple(total(s, seat) for seat in range(s.players))
    places = ranked(totals)
    s.outcome = Outcome(places, "koalition.win", "points", totals)
    s.stack.clear()
    winners = tuple(seat for seat in range(s.players) if places[seat] == 1)
    return [*events, Ended(totals, winners)]
