"""Parties: their leaders, their votes, and the coalitions they could form."""

from __future__ import annotations

from ludotheque.engine.rules import NOBODY, Seat
from ludotheque.games.koalition.box import PARTIES
from ludotheque.games.koalition.moves import Propose
from ludotheque.games.koalition.state import Bloc, Coalition, State


def seat_strengths(s: State, party: int) -> dict[Seat, tuple[int, int]]:
    """For each player in a party their votes there and their highest card; resigned cards count nothing."""
    votes, resigned = s.box.votes, s.resigned
    found: dict[Seat, tuple[int, int]] = {}
    for seat, card in s.columns[party]:
        worth = 0 if card in resigned else votes[card]
        if seat in found:
            total, highest = found[seat]
            found[seat] = total + worth, highest if highest > worth else worth
        else:
            found[seat] = worth, worth
    return found


def strongest_seats(s: State, party: int) -> list[Seat]:
    """The seats with most votes in a party, then with its highest card, but not the last toppled: several if tied."""
    found = seat_strengths(s, party)
    found.pop(s.toppled[party], None)
    if len(found) < 2:
        return [*found]
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
    leader = s.leaders[party]
    if leader != NOBODY:
        return [Bloc(PARTIES[party], party, leader, s.votes[party], True)]
    power = seat_strengths(s, party)
    shares = [(seat, counted_votes(s, party, power[seat][0])) for seat in strongest_seats(s, party)]
    return [Bloc(f"{PARTIES[party]}:{seat}", party, seat, votes, False) for seat, votes in shares]


def count_parties(s: State) -> None:
    """Count the votes, and find the possible coalitions."""
    votes, resigned = s.box.votes, s.resigned
    s.votes = tuple(
        [
            counted_votes(s, party, sum([votes[card] for _, card in column if card not in resigned]))
            for party, column in enumerate(s.columns)
        ]
    )
    s.majority = sum(s.votes) // 2 + 1
    blocs = [bloc for party in range(7) if s.votes[party] for bloc in party_blocs(s, party) if bloc.votes]
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
    sizes = [bloc.votes for bloc in blocs]
    found: list[Coalition] = []

    def extend(chosen: tuple[int, ...], votes: int, allowed: int) -> None:
        while allowed:
            weaker = allowed & allowed - 1
            i = (allowed ^ weaker).bit_length() - 1
            allowed = weaker
            together = votes + sizes[i]
            members = (*chosen, i)
            # Blocs come strongest first: the last one taken is the weakest, and the first that could be spared.
            if together >= majority:
                labels = tuple([blocs[member].label for member in members])
                seats = frozenset([blocs[member].seat for member in members])
                found.append(Coalition(members, seats, labels, Propose(labels)))
            else:
                extend(members, together, weaker & friends[i])

    extend((), 0, (1 << len(blocs)) - 1)
    return found
