"""Parties: their leaders, their votes, and the coalitions they could form."""

from __future__ import annotations

from ludotheque.engine.rules import NOBODY, Seat
from ludotheque.games.koalition.box import PARTIES
from ludotheque.games.koalition.state import Bloc, Coalition, State


def seat_strengths(s: State, party: int) -> dict[Seat, tuple[int, int]]:
    """For each player in a party their votes there and their highest card; resigned cards count nothing."""
    votes, resigned = s.box.votes, s.resigned
    found: dict[Seat, tuple[int, int]] = {}
    for seat, card in s.columns[party]:
        worth = 0 if card in resigned else votes[card]
        if seat in found:
            total, highest = found[seat]
            found[seat] = total + worth, max(highest, worth)
        else:
            found[seat] = worth, worth
    return found


def strongest_seats(s: State, party: int) -> list[Seat]:
    """The seats with most votes in a party, then with its highest card, but not the last toppled: several if tied."""
    toppled = s.toppled[party]
    found = {seat: power for seat, power in seat_strengths(s, party).items() if seat != toppled}
    if not found:
        return []
    best = max(found.values())
    return [seat for seat, power in found.items() if power == best]


def update_leader(s: State, party: int) -> None:
    """Determine a party's leader anew."""
    first = strongest_seats(s, party)
    s.leaders[party] = first[0] if len(first) == 1 else NOBODY


def counted_votes(s: State, party: int, votes: int) -> int:
    """Votes of a party after doubling and then halving, rounded down."""
    return votes << s.doubles[party] >> s.scandals[party]


def party_blocs(s: State, party: int) -> list[Bloc]:
    """A party as it can join a coalition: whole under its leader, or the share of each seat tied for the lead."""
    power = seat_strengths(s, party)
    leader = s.leaders[party]
    if leader != NOBODY:
        votes = counted_votes(s, party, sum(total for total, _ in power.values()))
        return [Bloc(PARTIES[party], party, leader, votes, True)]
    shares = [(seat, counted_votes(s, party, power[seat][0])) for seat in strongest_seats(s, party)]
    return [Bloc(f"{PARTIES[party]}:{seat}", party, seat, votes, False) for seat, votes in shares]


def count_parties(s: State) -> None:
    """Count the votes, and find the possible coalitions."""
    s.votes = tuple(
        counted_votes(s, party, sum(total for total, _ in seat_strengths(s, party).values())) for party in range(7)
    )
    s.majority = sum(s.votes) // 2 + 1
    blocs = [bloc for party in range(7) for bloc in party_blocs(s, party) if bloc.votes]
    s.blocs = tuple(sorted(blocs, key=lambda bloc: (-bloc.votes, bloc.label)))
    s.coalitions = tuple(_coalitions(s))


def sole_winner(s: State) -> int:
    """The party that has the majority by itself, or NOBODY."""
    return next((party for party in range(7) if s.votes[party] >= s.majority), NOBODY)


def accepted_parties(s: State, bloc: Bloc) -> int:
    """The parties that a bloc accepts: those of its speaker's highest card there; of any, if several are equal."""
    votes, resigned = s.box.votes, s.resigned
    best, wanted = -1, 0
    for seat, card in s.columns[bloc.party]:
        if seat == bloc.seat:
            worth = 0 if card in resigned else votes[card]
            if worth > best:
                best, wanted = worth, s.box.accepts[card]
            elif worth == best:
                wanted |= s.box.accepts[card]
    return wanted | 1 << bloc.party


def _coalitions(s: State) -> list[Coalition]:
    """Every coalition with a majority that needs each of its blocs, and whose parties all accept one another."""
    blocs, majority = s.blocs, s.majority
    wanted = [accepted_parties(s, bloc) for bloc in blocs]
    friends = [
        sum(1 << j for j, other in enumerate(blocs) if wanted[i] >> other.party & 1 and wanted[j] >> bloc.party & 1)
        for i, bloc in enumerate(blocs)
    ]
    found: list[Coalition] = []

    def extend(chosen: tuple[int, ...], votes: int, allowed: int, start: int) -> None:
        for i in range(start, len(blocs)):
            if not allowed >> i & 1:
                continue
            together = votes + blocs[i].votes
            members = (*chosen, i)
            # Blocs come strongest first: the last one taken is the weakest, and the first that could be spared.
            if together >= majority:
                labels = tuple(blocs[member].label for member in members)
                found.append(Coalition(members, frozenset(blocs[member].seat for member in members), labels))
            else:
                extend(members, together, allowed & friends[i], i + 1)

    extend((), 0, (1 << len(blocs)) - 1, 0)
    return found
